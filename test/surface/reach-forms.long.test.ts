import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tools } from '../../src/tools/catalogue.ts';
import { generations, linkedClient, type McpConnection } from '../support/clients.ts';
import { linkedHttp } from '../support/linked.ts';
import type { Served } from '../support/program.ts';
import { startUpstream, type Upstream } from '../support/upstream.ts';
import {
  attemptsOf,
  completionsOf,
  type Doors,
  doorsOf,
  FORBIDDEN,
  valuesOf,
  variablesOf,
} from './reach-support.ts';

const TITLE = 'Secret Plans';

const fullWidth = [...FORBIDDEN]
  .map((letter) => String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0))
  .join('');
const percent = (text: string) =>
  [...text].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join('');

/** Ways to write the forbidden id, or to name its object, that something on the way may read as that id. */
const FORMS: readonly unknown[] = [
  ` ${FORBIDDEN}`,
  `${FORBIDDEN} `,
  `${FORBIDDEN}.`,
  `${FORBIDDEN}/`,
  `/${FORBIDDEN}`,
  `./${FORBIDDEN}`,
  `${FORBIDDEN}\0`,
  `${FORBIDDEN}\u200b`,
  `\ufeff${FORBIDDEN}`,
  `${FORBIDDEN}\n`,
  `${FORBIDDEN};x=s1`,
  FORBIDDEN.toUpperCase(),
  fullWidth,
  FORBIDDEN.replace('o', '\u043e'),
  FORBIDDEN.replace('i', '\u0131'),
  percent(FORBIDDEN),
  percent(percent(FORBIDDEN)),
  `s1/../${FORBIDDEN}`,
  `s1%2F..%2F${FORBIDDEN}`,
  `s1%252f%252e%252e%252f${FORBIDDEN}`,
  `s1\\..\\${FORBIDDEN}`,
  `s1\u2215\u2024\u2024\u2215${FORBIDDEN}`,
  `s1\uff0f\uff0e\uff0e\uff0f${FORBIDDEN}`,
  `s1?x=/../${FORBIDDEN}`,
  `s1#/../${FORBIDDEN}`,
  `s1,${FORBIDDEN}`,
  [FORBIDDEN],
  ['s1', FORBIDDEN],
  { id: FORBIDDEN },
  { id: 's1', spaceId: FORBIDDEN },
  { name: TITLE },
  { title: TITLE },
  `"${FORBIDDEN}"`,
  JSON.stringify([FORBIDDEN]),
  JSON.stringify({ id: FORBIDDEN }),
  JSON.stringify(JSON.stringify({ id: FORBIDDEN })),
  FORBIDDEN.slice(0, 6),
  `${FORBIDDEN.slice(0, 6)}…`,
  TITLE,
  TITLE.toUpperCase(),
  'secret-plans',
  'Plans',
  `https://app.gitbook.com/o/o1/s/${FORBIDDEN}`,
  `https://app.gitbook.com/o/o1/c/${FORBIDDEN}`,
  `https://app.gitbook.com/o/o1/sites/${FORBIDDEN}`,
  `https://app.gitbook.com/o/${FORBIDDEN}`,
  `https://app.gitbook.com/s/${percent(FORBIDDEN)}`,
  `https://app.gitbook.com/s/s1%2F..%2F${FORBIDDEN}`,
  `https://app.gitbook.com/s/s1/../${FORBIDDEN}`,
  `HTTPS://APP.GITBOOK.COM/s/${FORBIDDEN}/~/changes/1/`,
  'https://secret.example.com/docs/start',
  `docs://spaces/${FORBIDDEN}`,
];

const RESTRICTIONS = [
  { args: ['--organization', 'o1'], kinds: ['organization', 'space', 'collection'] },
  { args: ['--allow-spaces', 's1'], kinds: ['space'] },
  {
    args: ['--organization', 'o1', '--site', 't1', '--space', 's1'],
    kinds: ['organization', 'space', 'site', 'collection'],
  },
];

