import { Pool } from 'undici';
import { call, type Era, type Message, posted } from '../../http/requests.ts';
import { generations, type McpConnection } from '../../support/clients.ts';
import { secretOf, spaceOf, TENANTS, tokenOf } from '../isolation/tenants.ts';
import { PUBLIC_HOST } from './cluster.ts';

/** Official clients of each generation, and raw connections. */
const CLIENTS = 12;
const RAW = 36;

/** Makes one call; returns the answer as text, or throws if there is none. */
type LoadCaller = (index: number) => Promise<Answer>;

interface Answer {
  tenant: number;
  text: string;
}

/** The outcomes of calls. */
export interface CallerOutcome {
  answered: number;
  /** Answers that belong to another caller, and failures without a reason. */
  wrong: string[];
  /** Failed calls, by start time. */
  failures: { begun: number; message: string }[];
}

/** Many callers of one address, each with a separate token. */
export interface ReplicaCallers {
  /** Makes this many calls in all. */
  work(calls: number, onAnswer?: (answered: number) => void): Promise<CallerOutcome>;
  /** One call of a tenant for a space, without an official client; returns status and text. */
  ask(tenant: number, spaceId: string): Promise<{ status: number; text: string }>;
  close(): Promise<void>;
}

const MESSAGES: readonly ((spaceId: string) => Message)[] = [
  (spaceId) => call('get_page', { spaceId, pageId: 'p1' }),
  (spaceId) => ({ id: 1, method: 'resources/read', params: { uri: pageUri(spaceId) } }),
  (spaceId) => call('create_change_request', { spaceId }),
];

const pageUri = (spaceId: string) => `docs://spaces/${spaceId}/pages/p1`;

export async function gatherCallers(url: string): Promise<ReplicaCallers> {
  const pool = new Pool(new URL(url).origin, { connections: RAW });
  const connections: McpConnection[] = [];
  for (let tenant = 0; tenant < CLIENTS * generations.length; tenant += 1) {
    const generation = generations[tenant % generations.length];
    if (generation) connections.push(await generation.http(url, tokenOf(tenant)));
  }
  const send = async (era: Era, tenant: number, message: Message) => {
    const authorization = `Bearer ${tokenOf(tenant)}`;
    const { headers, body = '' } = posted(era, message, { authorization, host: PUBLIC_HOST });
    const request = { path: '/mcp', method: 'POST', headers: headers ?? {}, body } as const;
    const answer = await pool.request(request);
    return { status: answer.statusCode, text: await answer.body.text() };
  };
  const raw: LoadCaller = async (index) => {
    const tenant = (index * 37) % TENANTS;
    const message = MESSAGES[index % MESSAGES.length]?.(spaceOf(tenant, 'found', index)) as Message;
    const { status, text } = await send(index % 2 ? 'modern' : 'legacy', tenant, message);
    if (status !== 200) throw new Error(`${status}: ${text}`);
    return { tenant, text };
  };
  const callers: LoadCaller[] = [
    ...connections.map((connection, tenant) => official(connection, tenant)),
    ...Array.from({ length: RAW }, () => raw),
  ];
  let next = 0;
  return {
    work: (calls, onAnswer) => {
      const from = next;
      next += calls;
      return carryOut(callers, { from, to: next, onAnswer });
    },
    ask: (tenant, spaceId) => send('modern', tenant, call('get_page', { spaceId, pageId: 'p1' })),
    close: async () => {
      for (const connection of connections) await connection.close();
      await pool.destroy();
    },
  };
}

function official(connection: McpConnection, tenant: number): LoadCaller {
  const calls = [
    (spaceId: string) => connection.call('get_page', { spaceId, pageId: 'p1' }),
    (spaceId: string) => connection.client.readResource({ uri: pageUri(spaceId) }),
    (spaceId: string) => connection.call('create_change_request', { spaceId }),
  ];
  return async (index) => {
    const result = await calls[index % calls.length]?.(spaceOf(tenant, 'found', index));
    return { tenant, text: JSON.stringify(result) };
  };
}

interface Work {
  from: number;
  to: number;
  onAnswer: ((answered: number) => void) | undefined;
}

async function carryOut(
  callers: LoadCaller[],
  { from, to, onAnswer }: Work,
): Promise<CallerOutcome> {
  const outcome: CallerOutcome = { answered: 0, wrong: [], failures: [] };
  let next = from;
  const work = async (caller: LoadCaller) => {
    while (next < to) {
      const index = next++;
      const begun = performance.now();
      try {
        const answer = await caller(index);
        outcome.answered += 1;
        if (!isOwn(answer)) outcome.wrong.push(`${index} of ${answer.tenant}: ${answer.text}`);
      } catch (error) {
        outcome.failures.push({ begun, message: String(error) });
      }
      onAnswer?.(outcome.answered);
    }
  };
  await Promise.all(callers.map(work));
  return outcome;
}

function isOwn({ tenant, text }: Answer): boolean {
  const secrets = new Set(text.match(/secret-of-\d+\./g));
  return secrets.size === 1 && secrets.has(secretOf(tenant)) && !text.includes('token-');
}
