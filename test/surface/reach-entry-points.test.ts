import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allOperations } from '../../src/operations/index.ts';
import { type Generation, linkedGenerations, type McpConnection } from '../support/clients.ts';
import { linkedHttp } from '../support/linked.ts';
import { shareOf } from '../support/long-run.ts';
import type { Served } from '../support/program.ts';
import { startUpstream, type Upstream } from '../support/upstream.ts';

const FORBIDDEN = 'forbidden1';

/** Ids within the server's restrictions, by argument name; all others are `x1`. */
const ALLOWED: Readonly<Record<string, string>> = {
  organizationId: 'o1',
  organization: 'o1',
  spaceId: 's1',
  guideSpaceId: 's1',
  siteId: 't1',
  collectionId: 'c1',
};

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

type Values = Record<string, string>;

/** For each restricted name among these, a set of values in which only that one is forbidden. */
function attempts(names: readonly string[], restricted: RegExp): { at: string; values: Values }[] {
  return names
    .filter((name) => restricted.test(name))
    .map((at) => ({
      at,
      values: Object.fromEntries(
        names.map((name) => [name, name === at ? FORBIDDEN : (ALLOWED[name] ?? 'x1')]),
      ),
    }));
}

function variablesOf(template: string): string[] {
  return [...template.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
}

/** Everything in an unrestricted server that takes ids, except operations. */
interface Doors {
  templates: string[];
  prompts: { name: string; arguments: string[] }[];
  workflows: { name: string; arguments: string[]; required: string[] }[];
}

async function doorsOf({ client }: McpConnection): Promise<Doors> {
  const { resourceTemplates } = await client.listResourceTemplates();
  const { prompts } = await client.listPrompts();
  const { tools } = await client.listTools();
  const isOperation = new Set(allOperations.map(({ tool }) => tool));
  return {
    templates: resourceTemplates.map(({ uriTemplate }) => uriTemplate),
    prompts: prompts.map((prompt) => ({
      name: prompt.name,
      arguments: (prompt.arguments ?? []).map(({ name }) => name),
    })),
    workflows: tools
      .filter(({ name }) => !isOperation.has(name))
      .map(({ name, inputSchema }) => ({
        name,
        arguments: Object.keys(inputSchema.properties ?? {}),
        required: (inputSchema.required ?? []) as string[],
      })),
  };
}

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
        for (const { at, values } of attempts(variables, names)) {
          const uri = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
          const { client } = connection;
          await expect(client.readResource({ uri }), `${uri} ${at}`).rejects.toMatchObject({
            code: -32602,
          });
          if (transport === 'stdio') {
            await expect(client.subscribeResource({ uri }), uri).rejects.toThrow();
          }
          for (const name of variables) {
            await client
              .complete({
                ref: { type: 'ref/resource', uri: template },
                argument: { name, value: '' },
                context: { arguments: values },
              } as never)
              .catch(() => undefined);
          }
          expect(reached(), `${uri} ${at}`).toEqual([]);
        }
      }
    });

    it('starts and completes no prompt outside of its scope', async () => {
      expect(doors.prompts.length).toBeGreaterThan(5);
      for (const prompt of doors.prompts) {
        for (const { at, values } of attempts(prompt.arguments, names)) {
          const { client } = connection;
          const asked = client.getPrompt({ name: prompt.name, arguments: values });
          await expect(asked, `${prompt.name} ${at}`).rejects.toMatchObject({ code: -32602 });
          for (const name of prompt.arguments) {
            await client
              .complete({
                ref: { type: 'ref/prompt', name: prompt.name },
                argument: { name, value: '' },
                context: { arguments: values },
              } as never)
              .catch(() => undefined);
          }
          expect(reached(), `${prompt.name} ${at}`).toEqual([]);
        }
      }
    });

    it('runs no workflow outside of its scope', async () => {
      expect(doors.workflows.length).toBeGreaterThan(8);
      for (const { name, arguments: known, required } of doors.workflows) {
        for (const { at, values } of attempts(known, names)) {
          const args = Object.fromEntries(
            Object.entries(values).filter(([key]) => required.includes(key) || key === at),
          );
          const outcome = await connection.call(name, args).then(
            ({ isError }) => isError,
            () => true,
          );
          expect(outcome, `${name} ${at}`).toBe(true);
          expect(reached(), `${name} ${at}`).toEqual([]);
        }
      }
    });
  });
});
