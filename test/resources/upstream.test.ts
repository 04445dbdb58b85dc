import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { generations, type McpConnection } from '../support/clients.ts';
import { type RunningServe, serveHttp } from '../support/program.ts';
import { type Received, startUpstream, type Upstream } from '../support/upstream.ts';

type Answer = unknown | ((request: Received, response: ServerResponse) => void);

interface Listed {
  resources: { uri: string; title?: string; description?: string }[];
  nextCursor?: string;
  _meta?: Record<string, unknown>;
  ttlMs?: number;
  cacheScope?: string;
}

const NOT_FOUND = { error: { code: 404, message: 'Not found' } };
const PAGE = '/v1/spaces/s1/content/page/p1';
const page = (markdown: string) => ({ id: 'p1', title: 'Retries', type: 'document', markdown });

const [legacy, modern] = generations as [(typeof generations)[0], (typeof generations)[0]];

let upstream: Upstream;
let server: RunningServe | undefined;
let connections: McpConnection[] = [];

afterEach(async () => {
  for (const connection of connections) await connection.close();
  connections = [];
  await server?.stop();
  server = undefined;
  await upstream.close();
});

/** A platform that answers from a table by path, where what is not in it is not found. */
async function platform(answers: Record<string, Answer>): Promise<void> {
  upstream = await startUpstream();
  upstream.answer((request, response) => {
    const answer = answers[request.url.split('?')[0] ?? ''];
    if (typeof answer === 'function') return answer(request, response);
    const status = answer === undefined ? 404 : 200;
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer ?? NOT_FOUND));
  });
}

async function connect(generation = modern, ...args: string[]): Promise<McpConnection> {
  const env = { DOCS_PLATFORM_URL: upstream.url, DOCS_PLATFORM_TOKEN: 'secret' };
  const connection = await generation.stdio({ args, env });
  connections.push(connection);
  return connection;
}

async function over(token: string, generation = legacy): Promise<McpConnection> {
  server ??= await serveHttp([], { DOCS_PLATFORM_URL: upstream.url });
  const connection = await generation.http(server.url, token);
  connections.push(connection);
  return connection;
}

// A client of 2026 answers from its own cache, so what the server asks for is counted with one of 2025.
async function text({ client }: McpConnection, uri: string): Promise<string> {
  const { contents } = await client.readResource({ uri });
  return (contents[0] as { text: string }).text;
}

const requests = () =>
  upstream.received.splice(0).map(({ method, url }) => `${method} ${url.split('?')[0]}`);

/** One page of the listing as it came: clients of 2026 would gather all pages. */
function list({ client }: McpConnection, cursor?: string): Promise<Listed> {
  return client.listResources(cursor === undefined ? undefined : { cursor }) as Promise<Listed>;
}

