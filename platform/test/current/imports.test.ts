import { mkdtemp, rm } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../../test/support/eventually.ts';
import { type LocalServer, serve } from '../local-server.ts';
import {
  type AnswerFields,
  DEV_GUIDE,
  HANDBOOK,
  ORGANIZATION,
  pageIds,
  propose,
  ROADMAP,
  type Send,
  startTestPlatform,
  type TestPlatform,
} from '../support.ts';

const IMPORTS = `/org/${ORGANIZATION}/imports`;
const SPACE = `/spaces/${HANDBOOK}`;

interface Run extends AnswerFields {
  reason?: string;
  startedAt?: string;
  completedAt?: string;
  createdBy: string;
  pages: (AnswerFields & { sourceURL?: string; type: string })[];
  urls: { location: string };
}

let platform: TestPlatform;
let web: LocalServer | undefined;

beforeAll(async () => {
  platform = await startTestPlatform({ profile: 'current', allowPrivateAddresses: true });
});

afterEach(() => web?.close());

afterAll(() => platform.close());

const PAGES: Record<string, string> = {
  '/guide/': '<h1>Guide</h1><p>See <a href="install/">install</a>.</p>',
  '/guide/install/': '<h1>Install</h1><p>Unpack it.</p>',
};

/** Serves a website; returns the address of its first page. */
async function website(): Promise<string> {
  web = await serve(({ url = '' }, response) => {
    const page = PAGES[url];
    if (page === undefined) response.writeHead(404).end();
    else response.writeHead(200, { 'content-type': 'text/html' }).end(page);
  });
  return `${web.url}/guide/`;
}

/** A website that answers on command. `asked` resolves when its first request arrives. */
async function patience(): Promise<{ url: string; asked: Promise<void>; answer: () => void }> {
  const held: ServerResponse[] = [];
  let hear = () => {};
  const asked = new Promise<void>((resolve) => {
    hear = resolve;
  });
  web = await serve((_, response) => {
    held.push(response);
    hear();
  });
  const answer = () => {
    for (const response of held) {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Late</h1>');
    }
  };
  return { url: web.url, asked, answer };
}

const start = (send: Send, body: object) => send('POST', IMPORTS, body);

/** A platform in a folder, with an import that waits for its website. */
async function waiting() {
  const data = await mkdtemp(join(tmpdir(), 'imports-'));
  const options = { profile: 'current', allowPrivateAddresses: true, data } as const;
  const { url, asked } = await patience();
  const first = await startTestPlatform(options);
  const { json } = await start(first.editor, { source: from(url), target: { space: HANDBOOK } });
  await asked;
  return { options, first, json };
}

const from = (url: string) => ({ type: 'website', url });

async function started(url: string, target: object = { space: HANDBOOK }): Promise<Run> {
  const answer = await start(platform.editor, { source: from(url), target, enhance: false });
  expect(answer.status, answer.text).toBe(201);
  const run = answer.json as Run;
  expect(answer.headers.get('location')).toBe(run.urls.location);
  expect(run.status).toBe('pending');
  return run;
}

const read = async (id: string) => (await platform.editor('GET', `${IMPORTS}/${id}`)).json as Run;

async function ended(id: string): Promise<Run> {
  return await eventually(async () => {
    const run = await read(id);
    expect(run.completedAt).toBeDefined();
    return run;
  });
}

