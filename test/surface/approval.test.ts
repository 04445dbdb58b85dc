import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linkedHttp } from '../support/linked.ts';
import type { Served } from '../support/program.ts';
import { type RoundOptions, round as sendRound } from '../support/rounds.ts';
import { startUpstream, type Upstream } from '../support/upstream.ts';

const collection = { collectionId: 'c1' };

let upstream: Upstream;
let server: Served;

const round = (args: object, options?: RoundOptions) => sendRound(server.url, args, options);

function writes(): string[] {
  return upstream.received
    .splice(0)
    .filter(({ method }) => method !== 'GET')
    .map(({ method, url, headers }) => `${method} ${url} ${headers.authorization}`);
}

beforeAll(async () => {
  upstream = await startUpstream();
  upstream.answer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end('{"id":"c1","title":"Product documentation"}');
  });
  server = await linkedHttp(['--toolsets', 'all'], { DOCS_PLATFORM_URL: upstream.url });
});

afterAll(async () => {
  await server.stop();
  await upstream.close();
});

describe('a confirmation', () => {
  it('is valid for its call', async () => {
    const asked = await round(collection);
    expect(asked?.resultType).toBe('input_required');
    expect(asked?.inputRequests?.confirm.params.message).toContain('"Product documentation" (c1)');
    expect(writes()).toEqual([]);
    const done = await round(collection, { state: asked?.requestState });
    expect(done?.isError).toBeFalsy();
    expect(writes()).toEqual(['DELETE /v1/collections/c1 Bearer alice']);
  });

  const removal = { spaceId: 's1', defaultLevel: null };

  it.each<[string, RoundOptions & { asked: object; sent: object; called?: string }]>([
    ['another target', { asked: collection, sent: { collectionId: 'c2' } }],
    [
      'another tool',
      {
        asked: collection,
        sent: { organizationId: 'c1', inviteId: 'c1' },
        called: 'delete_invite_link',
      },
    ],
    ['another token', { asked: collection, sent: collection, token: 'mallory' }],
    [
      'other arguments with the same target',
      {
        ...{ name: 'update_space', asked: removal },
        sent: { ...removal, title: 'Another title' },
      },
    ],
  ])('is not valid for %s', async (_, { asked, sent, name, called = name, token }) => {
    const state = (await round(asked, { name }))?.requestState;
    expect(state).toBeDefined();
    const other = await round(sent, { state, name: called, token });
    expect(other?.resultType).toBe('input_required');
    expect(writes()).toEqual([]);
  });

  it('cannot be forged', async () => {
    const state = (await round(collection))?.requestState ?? '';
    const flipped = `${state.slice(0, -4)}${state.endsWith('AAAA') ? 'BBBB' : 'AAAA'}`;
    for (const forged of [flipped, 'accepted', btoa('{"call":"delete_collection"}')]) {
      expect((await round(collection, { state: forged }))?.resultType).not.toBe('complete');
    }
    expect(writes()).toEqual([]);
  });
});
