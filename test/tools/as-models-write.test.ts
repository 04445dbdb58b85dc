import { describe, expect, it } from 'vitest';
import { changeText, type TextToChange } from '../../src/tools/edits/text-changes.ts';

const PAGE = `# Guide

One line of text
and another.

| Name | Value |
| ---- | ----- |
| one  | 1     |
| two  | 2     |

## Setup & install

Run it.

## 1.2. Check it

Look.
`;

async function changed(change: object, markdown = PAGE): Promise<string> {
  const page = { title: 'Guide', markdown };
  const done = await changeText({ change: { page: 'guide', ...change }, page } as TextToChange);
  return 'text' in done ? done.text : done.misfit;
}

const replace = (old: string, text: string) =>
  changed({ operation: 'replace_text', old, new: text });

describe('line breaks at the end of a replacement', () => {
  it.each([
    ['One line of text\n', 'A line of words', 'One line of text', 'A line of words'],
    ['| one  | 1     |', '| one  | 10    |\n', '| one  | 1     |', '| one  | 10    |'],
    ['| one  | 1     |\n', '| one  | 10    |', '| one  | 1     |', '| one  | 10    |'],
    ['Run it.', 'Run it twice.\n', 'Run it.', 'Run it twice.'],
    ['Run it.\n\n', 'Run it twice.', 'Run it.', 'Run it twice.'],
    ['Look.\n', 'Look twice.', 'Look.', 'Look twice.'],
  ])('do not matter if only one of %j and %j has them', async (old, text, before, after) => {
    expect(await replace(old, text)).toBe(PAGE.replace(before, after));
  });

  it.each([
    ['of text\n', 'of text '],
    ['One line', 'One\n\nline'],
    ['One line ', 'One line\n\n'],
    ['and another.', 'and another.\n'],
    ['Run it.\n\n', ''],
  ])('are kept if they are meant: %j, %j', async (old, text) => {
    expect(await replace(old, text)).toBe(PAGE.replace(old, text));
  });
});

describe('a place that a model names', () => {
  it.each(['#setup-and-install', 'setup-and-install', '#id-1.2.-check-it'])(
    'may be the anchor of a section as links have it: %s',
    async (section) => {
      const text = await changed({ operation: 'insert_text', section, at: 'end', new: 'More.' });
      expect(text).toMatch(/(?:Run it|Look)\.\n\nMore\./);
    },
  );

  it('is shown as it is on the page if the text given for it differs', async () => {
    const row = {
      operation: 'insert_text',
      section: '| two | 2 |',
      at: 'after',
      new: '| six | 6 |',
    };
    expect(await changed(row)).toMatch(
      /"\| two \| 2 \|" is not on the page\. .*line 9: "\| two {2}\| 2 {5}\|".* Give after exactly like that\./,
    );
    const heading = { operation: 'insert_text', section: 'Nowhere', at: 'after', new: 'x' };
    expect(await changed(heading)).toContain('no section "Nowhere". Its sections:');
  });
});
