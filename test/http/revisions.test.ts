import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js';
import { describe, expect, it } from 'vitest';
import { json } from '../support/upstream.ts';
import { call, posted } from './requests.ts';
import type { HttpAnswer } from './send.ts';
import { serverForAll } from './server.ts';

const PAGE = { id: 'p1', title: 'Retries', path: 'retries', markdown: '# Retries' };
const READ = call('get_page', { spaceId: 's1', pageId: 'p1' });
const AUTHORIZED = { authorization: 'Bearer callers-token' };

const ours = serverForAll();

function resultIn({ body }: HttpAnswer) {
  return JSON.parse(body.replace(/^event: message\ndata: /, '')).result;
}

/** Sends it as a client of this revision does; `none`: without a revision. */
async function ask(revision: string, message = READ, more: Record<string, string> = {}) {
  ours.upstream.answer(json(200, PAGE));
  const sent = posted('legacy', message, {
    ...AUTHORIZED,
    'mcp-protocol-version': revision,
    ...more,
  });
  const { 'mcp-protocol-version': _, ...headers } = sent.headers ?? {};
  return ours.server.send(revision === 'none' ? { ...sent, headers } : sent);
}

describe('the revision of a request determines the fields of its answer', () => {
  it.each([
    ['2025-11-25', true],
    ['2025-06-18', true],
    ['2025-03-26', false],
    ['none', false],
    ['2024-11-05', false],
  ])('%s: structured content %s', async (revision, structured) => {
    const always = { 'x-mcp-result-links': 'always' };
    const result = resultIn(await ask(revision, READ, always));
    expect('structuredContent' in result).toBe(structured);
    const types = result.content.map(({ type }: { type: string }) => type);
    expect(types).toEqual(structured ? ['text', 'resource_link'] : ['text']);
    expect(JSON.parse(result.content[0].text)).toMatchObject({ title: 'Retries' });
    const { tools } = resultIn(await ask(revision, { id: 1, method: 'tools/list' }));
    expect('outputSchema' in tools[0]).toBe(structured);
    expect('title' in tools[0]).toBe(structured);
  });

  it('answers of the SDK are no exception', async () => {
    const { resourceTemplates } = resultIn(
      await ask('none', { id: 1, method: 'resources/templates/list' }),
    );
    expect(Object.keys(resourceTemplates[0])).not.toContain('title');
    const progress = { ...READ, params: { ...READ.params, _meta: { progressToken: 7 } } };
    expect(resultIn(await ask('2025-03-26', progress))).not.toHaveProperty('structuredContent');
  });
});

describe('links in results', () => {
  it.each([
    [{}, ['text']],
    [{ 'x-mcp-result-links': 'Always' }, ['text', 'resource_link']],
    [{ 'x-mcp-result-links': 'never' }, ['text']],
  ] as [Record<string, string>, string[]][])('%o', async (headers, types) => {
    const { content } = resultIn(await ask('2025-11-25', READ, headers));
    expect(content.map(({ type }: { type: string }) => type)).toEqual(types);
  });

  it('are refused for any other value', async () => {
    const { status, body } = await ask('2025-11-25', READ, { 'x-mcp-result-links': 'some' });
    expect([status, body]).toEqual([400, expect.stringContaining('auto, always, never')]);
  });
});

describe('a batch', () => {
  const batch = JSON.stringify([
    { jsonrpc: '2.0', ...READ },
    { jsonrpc: '2.0', id: 2, method: 'ping' },
  ]);

  it.each([
    ['2025-03-26', 200],
    ['none', 200],
    ['2025-06-18', 400],
    ['2024-11-05', 400],
  ])('%s: %d', async (revision, status) => {
    ours.upstream.answer(json(200, PAGE));
    const sent = posted('legacy', READ, { ...AUTHORIZED, 'mcp-protocol-version': revision });
    const { 'mcp-protocol-version': _, ...headers } = sent.headers ?? {};
    const answered = await ours.server.send({
      headers: revision === 'none' ? headers : sent.headers,
      body: batch,
    });
    expect(answered.status).toBe(status);
    if (status === 400) expect(JSON.parse(answered.body).error.code).toBe(-32600);
    else expect(answered.body.match(/"jsonrpc"/g)).toHaveLength(2);
  });

  it('of more than 100 messages is refused before any of them is looked at', async () => {
    const { headers } = posted('legacy', READ, {
      ...AUTHORIZED,
      'mcp-protocol-version': '2025-03-26',
    });
    const body = JSON.stringify(Array.from({ length: 101 }, () => 'no message'));
    const answered = await ours.server.send({ headers, body });
    expect(answered.status).toBe(400);
    expect(JSON.parse(answered.body).error).toMatchObject({
      code: -32600,
      message: 'A batch has at most 100 messages.',
    });
  });
});

describe('a batch that lists the tools twice', () => {
  it.each([
    ['short', ''],
    ['too long for a plain request', 'x'.repeat(70_000)],
  ])('is refused: %s', async (_, padding) => {
    const list = (id: number) => ({ jsonrpc: '2.0', id, method: 'tools/list', params: {} });
    const notification = { jsonrpc: '2.0', method: 'notifications/x', params: { padding } };
    const answered = await ours.server.send({
      ...posted('legacy', READ, { ...AUTHORIZED, 'mcp-protocol-version': '2025-03-26' }),
      body: JSON.stringify([list(1), list(2), notification]),
    });
    expect(answered.status).toBe(400);
    expect(JSON.parse(answered.body).error).toMatchObject({
      code: -32600,
      message: 'A batch lists the tools once: send tools/list in it only one time.',
    });
  });
});

