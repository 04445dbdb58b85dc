import { startPlatform } from '@docs-platform-mcp/platform';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linkedHttp } from '../support/linked.ts';
import { platformApi } from '../support/platform-api.ts';
import type { Served } from '../support/program.ts';
import { questionOf, round } from '../support/rounds.ts';

const ORGANIZATION = 'orgNorthwind00000001';
const COLLECTION = 'collInternal00000001';
const ADMIN = 'demo-admin-token';
const REVIEWER = 'demo-editor-token';

let platform: Awaited<ReturnType<typeof startPlatform>>;
let server: Served;
let send: ReturnType<typeof platformApi>;

const newSpace = async () =>
  (await send('POST', `/orgs/${ORGANIZATION}/spaces`, { title: 'Handbook' })).id;

async function newRequest(spaceId: string): Promise<string> {
  const { id } = await send('POST', `/spaces/${spaceId}/change-requests`, { subject: 'Typos' });
  const changes = [{ operation: 'insert_page', title: 'New', document: { markdown: 'text' } }];
  const content = `/spaces/${spaceId}/change-requests/${id}/content?compat=false`;
  await send('POST', content, { changes });
  return id;
}

beforeAll(async () => {
  platform = await startPlatform({ profile: 'current' });
  send = platformApi(platform.url, ADMIN);
  const env = { DOCS_PLATFORM_URL: platform.url };
  server = await linkedHttp(['--toolsets', 'all', '--api', 'current'], env);
});

afterAll(async () => {
  await server.stop();
  await platform.close();
});

const call = (name: string, args: object, state?: string) =>
  round(server.url, args, { name, token: ADMIN, ...(state !== undefined && { state }) });

/** Asks, changes something and accepts. The second question, which tells of the change. */
async function askedAgain(name: string, args: object, change: () => Promise<unknown>) {
  const asked = await call(name, args);
  expect(questionOf(asked), JSON.stringify(asked)).toMatch(/Go on\?$/);
  await change();
  const again = await call(name, args, asked?.requestState);
  expect(questionOf(again), JSON.stringify(again)).toMatch(/^It changed after you were asked\./);
  return { question: questionOf(again), state: again?.requestState };
}

describe('a person is asked again before a merge', () => {
  const review = (spaceId: string, request: string, status: string) =>
    send('POST', `/spaces/${spaceId}/change-requests/${request}/reviews`, { status }, REVIEWER);
  const statusOf = async (spaceId: string, request: string) =>
    (await send<{ status: string }>('GET', `/spaces/${spaceId}/change-requests/${request}`)).status;

  it('if somebody asked for changes since', async () => {
    const spaceId = await newSpace();
    const changeRequestId = await newRequest(spaceId);
    const args = { spaceId, changeRequestId };
    const { question, state } = await askedAgain('merge_change_request', args, () =>
      review(spaceId, changeRequestId, 'changes-requested'),
    );
    expect(question).toContain('"Tomás Okafor" asked for changes.');
    expect(await statusOf(spaceId, changeRequestId)).toBe('draft');
    expect((await call('merge_change_request', args, state))?.isError).toBeFalsy();
    expect(await statusOf(spaceId, changeRequestId)).toBe('merged');
  });

  it('if an approval became a demand for changes, also in a workflow', async () => {
    const spaceId = await newSpace();
    const request = await newRequest(spaceId);
    await review(spaceId, request, 'approved');
    const changes = [{ operation: 'insert_page', title: 'More', markdown: 'text' }];
    const args = { spaceId, existing: request, changes, merge: true };
    const name = 'open_change_request_with_edits';
    const { question } = await askedAgain(name, args, () =>
      review(spaceId, request, 'changes-requested'),
    );
    expect(question).toContain('"Tomás Okafor" asked for changes.');
    expect(await statusOf(spaceId, request)).toBe('draft');
  });
});

describe('a person is asked again before a space is deleted', () => {
  const deletedAt = async (spaceId: string) =>
    (await send<{ deletedAt?: string }>('GET', `/spaces/${spaceId}`)).deletedAt;

  it('if it was moved to a collection since', async () => {
    const spaceId = await newSpace();
    await askedAgain('delete_space', { spaceId }, () =>
      send('POST', `/spaces/${spaceId}/move`, { parent: COLLECTION }),
    );
    expect(await deletedAt(spaceId)).toBeUndefined();
  });

  it('if somebody began to work on a change request since, even on a draft', async () => {
    const spaceId = await newSpace();
    const { question } = await askedAgain('delete_space', { spaceId }, () => newRequest(spaceId));
    expect(question).toContain('It has: change requests (1).');
    expect(await deletedAt(spaceId)).toBeUndefined();
  });
});
