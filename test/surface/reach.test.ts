import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Arguments } from '../../src/operations/index.ts';
import { tools } from '../../src/tools/catalogue.ts';
import { generations, linkedClient, type McpConnection } from '../support/clients.ts';
import { linkedHttp } from '../support/linked.ts';
import { shareOf } from '../support/long-run.ts';
import type { Served } from '../support/program.ts';
import { startUpstream, type Upstream } from '../support/upstream.ts';
import { ALLOWED, attemptsOf, FORBIDDEN } from './reach-support.ts';

/** A server's restrictions, and the kinds of ids that it must then check. */
const RESTRICTIONS = [
  { args: ['--organization', 'o1'], kinds: ['organization', 'space', 'collection', 'other site'] },
  { args: ['--allow-spaces', 's1,s2'], kinds: ['space'] },
  {
    args: ['--organization', 'o1', '--site', 't1', '--space', 's1'],
    kinds: ['organization', 'space', 'site', 'other site', 'collection'],
  },
];

const ATTEMPTS = tools.flatMap(attemptsOf).flatMap(({ tool, at, kind, withValue }) => {
  if (!(kind in ALLOWED)) return [];
  // A siteId follows the organization in the address, so the platform itself refuses another one's.
  const checked = kind === 'site' && at !== 'siteId' ? 'other site' : kind;
  return [{ tool, at, kind: checked, args: withValue(FORBIDDEN) }];
});

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

const OUTSIDE =
  /"forbidden1" is outside of what this server may reach|Unknown tool|There is no operation/;

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
    'accepts no id of a tool outside of its scope over %s',
    async (name) => {
      const { connection } = doors.find((door) => door.name === name) as (typeof doors)[number];
      const every = shareOf(ATTEMPTS.filter(({ kind }) => kinds.includes(kind)));
      // Both transports make the same call of an attempt, so each has its share of them.
      const attempts = every.filter((_, index) => (index % 2 === 0) === (name === 'stdio'));
      expect(attempts.length).toBeGreaterThan(15);
      let refused = 0;
      for (const { tool: attempted, at, args } of attempts) {
        const { name: called, effect } = attempted;
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
            // Of a workflow, the sampled changes may be invalid by themselves.
            attempted.operation
              ? OUTSIDE
              : /^Invalid arguments|is outside of what|no operation|Unknown/,
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
