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

  it('keeps an intended backslash', () => {
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

  it('has spaces between elements that end a word', () => {
    expect(shown('| a<ul><li>b</li><li>c</li></ul> | H<sub>2</sub>O |\n| - | - |')).toEqual([
      '| a b c | H2O |',
      '| - | - |',
    ]);
  });

  it('has whole words of which HTML marks a part', () => {
    expect(shown('<table><tr><td><b>foo</b>bar</td></tr></table>')).toEqual(['foobar']);
    expect(shown('<p>H<sub>2</sub>O<br>is <em>wet</em>.</p>')).toEqual(['H2O is wet.']);
  });

  it('has a short separator row between the head and the body of a table', () => {
    expect(shown('| a | b |\n| --------- | :------: |\n| ------ | c |')).toEqual([
      '| a | b |',
      '| --- | :---: |',
      '| ------ | c |',
    ]);
  });

  it('has the rows of an HTML table, each as one line of text', () => {
    const rows = (text: string) => Markdown.read(text).lines.flatMap((line) => line.rows ?? []);
    const head = '<tr><th>Code</th><th>Reason</th></tr>';
    expect(
      rows(`<table>${head}<tr><td>400</td><td><p>No name.</p><p>No key.</p></td></tr></table>`),
    ).toEqual(['| Code | Reason |', '| --- | --- |', '| 400 | No name. No key. |']);
    expect(rows('<table>\n<tr>\n<td>a</td>\n<td>b\nc</td>\n</tr>\n</table> after')).toEqual([
      '| a | b c |',
      '| --- | --- |',
      'after',
    ]);
    const cards = '<tr><th></th><th></th></tr><tr><td>Start</td><td>Here</td></tr>';
    expect(rows(`<table data-view="cards">${cards}</table>`)).toEqual(['Start Here']);
    expect(shown(`<table>${head}</table>`)).toEqual(['Code Reason']);
  });
});
