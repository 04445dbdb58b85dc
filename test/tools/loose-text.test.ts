import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changeText, type TextChange } from '../../src/tools/edits/text-changes.ts';

/** The text of a page after one replacement, or the reason against it. */
async function replaced(markdown: string, old: string, replacement: string, section?: string) {
  const change = { operation: 'replace_text', page: 'p', old, new: replacement, section } as const;
  return changeText({
    change: change as TextChange,
    page: { title: 'Goals', markdown },
  });
}

describe('a text that is quoted a little differently is replaced, and the page keeps its own', () => {
  it.each([
    [
      'quotation marks and dashes',
      'It\u2019s a \u201cnew\u201d thing \u2013 really.',
      'It\'s a "new" thing - really.',
      'It\'s a "great" thing - really.',
      'It\u2019s a \u201cgreat\u201d thing \u2013 really.',
    ],
    [
      'spaces',
      'Wait 5\u00a0minutes now.',
      'Wait 5 minutes',
      'Wait 9 minutes',
      'Wait 9\u00a0minutes now.',
    ],
    ['line breaks', 'One long\nline.', 'One long line.', 'One short line.', 'One short\nline.'],
    [
      'emphasis',
      'Click **Save** now.',
      'Click Save now.',
      'Click Store now.',
      'Click **Store** now.',
    ],
    [
      'code',
      'Use `foo` as is.',
      'Use foo as is.',
      'Use foo again as is.',
      'Use `foo` again as is.',
    ],
    [
      'marks that it lacks',
      'Click Save now.',
      'Click **Save** now.',
      'Click **Save** here.',
      'Click Save here.',
    ],
    [
      'a link',
      'See [the guide](g(1).md "mention") for more.',
      'See the guide for more.',
      'See the guide for details.',
      'See [the guide](g(1).md "mention") for details.',
    ],
    ['a link at the end', 'See [it](g.md)', 'See it', 'See it below', 'See [it](g.md) below'],
    [
      'escapes and entities',
      'Set a\\_b&#x20;**now** to 1.',
      'Set a_b now to 1',
      'Set a_b now to 2',
      'Set a\\_b&#x20;**now** to 2.',
    ],
    [
      'elements',
      'Use <mark style="color:red;">`POST`</mark> here.',
      'Use POST here.',
      'Use POST there.',
      'Use <mark style="color:red;">`POST`</mark> there.',
    ],
  ])('%s', async (_, page, old, replacement, text) => {
    expect(await replaced(page, old, replacement)).toEqual({ text, isLoose: true });
  });

  it('within the section that is named', async () => {
    const page = '## One\n\nClick **Save** now.\n\n## Two\n\nClick **Save** now.\n';
    expect(await replaced(page, 'Click Save now.', 'Click Save twice.', 'Two')).toEqual({
      text: page.replace(/now\.\n$/, 'twice.\n'),
      isLoose: true,
    });
  });
});

describe('a text that is quoted differently is not replaced', () => {
  it.each([
    ['more than one place', 'a \u201cx\u201d, a \u201cx\u201d', 'a "x"', 'a "y"'],
    [
      'marks that would be around other words',
      'Click **Save** now.',
      'Click Save now.',
      'Press a button.',
    ],
    [
      'marks that would be lost',
      'Click **Save** now and then.',
      'Click Save now and then.',
      'Click and then.',
    ],
    [
      'marks that would be doubled',
      'Click **Save** now.',
      'Click Save now.',
      'Click **Store** now.',
    ],
    ['two paragraphs', 'A\n\nB c', 'A B c', 'A B d'],
    ['code in a block', '```\nx *p = 1\n```\n', 'x p = 1', 'x p = 2'],
    ['another case', 'Click save now.', 'Click Save now.', 'Click Save here.'],
  ])('%s', async (_, page, old, replacement) => {
    expect(await replaced(page, old, replacement)).toHaveProperty('misfit');
  });
});

it('only changes the words that differ, wherever marks are', async () => {
  const word = fc.constantFrom(
    'alpha',
    '**beta**',
    '`gamma`',
    '[delta](d.md)',
    '\u201czeta\u201d',
    'a\\_b',
  );
  await fc.assert(
    fc.asyncProperty(fc.array(word, { minLength: 2, maxLength: 8 }), async (words) => {
      const page = `${words.join(' ')} \u2013 last word.`;
      const plain = page
        .replaceAll(/\*\*|`|\[|\]\(d\.md\)|\\/g, '')
        .replaceAll(/[\u201c\u201d]/g, '"')
        .replace('\u2013', '-');
      const changed = await replaced(page, plain, plain.replace('last', 'final'));
      expect(changed).toMatchObject({ text: page.replace('last', 'final') });
    }),
  );
});