describe('a body with too many parts', () => {
  const tooMany = [
    [`${'['.repeat(20_000)}${']'.repeat(20_000)}`, 'nested deeper than 1000 levels'],
    [`{${'"key":{"a":",[{"},'.repeat(25_000)}"last":1}`, 'more than 5000 members'],
    [`[${'"\\"",'.repeat(200_000)}1]`, 'more than 200000 values'],
  ] as const;
  const eras = [
    ['2025-06-18', 'legacy'],
    ['2026-07-28', 'modern'],
  ] as const;

  const cases = eras.flatMap(([revision, era]) =>
    tooMany.map(([parts, limit]) => ({ revision, era, parts, limit })),
  );

  it.each(cases)('is refused, $era: $limit', async ({ revision, era, parts, limit }) => {
    const { headers, body } = posted(era, call('get_page', { spaceId: 's1', pageId: 'MANY' }), {
      ...AUTHORIZED,
      'mcp-protocol-version': revision,
    });
    const answered = await ours.server.send({
      headers,
      body: String(body).replace('"MANY"', parts),
    });
    expect(answered.status).toBe(400);
    expect(JSON.parse(answered.body).error).toMatchObject({
      code: -32600,
      message: expect.stringContaining(limit),
    });
  });

  it('is counted by its structure, not by the text in its strings', async () => {
    const text = '[{,"\\'.repeat(50_000);
    const { headers, body } = posted('legacy', call('get_page', { spaceId: text, pageId: 'p1' }), {
      ...AUTHORIZED,
      'mcp-protocol-version': '2025-06-18',
    });
    expect((await ours.server.send({ headers, body })).status).toBe(200);
  });
});

describe('a cancelled call', () => {
  async function connect(): Promise<Client> {
    const client = new Client({ name: 'test', version: '1' });
    const requestInit = { headers: AUTHORIZED };
    await client.connect(
      new StreamableHTTPClientTransport(new URL(ours.server.url), { requestInit }) as never,
    );
    return client;
  }

  it.each([
    ['plain', undefined],
    ['with progress', () => undefined],
  ])('%s: is aborted, and not answered', async (_, onprogress) => {
    const client = await connect();
    const asked = new Promise<{ dropped: Promise<unknown> }>((resolve) => {
      ours.upstream.answer((_received, response) =>
        resolve({ dropped: new Promise((gone) => response.once('close', gone)) }),
      );
    });
    const abort = new AbortController();
    const called = client
      .callTool(READ.params as never, CallToolResultSchema, { signal: abort.signal, onprogress })
      .catch((error: Error) => error);
    const { dropped } = await asked;
    abort.abort('no longer wanted');
    await dropped;
    expect(await called).toBeInstanceOf(Error);
    await client.close();
  });

  it('is not confused with a call of another client that has the same id', async () => {
    let answer = (): void => undefined;
    const asked = new Promise<void>((resolve) => {
      ours.upstream.answer((received, response) => {
        answer = () => json(200, PAGE)(received, response);
        resolve();
      });
    });
    const other = ours.server.send(
      posted('legacy', READ, { ...AUTHORIZED, 'user-agent': 'other' }),
    );
    await asked;
    const cancelled = { method: 'notifications/cancelled', params: { requestId: READ.id } };
    const { headers } = posted('legacy', READ, AUTHORIZED);
    const body = JSON.stringify({ jsonrpc: '2.0', ...cancelled });
    expect((await ours.server.send({ headers, body })).status).toBe(202);
    answer();
    expect(resultIn(await other)).toHaveProperty('structuredContent');
  });
});

describe('lenient clients', () => {
  it.each(['*/*', 'text/html, */*;q=0.8'])('may accept %s', async (accept) => {
    expect((await ask('2025-06-18', READ, { accept })).status).toBe(200);
  });

  it('must accept some form of the answer', async () => {
    expect((await ask('2025-06-18', READ, { accept: '*/*;q=0' })).status).toBe(406);
  });

  it.each(['/mcp/', '/mcp/readonly/'])('may end the address with a slash: %s', async (path) => {
    const { headers, body } = posted('legacy', READ, AUTHORIZED);
    const answered = await fetch(new URL(path, ours.server.url), {
      method: 'POST',
      headers: headers ?? {},
      body: String(body),
    });
    expect(answered.status).toBe(200);
    await answered.text();
  });

  it.each([
    ['GET', '/.well-known/oauth-protected-resource', 404],
    ['GET', '/.well-known/oauth-protected-resource/mcp', 404],
    ['GET', '/.well-known/oauth-authorization-server', 404],
    ['GET', '/.well-known/openid-configuration', 404],
    ['POST', '/register', 400],
  ])('learn that there is no sign-in: %s %s', async (method, path, status) => {
    const answered = await fetch(new URL(path, ours.server.url), { method });
    expect(answered.status).toBe(status);
    const { error_description } = (await answered.json()) as { error_description: string };
    expect(error_description).toBe(
      'This server has no sign-in. Send your platform access token as "Authorization: Bearer <token>".',
    );
  });
});
