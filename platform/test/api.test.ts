import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  DEV_GUIDE,
  HANDBOOK,
  ORGANIZATION,
  ROADMAP,
  request,
  sender,
  startTestPlatform,
  type TestPlatform,
} from './support.ts';

const REQUESTS = `/spaces/${DEV_GUIDE}/change-requests`;
const JSON_TYPE = { 'content-type': 'application/json' };

let platform: TestPlatform;

beforeAll(async () => {
  platform = await startTestPlatform();
});

afterAll(() => platform.close());

const error = (code: number, message: string) => ({ error: { code, message } });

async function create(subject: string): Promise<{ id: string; number: number }> {
  return (await platform.editor('POST', REQUESTS, { subject })).json;
}

/** The platform's answer to raw bytes. */
function exchange(bytes: string): Promise<string> {
  const { hostname, port } = new URL(platform.url);
  const socket = connect(Number(port), hostname);
  socket.write(bytes);
  return text(socket);
}

/** Sends the head of a request and parts of its body, but never its end; returns the status. */
function unfinished(headers: Record<string, string>, parts: Buffer[]): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const authorization = 'Bearer demo-admin-token';
    const sent = httpRequest(`${platform.url}/v1/orgs/${ORGANIZATION}/ask`, {
      method: 'POST',
      headers: { authorization, ...JSON_TYPE, ...headers },
    });
    sent.once('response', (response) => {
      resolve(response.statusCode);
      sent.destroy();
    });
    sent.on('error', reject);
    sent.flushHeaders();
    for (const part of parts) sent.write(part);
  });
}

describe('authorization', () => {
  it.each([
    ['no header', undefined, 'Send the access token as Authorization: Bearer <token>'],
    ['another scheme', 'Basic YTpi', 'Send the access token as Authorization: Bearer <token>'],
    ['no token', 'Bearer ', 'Send the access token as Authorization: Bearer <token>'],
    ['an unknown token', 'Bearer wrong', 'The access token is not valid'],
  ])('is refused with 401 for %s', async (_case, authorization, message) => {
    const headers = authorization === undefined ? undefined : { authorization };
    const answer = await request(`${platform.url}/v1/orgs`, headers && { headers });
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    expect(answer.json).toEqual(error(401, message));
  });

  it.each([
    ['GET', `/spaces/${ROADMAP}/content`],
    ['GET', `/spaces/${ROADMAP}/content/pages`],
    ['GET', `/spaces/${ROADMAP}/search?query=roadmap`],
    ['GET', `/spaces/${ROADMAP}/comments`],
    ['POST', `/spaces/${ROADMAP}/change-requests`],
    ['GET', '/spaces/nowhere/content'],
  ])(
    'sees no difference between a private space and a missing one: %s %s',
    async (method, path) => {
      const answer = await platform.reader(method, path);
      expect(answer.status).toBe(404);
      expect(answer.json).toEqual(error(404, 'Space not found'));
    },
  );

  it('lists only readable spaces', async () => {
    const path = '/collections/collLeadership000001/spaces';
    expect((await platform.reader('GET', path)).json.items).toEqual([]);
    const [space] = (await platform.admin('GET', path)).json.items;
    expect(space?.id).toBe(ROADMAP);
  });

  it('refuses a change request of a reader with 403', async () => {
    const answer = await platform.reader('POST', REQUESTS, { subject: 'Mine' });
    expect(answer.status).toBe(403);
    expect(answer.json).toEqual(error(403, 'This needs the role edit on the space; yours is read'));
  });

  it('refuses a caller without the role before it fetches anything for them', async () => {
    const files = [{ name: 'a.png', url: 'http://127.0.0.1:9/a.png' }];
    const changes = [{ operation: 'insert_files', files }];
    const answer = await platform.reader('POST', `${REQUESTS}/1/content`, { changes });
    expect(answer.status).toBe(403);
  });

  it('shows a guest neither spaces nor answers', async () => {
    expect((await platform.guest('GET', '/orgs')).json.count).toBe(1);
    const hits = await platform.guest('GET', `/orgs/${ORGANIZATION}/search?query=queue`);
    expect(hits.json).toEqual({ items: [], count: 0 });
    expect((await platform.guest('GET', `/spaces/${DEV_GUIDE}/content`)).status).toBe(404);
  });
});

