import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import { surfaceOf } from '../../src/tools/index.ts';
import { partsThatFit } from '../../src/tools/views/parts.ts';
import type { Facts } from '../../src/tools/views/view.ts';
import { json, useUpstream } from '../support/upstream.ts';

const within = (characters: number) => ({
  fits: (facts: Facts) => JSON.stringify(facts).length <= characters,
  mostCharacters: characters,
});

describe('results without a view of their own that do not fit', () => {
  it('lose the last items of their lists, and say so', async () => {
    const pages = Array.from({ length: 50 }, (_, id) => ({ id, text: 'A line of a page.' }));
    const part = await partsThatFit({ total: 50, pages }, within(700));
    expect(part.total).toBe(50);
    expect((part.pages as object[]).length).toBeGreaterThan(2);
    expect(part.pages).toEqual(pages.slice(0, (part.pages as object[]).length));
    expect(part.cut).toContain('left out');
  });

  it('lose the ends of texts if there are no long lists, and stay valid JSON', async () => {
    const part = await partsThatFit({ page: 'p1', diff: 'x"\\'.repeat(5_000) }, within(600));
    expect(part.page).toBe('p1');
    expect(String(part.diff)).toMatch(/^(?:x"\\)+x?"?…$/);
    expect(JSON.stringify(part).length).toBeLessThanOrEqual(600);
    expect(part.cut).toContain('1 texts');
  });

  it('never cut a text within a character', async () => {
    const part = await partsThatFit({ text: '😀'.repeat(5_000) }, within(500));
    expect(String(part.text)).toMatch(/^(?:😀)+…$/u);
  });

  it('are left out altogether if nothing of them fits', async () => {
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, id) => [`name${id}`, 1]));
    expect(await partsThatFit(many, within(300))).toEqual({
      cut: expect.stringContaining('all of it'),
    });
  });

  it('lose members of an object that lists items by key', async () => {
    const things = Object.fromEntries(
      Array.from({ length: 100_000 }, (_, id) => [`name${id}`, id]),
    );
    const part = await partsThatFit({ id: 'a', things }, within(700));
    expect(Object.keys(part.things as object).slice(0, 2)).toEqual(['name0', 'name1']);
    expect(JSON.stringify(part).length).toBeLessThanOrEqual(700);
  });
});

describe('an answer that no view shortens', () => {
  const platform = useUpstream();
  const surface = surfaceOf({ toolsets: ['all'], maxResultTokens: 500 });

  const LONG = 'A long title of many words. '.repeat(2_000);
  /** As many characters as tokens are allowed, but more tokens. */
  const RARE = 'ꙮ'.repeat(140);

  it.each([
    ['get_organization', { organizationId: 'o1' }, LONG],
    ['get_organization', { organizationId: 'o1' }, RARE],
    ['get_space_custom_fields', { spaceId: 's1' }, LONG],
  ])('has no more tokens than allowed: %s', async (tool, args, title) => {
    platform.upstream.answer(json(200, { id: 'o1', title, values: { audience: title } }));
    const outcome = await surface.call(tool, args, { client: platform.client, token: 'secret' });
    if (!outcome || !('text' in outcome)) throw new Error(`no result of ${tool}`);
    expect(outcome.text).toContain(title.slice(0, 10));
    expect(outcome.structured).toHaveProperty('cut');
    expect(countTokens(outcome.text)).toBeLessThanOrEqual(500);
  });
});
