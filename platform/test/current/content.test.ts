import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type AnswerFields,
  DEV_GUIDE,
  pageIds,
  propose,
  ROADMAP,
  startTestPlatform,
  type TestPlatform,
} from '../support.ts';

const SPACE = `/spaces/${DEV_GUIDE}`;

interface Changes {
  changes: (Record<string, unknown> & { type: string; page?: AnswerFields })[];
  more?: number;
  mergedFrom?: AnswerFields;
}

let platform: TestPlatform;
let ids: Map<string, string>;

const id = (path: string) => ids.get(path) ?? '';

async function read(path: string): Promise<AnswerFields> {
  const answer = await platform.admin('GET', path);
  expect(answer.status, answer.text).toBe(200);
  return answer.json;
}

const changesOf = async (path: string) => (await read(path)) as unknown as Changes;

beforeAll(async () => {
  platform = await startTestPlatform({ profile: 'current' });
  ids = await pageIds(platform.admin, SPACE);
});

afterAll(() => platform.close());

describe('a page by its path', () => {
  it('equals the page by its id, in the space, in a change request and in a revision', async () => {
    const { path } = await propose(platform.editor, SPACE, [
      { operation: 'update_page', page: id('guides/push'), title: 'Pushed', slug: 'pushed' },
    ]);
    const before = await read(`${SPACE}/content/path/guides%2Fpush`);
    expect(before).toMatchObject({ id: id('guides/push'), path: 'guides/push' });
    const changed = await read(`${path}/content/path/guides%2Fpushed`);
    expect(changed).toMatchObject({ id: id('guides/push'), title: 'Pushed' });
    expect((await platform.admin('GET', `${path}/content/path/guides%2Fpush`)).status).toBe(404);
    await platform.admin('POST', `${path}/merge`);
    const { revisionMerged } = await read(path);
    const { revisionInitial } = await read(path);
    const at = (revision = '') => `${SPACE}/revisions/${revision}/path`;
    expect((await read(`${at(revisionMerged)}/guides%2Fpushed`)).title).toBe('Pushed');
    expect((await read(`${at(revisionInitial)}/%2Fguides%2Fpush`)).title).toBe(before.title);
  });

  it('returns links by path, or in stored form', async () => {
    const link = { markdown: 'See [limits](/pages/limits.md).' };
    const { path } = await propose(platform.editor, SPACE, [
      { operation: 'insert_page', title: 'Linking', slug: 'linking', document: link },
    ]);
    const text = async (query: string) =>
      (await read(`${path}/content/path/linking?format=markdown${query}`)).markdown;
    const stable = '&format.markdown.refs=stable';
    expect(await text('')).toBe('# Linking\n\nSee [limits](./limits.md).');
    expect(await text('&format.markdown.refs=relative')).toContain('(./limits.md)');
    expect(await text(stable)).toBe(`# Linking\n\nSee [limits](/pages/${id('limits')}).`);
    const page = (await read(`${path}/content/path/linking`)).id;
    expect((await read(`${path}/content/page/${page}?format=markdown${stable}`)).markdown).toBe(
      `# Linking\n\nSee [limits](/pages/${id('limits')}).`,
    );
  });

  it.each([
    ['GET', `${SPACE}/content/path/nowhere`, 404],
    ['GET', `${SPACE}/content/path/guides%2Fnowhere`, 404],
    ['GET', `${SPACE}/content/path/guides?format=html`, 400],
    ['GET', `${SPACE}/revisions/nowhere/path/guides`, 404],
    ['GET', `/spaces/${ROADMAP}/content/path/pricing`, 404],
  ])('%s %s answers the reader %i', async (method, path, status) => {
    expect((await platform.reader(method, path)).status).toBe(status);
  });
});

