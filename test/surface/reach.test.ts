import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Arguments,
  allOperations,
  idsIn,
  type Operation,
  replaceIds,
} from '../../src/operations/index.ts';
import { argumentsOf } from '../operations/arbitrary.ts';
import { generations, linkedClient, type McpConnection } from '../support/clients.ts';
import { linkedHttp } from '../support/linked.ts';
import { shareOf } from '../support/long-run.ts';
import type { Served } from '../support/program.ts';
import { startUpstream, type Upstream } from '../support/upstream.ts';

const FORBIDDEN = 'forbidden1';

/** A server's restrictions, and the kinds of ids that it must then check. */
const RESTRICTIONS = [
  { args: ['--organization', 'o1'], kinds: ['organization', 'space', 'collection', 'other site'] },
  { args: ['--allow-spaces', 's1,s2'], kinds: ['space'] },
  {
    args: ['--organization', 'o1', '--site', 't1', '--space', 's1'],
    kinds: ['organization', 'space', 'site', 'other site', 'collection'],
  },
];

interface Attempt {
  operation: Operation;
  at: string;
  kind: string;
  args: Arguments;
}

const ALLOWED: Readonly<Record<string, string>> = {
  organization: 'o1',
  space: 's1',
  site: 't1',
  collection: 'c1',
};

const SAMPLES = 5;

/** For each field with an id of a restrictable kind, one call that is otherwise valid. */
function attemptsOf(operation: Operation): Attempt[] {
  const attempts = new Map<string, Attempt>();
  for (const sample of fc.sample(argumentsOf(operation), { numRuns: SAMPLES, seed: 1 })) {
    const ids = idsIn(operation.input, sample).filter(({ kind }) => kind in ALLOWED);
    for (const forbidden of ids) {
      const at = forbidden.path.map((step) => (typeof step === 'number' ? '[]' : step)).join('.');
      if (attempts.has(at)) continue;
      const values = ids.map((id): [typeof id, string] => [
        id,
        id === forbidden ? FORBIDDEN : (ALLOWED[id.kind] as string),
      ]);
      attempts.set(at, {
        operation,
        at,
        // A siteId follows the organization in the address, so the platform itself refuses another one's.
        kind: forbidden.kind === 'site' && at !== 'siteId' ? 'other site' : forbidden.kind,
        args: replaceIds(sample, new Map(values)),
      });
    }
  }
  return [...attempts.values()];
}

const ATTEMPTS = allOperations.flatMap(attemptsOf);

/** Objects with arbitrary member names. The types of the members are unknown, so they are not written as text. */
const FREE = ['values', 'memberships'];

/** Every object and list as JSON text, innermost first, as some hosts send them. */
function asText(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const members = Array.isArray(value)
    ? value.map(asText)
    : Object.fromEntries(Object.entries(value).map(([name, member]) => [name, asText(member)]));
  return JSON.stringify(members);
}

function stringified(args: Arguments): Arguments {
  return Object.fromEntries(
    Object.entries(args).map(([name, value]) => [
      name,
      FREE.includes(name) ? JSON.stringify(value) : asText(value),
    ]),
  );
}

/** A platform on which everything except allowed things belongs to another organization. */
function answer(url: string): unknown {
  const [path = ''] = url.split('?');
  const [, kind, id] = /^\/v1\/(spaces|collections)\/(\w+)$/.exec(path) ?? [];
  if (kind) return { id, organization: id === FORBIDDEN ? 'o2' : 'o1' };
  if (path === '/v1/orgs/o1/sites/t1') return { id: 't1' };
  return path === '/v1/' ? { version: '1' } : { items: [] };
}

/** Requests that only look up which organization something belongs to. */
const LOOKUP = /^GET \/v1\/(?:spaces|collections|orgs\/o1\/sites)\/\w+$|^GET \/v1\/$/;

describe.each(RESTRICTIONS)('a server with $args', ({ args: restriction, kinds }) => {
  let upstream: Upstream;
  let http: Served;
  const doors: { name: string; connection: McpConnection }[] = [];

  beforeAll(async () => {
    upstream = await startUpstream();
    upstream.answer(({ url }, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(answer(url)));
    });
    const args = ['--toolsets', 'all', ...restriction];
    const [legacy] = linkedClient('2025');
    const [, modern] = generations;
    const env = { DOCS_PLATFORM_URL: upstream.url };
    http = await linkedHttp(
      [...args, '--rate-limit', '1000000', '--rate-limit-per-address', '1000000'],
      env,
    );
    const linked = legacy.stdio({ args, env: { ...env, DOCS_PLATFORM_TOKEN: 'secret' } });
    const connected = modern?.http(http.url, 'secret');
    doors.push({ name: 'stdio', connection: await linked });
    doors.push({ name: 'HTTP', connection: (await connected) as McpConnection });
  });

  afterAll(async () => {
    for (const { connection } of doors) await connection.close();
    await http.stop();
    await upstream.close();
  });

  it.each(['stdio', 'HTTP'] as const)(
    'accepts no id of an operation outside of its scope over %s',
    async (name) => {
      const { connection } = doors.find((door) => door.name === name) as (typeof doors)[number];
      const every = shareOf(ATTEMPTS.filter(({ kind }) => kinds.includes(kind)));
      // Both transports make the same call of an attempt, so each has its share of them.
      const attempts = every.filter((_, index) => (index % 2 === 0) === (name === 'stdio'));
      expect(attempts.length).toBeGreaterThan(15);
      let refused = 0;
      for (const { operation, at, args } of attempts) {
        const { tool: called, effect } = operation;
        const through = effect === 'read' ? 'read_operation' : 'write_operation';
        const ways = {
          stdio: [
            [called, args],
            [through, { name: called, arguments: stringified(args) }],
            ['preview_operation', { name: called, arguments: args }],
          ],
          HTTP: [
            [called, stringified(args)],
            [through, { name: called, arguments: args }],
            ['preview_operation', { name: called, arguments: stringified(args) }],
          ],
        } as const;
        const texts = await Promise.all(
          ways[name].map(([tool, given]) => said(connection, tool, given)),
        );
        for (const text of texts) {
          expect(text, `${called} ${at}`).toMatch(
            /"forbidden1" is outside of what this server may reach|Unknown tool|There is no operation/,
          );
          if (text.includes(FORBIDDEN)) refused += 1;
        }
        const sent = upstream.received.splice(0).map(({ method, url }) => `${method} ${url}`);
        expect(
          sent.filter((request) => !LOOKUP.test(request)),
          `${called} ${at}`,
        ).toEqual([]);
      }
      expect(refused).toBeGreaterThan(50);
    },
    120_000,
  );
});

async function said(connection: McpConnection, name: string, args: Arguments): Promise<string> {
  try {
    const { isError, content } = await connection.call(name, args);
    return isError ? (content[0]?.text ?? '') : `answered: ${content[0]?.text}`;
  } catch (error) {
    return (error as Error).message;
  }
}
