import { mkdtemp, rm } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { eventually } from '../../../test/support/eventually.ts';
import { type LocalServer, serve } from '../local-server.ts';
import {
  type AnswerFields,
  ORGANIZATION,
  request,
  startTestPlatform,
  type TestPlatform,
} from '../support.ts';

interface Spec extends AnswerFields {
  slug: string;
  processingState: string;
  sourceURL?: string;
  lastVersion?: string;
  lastProcessedAt?: string;
  lastProcessErrorCode?: string;
  lastProcessedErrors?: { message: string }[];
}

const SPECS = `/orgs/${ORGANIZATION}/openapi`;

const YAML = `openapi: 3.1.0
info:
  title: Parcels
  version: 1.0.0
paths:
  /parcels:
    get:
      responses:
        '200':
          description: All parcels
`;

const DOCUMENTS: [string, string, string][] = [
  ['3.1 in YAML', YAML, 'yaml'],
  ['3.0 in JSON', '{"openapi":"3.0.3","info":{"title":"A","version":"1"},"paths":{}}', 'json'],
  ['2.0 in JSON', '{"swagger":"2.0","info":{"title":"A","version":"1"},"paths":{}}', 'json'],
  ['2.0 in YAML', 'swagger: "2.0"\ninfo: {title: A, version: "1"}\npaths: {}', 'yaml'],
  [
    '3.0 in YAML that starts with a brace',
    '{openapi: 3.0.0, info: {title: A, version: "1"}, paths: {}}',
    'yaml',
  ],
];

let platform: TestPlatform;
let source: LocalServer | undefined;

beforeAll(async () => {
  platform = await startTestPlatform({ allowPrivateAddresses: true });
});

afterEach(() => {
  source?.close();
  vi.restoreAllMocks();
});

afterAll(() => platform.close());

async function read(slug: string, from = platform): Promise<Spec> {
  return (await from.admin('GET', `${SPECS}/${slug}`)).json as Spec;
}

async function settled(slug: string, from = platform): Promise<Spec> {
  return await eventually(async () => {
    const spec = await read(slug, from);
    expect(spec.processingState).toBe('complete');
    return spec;
  });
}

async function put(slug: string, given: object): Promise<Spec> {
  await platform.admin('PUT', `${SPECS}/${slug}`, { source: given });
  return await settled(slug);
}

async function versions(slug: string): Promise<string[]> {
  return (await platform.admin('GET', `${SPECS}/${slug}/versions`)).json.items.map(({ id }) => id);
}

describe('creating a specification', () => {
  it('answers at once and has a version after the document is processed', async () => {
    const answer = await platform.admin('POST', SPECS, { slug: 'parcels', source: { text: YAML } });
    expect(answer.status).toBe(201);
    expect(answer.headers.get('location')).toBe(`${platform.url}/v1${SPECS}/parcels`);
    expect(answer.json).toMatchObject({
      object: 'openapi-spec',
      slug: 'parcels',
      processingState: 'pending',
      permissions: { view: true, edit: true },
    });
    const spec = await settled('parcels');
    expect(spec.lastVersion).toMatch(/^\w{20}$/);
    expect(spec.lastProcessedAt).toMatch(/^\d{4}-/);
    expect(spec).not.toHaveProperty('lastProcessErrorCode');
    expect(spec).not.toHaveProperty('sourceURL');
    const content = await platform.admin('GET', `${SPECS}/parcels/versions/latest/content`);
    const url = `${platform.url}/openapi/${spec.lastVersion}/parcels.yaml`;
    expect(JSON.parse(content.text)).toEqual({
      filesystem: {
        'parcels.yaml': {
          openapi: '3.1.0',
          info: { title: 'Parcels', version: '1.0.0' },
          paths: {
            '/parcels': { get: { responses: { '200': { description: 'All parcels' } } } },
          },
        },
      },
      url,
      urls: { source: url, public: null },
    });
    const document = await request(url);
    expect(document.text).toBe(YAML);
  });

  it.each(DOCUMENTS)('accepts %s', async (name, text, extension) => {
    const slug = name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
    expect(await put(slug, { text })).not.toHaveProperty('lastProcessErrorCode');
    const content = await platform.admin('GET', `${SPECS}/${slug}/versions/latest/content`);
    expect(Object.keys(JSON.parse(content.text).filesystem)).toEqual([`${slug}.${extension}`]);
  });

  it('refuses a slug that is taken', async () => {
    const body = { slug: 'northwind-queue', source: { text: YAML } };
    const answer = await platform.admin('POST', SPECS, body);
    expect(answer.status).toBe(409);
    expect(answer.json.error.message).toBe(
      'There is a specification northwind-queue already; update it with PUT',
    );
  });

  it.each([
    [{ slug: 'Parcels', source: { text: YAML } }],
    [{ slug: 'a--b', source: { text: YAML } }],
    [{ slug: 'a'.repeat(101), source: { text: YAML } }],
    [{ slug: 'none' }],
    [{ slug: 'none', source: {} }],
    [{ slug: 'none', source: { text: '' } }],
    [{ slug: 'none', source: { url: 'file:///etc/passwd' } }],
    [{ slug: 'none', source: { url: `https://example.com/${'a'.repeat(2048)}` } }],
    [{ slug: 'none', source: { url: 'https://example.com/a', text: YAML } }],
  ])('refuses %j', async (body) => {
    expect((await platform.admin('POST', SPECS, body)).status).toBe(400);
  });

  it('requires the right to create content', async () => {
    const body = { slug: 'mine', source: { text: YAML } };
    expect((await platform.reader('POST', SPECS, body)).status).toBe(403);
    expect((await platform.reader('PUT', `${SPECS}/northwind-queue`, body)).status).toBe(403);
    expect((await platform.reader('DELETE', `${SPECS}/northwind-queue`)).status).toBe(403);
  });
});

