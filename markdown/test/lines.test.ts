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

  it('has the characters that entities stand for, also within HTML', () => {
    expect(shown('a &lt;b>\n\n<pre><code>&#x3C;item&#x3E; &amp;\nx&#10;y</code></pre>')).toEqual([
      'a <b>',
      '<item> &',
      'x y',
    ]);
  });

  it('has no marks of strong text in languages without spaces', () => {
    expect(shown('**缓存：**对静态资源**「缓存」**。\n\na**:**b')).toEqual([
      '缓存：对静态资源「缓存」。',
      'a**:**b',
    ]);
  });
});
