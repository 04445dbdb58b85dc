import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linkedClient, type McpConnection } from '../../support/clients.ts';
import { unfenced } from '../../support/untrusted.ts';

const spaceId = 'spaceDevGuide0000001';
const [generation] = linkedClient('2026');

/** Texts below the title that a careless client damages when it writes them back. */
const TEXTS = [
  ['a rule at the beginning', '---\n\nfoo: bar\n\n---\n\nThe end.'],
  ['a list of settings between rules', '---\ntitle: hello\n---\n\nThe end.'],
  ['marks of tags in code', 'Use `{%` to open.\n\nWords.\n\n## H\n\nand `%}` to close. The end.'],
  ['a template in code', '```twig\n{% set x = [\n  1,\n  2\n] %}\n```\n\nThe end.'],
  ['a diagram', '{% @mermaid/diagram content="graph TD; A --> B" %}\n\nThe end.'],
] as const;

let connection: McpConnection;

beforeAll(async () => {
  connection = await generation.stdio({ args: ['--toolsets', 'all'] });
});
afterAll(() => connection.close());

const send = (changes: object[]) =>
  connection.facts('open_change_request_with_edits', { spaceId, subject: 'Test', changes });

describe.each(TEXTS)('a page with %s', (_, text) => {
  let changeRequestId: unknown;
  let page: string | undefined;
  beforeAll(async () => {
    const document = { markdown: `# Written back\n\n${text}` };
    const opened = await send([{ operation: 'insert_page', document }]);
    changeRequestId = opened.number;
    page = (opened.pages as { id: string }[])[0]?.id;
  });

  const read = async () => {
    const place = { spaceId, changeRequestId, pageId: page };
    const { title, markdown } = await connection.facts('get_change_request_page', place);
    return { title, markdown: unfenced(String(markdown)) };
  };
  const edit = (change: object) =>
    connection.facts('edit_change_request_content', {
      ...{ spaceId, changeRequestId, changes: [{ ...change, page }] },
    });

  it('keeps everything but the edited word', async () => {
    const before = await read();
    expect(before.title).toBe('Written back');
    expect(before.markdown).toContain(text);
    await edit({
      operation: 'update_page',
      document: { markdown: `# Written back\n\n${text.replace('end', 'END')}` },
    });
    const whole = await read();
    expect(whole).toEqual({ ...before, markdown: before.markdown.replace('end', 'END') });
    await edit({ operation: 'replace_text', old: 'The END', new: 'The finish' });
    const part = await read();
    expect(part).toEqual({ ...before, markdown: before.markdown.replace('end', 'finish') });
  });
});

it('a new tag of several lines is written on one line, the lines of a diagram as statements', async () => {
  const markdown =
    '# Lines\n\n{% @mermaid/diagram content="graph TD\n  A --> B\n  B --> C" %}\n\n{% embed\n  url="https://example.com"\n%}\n';
  const opened = await send([{ operation: 'insert_page', document: { markdown } }]);
  const pageId = (opened.pages as { id: string }[])[0]?.id;
  const place = { spaceId, changeRequestId: opened.number, pageId };
  const stored = await connection.facts('get_change_request_page', place);
  expect(unfenced(String(stored.markdown))).toBe(
    '# Lines\n\n{% @mermaid/diagram content="graph TD; A --> B; B --> C" %}\n\n{% embed url="https://example.com" %}',
  );
});

describe('a page that is written as it is', () => {
  it.each<[string, (markdown: string) => string]>([
    ['as it was read', (markdown) => markdown],
    ['with a line break at the end', (markdown) => `${markdown}\n`],
    ['without the title above it', (markdown) => markdown.replace(/^# .*\n+/, '')],
    ['with other line ends', (markdown) => markdown.replaceAll('\n', '\r\n')],
  ])('leaves no change request behind, %s', async (_, write) => {
    const requests = async () =>
      (await connection.facts('list_change_requests', { spaceId, status: 'all' })).items;
    const before = await requests();
    const { markdown } = await connection.facts('get_page', { spaceId, pageId: 'limits' });
    const document = { markdown: write(unfenced(String(markdown))) };
    const { isError, content } = await connection.call('open_change_request_with_edits', {
      ...{ spaceId, changes: [{ operation: 'update_page', page: 'limits', document }] },
    });
    expect(isError).toBe(true);
    expect(content[0]?.text).toContain('no change request was opened');
    expect(await requests()).toEqual(before);
  });
});