describe('invalid requests', () => {
  it('list the methods of a path in a 405', async () => {
    const answer = await platform.admin('DELETE', REQUESTS);
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe('GET, POST');
    expect(answer.json).toEqual(error(405, 'DELETE is not allowed here; use GET, POST'));
  });

  it('get 404 for an unknown path', async () => {
    const answer = await platform.admin('GET', '/nothing/here');
    expect(answer.json).toEqual(error(404, 'Route /v1/nothing/here not found'));
  });

  it.each([
    ['announced', { 'content-length': '1048577' }, []],
    ['sent', {}, [Buffer.alloc(1_048_577, ' ')]],
  ])('get 413 for a body over 1 MiB that is %s', async (_case, headers, parts) => {
    expect(await unfinished(headers, parts)).toBe(413);
  });

  it.each([
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }, 'subject=x', 415],
    ['no type', { 'content-type': '' }, '{}', 415],
    ['broken JSON', JSON_TYPE, '{"subject":', 400],
    ['invalid UTF-8', JSON_TYPE, Buffer.from([0x22, 0xff, 0x22]), 400],
    ['a wrong field', JSON_TYPE, '{"subject":7}', 400],
    ['a long subject', JSON_TYPE, JSON.stringify({ subject: 'x'.repeat(101) }), 400],
  ])('are refused: %s', async (_case, headers, body, status) => {
    const answer = await request(`${platform.url}/v1${REQUESTS}`, {
      method: 'POST',
      headers: { authorization: 'Bearer demo-editor-token', ...headers },
      body,
    });
    expect(answer.status).toBe(status);
    expect(answer.json.error.code).toBe(status);
  });

  it.each([
    [`${'{"a":'.repeat(2_000)}1${'}'.repeat(2_000)}`, 'it is nested deeper than 1000 levels'],
    [
      `{${Array.from({ length: 25_001 }, (_, at) => `"a,\\"${at}":1`).join(',')}}`,
      'an object has more than 25000 members',
    ],
    [`[${'1,'.repeat(200_000)}1]`, 'it has more than 200000 values'],
  ])('are refused before they are parsed: %#', async (body, reason) => {
    const answer = await request(`${platform.url}/v1${REQUESTS}`, {
      method: 'POST',
      headers: { authorization: 'Bearer demo-editor-token', ...JSON_TYPE },
      body,
    });
    expect(answer.json).toEqual(error(400, `The body is too complex: ${reason}`));
  });

  it.each([
    ['an address without a path', 'GET // HTTP/1.1\r\nHost: 127.0.0.1'],
    ['a port that cannot be', 'GET /v1/orgs HTTP/1.1\r\nHost: 127.0.0.1:99999'],
    ['a path that is not percent-encoded', 'GET /v1/orgs/%ff HTTP/1.1\r\nHost: 127.0.0.1'],
  ])('get 400 for %s', async (_case, head) => {
    expect(await exchange(`${head}\r\nConnection: close\r\n\r\n`)).toMatch(/^HTTP\/1\.1 400 /);
  });

  it('get 403 for a foreign name that resolves to loopback', async () => {
    const head = 'GET /v1/orgs HTTP/1.1\r\nHost: docs.example.com\r\nConnection: close';
    expect(await exchange(`${head}\r\n\r\n`)).toMatch(/^HTTP\/1\.1 403 /);
  });

  it('get 400 for a body of many tiny chunks, before it is complete', async () => {
    const head = [
      `POST /v1/orgs/${ORGANIZATION}/ask HTTP/1.1`,
      'Host: 127.0.0.1',
      'Authorization: Bearer demo-admin-token',
      'Content-Type: application/json',
      'Transfer-Encoding: chunked',
    ].join('\r\n');
    const answer = await exchange(`${head}\r\n\r\n${'1\r\n \r\n'.repeat(60_000)}`);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain('The body came in tiny chunks; send larger ones');
  });
});

describe('lists', () => {
  const collections = `/orgs/${ORGANIZATION}/collections`;

  it.each([
    ['limit=-1', 'query.limit: must be a whole number from 0 to 1000'],
    ['limit=1001', 'query.limit: Too big: expected number to be <=1000'],
    ['limit=1.5', 'query.limit: must be a whole number from 0 to 1000'],
    ['limit=many', 'query.limit: must be a whole number from 0 to 1000'],
    ['limit=1&limit=2', 'query.limit: Invalid input: expected string, received array'],
    ['page=x', 'query.page: not a page of this list; take it from next.page of the same list'],
  ])('refuse %s', async (query, message) => {
    const answer = await platform.reader('GET', `${collections}?${query}`);
    expect(answer.json).toEqual(error(400, message));
  });

  it('accept any limit from 0 to 1000', async () => {
    const none = (await platform.reader('GET', `${collections}?limit=0`)).json;
    expect(none).toEqual({ items: [], count: 4 });
    const all = (await platform.reader('GET', `${collections}?limit=1000`)).json;
    expect(all.items.map(({ id }) => id)).toEqual([
      'collProductDocs00001',
      'collInternal00000001',
      'collOperations000001',
      'collLeadership000001',
    ]);
  });

  it('refuse the cursor of another list', async () => {
    const first = await platform.reader('GET', `${collections}?limit=1`);
    const page = first.json.next?.page ?? '';
    expect((await platform.reader('GET', `${collections}?page=${page}`)).json.items).toHaveLength(
      3,
    );
    const comments = await platform.reader('GET', `/spaces/${DEV_GUIDE}/comments?limit=1`);
    for (const cursor of [page, comments.json.next?.page]) {
      const path = `/spaces/${HANDBOOK}/comments?page=${cursor}`;
      expect((await platform.reader('GET', path)).status).toBe(400);
    }
  });
});

