import { describe, expect, it } from 'vitest';
import { sampled } from '../../../src/tools/workflows/find/replaced.ts';

const page = (title: string, line: number, words: string) => ({
  title,
  diff: `@@ -${line},1 +${line},1 @@\n-${words} old\n+${words} new`,
});

describe('the diffs of a replacement on many pages', () => {
  it('are whole if they are short together', () => {
    const pages = [page('One', 1, 'Same'), page('Two', 2, 'Same')];
    expect(sampled(pages, 'preview')).toEqual(pages);
  });

  it('do not repeat what changed the same way on an earlier page', () => {
    const pages = Array.from({ length: 40 }, (_, at) =>
      page(`Page ${at}`, at + 1, at === 7 ? 'Other' : 'Same'),
    );
    const shown = sampled(pages, 'preview');
    expect(shown.map(({ title }) => title)).toEqual(pages.map(({ title }) => title));
    expect(shown[0]).toEqual(pages[0]);
    expect(shown[7]).toEqual(pages[7]);
    expect(shown[39]?.diff).toBe('@@ -40,1 +40,1 @@ as on "Page 0"');
  });

  it('are cut to the first lines of each page if they all differ', () => {
    const pages = Array.from({ length: 40 }, (_, at) => {
      const { title, diff } = page(`Page ${at}`, 1, `Line ${at}`);
      return { title, diff: `${diff}\n${page('', 9, `More ${at}`).diff}` };
    });
    const [first] = sampled(pages, 'preview');
    expect(first?.diff).toContain('+Line 0 new');
    expect(first?.diff).not.toContain('+More 0 new');
    expect(first?.diff).toContain('2 more changed lines');
  });
});