describe('reading', () => {
  it('the same page twice costs one request', async () => {
    await platform({ [PAGE]: page('# Retries') });
    const connection = await connect(legacy);
    const uri = 'docs://spaces/s1/pages/p1';
    expect(await text(connection, uri)).toBe('# Retries');
    expect(await text(connection, uri)).toBe('# Retries');
    expect(requests()).toEqual([`GET ${PAGE}`]);
  });

  it('is done for each token on its own', async () => {
    await platform({
      [PAGE]: ({ headers }: Received, response: ServerResponse) => {
        const mine = headers.authorization === 'Bearer alice';
        response.writeHead(mine ? 200 : 403, { 'content-type': 'application/json' });
        response.end(JSON.stringify(mine ? page('for Alice') : NOT_FOUND));
      },
    });
    const [alice, mallory] = [await over('alice'), await over('mallory')];
    const uri = 'docs://spaces/s1/pages/p1';
    expect(await text(alice, uri)).toBe('for Alice');
    await expect(text(mallory, uri)).rejects.toThrow('403');
    expect(await text(alice, uri)).toBe('for Alice');
    expect(requests()).toEqual([`GET ${PAGE}`, `GET ${PAGE}`]);
  });

  it('is done anew after anybody wrote to the space through this server', async () => {
    let body = 'before';
    await platform({
      [PAGE]: (_: Received, response: ServerResponse) => {
        response.end(JSON.stringify(page(body)));
      },
      '/v1/spaces/s1/change-requests/c1': { object: 'change-request', id: 'c1', number: 1 },
      '/v1/spaces/s1/change-requests/c1/merge': (_: Received, response: ServerResponse) => {
        body = 'after';
        response.end(JSON.stringify({ revision: 'r2', result: 'merge' }));
      },
    });
    const [reader, writer] = [await over('reader'), await over('writer')];
    const uri = 'docs://spaces/s1/pages/p1';
    expect(await text(reader, uri)).toBe('before');
    await writer.facts('merge_change_request', { spaceId: 's1', changeRequestId: 'c1' });
    expect(await text(reader, uri)).toBe('after');
  });

  it('a page by its path costs the tree and the page, and then no more', async () => {
    const pages = [
      {
        id: 'g1',
        title: 'Guides',
        path: 'guides',
        type: 'group',
        pages: [{ id: 'p1', title: 'Retries', path: 'guides/retries', type: 'document' }],
      },
    ];
    await platform({ '/v1/spaces/s1/content/pages': { pages }, [PAGE]: page('# Retries') });
    const connection = await connect(legacy);
    expect(await text(connection, 'docs://spaces/s1/paths/guides%2Fretries')).toBe('# Retries');
    expect(await text(connection, 'docs://spaces/s1/paths/%2Fguides%2Fretries')).toBe('# Retries');
    expect(await text(connection, 'docs://spaces/s1/pages/p1')).toBe('# Retries');
    expect(requests()).toEqual(['GET /v1/spaces/s1/content/pages', `GET ${PAGE}`]);
    await expect(text(connection, 'docs://spaces/s1/paths/guides')).rejects.toThrow('404');
    await expect(text(connection, 'docs://spaces/s1/paths/nowhere')).rejects.toThrow(
      'No page has the path "nowhere"',
    );
  });

  it("a page of a revision takes today's service, or the current revision", async () => {
    const revision = '/v1/spaces/s1/revisions/r1/page/p1';
    await platform({ '/v1/': { version: '1' }, [revision]: page('as it was') });
    const today = await connect(legacy);
    expect(await text(today, 'docs://spaces/s1/revisions/r1/pages/p1')).toBe('as it was');
    await upstream.close();
    await platform({ '/v1/spaces/s1/content': { id: 'r2' }, [PAGE]: page('as it is') });
    const contract = await connect(legacy);
    expect(await text(contract, 'docs://spaces/s1/revisions/r2/pages/p1')).toBe('as it is');
    await expect(text(contract, 'docs://spaces/s1/revisions/r1/pages/p1')).rejects.toThrow(
      'no revision but the current one, r2',
    );
  });

  it('leaves out what is invisible and hidden', async () => {
    await platform({ [PAGE]: page('# A\u200b\u{e0041}b<!-- obey -->\n\n`<!-- shown -->`') });
    const connection = await connect();
    expect(await text(connection, 'docs://spaces/s1/pages/p1')).toBe('# Ab\n\n`<!-- shown -->`');
  });

  it('says with the code of the protocol what cannot be read, and what to do', async () => {
    await platform({
      '/v1/spaces/s1/content/page/secret': (_: Received, response: ServerResponse) => {
        response.writeHead(403).end(JSON.stringify({ error: { code: 403, message: 'Not yours' } }));
      },
    });
    for (const generation of generations) {
      const { client } = await connect(generation);
      const read = (uri: string) => client.readResource({ uri });
      await expect(read('docs://spaces/s1/pages/none')).rejects.toMatchObject({
        code: -32602,
        message: expect.stringContaining('pageId (from list_pages)'),
        data: { uri: 'docs://spaces/s1/pages/none' },
      });
      await expect(read('docs://spaces/s1/pages/secret')).rejects.toMatchObject({
        code: -32603,
        message: expect.stringMatching(/Not yours.*lacks the permission/),
      });
      await expect(read('docs://spaces/s1/pages')).rejects.toMatchObject({
        code: -32602,
        data: { uri: 'docs://spaces/s1/pages' },
      });
      await expect(read('docs://space/s1')).rejects.toMatchObject({
        code: -32602,
        message: expect.stringContaining('docs://spaces/{spaceId}/pages/{pageId}'),
        data: { uri: 'docs://space/s1' },
      });
    }
  });
});

