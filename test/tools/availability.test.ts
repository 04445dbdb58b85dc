import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createClient, type PlatformClient } from '../../src/client/index.ts';
import { tools } from '../../src/tools/catalogue.ts';
import { surfaceOf } from '../../src/tools/index.ts';
import { isOfferedBy } from '../../src/tools/surface/availability.ts';
import { inputSchema } from '../../src/tools/surface/schema.ts';
import { json, startUpstream, type Upstream } from '../support/upstream.ts';

const RELEASE = { version: '10.9.1', build: '2026-11-01' };

let upstream: Upstream;
let client: PlatformClient;

beforeEach(async () => {
  upstream = await startUpstream();
  client = createClient({ baseUrl: upstream.url, userAgent: 'test/1', timeoutMs: 500 });
});

afterEach(async () => {
  await client.close();
  await upstream.close();
});

const surface = surfaceOf({ toolsets: ['all'] });

async function call(name: string, args: Record<string, unknown>) {
  const outcome = await surface.call(name, args, { client, token: 'secret-token' });
  if (!outcome || 'question' in outcome) throw new Error(`${name} gave no result`);
  return outcome;
}

const urls = () => upstream.received.map(({ method, url }) => `${method} ${url}`);

/** Answers the root of the API like one of the services, and everything else with an empty object. */
function serve(root: 'release' | 'nothing' | 'trouble'): void {
  const answers = {
    release: json(200, RELEASE),
    nothing: json(404, { error: { code: 404, message: 'Not found' } }),
    trouble: json(401, { error: { code: 401, message: 'Not allowed' } }),
  };
  upstream.answer((received, response) => {
    const script = received.url === '/v1/' ? answers[root] : json(200, { items: [] });
    script(received, response);
  });
}

const custom = { organizationId: 'o1' };
const byPath = { spaceId: 's1', pagePath: 'guides/start' };

describe('a server that detects its service', () => {
  it('names the successor of an operation that the current service no longer has', async () => {
    serve('release');
    const result = await call('import_content', {
      spaceId: 's1',
      source: 'website',
      url: 'https://example.com',
    });
    expect(result).toEqual({
      isError: true,
      text: 'Import content is not offered here: it has ended. start_import brings content in. Nothing was sent.',
    });
    expect(urls()).toEqual(['GET /v1/']);
  });

  it('reports an operation that is too new for the legacy service', async () => {
    serve('nothing');
    const result = await call('get_page_by_path', byPath);
    expect(result).toEqual({
      isError: true,
      text: 'Get page by path is not offered here: it belongs to the current service, and this platform serves the legacy API. get_page takes the path as pageId. Nothing was sent.',
    });
  });

  it('sends one request for an address, and none for operations of both services', async () => {
    serve('release');
    await call('list_sites', { organizationId: 'o1' });
    expect(urls()).toEqual(['GET /v1/orgs/o1/sites']);
    await call('get_page_by_path', byPath);
    await call('get_page_by_path', byPath);
    expect(urls().filter((url) => url === 'GET /v1/')).toHaveLength(1);
    expect(urls().at(-1)).toBe(
      'GET /v1/spaces/s1/content/path/guides%2Fstart?format=markdown&format.markdown.refs=stable',
    );
  });

  it('allows everything if the answer is inconclusive, and asks again', async () => {
    serve('trouble');
    expect((await call('list_custom_fields', custom)).isError).toBeUndefined();
    expect((await call('list_custom_fields', custom)).isError).toBeUndefined();
    expect(urls().filter((url) => url === 'GET /v1/')).toHaveLength(2);
  });

  it('names the successor after a 404 as well', async () => {
    upstream.answer(json(404, { error: { code: 404, message: 'Not found' } }));
    const { text } = await call('list_page_links', { spaceId: 's1', pageId: 'p1' });
    expect(text).toContain(
      'It may have ended: audit_links finds the links of pages from their text.',
    );
  });
});

describe('a server with a configured service', () => {
  const namesOf = (api: 'contract' | 'current') =>
    new Set(surfaceOf({ toolsets: ['all'], api }).definitions.map(({ name }) => name));

  it('offers only the operations of that service', () => {
    const [contract, current] = [namesOf('contract'), namesOf('current')];
    expect([contract.has('import_content'), contract.has('get_page_by_path')]).toEqual([
      true,
      false,
    ]);
    expect([current.has('import_content'), current.has('get_page_by_path')]).toEqual([false, true]);
  });
});

/** The descriptions anywhere in a schema. */
function descriptionsIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([key, value]) =>
    key === 'description' && typeof value === 'string' ? [value] : descriptionsIn(value),
  );
}

describe.each([
  ['contract', 'legacy API'],
  ['current', 'current API'],
] as const)('a tool that the service %s offers', (service, said) => {
  const lacking = new Set(
    tools.filter((tool) => !isOfferedBy(tool, service)).map(({ name }) => name),
  );
  const isMisleading = (description: string) =>
    !description.includes(said) &&
    description.match(/\b[a-z]+(?:_[a-z]+)+\b/g)?.some((word) => lacking.has(word));

  it('names no tool that the service lacks, unless it says what to use there', () => {
    const misleading = tools
      .filter((tool) => isOfferedBy(tool, service))
      .flatMap((tool) =>
        [tool.summary, ...descriptionsIn(inputSchema(tool.input))]
          .filter(isMisleading)
          .map((description) => `${tool.name}: ${description}`),
      );
    expect(misleading).toEqual([]);
  });
});
