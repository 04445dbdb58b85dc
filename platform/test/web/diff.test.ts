import fc from 'fast-check';
import type { Element, RootContent } from 'hast';
import { toHtml } from 'hast-util-to-html';
import { describe, expect, it } from 'vitest';
import { renderedDiff } from '../../src/web/diff.ts';

const html = (before: string, after: string) => toHtml(renderedDiff(before, after));

const numbered = (count: number) =>
  Array.from({ length: count }, (_, index) => `line ${index + 1}`).join('\n');

describe('a diff', () => {
  it('marks words in edited lines', () => {
    expect(html('gives up after 5 attempts', 'gives up after 8 attempts')).toBe(
      '<div class="diff"><div class="hunk">gives up after <del>5</del><ins>8</ins> attempts\n</div></div>',
    );
  });

  it('shows a rewritten line whole', () => {
    expect(html('one two three', 'all is different here')).toBe(
      '<div class="diff"><div class="hunk"><del>one two three\n</del><ins>all is different here\n</ins></div></div>',
    );
  });

  it('shows a rewritten long text whole', () => {
    const words = Array.from({ length: 60 }, (_, index) => `word${index}`).join(' ');
    expect(html('word7', words)).toBe(
      `<div class="diff"><div class="hunk"><del>word7\n</del><ins>${words}\n</ins></div></div>`,
    );
  });

  it('shows added and removed lines', () => {
    expect(html('', 'new')).toBe(
      '<div class="diff"><div class="hunk"><ins>new\n</ins></div></div>',
    );
    expect(html('old', '')).toBe(
      '<div class="diff"><div class="hunk"><del>old\n</del></div></div>',
    );
  });

  it('omits lines far from a change, and counts them', () => {
    const before = numbered(20);
    expect(html(before, before.replace('line 10', 'line ten'))).toBe(
      '<div class="diff"><p class="gap">6 unchanged lines</p><div>line 7\nline 8\nline 9\n</div>' +
        '<div class="hunk">line <del>10</del><ins>ten</ins>\n</div>' +
        '<div>line 11\nline 12\nline 13\n</div><p class="gap">7 unchanged lines</p></div>',
    );
  });

  it('shows markup as text', () => {
    expect(html('', '<script>')).toContain('<ins>&#x3C;script>\n</ins>');
  });

  it('contains both texts', () => {
    const text = fc
      .array(fc.stringMatching(/^[a-c <>&]{0,6}$/), { maxLength: 4 })
      .map((lines) => lines.join('\n'));
    fc.assert(
      fc.property(text, text, (before, after) => {
        const diff = renderedDiff(before, after);
        expect(without(diff, 'ins')).toBe(ended(before));
        expect(without(diff, 'del')).toBe(ended(after));
      }),
    );
  });

  it('shows all of two long texts that have nothing in common', () => {
    const words = (letter: string) =>
      Array.from({ length: 6_000 }, (_, index) => `${letter}${index}`).join('\n');
    const diff = renderedDiff(words('a'), words('b'));
    expect(without(diff, 'ins')).toBe(`${words('a')}\n`);
    expect(without(diff, 'del')).toBe(`${words('b')}\n`);
  });
});

const ended = (text: string) => (text === '' || text.endsWith('\n') ? text : `${text}\n`);

/** The text of a diff without the elements of one name. */
function without(node: RootContent | Element, name: string): string {
  if (node.type === 'text') return node.value;
  if (!('children' in node) || node.tagName === name) return '';
  return node.children.map((child) => without(child, name)).join('');
}
