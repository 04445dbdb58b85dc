import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { run } from '../support/program.ts';
import { startUpstream, type Upstream } from '../support/upstream.ts';
import { type Desk, edit, GUIDE, startDesk, write } from './working-copy.ts';

const SPACE = '/v1/spaces/space1';
const PAGE = { id: 'page1', title: 'A', type: 'document', path: 'a', slug: 'a', pages: [] };

/** Answers that a pull needs, in the form of their description. */
const SOUND: Record<string, unknown> = {
  [SPACE]: { id: 'space1', title: 'Guide' },
  [`${SPACE}/content`]: { id: 'revision1', pages: [PAGE] },
  [`${SPACE}/content/pages`]: { pages: [PAGE] },
  [`${SPACE}/content/files`]: { items: [] },
  [`${SPACE}/content/page/page1`]: { ...PAGE, markdown: '# A\n' },
};

describe('pull from a platform with damaged answers', () => {
  let upstream: Upstream;
  let dir: string;

  beforeEach(async () => {
    upstream = await startUpstream();
    dir = await mkdtemp(join(tmpdir(), 'damaged-'));
  });

  afterEach(async () => {
    await upstream.close();
    await rm(dir, { recursive: true });
  });

  const pull = async (answers: Record<string, unknown>) => {
    upstream.answer(({ url }, response) => {
      const [path = ''] = url.split('?');
      const answer = { ...SOUND, ...answers }[path];
      response.writeHead(answer === undefined ? 204 : 200, { 'content-type': 'application/json' });
      response.end(answer === undefined ? '' : JSON.stringify(answer));
    });
    return run(['pull', 'space1', dir], {
      DOCS_PLATFORM_URL: upstream.url,
      DOCS_PLATFORM_TOKEN: 'secret',
    });
  };

  it('writes what valid answers contain', async () => {
    expect(await pull({})).toMatchObject({ code: 0, stderr: '' });
  });

  it.each([
    ['pages that are no list', { [`${SPACE}/content/pages`]: { pages: 5 } }],
    ['a page that is nothing', { [`${SPACE}/content/pages`]: { pages: [null] } }],
    [
      'a page whose text is a number',
      { [`${SPACE}/content/page/page1`]: { ...PAGE, markdown: 5 } },
    ],
    ['no space', { [SPACE]: null }],
    ['no pages', { [`${SPACE}/content/pages`]: null }],
  ])('says that the platform is at fault: %s', async (_, answers) => {
    const { code, stderr } = await pull(answers);
    expect(stderr).toMatch(
      /the answer is not what its description says: .*The platform is at fault/,
    );
    expect(stderr).not.toMatch(/TypeError|undefined|dist/);
    expect(code).toBe(2);
  });

  it.each([SPACE, `${SPACE}/content/pages`])('says that %s is empty', async (path) => {
    const { code, stderr } = await pull({ [path]: undefined });
    expect(stderr).toContain('the platform answered 204 with an empty body');
    expect(code).toBe(2);
  });
});

// biome-ignore lint/suspicious/noExplicitAny: a damaged answer has any form.
type Json = any;

/** What is wrong with the answers: of the requests whose path ends so. */
type Damage = Record<string, (answer: Json) => unknown>;

const LISTING = '/content/pages';
const PAGE_TEXT = '/content/page/';

const without = (name: string) => (answer: Json) => ({ ...answer, [name]: undefined });
const pagesAs = (change: (pages: Json[]) => Json[]) => (answer: Json) => ({
  ...answer,
  pages: change(answer.pages),
});

const DAMAGES: [string, Damage][] = [
  ['a page without its text', { [PAGE_TEXT]: without('markdown') }],
  ['a page whose text is null', { [PAGE_TEXT]: (page) => ({ ...page, markdown: null }) }],
  [
    'a page that is said to be empty',
    {
      [PAGE_TEXT]: ({ markdown: _, documentId: __, ...page }) => page,
      [LISTING]: pagesAs((pages) => pages.map(({ documentId: _, ...page }) => page)),
    },
  ],
  ['another page than asked for', { [PAGE_TEXT]: (page) => ({ ...page, id: 'pageOther' }) }],
  ['a list without its first pages', { [LISTING]: pagesAs((pages) => pages.slice(2)) }],
  ['a list without its last pages', { [LISTING]: pagesAs((pages) => pages.slice(0, 2)) }],
  ['a list of no pages', { [LISTING]: pagesAs(() => []) }],
  [
    'a list without the pages below others',
    { [LISTING]: pagesAs((pages) => pages.map((page) => ({ ...page, pages: [] }))) },
  ],
  ['a page that is listed twice', { [LISTING]: pagesAs((pages) => [...pages, pages[0]]) }],
  [
    'a page without a title',
    { [LISTING]: pagesAs(([{ title: _, ...page }, ...pages]) => [page, ...pages]) },
  ],
  ['a list of no files', { '/content/files': (answer) => ({ ...answer, items: [], count: 0 }) }],
  ['a revision without an id', { '/content': without('id') }],
];

