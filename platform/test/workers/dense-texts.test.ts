import { describe, expect, it } from 'vitest';
import { shareOf } from '../../../test/support/long-run.ts';
import { withTitle } from '../../src/markdown/submission.ts';
import { DOCUMENT_JSON, SUBMISSION, TEXT_FACTS } from '../../src/markdown/tasks.ts';
import { PAGE_HTML } from '../../src/render/tasks.ts';
import { isLight } from '../../src/workers/computed.ts';

const LENGTH = 30_000;

/** Parsing each with a CommonMark parser took minutes, because it looks back at all delimiters for each delimiter. */
const DENSE = [']', '[a](', '[a](<b', '[x][', '**a*', 'a**b', '> ', '- - a\n', '*a ', '~~a '];

describe('a text of nothing but delimiters', () => {
  it.each(shareOf(DENSE))(
    'made of %j is parsed fast',
    (sign) => {
      const text = sign.repeat(LENGTH / sign.length);
      const { body } = SUBMISSION.find(text);
      expect(body).toBe(text.trim());
      expect(withTitle('Title', text)).toBe(`# Title\n\n${text}`);
      expect(new TextDecoder().decode(DOCUMENT_JSON.find(text))).toContain('"object":"document"');
      expect(JSON.stringify(PAGE_HTML.find(text)).length).toBeGreaterThan(LENGTH / 2);
    },
    30_000,
  );
});

it.each(['$$x^2$$ ', '$$\\frac{1}{2}$$ ', '{% tab title="a" %}', '\\sqrt{'])(
  'a page of %j is rendered in a worker thread, however short it is',
  (formula) => {
    expect(isLight(formula.repeat(4))).toBe(true);
    expect(isLight(formula.repeat(150))).toBe(false);
  },
);

it('a code block of 2 MB is parsed fast', () => {
  const code = 'let a = 1;\n'.repeat(180_000);
  const { sections } = TEXT_FACTS.find(`# Title\n\n\`\`\`js\n${code}`);
  expect(sections.map(({ text }) => text.length)).toEqual([code.length - 1]);
}, 30_000);

describe('the title that a text starts with', () => {
  it.each([
    ['# Title\ntext', 'Title'],
    ['   #\tTitle #\n\ntext', 'Title'],
    ['#\n\ntext', ''],
    ['Title\n===\ntext', 'Title'],
    ['Two\nlines\n=\n\ntext', 'Two\nlines'],
    ['#Title\n\ntext', undefined],
    ['## Title\n\ntext', undefined],
    ['text\n\nTitle\n===', undefined],
    ['- item\n===', undefined],
    ['> quote\n===', undefined],
    ['```\n# code\n===\n```', undefined],
    [`# ${'long '.repeat(300)}\n\ntext`, undefined],
  ])('of %j', (text, title) => {
    expect(SUBMISSION.find(text).heading).toBe(title);
  });
});