describe('an import', () => {
  it('brings a website into a change request, and reports each page', async () => {
    const url = await website();
    const { path } = await propose(platform.editor, SPACE, []);
    const changeRequest = path.split('/').at(-1);
    const { id } = await started(url, { space: HANDBOOK, changeRequest });
    const run = await ended(id);
    expect(run).toMatchObject({
      object: 'import-run',
      status: 'completed',
      source: { type: 'website', url },
      target: { space: HANDBOOK, changeRequest },
      createdBy: 'userTomas00000000001',
      startedAt: expect.stringMatching(/Z$/),
    });
    expect(run.pages).toEqual([
      { id: expect.any(String), sourceURL: url, type: 'page', status: 'complete' },
      { id: expect.any(String), sourceURL: `${url}install/`, type: 'page', status: 'complete' },
    ]);
    const proposed = [...(await pageIds(platform.editor, path)).values()];
    expect(run.pages.filter(({ id }) => !proposed.includes(id))).toEqual([]);
    const page = `${path}/content/page/${run.pages[1]?.id}?format=markdown`;
    expect((await platform.editor('GET', page)).json.markdown).toBe('# Install\n\nUnpack it.');
    expect((await pageIds(platform.editor, SPACE)).has('install')).toBe(false);
  });

  it('adds pages below a page of the space itself', async () => {
    const parent = (await pageIds(platform.editor, SPACE)).get('capacity');
    const { id } = await started(await website(), { space: HANDBOOK, page: parent });
    expect((await ended(id)).status).toBe('completed');
    const paths = [...(await pageIds(platform.editor, SPACE)).keys()];
    expect(paths.filter((path) => path.startsWith('capacity/')).length).toBeGreaterThan(0);
  });

  it('takes an address as it is if its percent-encoding is not valid', async () => {
    web = await serve((_, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Odd</h1><p>Text.</p>'),
    );
    const run = await ended((await started(`${web.url}/odd/%zz`)).id);
    expect(run.status).toBe('completed');
  });

  it('keeps credentials and tokens of the address out of pages and reports', async () => {
    web = await serve((_, response) =>
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end('<h1>Closed</h1><p><a href="/elsewhere">Elsewhere</a></p>'),
    );
    const address = `${web.url.replace('://', '://mara:secret@')}/guide/?token=hush`;
    const { path } = await propose(platform.editor, SPACE, []);
    const changeRequest = path.split('/').at(-1);
    const { id } = await started(address, { space: HANDBOOK, changeRequest });
    const run = await ended(id);
    const page = `${path}/content/page/${run.pages[0]?.id}?format=markdown`;
    const { markdown } = (await platform.editor('GET', page)).json;
    expect(markdown).toContain(`[Elsewhere](${web.url}/elsewhere)`);
    expect(JSON.stringify([run, markdown])).not.toMatch(/secret|hush/);
    expect(run.pages[0]?.sourceURL).toBe(`${web.url}/guide/`);
  });

  it('reports why it found nothing', async () => {
    const url = `${(await website()).replace('/guide/', '/nowhere')}`;
    const run = await ended((await started(url)).id);
    expect(run).toMatchObject({ status: 'failed', reason: `${url} answered 404` });
    expect('pages' in run).toBe(false);
  });

  it('writes nothing after it was cancelled, and cannot be cancelled again', async () => {
    const { url, asked } = await patience();
    const before = (await platform.editor('GET', `${SPACE}/content`)).json.id;
    const { id } = await started(url);
    await asked;
    expect((await read(id)).status).toBe('in-progress');
    const cancel = (send: Send) => send('POST', `${IMPORTS}/${id}/cancel`);
    expect((await cancel(platform.reader)).status).toBe(403);
    const cancelled = await cancel(platform.editor);
    expect([cancelled.status, cancelled.json.status]).toEqual([200, 'cancelled']);
    const again = await cancel(platform.editor);
    expect(again.status).toBe(400);
    expect(again.json.error.message).toContain('cancelled');
    expect((await read(id)).status).toBe('cancelled');
    expect((await platform.editor('GET', `${SPACE}/content`)).json.id).toBe(before);
  });

  it('fails if the change request was merged meanwhile', async () => {
    const { url, asked, answer } = await patience();
    const { path } = await propose(platform.editor, SPACE, []);
    const { number } = (await platform.editor('GET', path)).json;
    const { id } = await started(url, { space: HANDBOOK, changeRequest: String(number) });
    await asked;
    await platform.editor('POST', `${path}/merge`);
    answer();
    const run = await ended(id);
    expect([run.status, run.reason]).toEqual([
      'failed',
      `Change request ${number} is merged and cannot be edited`,
    ]);
  });

  it('writes nothing after it was cancelled through another platform on the same data', async () => {
    const data = await mkdtemp(join(tmpdir(), 'imports-'));
    const options = { profile: 'current', allowPrivateAddresses: true, data } as const;
    const { url, asked, answer } = await patience();
    const first = await startTestPlatform(options);
    const before = (await first.admin('GET', `${SPACE}/content`)).json.id;
    const { json } = await start(first.admin, { source: from(url), target: { space: HANDBOOK } });
    await asked;
    const second = await startTestPlatform(options);
    const state = async () => (await second.admin('GET', `${IMPORTS}/${json.id}`)).json as Run;
    await second.admin('POST', `${IMPORTS}/${json.id}/cancel`);
    expect((await state()).status).toBe('cancelled');
    answer();
    // Imports end in the order of their requests, so the first one has ended when this one has.
    const own = { source: from('http://127.0.0.1:9'), target: { space: DEV_GUIDE } };
    const later = (await start(first.admin, own)).json.id;
    await eventually(async () => {
      expect((await first.admin('GET', `${IMPORTS}/${later}`)).json.status).toBe('failed');
    });
    await first.close();
    expect((await state()).status).toBe('cancelled');
    expect((await second.admin('GET', `${SPACE}/content`)).json.id).toBe(before);
    await second.close();
    await rm(data, { recursive: true });
  });

  it('goes only to spaces of its own organization', async () => {
    const body = { source: from('http://127.0.0.1:9'), target: { space: HANDBOOK } };
    const other = await platform.admin('POST', '/org/orgNorthwindLabs0001/imports', body);
    expect(other.status).toBe(404);
    expect(other.json.error.message).toBe('Space not found');
  });

  it.each([
    ['editor', { source: from('ftp://example.com') }, 400],
    ['editor', { source: from('x') }, 400],
    ['editor', { source: { type: 'file', files: ['key'] } }, 400],
    ['editor', { source: { type: 'file', files: [] } }, 400],
    ['editor', { target: { space: 'nowhere' } }, 404],
    ['editor', { target: { space: ROADMAP } }, 404],
    ['editor', { target: { space: HANDBOOK, changeRequest: '999' } }, 404],
    ['editor', { target: { space: HANDBOOK, page: 'nowhere' } }, 404],
    ['editor', { site: 'nowhere' }, 404],
    ['reader', {}, 403],
    ['guest', {}, 404],
  ] as const)('of the %s with %j is refused with %i', async (who, given, status) => {
    const body = { source: from('http://127.0.0.1:9'), target: { space: HANDBOOK }, ...given };
    expect((await start(platform[who], body)).status).toBe(status);
  });

  it('may not fetch private addresses unless allowed', async () => {
    const closed = await startTestPlatform({ profile: 'current' });
    const answer = await start(closed.editor, {
      source: from(await website()),
      target: { space: HANDBOOK },
    });
    const run = await eventually(async () => {
      const { json } = await closed.editor('GET', `${IMPORTS}/${answer.json.id}`);
      expect(json.status).toBe('failed');
      return json as Run;
    });
    expect(run.reason).toContain('is not a public http(s) address');
    await closed.close();
  });

  it('is reported as failed if the platform stopped before it was done', async () => {
    const { options, first, json } = await waiting();
    await first.close();
    const second = await startTestPlatform(options);
    const run = (await second.editor('GET', `${IMPORTS}/${json.id}`)).json as Run;
    expect([run.status, run.reason]).toEqual([
      'failed',
      'The platform stopped before the operation finished; start it again',
    ]);
    await second.close();
    await rm(options.data, { recursive: true });
  });

  it('goes on when another platform starts on the same data', async () => {
    const { options, first, json } = await waiting();
    const second = await startTestPlatform(options);
    const run = (await second.editor('GET', `${IMPORTS}/${json.id}`)).json as Run;
    expect(run.status).toBe('in-progress');
    await first.close();
    await second.close();
    await rm(options.data, { recursive: true });
  });
});

describe('the imports of an organization', () => {
  it('are listed newest first, filtered by target and status', async () => {
    const own = await startTestPlatform({ profile: 'current', allowPrivateAddresses: true });
    const { url, asked } = await patience();
    const begin = async (space: string) =>
      (await start(own.admin, { source: from(url), target: { space } })).json.id;
    const ids = [await begin(DEV_GUIDE), await begin(HANDBOOK), await begin(ROADMAP)];
    const list = async (query: string, send = own.admin) =>
      (await send('GET', `${IMPORTS}${query}`)).json.items.map(({ id }) => ids.indexOf(id));
    await asked;
    await own.admin('POST', `${IMPORTS}/${ids[1]}/cancel`);
    expect(await list('')).toEqual([2, 1, 0]);
    expect(await list('', own.reader)).toEqual([1, 0]);
    expect(await list(`?space=${HANDBOOK}`)).toEqual([1]);
    expect(await list('?status=active')).toEqual([2, 0]);
    expect(await list('?status=cancelled')).toEqual([1]);
    expect(await list('?changeRequest=any')).toEqual([]);
    const site = (await own.admin('GET', `/orgs/${ORGANIZATION}/sites`)).json.items[0]?.id;
    expect(await list(`?site=${site}`)).toEqual([1, 0]);
    const first = await own.admin('GET', `${IMPORTS}?limit=2`);
    expect(first.json.count).toBe(3);
    expect(await list(`?limit=2&page=${first.json.next?.page}`)).toEqual([0]);
    expect((await own.admin('GET', `${IMPORTS}?status=done`)).status).toBe(400);
    expect((await own.reader('GET', `${IMPORTS}/${ids[2]}`)).status).toBe(404);
    expect((await own.admin('GET', `${IMPORTS}/nowhere`)).status).toBe(404);
    await own.close();
  });
});