describe('a table of contents', () => {
  it('of ten thousand pages is cut, deepest first, and says so', async () => {
    const below = (n: number) =>
      Array.from({ length: 99 }, (_, m) => ({
        id: `p${n}x${m}`,
        title: `Page ${n}.${m}`,
        path: `c${n}/p${m}`,
      }));
    const pages = Array.from({ length: 100 }, (_, n) => ({
      id: `c${n}`,
      title: `Chapter ${n} [x](y)`,
      path: `c${n}`,
      pages: below(n),
    }));
    await platform({ '/v1/spaces/s1/content/pages': { pages } });
    const contents = await text(await connect(), 'docs://spaces/s1/pages');
    expect(contents.length).toBeLessThanOrEqual(101_000);
    expect(contents).toContain('9900 deeper pages are left out');
    expect(contents).toContain('- [Chapter 99 \\[x\\](y)](docs://spaces/s1/pages/c99) /c99');
  });
});

describe('a file', () => {
  const FILE = '/v1/spaces/s1/content/files/f1';
  const uri = 'docs://spaces/s1/files/f1';
  const bytes = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 255]);
  const image = { id: 'f1', name: 'a.png', contentType: 'image/png', size: 6 };

  it('comes as bytes, fetched without the token and once', async () => {
    await platform({
      [FILE]: (_: Received, response: ServerResponse) => {
        response.end(JSON.stringify({ ...image, downloadURL: `${upstream.url}/files/x/a.png` }));
      },
      '/files/x/a.png': (_: Received, response: ServerResponse) => response.end(bytes),
    });
    const connection = await connect(legacy);
    for (const _ of [1, 2]) {
      const { contents } = await connection.client.readResource({ uri });
      expect(contents).toEqual([{ uri, mimeType: 'image/png', blob: bytes.toString('base64') }]);
    }
    expect(upstream.received.map(({ url, headers }) => [url, headers.authorization])).toEqual([
      [expect.stringContaining(FILE), 'Bearer secret'],
      ['/files/x/a.png', undefined],
    ]);
  });

  it.each([
    ['beyond 5 MiB', { size: 5 * 1024 * 1024 + 1, downloadURL: '/big.bin' }, 'too large'],
    ['larger than it says', { size: 6, downloadURL: '/big.bin' }, 'too large'],
    ['on a private host', { downloadURL: 'https://169.254.169.254/a.png' }, 'does not go'],
    ['on another host in clear', { downloadURL: 'http://files.example.com/a.png' }, 'does not go'],
  ])('%s is named, with where it can be downloaded', async (_, file, why) => {
    await platform({
      [FILE]: (_: Received, response: ServerResponse) => {
        const downloadURL = new URL(file.downloadURL, upstream.url).href;
        response.end(JSON.stringify({ ...image, ...file, downloadURL }));
      },
      '/big.bin': (_: Received, response: ServerResponse) => {
        response.end(Buffer.alloc(5 * 1024 * 1024 + 1));
      },
    });
    const said = await text(await connect(), uri);
    expect(said).toContain(why);
    expect(said).toContain(new URL(file.downloadURL, upstream.url).href);
  });
});

describe('a specification', () => {
  const CONTENT = '/v1/orgs/o1/openapi/pets/versions/v1/content';
  const uri = 'docs://orgs/o1/openapi/pets/versions/v1';
  const document = {
    openapi: '3.1.0',
    info: { title: 'Pets', version: '1' },
    paths: {
      '/pets/{id}': { parameters: [{ name: 'id', in: 'path' }], get: { operationId: 'getPet' } },
    },
    components: { schemas: { Pet: { type: 'object' } } },
  };
  const source = '# kept as it was given\nopenapi: "3.1.0"\ninfo: {title: Pets, version: "1"}\n';
  const serving = (text: string) => ({
    [CONTENT]: (_: Received, response: ServerResponse) => {
      const url = `${upstream.url}/openapi/v1/pets.yaml`;
      response.end(JSON.stringify({ filesystem: { 'pets.yaml': document }, url }));
    },
    '/openapi/v1/pets.yaml': (_: Received, response: ServerResponse) => response.end(text),
  });
  const read = async () => (await (await connect(legacy)).client.readResource({ uri })).contents[0];

  it('is the YAML or JSON that was given, byte for byte', async () => {
    await platform(serving(source));
    expect(await read()).toEqual({ uri, mimeType: 'application/yaml', text: source });
    await upstream.close();
    const given = '{"openapi":"3.1.0",  "info":{}}';
    await platform(serving(given));
    expect(await read()).toEqual({ uri, mimeType: 'application/json', text: given });
  });

  it('loses what is invisible in it, and stays in its notation', async () => {
    await platform(serving('openapi: "3.1.0"\ninfo: {title: "P\\u200bets<!-- obey -->"}\n'));
    expect(await read()).toEqual({
      uri,
      mimeType: 'application/yaml',
      text: 'openapi: "3.1.0"\ninfo:\n  title: Pets\n',
    });
  });

  it.each(['<html>Sign in</html>', '- a\n- b\n', '{"a":'])(
    'is what the platform parsed where its address gives %j',
    async (text) => {
      await platform(serving(text));
      const contents = (await read()) as { text: string; mimeType: string };
      expect(contents.mimeType).toBe('application/json');
      expect(JSON.parse(contents.text)).toEqual(document);
    },
  );

  it('gives one operation and one schema, from one request', async () => {
    await platform({ [CONTENT]: { filesystem: document } });
    const connection = await connect(legacy);
    const part = async (path: string) => JSON.parse(await text(connection, `${uri}/${path}`));
    const paths = { '/pets/{id}': document.paths['/pets/{id}'] };
    expect(await part('operations/getPet')).toEqual({ paths });
    expect(await part('operations/GET%20%2Fpets%2F%7Bid%7D')).toEqual({ paths });
    expect(await part('schemas/Pet')).toEqual({
      components: { schemas: { Pet: { type: 'object' } } },
    });
    await expect(part('operations/getDog')).rejects.toThrow('It has: getPet');
    await expect(part('schemas/constructor')).rejects.toThrow('It has: Pet');
    expect(requests()).toEqual([`GET ${CONTENT}`]);
  });
});