/** Each field gets one of this many shares of the forms, and with each restriction another one. */
const SHARES = 36;

const ATTEMPTS = tools.flatMap(attemptsOf);

/** A platform on which a title, an address and a path name the forbidden things. */
function answer(url: string): unknown {
  const path = decodeURIComponent(url.split('?')[0] ?? '');
  const secret = { id: FORBIDDEN, title: TITLE, path: 'secret-plans', slug: 'secret-plans' };
  const published = { urls: { published: 'https://secret.example.com/docs/' } };
  const [, kind, id = ''] = /^\/v1\/(spaces|collections)\/([^/]+)$/.exec(path) ?? [];
  if (kind) return { id, organization: /^[sc]1$/.test(id) ? 'o1' : 'o2' };
  if (path === '/v1/orgs/o1/sites/t1') return { id: 't1' };
  if (path === '/v1/') return { version: '1' };
  if (path === '/v1/orgs') return { items: [{ id: 'o1', title: 'Own' }, secret] };
  if (path.endsWith('/spaces')) return { items: [{ id: 's1', title: 'Guide' }, secret] };
  if (path.endsWith('/collections')) return { items: [{ id: 'c1', title: 'Own' }, secret] };
  if (path.endsWith('/sites')) return { items: [{ ...secret, ...published }] };
  if (path.endsWith('/site-spaces')) return { items: [{ id: 'x', space: secret, ...published }] };
  return { items: [] };
}

/** Requests that only look up which organization something belongs to. */
const LOOKUP = /^GET \/v1\/(?:(?:spaces|collections)\/[^/?]+|orgs\/o1\/sites\/[^/?]+)$/;

/** Requests that list what the caller reaches, in order to find what is named. */
const LIST = /^GET \/v1\/orgs\/([^/]+)\/(?:collections|spaces|sites(?:\/[^/]+\/site-spaces)?)\?/;

/** What a careless platform or proxy may read a text as. */
function readCarelessly(text: string): string {
  let read = text;
  for (let round = 0; round < 3; round += 1) {
    read = read.replaceAll(/%[0-9a-f]{2}/gi, (code) =>
      String.fromCharCode(Number.parseInt(code.slice(1), 16)),
    );
  }
  return read
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('\u043e', 'o')
    .replaceAll('\u0131', 'i')
    .replaceAll(/[\0\u200b\ufeff]/g, '');
}

/** The segment of a path that an id of a kind follows. */
const SEGMENTS: Readonly<Record<string, string>> = {
  organization: 'orgs',
  space: 'spaces',
  site: 'sites',
  collection: 'collections',
};

