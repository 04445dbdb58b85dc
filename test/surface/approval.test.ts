import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningServe, serveHttp } from '../support/program.ts';
import { type RoundOptions, round as sendRound } from '../support/rounds.ts';
import { startUpstream, type Upstream } from '../support/upstream.ts';

const collection = { collectionId: 'c1' };

let upstream: Upstream;
let server: RunningServe;

const round = (args: object, options?: RoundOptions) => sendRound(server.url, args, options);

function deletions(): string[] {
  return upstream.received
    .splice(0)
    .filter(({ method }) => method === 'DELETE')
    .map(({ url, headers }) => `${url} ${headers.authorization}`);
}

beforeAll(async () => {
  upstream = await startUpstream();
  upstream.answer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end('{"id":"c1","title":"Product documentation"}');
  });
  server = await serveHttp(['--toolsets', 'all'], { DOCS_PLATFORM_URL: upstream.url });
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
    expect(deletions()).toEqual([]);
    const done = await round(collection, { state: asked?.requestState });
    expect(done?.isError).toBeFalsy();
    expect(deletions()).toEqual(['/v1/collections/c1 Bearer alice']);
  });

  it('is valid for no other arguments, tool or token', async () => {
    const state = (await round(collection))?.requestState;
    const others = [
      await round({ collectionId: 'c2' }, { state }),
      await round({ organizationId: 'c1', inviteId: 'c1' }, { state, name: 'delete_invite_link' }),
      await round(collection, { state, token: 'mallory' }),
    ];
    for (const other of others) expect(other?.resultType).toBe('input_required');
    expect(deletions()).toEqual([]);
  });

  it('cannot be forged', async () => {
    const state = (await round(collection))?.requestState ?? '';
    const flipped = `${state.slice(0, -4)}${state.endsWith('AAAA') ? 'BBBB' : 'AAAA'}`;
    for (const forged of [flipped, 'accepted', btoa('{"call":"delete_collection"}')]) {
      expect((await round(collection, { state: forged }))?.resultType).not.toBe('complete');
    }
    expect(deletions()).toEqual([]);
  });
});
