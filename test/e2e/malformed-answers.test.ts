import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient, type PlatformClient } from '../../src/client/index.ts';
import { currentScenario } from './every-tool/current-scenario.ts';
import { answering, outcomeOf } from './every-tool/malformed.ts';
import type { Args } from './every-tool/mistakes.ts';
import { createWorld, type World } from './every-tool/world.ts';

describe('malformed answers of the platform', () => {
  let world: World;
  let real: PlatformClient;

  beforeAll(async () => {
    world = await createWorld('current', currentScenario);
    real = createClient({ baseUrl: world.url, userAgent: 'test/1', timeoutMs: 30_000 });
  });

  afterAll(async () => {
    await real.close();
    await world.close();
  });

  it.each([
    ['is missing', undefined],
    ['is null instead of a text', null],
  ])('without the text of a page are never taken for empty pages: it %s', async (said, text) => {
    const written: string[] = [];
    const client = answering(real, async (request, caller) => {
      if (request.effect !== 'read') written.push(request.route);
      const answer = await real.request(request, caller);
      const { markdown: _, ...page } = (answer.data ?? {}) as Args;
      const isPage = request.route.endsWith('/page/{pageId}') && request.effect === 'read';
      return isPage ? { ...answer, data: { ...page, markdown: text } } : answer;
    });
    const place = { spaceId: 'spaceDevGuide0000001', pageId: 'limits' };
    const append = { operation: 'insert_text', page: place.pageId, at: 'end', text: 'New.' };
    const calls: [string, Args][] = [
      ['get_page', place],
      ['get_page', { ...place, section: 'Anything' }],
      [
        'open_change_request_with_edits',
        { spaceId: place.spaceId, subject: 'New', changes: [append] },
      ],
    ];
    for (const [tool, args] of calls) {
      expect(await outcomeOf(tool, args, client), tool).toContain(`markdown ${said}`);
    }
    expect(written).toEqual([]);
  });

  describe('without the number of a change request name it by its id', () => {
    const spaceId = 'spaceDevGuide0000001';
    const WAITS = 'The service waits before each new attempt';
    let unnumbered: PlatformClient;
    let mayEdit = true;

    beforeAll(() => {
      unnumbered = answering(real, async (request, caller) => {
        const isEdit = request.route.endsWith('/content') && request.effect !== 'read';
        const sent = isEdit && !mayEdit ? { ...request, body: {} } : request;
        const { data, ...answer } = await real.request(sent, caller);
        const without = JSON.stringify(data, (name, value) =>
          name === 'number' ? undefined : value,
        );
        return { ...answer, data: JSON.parse(without) };
      });
    });

    const open = (text: string) =>
      outcomeOf(
        'open_change_request_with_edits',
        {
          spaceId,
          subject: text,
          changes: [
            { operation: 'replace_text', page: 'kmBrcfIkSeuVCGDS9fXr', old: WAITS, new: text },
          ],
        },
        unnumbered,
      );

    it('in what was done before a failure', async () => {
      mayEdit = false;
      expect(await open('Bounds')).toMatch(/opened change request (\w{20}) \(\1\)/);
      mayEdit = true;
    });

    it('in how to settle a conflict', async () => {
      const ids = [];
      for (const text of ['Bounds', 'Borders']) {
        ids.push(/"(?:changeRequestI|i)d":"(\w{20})"/.exec(await open(text))?.[1]);
      }
      const [first, changeRequestId] = ids;
      await outcomeOf('merge_change_request', { spaceId, changeRequestId: first }, unnumbered);
      const args = { spaceId, changeRequestId };
      const updated = await outcomeOf('update_change_request_from_primary', args, unnumbered);
      expect(updated).toContain(`existing \\"${changeRequestId}\\"`);
    });
  });
});
