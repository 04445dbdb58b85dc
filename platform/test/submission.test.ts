import fc from 'fast-check';
import type { Heading, Root } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { frontmatterFromMarkdown } from 'mdast-util-frontmatter';
import { toString as plainText } from 'mdast-util-to-string';
import { frontmatter } from 'micromark-extension-frontmatter';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { runs } from '../../test/support/long-run.ts';
import { readSubmission } from '../src/markdown/submission.ts';

const LINES = [
  ...[
    '---',
    '--- ',
    'a: 1',
    'title: x',
    '',
    '',
    ' ',
    '# One',
    '#  Two #',
    '## Three',
    'Four',
    '===',
  ],
  ...[
    '===\t',
    '---\n',
    '```',
    '> # Five',
    '- # Six',
    '    # Seven',
    '<!-- x',
    '-->',
    '[a]: b',
    '***',
  ],
];

const text = fc.array(fc.constantFrom(...LINES), { maxLength: 9 }).map((lines) => lines.join('\n'));

/** The heading and the frontmatter, found by parsing the whole text. */
function expected(markdown: string): { yaml: string | undefined; heading: string | undefined } {
  const { children }: Root = fromMarkdown(markdown, {
    extensions: [frontmatter(['yaml'])],
    mdastExtensions: [frontmatterFromMarkdown(['yaml'])],
  });
  const [first, second] = children;
  const yaml = first?.type === 'yaml' ? first.value : undefined;
  const after = yaml === undefined ? first : second;
  const isTitle = after?.type === 'heading' && (after as Heading).depth === 1;
  return { yaml, heading: isTitle ? plainText(after).trim() : undefined };
}

/** The keys of the frontmatter; undefined if it is not YAML. */
function fieldsOf(yaml: string): string[] | undefined {
  try {
    const value: unknown = parse(yaml);
    return typeof value === 'object' && value !== null ? Object.keys(value) : [];
  } catch {
    return undefined;
  }
}

describe('a submitted page', () => {
  it('has the heading and the frontmatter that a full parser finds', () => {
    fc.assert(
      fc.property(text, (lines) => {
        const markdown = lines.replace(/^(?:[ \t]*\n)+/, '').trimEnd();
        // A heading with a reference to a definition keeps its brackets.
        fc.pre(markdown.split('[a]: b').length <= 2);
        const { yaml, heading } = expected(markdown);
        const fields = fieldsOf(yaml ?? '');
        fc.pre(fields !== undefined);
        const submission = readSubmission(markdown);
        expect(submission.heading).toBe(heading);
        expect(Object.keys(submission.frontmatter)).toEqual(fields);
      }),
      { numRuns: runs(2_000) },
    );
  });

  it.each([
    ['---\ntitle: A\n\ntags: b\n---\n\n# One\n\nText.', 'One', ['title', 'tags'], 'Text.'],
    ['---\n---\n# One\nText.', 'One', [], 'Text.'],
    ['---\n---\n \n \n# Two\n\nText.', 'Two', [], 'Text.'],
    ['One\ntwo\n===\n\nText.', 'One\ntwo', [], 'Text.'],
    ['---\n\n# One', undefined, [], '---\n\n# One'],
    ['```\n\n# One\n```', undefined, [], '```\n\n# One\n```'],
  ])('%j', (markdown, heading, fields, rest) => {
    const submission = readSubmission(markdown);
    expect(submission.heading).toBe(heading);
    expect(Object.keys(submission.frontmatter)).toEqual(fields);
    expect(submission.rest).toBe(rest);
  });
});

describe('a page with very many links', () => {
  it.each([
    ['[a](b) ', 30_000],
    ['![a](b.png)\n\n', 30_000],
    ['[a] ', 30_000],
  ])('of %j is refused, with their number', (link, count) => {
    const text = `${link.repeat(count)}\n\n[a]: b`;
    expect(() => readSubmission(text)).toThrow(
      /^A page can have at most 25000 links; this one has 3000[01]$/,
    );
    expect(() => readSubmission(link.repeat(20_000))).not.toThrow();
  });

  it('is not mistaken for one with many brackets', () => {
    expect(() => readSubmission('a] '.repeat(60_000))).not.toThrow();
  });
});