describe.each(RESTRICTIONS)('a server with $args', ({ args: restriction, kinds }) => {
  const segments = kinds.map((kind) => SEGMENTS[kind]).join('|');
  const reached = new RegExp(`^/v1/(?:orgs/o1/)?(?:${segments})/[^/]*forbid`);
  const isLookup = (request: string) => {
    const [list, organization] = LIST.exec(request) ?? [];
    if (list === undefined) return LOOKUP.test(request);
    if (kinds.includes('site') && list.includes('sites/')) return false;
    return organization === 'o1' || !kinds.includes('organization');
  };
  const turn = RESTRICTIONS.findIndex(({ args }) => args === restriction);
  let upstream: Upstream;
  let http: Served;
  const doors: { name: string; connection: McpConnection }[] = [];

  beforeAll(async () => {
    upstream = await startUpstream();
    upstream.answer(({ url }, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(answer(url)));
    });
    const args = ['--toolsets', 'all', '--confirm', 'never', ...restriction];
    const [legacy] = linkedClient('2025');
    const [, modern] = generations;
    const env = { DOCS_PLATFORM_URL: upstream.url };
    http = await linkedHttp(
      [...args, '--rate-limit', '1000000', '--rate-limit-per-address', '1000000'],
      env,
    );
    const linked = legacy.stdio({ args, env: { ...env, DOCS_PLATFORM_TOKEN: 'secret' } });
    doors.push({ name: 'stdio', connection: await linked });
    doors.push({
      name: 'HTTP',
      connection: (await modern?.http(http.url, 'secret')) as McpConnection,
    });
  });

  afterAll(async () => {
    for (const { connection } of doors) await connection.close();
    await http.stop();
    await upstream.close();
  });

  /** The requests since the last call of this that reached something outside. */
  function leaks(kind: string): string[] {
    return upstream.received
      .splice(0)
      .filter(({ method, url }) => !isLookup(`${method} ${url}`))
      .filter(({ url, body }) => {
        const { pathname } = new URL(readCarelessly(url.split('?')[0] ?? ''), 'http://x');
        if (reached.test(pathname)) return true;
        return kinds.includes(kind) && readCarelessly(url + body).includes(FORBIDDEN);
      })
      .map(({ method, url, body }) => `${method} ${url} ${body}`);
  }

  it('reads, follows, completes and starts nothing by any form of an id outside of its scope', async () => {
    const { templates, prompts }: Doors = await doorsOf(
      (doors[0] as (typeof doors)[number]).connection,
    );
    expect(templates.length + prompts.length).toBeGreaterThan(15);
    const texts = [FORBIDDEN, ...FORMS]
      .filter((form) => typeof form === 'string')
      .filter((_, form) => form === 0 || form % RESTRICTIONS.length === turn);
    const names = new RegExp(`^(?:guideSpace|${kinds.join('|')})(?:Id)?$`);
    const quietly = (work: Promise<unknown>) => work.catch(() => undefined);
    for (const [index, form] of texts.entries()) {
      const { name: transport, connection } = doors[index % 2] as (typeof doors)[number];
      const { client } = connection;
      for (const template of templates) {
        const variables = variablesOf(template);
        for (const { at, values } of valuesOf(variables, names, form)) {
          for (const encoded of [encodeURIComponent, String]) {
            const uri = template.replaceAll(/\{(\w+)\}/g, (_, key) => encoded(values[key] ?? ''));
            await quietly(client.readResource({ uri }));
            if (transport === 'stdio') await quietly(client.subscribeResource({ uri }));
          }
          const ref = { type: 'ref/resource' as const, uri: template };
          for (const request of completionsOf(ref, variables, values)) {
            await quietly(client.complete(request as never));
          }
          expect(leaks('space'), `${template} ${at} ${form}`).toEqual([]);
        }
      }
      for (const prompt of prompts) {
        for (const { at, values } of valuesOf(prompt.arguments, names, form)) {
          await quietly(client.getPrompt({ name: prompt.name, arguments: values }));
          const ref = { type: 'ref/prompt' as const, name: prompt.name };
          for (const request of completionsOf(ref, prompt.arguments, values)) {
            await quietly(client.complete(request as never));
          }
          expect(leaks('space'), `${prompt.name} ${at} ${form}`).toEqual([]);
        }
      }
    }
  }, 300_000);

  it('sends no form of an id outside of its scope', async () => {
    let tried = 0;
    for (const [index, attempt] of ATTEMPTS.entries()) {
      const { tool: attempted, at, kind, withValue } = attempt;
      const { name: tool, effect } = attempted;
      const forms = FORMS.filter((_, form) => (form + index + turn) % SHARES === 0);
      for (const [form, value] of forms.entries()) {
        const args = withValue(value);
        const through = effect === 'read' ? 'read_operation' : 'write_operation';
        const [called, given] =
          (form + index) % 3 === 0 ? [through, { name: tool, arguments: args }] : [tool, args];
        const { connection } = doors[(form + index) % 2] as (typeof doors)[number];
        await connection.call(called, given).catch(() => undefined);
        tried += 1;
        expect(leaks(kind), `${tool} ${at} ${JSON.stringify(value)}`).toEqual([]);
      }
    }
    expect(tried).toBeGreaterThan(1000);
  }, 300_000);
});