describe('listing', () => {
  const spaceItems = (ids: string[]) => ({
    items: ids.map((id) => ({ object: 'space', id, title: `Space ${id}` })),
  });
  const tree = (count: number) => ({
    pages: Array.from({ length: count }, (_, n) => ({
      id: `p${n}`,
      title: `Page ${n}`,
      path: `p${n}`,
      type: 'document',
    })),
  });
  const empty = { items: [] };

  it('gives 200 a page, and each page for one request more than the last', async () => {
    await platform({
      '/v1/spaces/s1/content/pages': tree(450),
      '/v1/spaces/s1/change-requests': { items: [{ id: 'c1', number: 1, subject: 'Mend' }] },
      '/v1/spaces/s1/content/files': { items: [{ id: 'f1', name: 'a.png', size: 3 }] },
      '/v1/orgs': empty,
    });
    const connection = await connect(legacy, '--space', 's1');
    const sizes: number[] = [];
    const uris = new Set<string>();
    let cursor: string | undefined;
    do {
      const { resources, nextCursor } = await list(connection, cursor);
      sizes.push(resources.length);
      for (const { uri } of resources) uris.add(uri);
      expect(requests().length).toBeLessThanOrEqual(cursor === undefined ? 1 : 3);
      cursor = nextCursor;
    } while (cursor !== undefined);
    expect(sizes).toEqual([200, 200, 53]);
    expect(uris.size).toBe(453);
    expect(uris).toContain('docs://spaces/s1/pages/p449');
    expect(uris).toContain('docs://spaces/s1/change-requests/c1');
    expect(uris).toContain('docs://spaces/s1/files/f1');
  });

  it("finds all spaces at once with today's service, else in collections and on sites", async () => {
    const pages = {
      '/v1/spaces/s1/content/pages': tree(1),
      '/v1/spaces/s2/content/pages': tree(1),
    };
    await platform({
      ...pages,
      '/v1/': { version: '1' },
      '/v1/orgs': { items: [{ id: 'o1' }] },
      '/v1/orgs/o1/openapi': empty,
      '/v1/orgs/o1/spaces': spaceItems(['s1', 's2']),
    });
    const today = await list(await connect(legacy));
    await upstream.close();
    await platform({
      ...pages,
      '/v1/orgs': { items: [{ id: 'o1' }] },
      '/v1/orgs/o1/openapi': empty,
      '/v1/orgs/o1/collections': { items: [{ id: 'k1' }] },
      '/v1/collections/k1/spaces': spaceItems(['s1']),
      '/v1/orgs/o1/sites': { items: [{ id: 't1' }] },
      '/v1/orgs/o1/sites/t1/site-spaces': {
        items: [
          { id: 'x1', space: { id: 's1', parent: 'k1' } },
          { id: 'x2', space: { id: 's2', title: 'Space s2' } },
        ],
      },
    });
    const contract = await list(await connect(legacy));
    const uris = (found: Listed) => found.resources.map(({ uri }) => uri);
    expect(uris(today)).toEqual([
      'docs://spaces/s1/pages',
      'docs://spaces/s1/pages/p0',
      'docs://spaces/s2/pages',
      'docs://spaces/s2/pages/p0',
    ]);
    expect(uris(contract)).toEqual(uris(today));
    expect(contract.resources[1]?.title).toBe('Page 0 (Space s1)');
  });

  it('costs a bounded number of requests a page, however many spaces there are', async () => {
    const ids = Array.from({ length: 45 }, (_, n) => `s${n}`);
    await platform({
      '/v1/': { version: '1' },
      '/v1/orgs': { items: [{ id: 'o1' }] },
      '/v1/orgs/o1/openapi': empty,
      '/v1/orgs/o1/spaces': spaceItems(ids),
      ...Object.fromEntries(
        ids.flatMap((id) => [
          [`/v1/spaces/${id}/content/pages`, tree(1)],
          [`/v1/spaces/${id}/change-requests`, empty],
          [`/v1/spaces/${id}/content/files`, empty],
        ]),
      ),
    });
    const connection = await connect(legacy);
    const found = new Set<string>();
    let cursor: string | undefined;
    do {
      const { resources, nextCursor = undefined } = await list(connection, cursor);
      expect(requests().length).toBeLessThanOrEqual(31);
      for (const { uri } of resources) found.add(uri);
      cursor = nextCursor;
    } while (cursor !== undefined);
    expect(found.size).toBe(90);
  });

  it('skips a space that fails, and says so', async () => {
    await platform({
      '/v1/': { version: '1' },
      '/v1/orgs': { items: [{ id: 'o1' }] },
      '/v1/orgs/o1/openapi': empty,
      '/v1/orgs/o1/spaces': spaceItems(['s1', 's2']),
      '/v1/spaces/s2/content/pages': tree(1),
      '/v1/spaces/s2/change-requests': empty,
      '/v1/spaces/s2/content/files': empty,
    });
    for (const generation of generations) {
      const { resources, _meta } = await list(await connect(generation));
      expect(resources.map(({ uri }) => uri)).toEqual([
        'docs://spaces/s1/pages',
        'docs://spaces/s2/pages',
        'docs://spaces/s2/pages/p0',
      ]);
      expect(resources[0]?.description).toMatch(/^Could not be listed: .*404/);
      expect(_meta?.['docs-platform-mcp/skipped']).toEqual([
        { what: 'pages of spaceId s1', why: expect.stringContaining('404') },
      ]);
    }
  });

  it('is refused to who is not known', async () => {
    await platform({
      '/v1/orgs': (_: Received, response: ServerResponse) => {
        response.writeHead(401).end(JSON.stringify({ error: { code: 401, message: 'Who?' } }));
      },
    });
    await expect(list(await connect(legacy))).rejects.toThrow('Who?');
  });

  it.each([
    'nonsense',
    Buffer.from('[]').toString('base64url'),
    Buffer.from('[{"of":"x"}]').toString('base64url'),
  ])('refuses the cursor %j', async (cursor) => {
    await platform({});
    await expect(list(await connect(legacy), cursor)).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining('list again without a cursor'),
    });
  });

  it('lets no cursor lead out of what the server may reach', async () => {
    await platform({ '/v1/spaces/s2/content/pages': tree(1) });
    const cursor = Buffer.from('[{"of":"pages","spaceId":"s2"}]').toString('base64url');
    await expect(list(await connect(legacy, '--space', 's1'), cursor)).rejects.toMatchObject({
      code: -32602,
    });
    expect(requests()).toEqual([]);
  });
});

describe('cache hints', () => {
  it('are given to clients of 2026 alone: private, and for as long as it is fresh', async () => {
    await platform({ [PAGE]: page('# Retries'), '/v1/orgs': { items: [] } });
    const uri = 'docs://spaces/s1/pages/p1';
    const { client } = await connect(modern);
    const results = [await client.readResource({ uri }), await client.listResources()];
    for (const { ttlMs, cacheScope } of results as Listed[]) {
      expect(cacheScope).toBe('private');
      expect(ttlMs).toBeGreaterThan(0);
      expect(ttlMs).toBeLessThanOrEqual(10_000);
    }
    expect(await client.listResourceTemplates()).toMatchObject({
      ttlMs: 300_000,
      cacheScope: 'private',
    });
    expect(await client.listTools()).toMatchObject({ ttlMs: 300_000, cacheScope: 'private' });
    const old = await connect(legacy);
    expect(await old.client.readResource({ uri })).not.toHaveProperty('ttlMs');
    expect(await old.client.listResources()).not.toHaveProperty('cacheScope');
  });
});
