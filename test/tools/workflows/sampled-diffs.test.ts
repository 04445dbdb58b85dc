import { describe, expect, it } from 'vitest';
import { limitDiffs } from '../../../src/tools/workflows/find/limit-diffs.ts';

const page = (title: string, line: number, words: string) => ({
  ...{ id: title, title, path: title, replaced: 1 },
  diff: `@@ -${line},1 +${line},1 @@\n-${words} old\n+${words} new`,
});

describe('the diffs of a replacement on many pages', () => {
  it('are whole if they are short together', async () => {
    const pages = [page('One', 1, 'Same'), page('Two', 2, 'Same')];
    expect(await limitDiffs(pages, 'preview', true)).toEqual({ pages });
  });

  it('do not repeat what changed the same way on an earlier page', async () => {
    const pages = Array.from({ length: 40 }, (_, at) =>
      page(`Page ${at}`, at + 1, at === 7 ? 'Other' : 'Same'),
    );
    const { pages: shown } = await limitDiffs(pages, 'preview', false);
    expect(shown.map(({ title }) => title)).toEqual(pages.map(({ title }) => title));
    expect(shown[0]).toEqual(pages[0]);
    expect(shown[7]).toEqual(pages[7]);
    expect(shown[39]).toMatchObject({ diff: '@@ -40,1 +40,1 @@ as on "Page 0"' });
  });

  it('are cut to the first lines of each page if they all differ', async () => {
    const pages = Array.from({ length: 40 }, (_, at) => {
      const first = page(`Page ${at}`, 1, `Line ${at}`);
      return { ...first, diff: `${first.diff}\n${page('', 9, `More ${at}`).diff}` };
    });
    const [first] = (await limitDiffs(pages, 'preview', false)).pages;
    const diff = first && 'diff' in first ? first.diff : '';
    expect(diff).toContain('+Line 0 new');
    expect(diff).not.toContain('+More 0 new');
    expect(diff).toContain('2 more changed lines');
  });

  it('show the new lines of each page if one text was replaced on many', async () => {
    const pages = Array.from({ length: 40 }, (_, at) =>
      page(`Page ${at}`, at + 1, at < 20 ? `Line ${at}` : 'Same'),
    );
    const third = page('Page 2', 3, 'Line 2');
    pages[2] = { ...third, diff: `${third.diff}\n${page('', 9, 'More').diff}` };
    const { shown, pages: short } = await limitDiffs(pages, 'preview', true);
    expect(shown).toContain('first new lines');
    expect(short[1]).toEqual({
      ...{ id: 'Page 1', title: 'Page 1', replaced: 1 },
      lines: '2: Line 1 new',
    });
    expect(short[2]).toMatchObject({ lines: '3: Line 2 new\n+1 more' });
    expect(short[39]).toMatchObject({ lines: '40: as on "Page 20"' });
  });

  it('are shown of the first pages alone if they are very many, and of each that changed in another way', async () => {
    const pages = Array.from({ length: 150 }, (_, at) =>
      page(`Page ${at}`, at + 1, at === 140 ? 'Other' : 'Same'),
    );
    const preview = await limitDiffs(pages, 'preview', true);
    expect(preview.pages).toHaveLength(40);
    expect(preview.pages.at(-1)).toMatchObject({ title: 'Page 140', lines: '141: Other new' });
    expect(preview.otherPages).toBe(
      '110 more pages, 110 replacements; find_in_pages lists every place in turn',
    );
    const written = await limitDiffs(pages, 'written', true);
    expect(written.otherPages).toContain('review_change_request lists them');
  });
});
