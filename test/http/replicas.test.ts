import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { AuthOptions } from '../../src/server/http/options.ts';
import { type Issuer, startIssuer } from '../support/issuer.ts';
import { json, startUpstream, type Upstream } from '../support/upstream.ts';
import { call, ENVELOPE, posted } from './requests.ts';
import { startServer, type TestServer } from './server.ts';

const STATE = { DOCS_PLATFORM_STATE_KEY: 'what-both-replicas-share-to-seal-it' };
const ASKABLE = {
  ...ENVELOPE,
  'io.modelcontextprotocol/clientCapabilities': { elicitation: {} },
};

let upstream: Upstream;
let issuer: Issuer;

beforeAll(async () => {
  upstream = await startUpstream();
  issuer = await startIssuer();
});

afterAll(() => Promise.all([upstream.close(), issuer.close()]));

beforeEach(() => {
  upstream.answer(json(200, { object: 'collection', id: 'c1', title: 'Handbook' }));
  upstream.received.length = 0;
});

const { id, method, params } = call('delete_collection', { collectionId: 'c1' });

/** Asks one replica, sends the confirmation to another, and returns the latter's answer. */
async function askedAndConfirmed(replicas: TestServer[], tokens: string[]): Promise<string> {
  const [first, second] = replicas as [TestServer, TestServer];
  const [asking, confirming] = tokens;
  const round = (server: TestServer, token: string | undefined, more: Record<string, unknown>) =>
    server.send(
      posted(
        'modern',
        { id, method, params: { ...params, _meta: ASKABLE, ...more } },
        { authorization: `Bearer ${token}` },
      ),
    );
  const { result } = JSON.parse((await round(first, asking, {})).body);
  expect(result.resultType).toBe('input_required');
  const { body } = await round(second, confirming, {
    requestState: result.requestState,
    inputResponses: { confirm: { action: 'accept', content: {} } },
  });
  return JSON.parse(body).result?.resultType ?? JSON.parse(body).error?.message;
}

const deletions = () =>
  upstream.received
    .filter((received) => received.method === 'DELETE')
    .map(({ headers }) => headers.authorization);

async function withReplicas(
  auth: AuthOptions,
  env: NodeJS.ProcessEnv[],
  work: (replicas: TestServer[]) => Promise<void>,
): Promise<void> {
  const flags = { toolsets: ['all'] };
  const replicas = await Promise.all(
    env.map((own) => startServer(upstream.url, { auth }, flags, own)),
  );
  await work(replicas);
  await Promise.all(replicas.map((replica) => replica.close()));
}

test('any replica continues a confirmation that another began', async () => {
  await withReplicas({ kind: 'bearer' }, [STATE, STATE], async (replicas) => {
    expect(await askedAndConfirmed(replicas, ['ines', 'ines'])).toBe('complete');
    expect(deletions()).toEqual(['Bearer ines']);
  });
});

test('a confirmation is valid only for calls of its own caller', async () => {
  await withReplicas({ kind: 'bearer' }, [STATE, STATE], async (replicas) => {
    expect(await askedAndConfirmed(replicas, ['ines', 'ravi'])).toBe('input_required');
    expect(deletions()).toEqual([]);
  });
});

test('a replica with another key accepts no confirmation of the first', async () => {
  await withReplicas({ kind: 'bearer' }, [STATE, {}], async (replicas) => {
    expect(await askedAndConfirmed(replicas, ['ines', 'ines'])).not.toBe('complete');
    expect(deletions()).toEqual([]);
  });
});

test('a caller with exchanged tokens has the same identity on every replica', async () => {
  const auth: AuthOptions = {
    kind: 'oauth',
    issuer: issuer.url,
    audience: ['docs-mcp'],
    jwksUrl: undefined,
    publicUrl: undefined,
    exchange: {
      url: undefined,
      clientId: 'docs',
      clientSecret: 'secret',
      audience: undefined,
      scope: undefined,
    },
  };
  const tokenOf = (sub: string) => issuer.sign({ sub, aud: 'docs-mcp', scope: 'docs:write' });
  const [before, after] = [await tokenOf('ines'), await tokenOf('ines')];
  await withReplicas(auth, [STATE, STATE], async (replicas) => {
    issuer.answer(200, { access_token: 'first', expires_in: 3600 });
    const asked = askedAndConfirmed(replicas, [before, after]);
    expect(await asked).toBe('complete');
    expect(deletions()).toEqual(['Bearer first']);
    expect(issuer.requested).toHaveLength(2);
    expect(await askedAndConfirmed(replicas, [before, await tokenOf('ravi')])).toBe(
      'input_required',
    );
  });
});