describe('putting a specification', () => {
  it('creates it with 201 and updates it with 200', async () => {
    const made = await platform.admin('PUT', `${SPECS}/orders`, { source: { text: YAML } });
    expect(made.status).toBe(201);
    expect(made.headers.get('location')).toBe(`${platform.url}/v1${SPECS}/orders`);
    await settled('orders');
    const again = await platform.admin('PUT', `${SPECS}/orders`, { source: { text: YAML } });
    expect(again.status).toBe(200);
    expect(again.json.id).toBe(made.json.id);
  });

  it('creates a version only if the document changed', async () => {
    const first = await put('changes', { text: YAML });
    expect((await put('changes', { text: YAML })).lastVersion).toBe(first.lastVersion);
    expect(await versions('changes')).toEqual([first.lastVersion]);
    const second = await put('changes', { text: YAML.replace('1.0.0', '1.1.0') });
    expect(await versions('changes')).toEqual([second.lastVersion, first.lastVersion]);
  });

  it('refuses an invalid name', async () => {
    const answer = await platform.admin('PUT', `${SPECS}/No_Slug`, { source: { text: YAML } });
    expect(answer.status).toBe(400);
    expect(answer.json.error.message).toBe(
      'specSlug: must be lower-case words joined by single hyphens',
    );
  });

  it.each([
    ['text that is neither', 'openapi: [3.0', 'The document is neither JSON nor YAML'],
    ['a list', '[]', 'The document is not an object'],
    ['another kind of document', '{"a": 1}', 'Cannot find supported swagger/openapi version'],
    [
      'a document without paths',
      '{"openapi":"3.0.0","info":{"title":"A","version":"1"}}',
      "must have required property 'paths'",
    ],
  ])('keeps the last good version over %s', async (_, text, message) => {
    const good = await put('faulty', { text: YAML });
    const bad = await put('faulty', { text });
    expect(bad.lastProcessErrorCode).toBe('PARSE_ERROR');
    expect(bad.lastProcessedErrors?.[0]?.message).toContain(message);
    expect(bad.lastVersion).toBe(good.lastVersion);
    expect(await put('faulty', { text: YAML })).not.toHaveProperty('lastProcessErrorCode');
  });
});

