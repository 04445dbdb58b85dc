import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningServe, serveHttp } from '../support/program.ts';
import { startUpstream, type Upstream } from '../support/upstream.ts';

const META = 'io.modelcontextprotocol';
const collection = { collectionId: 'c1' };

interface Round {
  resultType?: string;
  requestState?: string;
  inputRequests?: { confirm: { params: { message: string } } };
  isError?: boolean;
}

let upstream: Upstream;
let server: RunningServe;

/** One request of a client of 2026 that can be asked, in the raw, so that its state can be tampered with. */
async function round(
  args: object,
  {
    state,
    token = 'alice',
    name = 'delete_collection',
  }: { state?: string | undefined; token?: string; name?: string } = {},
): Promise<Round | undefined> {
  const response = await fetch(server.url, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': name,
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: {
        name,
        arguments: args,
        ...(state && {
          requestState: state,
          inputResponses: { confirm: { action: 'accept', content: {} } },
        }),
        _meta: {
          [`${META}/protocolVersion`]: '2026-07-28',
          [`${META}/clientInfo`]: { name: 'raw', version: '1.0.0' },
          [`${META}/clientCapabilities`]: { elicitation: {} },
        },
      },
    }),
  });
  const text = await response.text();
  const json = text.startsWith('{') ? text : (/^data: (\{.*\})$/m.exec(text)?.[1] ?? '{}');
  return (JSON.parse(json) as { result?: Round }).result;
}

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

describe('the word of a person', () => {
  it('holds for the call that it was given for', async () => {
    const asked = await round(collection);
    expect(asked?.resultType).toBe('input_required');
    expect(asked?.inputRequests?.confirm.params.message).toContain('"Product documentation" (c1)');
    expect(deletions()).toEqual([]);
    const done = await round(collection, { state: asked?.requestState });
    expect(done?.isError).toBeFalsy();
    expect(deletions()).toEqual(['/v1/collections/c1 Bearer alice']);
  });

  it('holds for no other arguments, tool or token', async () => {
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
