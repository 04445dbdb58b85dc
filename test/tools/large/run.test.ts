import { describe, expect, it, vi } from 'vitest';
import { ThreadPool } from '../../../src/thread-pool.ts';
import { surfaceOf } from '../../../src/tools/index.ts';
import { json, useUpstream } from '../../support/upstream.ts';

const surface = surfaceOf({ api: 'current', toolsets: ['all'] });

const member = (at: number) => ({
  ...{ object: 'member', id: `u${at}`, role: 'reader', urls: { location: 'x' } },
  user: { object: 'user', id: `u${at}`, displayName: `Name${at % 2 ? '<!-- hidden -->' : ''}` },
});

const members = (count: number) => ({
  items: Array.from({ length: count }, (_, at) => member(at)),
});

describe('a large answer', () => {
  const platform = useUpstream();

  async function listed(count: number, args: object = {}) {
    platform.upstream.answer(json(200, members(count)));
    const given = { organizationId: 'o', ...args };
    const outcome = await surface.call('list_members', given, {
      client: platform.client,
      token: 't',
    });
    if (!outcome || !('text' in outcome)) throw new Error('there is no result');
    return outcome;
  }

  it('returns the same result as a small one, from a thread', async () => {
    const { text, structured } = await listed(10_000);
    expect(JSON.parse(text)).toEqual(structured);
    const { items, count } = structured as { items: { id: string; user: object }[]; count: number };
    expect(count).toBe(10_000);
    const { structured: few } = await listed(items.length);
    expect(items).toEqual(few?.items);
    expect(items[1]?.user).toMatchObject({ displayName: 'Name' });
    expect(structured?.cut).toContain(`${10_000 - items.length} of these 10000 items are left out`);
  });

  it('is refused like a small one if it has no such field', async () => {
    const small = await listed(1, { fields: ['nothing'] });
    const large = await listed(10_000, { fields: ['nothing'] });
    expect(large).toEqual(small);
    expect(large.text).toContain('there is no "nothing" here');
  });

  it('is made into a result by a thread if its images are requested', async () => {
    const markdown = `# Large\n\n${'Some words.\n\n'.repeat(30_000)}`;
    platform.upstream.answer(json(200, { id: 'p', title: 'Page', type: 'document', markdown }));
    const args = { spaceId: 's', pageId: 'p', format: 'markdown', images: true };
    const inThread = vi.spyOn(ThreadPool.prototype, 'run');
    const outcome = await surface.call('get_page', args, { client: platform.client, token: 't' });
    // A message with the text itself would be copied at once.
    const message = { name: 'get_page', json: expect.any(SharedArrayBuffer) };
    expect(inThread).toHaveBeenCalledWith(expect.objectContaining(message));
    inThread.mockRestore();
    expect(outcome).toMatchObject({ structured: { title: 'Page', images: [] } });
    expect(JSON.parse((outcome as { text: string }).text)).toMatchObject({ images: [] });
  });

  it('is made into a result by a thread if it has the lists of several organizations', async () => {
    const organizations = ['one', 'two'].map((id) => ({ object: 'organization', id, title: id }));
    const lists = new Map<string, object>([
      ['/v1/orgs', { items: organizations }],
      ['/v1/orgs/one/members', members(5_000)],
      ['/v1/orgs/two/members', members(5_000)],
    ]);
    platform.upstream.answer((received, response) =>
      json(200, lists.get(received.url.split('?')[0] ?? '') ?? { items: [] })(received, response),
    );
    const inThread = vi.spyOn(ThreadPool.prototype, 'run');
    const outcome = await surface.call('list_members', {}, { client: platform.client, token: 't' });
    expect(inThread).toHaveBeenCalledWith(expect.objectContaining({ name: 'list_members' }));
    inThread.mockRestore();
    expect(outcome).toMatchObject({ structured: { count: 10_000 } });
    expect(outcome).toHaveProperty('structured.items.0.in', 'one');
  });

  it('yields to other work again and again', async () => {
    let turns = 0;
    const timer = setInterval(() => {
      turns += 1;
    }, 1);
    await listed(50_000);
    clearInterval(timer);
    // Parsing, trimming and writing it took one turn.
    expect(turns).toBeGreaterThan(10);
  });
});
