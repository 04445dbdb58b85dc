import {
  Client as ModernClient,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AnswerFields, DEV_GUIDE, pageIds, propose } from '../../../platform/test/support.ts';
import {
  type Client,
  CONTENT,
  INTERVAL,
  legacy,
  modern,
  OUTLINE,
  SPACE,
  SPEC,
  SPECIFICATION,
  startWorld,
  type WatchedWorld,
} from '../../server/events/world.ts';
import { subscriber } from '../../support/subscriber.ts';
import { CAN_CLUSTER, type Cluster, startCluster } from './cluster.ts';

const REPLICAS = 3;
const TOKENS = ['demo-admin-token', 'demo-editor-token'] as const;
const [ADMIN] = TOKENS;

/** Number of intervals, measured by the polls of a server that stands alone. */
const INTERVALS = 10;
/** More polls than there can be in this many intervals; two separate pollers would poll twice as often. */
const MOST = INTERVALS * 1.5;

describe.skipIf(!CAN_CLUSTER)('three replicas behind nginx, one of them with two workers', () => {
  let world: WatchedWorld;
  let cluster: Cluster;
  let page: string;

  beforeAll(async () => {
    world = await startWorld();
    const args = [...INTERVAL, '--confirm', 'always'];
    cluster = await startCluster([
      { platform: world.upstream.url, args },
      { platform: world.upstream.url, args },
      { platform: world.upstream.url, args: [...args, '--workers', '2'] },
    ]);
    const pages = await pageIds(world.platform.admin, `/spaces/${DEV_GUIDE}`);
    page = pages.get('guides/retries') ?? '';
  });

  afterAll(async () => {
    await cluster?.close();
    await world?.close();
  });

  /** The replica of each request with this method, once this many have ended. */
  async function replicasOf(method: string, count: number): Promise<string[]> {
    const taken = async () => {
      const passed = await cluster.nginx.passed();
      return passed.filter((one) => one.method === method).flatMap(({ replicas }) => replicas);
    };
    await expect.poll(async () => (await taken()).length).toBe(count);
    return taken();
  }

  /** A change request that changes the page. */
  async function proposed(): Promise<string> {
    const document = { markdown: `Proposed at ${performance.now()}.` };
    const changes = [{ operation: 'update_page', page, document }];
    const { path } = await propose(world.platform.editor, `/spaces/${DEV_GUIDE}`, changes);
    return path.split('/').at(-1) ?? '';
  }

  async function statusOf(changeRequest: string): Promise<AnswerFields['status']> {
    const path = `/spaces/${DEV_GUIDE}/change-requests/${changeRequest}`;
    return (await world.platform.editor('GET', path)).json.status;
  }

  it('continue, each of them, a confirmation that another began', async () => {
    const questions: string[] = [];
    const client = await askable(cluster.url, (question) => questions.push(question));
    for (let round = 0; round < REPLICAS; round += 1) {
      const changeRequest = await proposed();
      const result = await client.callTool({
        name: 'merge_change_request',
        arguments: { spaceId: DEV_GUIDE, changeRequestId: changeRequest },
      });
      expect(result.isError, JSON.stringify(result.content)).toBeFalsy();
      expect(questions.splice(0)).toEqual([expect.stringContaining(changeRequest)]);
      expect(await statusOf(changeRequest)).toBe('merged');
    }
    await client.close();

    const taken = await replicasOf('tools/call', REPLICAS * 2);
    const begun = taken.filter((_, index) => index % 2 === 0);
    const finished = taken.filter((_, index) => index % 2 === 1);
    for (const [round, replica] of begun.entries()) expect(finished[round]).not.toBe(replica);
    const all = cluster.replicas.map(({ address }) => address).toSorted();
    expect(begun.toSorted()).toEqual(all);
    expect(finished.toSorted()).toEqual(all);
  });

  it('accept a confirmation from a client that cannot be asked, on any replica', async () => {
    const changeRequest = await proposed();
    const client = await legacy.http(cluster.url, ADMIN);
    const merge = { spaceId: DEV_GUIDE, changeRequestId: changeRequest };
    const refused = await client.call('merge_change_request', merge);
    expect(JSON.stringify(refused)).toContain(`call again with confirm \\"${changeRequest}\\"`);
    expect(await statusOf(changeRequest)).not.toBe('merged');
    await client.facts('merge_change_request', { ...merge, confirm: changeRequest });
    expect(await statusOf(changeRequest)).toBe('merged');
    await client.close();
  });

  it('notify the subscribers of all of them, with one poll in an interval for each token', async () => {
    const listeners: Client[] = [];
    for (const token of TOKENS) {
      for (let index = 0; index < REPLICAS; index += 1) listeners.push(await listening(token));
    }
    const clock = await world.http(ADMIN);
    await clock.subscribe(SPEC);

    const before = TOKENS.map(looks);
    await world.upstream.more(SPECIFICATION, INTERVALS);
    for (const [index, token] of TOKENS.entries()) {
      const made = looks(token) - (before[index] ?? 0);
      expect(made).toBeGreaterThan(INTERVALS / 2);
      expect(made).toBeLessThan(MOST);
    }

    const markdown = await world.edit(page);
    for (const { hears, client } of listeners) {
      await hears(pageUri());
      const { contents } = await client.readResource({ uri: pageUri() });
      expect(JSON.stringify(contents)).toContain(markdown);
    }

    for (const listener of listeners) await listener.close();
    const taken = await replicasOf('subscriptions/listen', listeners.length);
    expect(new Set(taken.slice(0, REPLICAS)).size).toBe(REPLICAS);
    expect(new Set(taken.slice(REPLICAS)).size).toBe(REPLICAS);
  });

  const pageUri = () => `${SPACE}/pages/${page}`;

  async function listening(token: string): Promise<Client> {
    const connection = await modern.http(cluster.url, token);
    const client = { ...connection, ...subscriber(connection) };
    await client.subscribe(pageUri(), OUTLINE);
    return client;
  }

  /** Number of polls of all replicas with this token. */
  function looks(token: string): number {
    return world.upstream.seen.filter(
      (seen) => seen.token === token && CONTENT.test(`${seen.method} ${seen.url}`),
    ).length;
  }
});

/** A client whose person always confirms. */
async function askable(url: string, asked: (question: string) => void): Promise<ModernClient> {
  const client = new ModernClient(
    { name: 'test-client', version: '1.0.0' },
    { capabilities: { elicitation: {} }, versionNegotiation: { mode: { pin: '2026-07-28' } } },
  );
  client.setRequestHandler('elicitation/create', ({ params }) => {
    asked(params.message);
    return { action: 'accept' };
  });
  const headers = { authorization: `Bearer ${ADMIN}` };
  await client.connect(
    new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }),
  );
  return client;
}
