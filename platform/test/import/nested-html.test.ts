import { toString as textOf } from 'mdast-util-to-string';
import { describe, expect, it } from 'vitest';
import { htmlToMarkdown } from '../../src/import/html.ts';
import { limitDepth } from '../../src/import/parse-html.ts';

describe('HTML whose tags nothing ends', () => {
  // Printing it took twice as long with each of them, so these would take for ever.
  it.each([
    '<ul><li><b>x',
    '<ul><li><b>x</ul>',
    '<b>x<h1>y',
    '<em>x<blockquote>y',
    '<h1>x<span><h2>y',
    '<details><summary>x<div>',
  ])('is converted: %j', async (tags) => {
    const text = await htmlToMarkdown({ html: tags.repeat(60) });
    expect(text.split('x').length).toBeGreaterThan(1);
    expect(text.length).toBeLessThan(30_000);
  });

  it('is refused if each block repeats more and more of them', async () => {
    const html = Array.from({ length: 1_000 }, (_, at) => `<b id="${at}"><p>x`).join('');
    await expect(htmlToMarkdown({ html })).rejects.toMatchObject({ status: 422 });
  });

  it('keeps honest formatting, also if many paragraphs repeat it', async () => {
    const html = `<font color="red"><b>${'<p>One <i>two</i>'.repeat(500)}`;
    const text = await htmlToMarkdown({ html });
    expect(text.split('One')).toHaveLength(501);
    expect(
      await htmlToMarkdown({ html: '<h2><a href="x"><b>One <i><s>two</s></i></b></a></h2>' }),
    ).toMatch(/^## \[\*\*One _~~two~~_\*\*\]\(x\)/);
  });

  it('keeps the words of what it reduces', () => {
    const inner = { type: 'text' as const, value: 'kept' };
    const strong = Array.from({ length: 9 }).reduce<{ type: 'strong'; children: never[] }>(
      (child) => ({ type: 'strong', children: [child as never] }),
      { type: 'strong', children: [inner as never] },
    );
    limitDepth(strong);
    expect(textOf(strong)).toBe('kept');
    expect(JSON.stringify(strong).split('strong')).toHaveLength(8);
  });
});
