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

  it('without the number of a new change request say so after a failure', async () => {
    const client = answering(real, async (request, caller) => {
      const isEdit = request.route.endsWith('/content') && request.effect !== 'read';
      const answer = await real.request(isEdit ? { ...request, body: {} } : request, caller);
      const { number: _, ...changeRequest } = (answer.data ?? {}) as Args;
      const isNew = request.route.endsWith('/change-requests') && request.effect !== 'read';
      return isNew ? { ...answer, data: changeRequest } : answer;
    });
    const edit = { operation: 'insert_text', page: 'limits', at: 'end', text: 'New.' };
    const args = { spaceId: 'spaceDevGuide0000001', subject: 'New', changes: [edit] };
    const outcome = await outcomeOf('open_change_request_with_edits', args, client);
    expect(outcome).toContain('opened change request ? (');
  });
});
