import { describe, expect, it } from 'vitest';
import { operationsHtml, operationsInput } from '../../src/render/operation.ts';

/** What the only operation of a specification looks like on a page. */
function shown(operation: object, more: object = {}): string {
  const document = { openapi: '3.1.0', paths: { '/a': { get: operation } }, ...more };
  const asked = [{ path: '/a', method: 'get' }];
  return operationsHtml(operationsInput(asked, JSON.stringify(document)))[0] ?? '';
}

const HOSTILE = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '"><svg onload=alert(1)>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '</code></td></table><form action=https://evil.example>',
  '[a](javascript:alert(1))',
  '<a href="&#106;avascript:alert(1)" onclick=alert(1)>a</a>',
  '<base href=//evil.example><style>*{display:none}</style>',
  '<!--><script>alert(1)</script>',
];

describe('an operation of a hostile specification', () => {
  it.each(HOSTILE)('runs nothing, wherever it has the text %s', (text) => {
    const schema = { required: [text], properties: { [text]: { type: text, description: text } } };
    const content = { [text]: { schema } };
    const html = shown({
      summary: text,
      description: text,
      parameters: [{ name: text, in: text, description: text, schema: { type: [text, text] } }],
      requestBody: { content },
      responses: { [text]: { description: text, content } },
    });
    expect(html).not.toMatch(/<(?:script|svg|iframe|form|base|style|img)\b/i);
    expect(html).not.toMatch(/<[^>]*\s(?:on\w+|srcdoc|action)=/i);
    expect(html).not.toMatch(/(?:href|src)="\s*javascript:/i);
  });

  it.each(['#/components/schemas/a', '#/__proto__', '#/constructor/prototype', '#/'])(
    'is shown although it refers to %s',
    (target) => {
      const $ref = { $ref: target };
      const content = { json: { schema: $ref } };
      const operation = { summary: 'List', parameters: [$ref], requestBody: { content } };
      const schemas = { a: { ...$ref, properties: { a: $ref } } };
      expect(shown(operation, { components: { schemas } })).toContain('<strong>List</strong>');
    },
  );

  it('has at most 100 responses', () => {
    const responses = Object.fromEntries(
      Array.from({ length: 1000 }, (_, index) => [`r${index}`, { description: 'Text' }]),
    );
    expect(shown({ summary: 'List', responses }).match(/<tr>/g)).toHaveLength(100);
  });
});

it('an operation shows a bounded part of a description that it refers to many times', () => {
  const description = `${'word '.repeat(10_000)}`;
  const responses = Array.from({ length: 100 }, (_, at) => [`${200 + at}`, { $ref: '#/x-long' }]);
  const html = shown({ responses: Object.fromEntries(responses) }, { 'x-long': { description } });
  expect(html).toContain('<code>210</code>');
  expect(html.length).toBeLessThan(1_100_000);
});

it('an operation shows the beginning of names that are very long', () => {
  const name = 'x'.repeat(100_000);
  const html = shown({ parameters: [{ name, in: name, schema: { type: [name] } }] });
  expect(html).toContain(`<code>${'x'.repeat(200)}…</code>`);
  expect(html.length).toBeLessThan(2_000);
});