describe('the changes of a change request', () => {
  it('list added, removed, moved and edited pages and files', async () => {
    const { path } = await propose(platform.editor, SPACE, [
      {
        operation: 'update_page',
        page: id('limits'),
        title: 'Quotas',
        document: { markdown: 'None.' },
      },
      { operation: 'update_page', page: id('release-notes'), into: id('guides'), at: 0 },
      { operation: 'delete_page', page: id('troubleshooting') },
      { operation: 'insert_page', title: 'Fresh', document: { markdown: 'New.' } },
      {
        operation: 'insert_files',
        files: [{ name: 'words.txt', base64: 'd29yZHM=', contentType: 'text/plain' }],
      },
    ]);
    const { changes, more } = await changesOf(`${path}/changes`);
    const text = (await read(`${SPACE}/content/page/${id('limits')}`)) as AnswerFields & {
      documentId: string;
    };
    expect(more).toBeUndefined();
    expect(changes).toEqual([
      {
        type: 'page_created',
        page: { id: expect.any(String), type: 'document', title: 'Fresh', path: 'fresh' },
      },
      {
        type: 'page_moved',
        page: {
          id: id('release-notes'),
          type: 'document',
          title: 'Release notes',
          path: 'guides/release-notes',
        },
        parent: {
          after: { id: id('guides'), type: 'document', title: 'Guides', path: 'guides' },
        },
      },
      {
        type: 'page_edited',
        page: { id: id('limits'), type: 'document', title: 'Quotas', path: 'limits' },
        attributes: {
          title: { before: 'Limits and quotas', after: 'Quotas' },
          document: { before: text.documentId, after: expect.stringMatching(/^\w{20}$/) },
        },
      },
      {
        type: 'page_deleted',
        page: {
          id: id('troubleshooting'),
          type: 'document',
          title: 'Troubleshooting',
          path: 'troubleshooting',
        },
      },
      {
        type: 'file_created',
        file: {
          id: expect.any(String),
          name: 'words.txt',
          contentType: 'text/plain',
          downloadURL: expect.stringContaining('/words.txt'),
        },
      },
    ]);
  });

  it('are limited to ten by default, and count the rest', async () => {
    const inserts = Array.from({ length: 12 }, (_, index) => ({
      operation: 'insert_page',
      title: `Page ${String(index).padStart(2, '0')}`,
      document: { markdown: '' },
    }));
    const { path } = await propose(platform.editor, SPACE, inserts);
    const ten = await changesOf(`${path}/changes`);
    expect([ten.changes.length, ten.more]).toEqual([10, 2]);
    const all = await changesOf(`${path}/changes?limit=12`);
    expect([all.changes.length, all.more]).toEqual([12, undefined]);
    expect((await platform.admin('GET', `${path}/changes?limit=many`)).status).toBe(400);
  });

  it('are also available for the merged revision, and between revisions', async () => {
    const { path } = await propose(platform.editor, SPACE, [
      { operation: 'insert_page', title: 'First', document: { markdown: '' } },
    ]);
    const first = (await read(path)).revision;
    await platform.editor('POST', `${path}/content`, {
      changes: [{ operation: 'insert_page', title: 'Second', document: { markdown: '' } }],
    });
    const titles = async (at: string) =>
      (await changesOf(at)).changes.map(({ page }) => page?.title);
    const revision = (name: string) => `${SPACE}/revisions/${name}/changes`;
    expect(await titles(revision(first))).toEqual(['First']);
    expect(await titles(revision((await read(path)).revision))).toEqual(['Second']);
    expect(await titles(`${path}/changes`)).toEqual(['First', 'Second']);
    await platform.admin('POST', `${path}/merge`);
    const { id, revisionMerged = '' } = await read(path);
    expect(await titles(revision(revisionMerged))).toEqual(['First', 'Second']);
    expect((await changesOf(revision(revisionMerged))).mergedFrom?.id).toBe(id);
    expect(await titles(`${path}/changes`)).toEqual(['First', 'Second']);
  });

  it('are relative to the newer content after an update', async () => {
    const { path } = await propose(platform.editor, SPACE, [
      { operation: 'insert_page', title: 'Mine', into: id('guides'), document: { markdown: '' } },
    ]);
    const other = await propose(platform.editor, SPACE, [
      { operation: 'insert_page', title: 'Theirs', document: { markdown: '' } },
    ]);
    await platform.admin('POST', `${other.path}/merge`);
    await platform.editor('POST', `${path}/update`);
    const { changes } = await changesOf(`${path}/changes`);
    expect(changes.map(({ page }) => page?.title)).toEqual(['Mine']);
    const { revision } = await read(path);
    const brought = await changesOf(`${SPACE}/revisions/${revision}/changes`);
    expect(brought.changes.map(({ page }) => page?.title)).toEqual(['Theirs']);
  });

  it('are visible only to those who may read the space', async () => {
    const request = await propose(platform.admin, `/spaces/${ROADMAP}`, []);
    expect((await platform.reader('GET', `${request.path}/changes`)).status).toBe(404);
    expect((await platform.reader('GET', `${SPACE}/change-requests/999/changes`)).status).toBe(404);
  });
});

describe('a revision', () => {
  it('has the pages and files of its time', async () => {
    const { path } = await propose(platform.editor, SPACE, [
      { operation: 'insert_page', title: 'Later', document: { markdown: 'Later.' } },
    ]);
    const { revisionInitial, revision } = await read(path);
    const titles = async (at: string) =>
      (await read(`${SPACE}/revisions/${at}/pages`)).pages.map(({ title }) => title);
    expect(await titles(revision)).toContain('Later');
    expect(await titles(revisionInitial)).not.toContain('Later');
    expect((await read(`${SPACE}/revisions/${revision}`)).id).toBe(revision);
    const { items } = await read(`${SPACE}/revisions/${revision}/files`);
    const [file] = items;
    expect(await read(`${SPACE}/revisions/${revision}/files/${file?.id}`)).toEqual(file);
    const page = await read(`${SPACE}/revisions/${revision}/page/${id('limits')}?format=markdown`);
    expect(page.markdown).toMatch(/^# /);
  });
});
