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

  it('is found if only its spaces differ', async () => {
    const row = {
      operation: 'insert_text',
      section: '| two | 2 |',
      at: 'after',
      new: '| six | 6 |',
    };
    expect(await changed(row)).toContain('\n| two  | 2     |\n| six | 6 |\n\n## Setup');
  });

  it('is shown as it is on the page if the text given for it differs', async () => {
    const row = {
      operation: 'insert_text',
      section: '| two | 3 |',
      at: 'after',
      new: '| six | 6 |',
    };
    expect(await changed(row)).toMatch(
      /"\| two \| 3 \|" is not on the page\. The nearest is line 9: .*"\| two {2}\| 2 {5}\|".* Give after exactly as it is there\./,
    );
    const heading = { operation: 'insert_text', section: 'Nowhere', at: 'after', new: 'x' };
    expect(await changed(heading)).toContain('no section "Nowhere". Its sections:');
  });
});

const LIST = `# Guide

1. One
   * Two

     \`\`\`yaml
     key: value
     \`\`\`
   * Three
2. Four

   {% hint style="info" %}
   Careful.
   {% endhint %}

\`\`\`py
if a:
    b
\`\`\`
`;

describe('text that is given without the indentation of its place', () => {
  it.each([
    [
      'in code',
      'key: value',
      'key: value\nmore:\n  - x',
      '     key: value\n     more:\n       - x\n',
    ],
    ['in a block', 'Careful.', 'Careful.\n\nVery.', '   Careful.\n\n   Very.\n   {% endhint'],
    ['as items', '* Three', '* Three\n* Third', '   * Three\n   * Third\n'],
  ])('is indented %s', async (_, old, text, written) => {
    const done = await changed({ operation: 'replace_text', old, new: text }, LIST);
    expect(done).toContain(`\n${written}`);
    expect(done.length - LIST.length).toBeLessThan(40);
  });

  it.each([
    ['code at the margin', '    b', '    b\nc'],
    ['what stands in the code already', 'b', 'b\nc'],
    ['lines with their own', 'key: value', 'key: value\n     more: x'],
    ['a paragraph after a list', '* Three', '* Three\n\nWords.'],
  ])('stays as it is for %s', async (_, old, text) => {
    const done = await changed({ operation: 'replace_text', old, new: text }, LIST);
    expect(done).toBe(LIST.replace(old, text));
  });

  it('is put beside the item that is named the same way', async () => {
    const item = { operation: 'insert_text', section: '* Two', at: 'before', new: '* Zero' };
    expect(await changed(item, LIST)).toContain('1. One\n   * Zero\n   * Two\n');
    const last = { ...item, section: '* Three', at: 'after', new: '* Third' };
    expect(await changed(last, LIST)).toContain('   * Three\n   * Third\n2. Four');
  });
});
