import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Generation, linkedGenerations, type McpConnection } from '../support/clients.ts';
import { linkedHttp } from '../support/linked.ts';
import { shareOf } from '../support/long-run.ts';
import type { Served } from '../support/program.ts';
import { startUpstream, type Upstream } from '../support/upstream.ts';
import {
  completionsOf,
  type Doors,
  doorsOf,
  FORBIDDEN,
  valuesOf,
  variablesOf,
} from './reach-support.ts';

const RESTRICTIONS = [
  {
    args: ['--organization', 'o1'],
    names: /^(?:organization|guideSpace|space|collection)(?:Id)?$/,
  },
  { args: ['--allow-spaces', 's1,s2'], names: /^(?:guideS|s)pace(?:Id)?$/ },
  {
    args: ['--organization', 'o1', '--site', 't1', '--space', 's1'],
    names: /^(?:organization|guideSpace|space|site|collection)(?:Id)?$/,
  },
];

/** A platform on which everything forbidden belongs to another organization. */
function answer(url: string): unknown {
  const [path = ''] = url.split('?');
  const [, kind, id] = /^\/v1\/(spaces|collections)\/(\w+)$/.exec(path) ?? [];
  if (kind) return { id, organization: id === FORBIDDEN ? 'o2' : 'o1' };
  return path === '/v1/' ? { version: '1' } : { items: [] };
}

/** Requests that only look up which organization something belongs to. */
const LOOKUP = /^GET \/v1\/(?:spaces|collections)\/\w+$/;

const [legacy, modern] = linkedGenerations as [Generation, Generation];

let doors: Doors;

beforeAll(async () => {
  const env = { DOCS_PLATFORM_URL: 'http://127.0.0.1:1', DOCS_PLATFORM_TOKEN: 'secret' };
  const open = await legacy.stdio({ args: ['--toolsets', 'all'], env });
  doors = await doorsOf(open);
  await open.close();
});

describe.each(RESTRICTIONS)('a server with $args', ({ args: restriction, names }) => {
  let upstream: Upstream;

  beforeAll(async () => {
    upstream = await startUpstream();
    upstream.answer(({ url }, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(answer(url)));
    });
  });

  afterAll(() => upstream.close());

  function reached(): string[] {
    return upstream.received
      .splice(0)
      .map(({ method, url }) => `${method} ${url}`)
      .filter((request) => request.includes(FORBIDDEN) && !LOOKUP.test(request));
  }

  describe.each(shareOf(['stdio', 'HTTP']))('over %s', (transport) => {
    let connection: McpConnection;
    let http: Served | undefined;

    beforeAll(async () => {
      const args = ['--toolsets', 'all', ...restriction];
      const env = { DOCS_PLATFORM_URL: upstream.url };
      if (transport === 'stdio') {
        connection = await legacy.stdio({ args, env: { ...env, DOCS_PLATFORM_TOKEN: 'secret' } });
        return;
      }
      const unlimited = ['--rate-limit', '1000000', '--rate-limit-per-address', '1000000'];
      http = await linkedHttp([...args, ...unlimited], env);
      connection = await modern.http(http.url, 'secret');
    });

    afterAll(async () => {
      await connection.close();
      await http?.stop();
    });

    it('reads, follows and completes no resource outside of its scope', async () => {
      expect(doors.templates.length).toBeGreaterThan(10);
      for (const template of doors.templates) {
        const variables = variablesOf(template);
        for (const { at, values } of valuesOf(variables, names)) {
          const uri = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
          const { client } = connection;
          await expect(client.readResource({ uri }), `${uri} ${at}`).rejects.toMatchObject({
            code: -32602,
          });
          if (transport === 'stdio') {
            await expect(client.subscribeResource({ uri }), uri).rejects.toThrow();
          }
          const ref = { type: 'ref/resource' as const, uri: template };
          for (const request of completionsOf(ref, variables, values)) {
            await client.complete(request as never).catch(() => undefined);
          }
          expect(reached(), `${uri} ${at}`).toEqual([]);
        }
      }
    });

    it('starts and completes no prompt outside of its scope', async () => {
      expect(doors.prompts.length).toBeGreaterThan(5);
      for (const prompt of doors.prompts) {
        for (const { at, values } of valuesOf(prompt.arguments, names)) {
          const { client } = connection;
          const asked = client.getPrompt({ name: prompt.name, arguments: values });
          await expect(asked, `${prompt.name} ${at}`).rejects.toMatchObject({ code: -32602 });
          const ref = { type: 'ref/prompt' as const, name: prompt.name };
          for (const request of completionsOf(ref, prompt.arguments, values)) {
            await client.complete(request as never).catch(() => undefined);
          }
          expect(reached(), `${prompt.name} ${at}`).toEqual([]);
        }
      }
    });
  });
});