describe('a folder whose platform sends damaged answers', () => {
  let desk: Desk;
  let upstream: Upstream;
  let damage: Damage = {};

  beforeAll(async () => {
    upstream = await startUpstream();
    desk = await startDesk('contract', {
      through: async (platform) => {
        upstream.answer(async ({ method, url, headers, body }, response) => {
          const real = await fetch(platform + url, {
            method,
            headers: {
              authorization: String(headers.authorization),
              'content-type': 'application/json',
            },
            ...(body !== '' && { body }),
          });
          const [path = ''] = url.split('?');
          const damaged = Object.entries(damage).find(
            ([end]) => path.endsWith(end) || (end === PAGE_TEXT && path.includes(end)),
          )?.[1];
          const type = real.headers.get('content-type') ?? 'text/plain';
          const answer = Buffer.from(await real.arrayBuffer());
          response.writeHead(real.status, { 'content-type': type });
          if (!damaged || !real.ok) response.end(answer);
          else response.end(JSON.stringify(damaged(JSON.parse(answer.toString()))));
        });
        return upstream.url;
      },
    });
  });

  beforeEach(() => {
    damage = {};
    upstream.received.length = 0;
  });

  afterAll(async () => {
    await desk.close();
    await upstream.close();
  });

  const filesOf = async (dir: string) => {
    const paths = await readdir(dir, { recursive: true, withFileTypes: true });
    const files = paths.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name));
    return Promise.all(files.sort().map(async (path) => [path, await readFile(path, 'utf8')]));
  };

  const changesSent = () =>
    upstream.received.filter(({ method, url }) => method === 'POST' && url.includes('/content'));

  it('keeps all its files when it is pulled', async () => {
    const dir = await desk.folder();
    await desk.pull(dir);
    await desk.publish([
      {
        operation: 'update_page',
        page: (await desk.pages(GUIDE)).get('limits').id,
        document: { markdown: '# Limits and quotas\n\nNew.\n' },
      },
    ]);
    const before = await filesOf(dir);
    expect(before.length).toBeGreaterThan(10);
    for (const [what, how] of DAMAGES) {
      damage = how;
      await expect(
        desk.pull(dir).then(() => what),
        what,
      ).rejects.toMatchObject({
        kind: 'invalid_response',
        code: 'malformed',
      });
      expect(await filesOf(dir), what).toEqual(before);
    }
    damage = {};
    expect(await desk.pull(dir)).toMatchObject({ written: ['limits.md'], removed: [] });
  });

  it('changes nothing on the platform when it is pushed', async () => {
    const dir = await desk.folder();
    await desk.pull(dir);
    await edit(dir, 'limits.md', '# Limits and quotas', '# Limits');
    await write(dir, 'new.md', '# New\n');
    await rm(join(dir, 'troubleshooting.md'));
    for (const [what, how] of DAMAGES) {
      if (PAGE_TEXT in how) continue;
      damage = how;
      await expect(
        desk.push(dir).then(() => what),
        what,
      ).rejects.toMatchObject({ kind: 'invalid_response' });
    }
    expect(changesSent()).toEqual([]);
  });

  it('deletes no page that has subpages which the platform does not list', async () => {
    const dir = await desk.folder();
    await desk.pull(dir);
    await rm(join(dir, 'troubleshooting.md'));
    await desk.publish([
      {
        operation: 'insert_page',
        into: (await desk.pages(GUIDE)).get('troubleshooting').id,
        title: 'Below',
        document: { markdown: '# Below\n' },
      },
    ]);
    upstream.received.length = 0;
    const hide = pagesAs((pages) =>
      pages.map((page) => ({
        ...page,
        pages: page.pages.filter((child: Json) => child.title !== 'Below'),
      })),
    );
    damage = { [LISTING]: hide };
    expect(await desk.push(dir)).toMatchObject({
      sent: [],
      conflicts: [
        'troubleshooting.md was deleted here, and has pages below it that the platform does not list: pull first.',
      ],
    });
    expect(changesSent()).toEqual([]);
  });

  it('keeps its change request while the platform does not report its outcome', async () => {
    const dir = await desk.folder();
    await desk.pull(dir);
    await write(dir, 'new.md', '# New\n');
    const { changeRequest } = await desk.push(dir);
    const request = `/change-requests/${changeRequest?.id}`;
    const before = await filesOf(dir);
    damage = { [request]: without('status') };
    await expect(desk.pull(dir)).rejects.toMatchObject({ kind: 'invalid_response' });
    damage = { [request]: (answer) => ({ ...answer, status: 'lost' }) };
    await expect(desk.push(dir)).rejects.toThrow(
      /^Change request #\d+ is "lost", which this program does not know. Nothing was done.$/,
    );
    expect(await filesOf(dir)).toEqual(before);
  });
});