describe('change requests', () => {
  it('are found by number and by id', async () => {
    const { id, number } = await create('By number');
    const byId = (await platform.editor('GET', `${REQUESTS}/${id}`)).json;
    expect(byId).toMatchObject({ object: 'change-request', number, subject: 'By number' });
    expect((await platform.editor('GET', `${REQUESTS}/${number}`)).json).toEqual(byId);
    expect((await platform.editor('GET', `${REQUESTS}/99999`)).status).toBe(404);
  });

  it('state where they were created', async () => {
    const answer = await platform.editor('POST', REQUESTS);
    expect(answer.status).toBe(201);
    const location = answer.headers.get('location') ?? '';
    expect(location).toBe(`${platform.url}/v1${REQUESTS}/${answer.json.id}`);
  });

  it('are listed if they are open, unless another status is requested', async () => {
    const { id } = await create('A draft');
    const listed = async (query: string) =>
      (await platform.reader('GET', `${REQUESTS}${query}`)).json.items.map((item) => item.id);
    expect(await listed('')).not.toContain(id);
    expect(await listed('?status=draft')).toContain(id);
    await platform.editor('PATCH', `${REQUESTS}/${id}`, { status: 'open' });
    expect(await listed('')).toContain(id);
    expect(await listed('?contributor=userTomas00000000001')).toContain(id);
    expect(await listed('?contributor=userMara000000000001')).not.toContain(id);
  });

  it('can only be merged by a merge', async () => {
    const { id } = await create('Not merged');
    const answer = await platform.editor('PATCH', `${REQUESTS}/${id}`, { status: 'merged' });
    expect(answer.status).toBe(400);
    expect((await platform.editor('GET', `${REQUESTS}/${id}`)).json.status).toBe('draft');
  });

  it('are closed while archived, and open again afterwards', async () => {
    const { id, number } = await create('Archived');
    await platform.editor('PATCH', `${REQUESTS}/${id}`, { status: 'archived' });
    const refused = await platform.editor('POST', `${REQUESTS}/${id}/merge`);
    const message = `Change request ${number} is archived and cannot be merged; reopen it first`;
    expect(refused.json).toEqual(error(409, message));
    await platform.editor('PATCH', `${REQUESTS}/${id}`, { status: 'open' });
    expect((await platform.editor('POST', `${REQUESTS}/${id}/merge`)).json.result).toBe('merge');
    const reopened = await platform.editor('PATCH', `${REQUESTS}/${id}`, { status: 'open' });
    expect(reopened.json).toEqual(
      error(409, `Change request ${number} is merged; its status is final`),
    );
  });
});

describe('files and specifications', () => {
  it('are downloaded without a token, and never as a page of this origin', async () => {
    const files = await platform.reader('GET', `/spaces/${DEV_GUIDE}/content/files`);
    const { downloadURL } = files.json.items[0] as unknown as { downloadURL: string };
    const answer = await request(downloadURL);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('image/svg+xml');
    expect(answer.headers.get('content-security-policy')).toMatch(/^sandbox;/);
    expect(answer.text).toContain('<svg');
  });

  it('return the newest version as latest', async () => {
    const path = `/orgs/${ORGANIZATION}/openapi/northwind-queue/versions`;
    const send = sender(platform.url, 'demo-reader-token');
    const [newest, oldest] = (await send('GET', path)).json.items;
    const latest = (await send('GET', `${path}/latest`)).json;
    expect(latest).toEqual(newest);
    const content = await send('GET', `${path}/${oldest?.id}/content`);
    expect(content.json).toMatchObject({
      filesystem: { 'northwind-queue-1.yaml': { openapi: expect.stringMatching(/^3\./) } },
    });
  });
});
