import { describe, expect, it } from 'vitest';
import { Markdown } from '../src/index.ts';

const shown = (text: string) => Markdown.read(text).lines.map((line) => line.text);

describe('a visible line', () => {
  it('ends without the backslash of a line break', () => {
    expect(shown('one\\\n**two**\\\nthree\n\n1. four\\\n   five\\\r\n   six')).toEqual([
      'one',
      'two',
      'three',
      'four',
      'five',
      'six',
    ]);
  });

  it('keeps a backslash that is meant', () => {
    expect(shown('C:\\\\\nnext\n\n```sh\nrun \\\n  --all\n```')).toEqual([
      'C:\\',
      'next',
      'run \\',
      '  --all',
    ]);
  });
});