describe('a specification by URL', () => {
  it('is in progress while it is fetched', async () => {
    const asked = resolvers<ServerResponse>();
    source = await serve((_, response) => asked.resolve(response));
    const url = `${source.url}/api.yaml`;
    await platform.admin('PUT', `${SPECS}/remote`, { source: { url } });
    const response = await asked.promise;
    expect(await read('remote')).toMatchObject({ processingState: 'progress', sourceURL: url });
    response.end(YAML);
    expect((await settled('remote')).lastVersion).toMatch(/^\w{20}$/);
  });

  it('reports FETCH_ERROR if it cannot be fetched', async () => {
    source = await serve((_, response) => response.writeHead(404).end());
    const spec = await put('gone', { url: `${source.url}/api.yaml` });
    expect(spec.lastProcessErrorCode).toBe('FETCH_ERROR');
    expect(spec.lastProcessedErrors).toEqual([{ message: `${source.url}/api.yaml answered 404` }]);
    expect(spec).not.toHaveProperty('lastVersion');
  });

  it('keeps credentials and tokens of its address from readers', async () => {
    const asked: (string | undefined)[] = [];
    source = await serve(({ headers }, response) => {
      asked.push(headers.authorization);
      response.writeHead(200, { 'content-encoding': 'compress' }).end(YAML);
    });
    const url = `${source.url.replace('://', '://mara:secret@')}/api.yaml?token=hush`;
    await put('private', { url });
    const path = `${SPECS}/private`;
    const [readable, list, editable] = [
      await platform.reader('GET', path),
      await platform.reader('GET', SPECS),
      await platform.admin('GET', path),
    ];
    expect(readable.text + list.text + editable.text).not.toMatch(/secret|mara:/);
    expect(readable.text + list.text).not.toContain('hush');
    const { sourceURL, lastProcessedErrors } = readable.json as Spec;
    expect(sourceURL).toBe(`${source.url}/api.yaml`);
    expect(lastProcessedErrors).toEqual([
      { message: `${source.url}/api.yaml is encoded as compress, which cannot be read here` },
    ]);
    await put('private', { url: String((editable.json as Spec).sourceURL) });
    expect(asked).toEqual(Array(2).fill(`Basic ${btoa('mara:secret')}`));
  });

  it('reports FETCH_TIMEOUT if no answer comes in time', async () => {
    const clock = new AbortController();
    vi.spyOn(AbortSignal, 'timeout').mockReturnValue(clock.signal);
    source = await serve(() => clock.abort());
    const spec = await put('slow', { url: `${source.url}/api.yaml` });
    expect(spec.lastProcessErrorCode).toBe('FETCH_TIMEOUT');
  });

  it('is not fetched from a private address unless allowed', async () => {
    const strict = await startTestPlatform();
    const body = { slug: 'inside', source: { url: 'http://127.0.0.1:1/api.yaml' } };
    expect((await strict.admin('POST', SPECS, body)).status).toBe(201);
    const spec = await settled('inside', strict);
    expect(spec.lastProcessErrorCode).toBe('FETCH_ERROR');
    expect(spec.lastProcessedErrors).toEqual([
      { message: 'http://127.0.0.1:1/api.yaml is not a public http(s) address' },
    ]);
    await strict.close();
  });

  it('is determined by the newest PUT, whichever finishes first', async () => {
    const asked = resolvers<ServerResponse>();
    source = await serve((_, response) => asked.resolve(response));
    await platform.admin('PUT', `${SPECS}/raced`, { source: { url: source.url } });
    const late = await asked.promise;
    const second = await put('raced', { text: YAML });
    await new Promise<void>((resolve) => {
      late.once('close', resolve).end('openapi: broken');
    });
    expect(await put('raced', { text: YAML })).toEqual(
      expect.objectContaining({ lastVersion: second.lastVersion }),
    );
    expect(await versions('raced')).toEqual([second.lastVersion]);
  });

  it('is processed after a restart if the platform ended before', async () => {
    const data = await mkdtemp(join(tmpdir(), 'platform-'));
    const asked = resolvers<undefined>();
    let held = true;
    source = await serve((_, response) => {
      if (!held) response.end(YAML);
      asked.resolve(undefined);
    });
    const first = await startTestPlatform({ data, allowPrivateAddresses: true });
    await first.admin('PUT', `${SPECS}/kept`, { source: { url: source.url } });
    await asked.promise;
    await first.close();
    held = false;
    const second = await startTestPlatform({ data, allowPrivateAddresses: true });
    expect((await settled('kept', second)).lastVersion).toMatch(/^\w{20}$/);
    await second.close();
    await rm(data, { recursive: true });
  });
});

describe('deleting a specification', () => {
  it('removes it and its versions, and may be repeated', async () => {
    const { lastVersion } = await put('short-lived', { text: YAML });
    for (let times = 0; times < 2; times += 1) {
      expect((await platform.admin('DELETE', `${SPECS}/short-lived`)).status).toBe(204);
      expect((await platform.admin('GET', `${SPECS}/short-lived`)).status).toBe(404);
    }
    const document = await request(`${platform.url}/openapi/${lastVersion}/short-lived.yaml`);
    expect(document.status).toBe(404);
  });
});

function resolvers<T>() {
  let resolve!: (value: T) => void;
  const promise = new Promise<T>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
