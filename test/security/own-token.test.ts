import type { Client as ModernClient } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generations, type McpConnection } from '../support/clients.ts';
import { linkedHttp } from '../support/linked.ts';
import type { Served } from '../support/program.ts';
import { questionOf, round } from '../support/rounds.ts';
import { json, startUpstream, type Upstream } from '../support/upstream.ts';

const token = 'gb_api_Zr7qKw2mXv9sB4tLh8Yd';
const part = token.slice(0, 20);

/** A person or a model may paste the token into any argument. What is said about the call must not repeat it. */
describe.each(generations)("the caller's token with $name", (generation) => {
  let upstream: Upstream;
  let server: Served;
  let dry: Served;
  let connection: McpConnection;
  let preview: McpConnection;

  beforeAll(async () => {
    upstream = await startUpstream();
    const env = { DOCS_PLATFORM_URL: upstream.url };
    server = await linkedHttp(['--toolsets', 'all', '--api', 'current'], env);
    dry = await linkedHttp(['--toolsets', 'all', '--api', 'current', '--dry-run'], env);
    connection = await generation.http(server.url, token);
    preview = await generation.http(dry.url, token);
  });

  afterAll(async () => {
    await Promise.all([connection.close(), preview.close()]);
    await Promise.all([server.stop(), dry.stop()]);
    await upstream.close();
  });

  const page = { id: 'p1', title: 'Start', path: 'start', markdown: `Set ${token} as the token.` };

  it.each([
    ['a name', 'get_page', { spaceId: 's1', pageId: `The page ${token}` }],
    ['a part of it in a name', 'get_page', { spaceId: 's1', pageId: `The page ${part}` }],
    ['the name of an argument', 'get_page', { spaceId: 's1', pageId: 'p1', [token]: 1 }],
    [
      'a text that is not found',
      'open_change_request_with_edits',
      {
        spaceId: 's1',
        subject: 'x',
        changes: [{ operation: 'replace_text', page: 'p1', old: `${token} x`, new: 'y' }],
      },
    ],
    ['the name of an operation', 'read_operation', { name: token, arguments: {} }],
  ])('is not in the refusal of %s', async (_, tool, args) => {
    upstream.answer(json(200, { items: [], pages: [page], ...page, markdown: 'Start' }));
    const { isError, content } = await connection.call(tool, args);
    expect(isError).toBe(true);
    expect(JSON.stringify(content)).toContain('[token]');
    expect(JSON.stringify(content)).not.toContain(token.slice(8, 20));
  });

  it('is not in what is said about progress', async () => {
    const titled = { ...page, type: 'document', title: `The page ${token}` };
    upstream.answer(json(200, { items: [], pages: [titled], ...titled }));
    const told: (string | undefined)[] = [];
    const onprogress = ({ message }: { message?: string }) => told.push(message);
    const args = { spaceId: 's1', text: 'Set' };
    await connection.call('find_in_pages', args, { onprogress });
    expect(told).toContain('read "The page [token]"');
  });

  it('is not in the report of items that failed', async () => {
    const emails = [`${token}@example.com`];
    upstream.answer(json(200, { users: [], failedSSOEmails: emails }));
    const result = await connection.call('invite_members', {
      ...{ organizationId: 'o1', emails, sso: true },
    });
    expect(result.isError, JSON.stringify(result)).toBe(true);
    expect(JSON.stringify(result)).not.toContain(token);
  });

  it('is not in what a call would send', async () => {
    upstream.answer(json(404, { error: { code: 404, message: 'Nothing' } }));
    const args = { spaceId: 's1', title: `T ${token}`, [token]: undefined };
    const [{ text = '' } = {}] = (await preview.call('update_space', args)).content;
    expect(text).toContain('T [token]');
    expect(text).not.toContain(token);
    const shown = await connection.call('preview_operation', {
      ...{ name: 'update_space', arguments: { spaceId: 's1', title: token } },
    });
    expect(shown.isError).toBeUndefined();
    expect(JSON.stringify(shown)).not.toContain(token);
  });

  it.each([
    ['an unknown tool', { method: 'tools/call', params: { name: token, arguments: {} } }],
    ['an unknown resource', { method: 'resources/read', params: { uri: `docs://x/${token}` } }],
    [
      'a missing page',
      { method: 'resources/read', params: { uri: `docs://spaces/s1/pages/${token}` } },
    ],
    ['an unknown prompt', { method: 'prompts/get', params: { name: token } }],
    [
      'an unknown argument',
      {
        method: 'completion/complete',
        params: {
          ref: { type: 'ref/prompt', name: 'review_change_request' },
          argument: { name: token, value: '' },
        },
      },
    ],
  ])('is not in the protocol error for %s', async (_, request) => {
    upstream.answer(json(404, { error: { code: 404, message: 'Nothing' } }));
    const { method, params } = request;
    const error = await (connection.client as ModernClient)
      .request({ method, params } as never, {} as never)
      .then(
        (result) => new Error(JSON.stringify(result)),
        (thrown: Error & { data?: unknown }) => thrown,
      );
    const told = JSON.stringify([error.message, (error as { data?: unknown }).data]);
    expect(told).toContain('[token]');
    expect(told).not.toContain(token);
  });

  it('is sent and read as it is', async () => {
    upstream.answer(json(200, page));
    const read = await connection.facts('get_page', { spaceId: 's1', pageId: 'p1' });
    expect(JSON.stringify(read)).toContain(token);
    upstream.received.length = 0;
    const changed = await connection.facts('update_space', { spaceId: 's1', title: token });
    expect(changed).toBeDefined();
    expect(upstream.received.map(({ body }) => body)).toContain(JSON.stringify({ title: token }));
  });
});

it('the question before a call does not repeat the token', async () => {
  const upstream = await startUpstream();
  upstream.answer(json(200, { id: 'c1', title: `Handbook ${token}`, items: [] }));
  const server = await linkedHttp(['--toolsets', 'all'], { DOCS_PLATFORM_URL: upstream.url });
  const asked = await round(server.url, { collectionId: 'c1' }, { token });
  expect(questionOf(asked)).toContain('Handbook [token]');
  const done = await round(
    server.url,
    { collectionId: 'c1' },
    { token, state: asked?.requestState },
  );
  expect(done?.isError).toBeUndefined();
  await server.stop();
  await upstream.close();
});
