import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type AnswerFields,
  DEV_GUIDE,
  pageIds,
  startTestPlatform,
  type TestPlatform,
} from './support.ts';

const SPACE = `/spaces/${DEV_GUIDE}`;
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

let platform: TestPlatform;
let request: string;
/** Ids of the published pages by path. */
let published: Map<string, string>;

beforeAll(async () => {
  platform = await startTestPlatform();
  published = await pageIds(platform.editor, SPACE);
});

afterAll(() => platform.close());

beforeEach(async () => {
  const { json } = await platform.editor('POST', `${SPACE}/change-requests`, {});
  request = `${SPACE}/change-requests/${json.id}`;
});

const send = (...changes: object[]) =>
  platform.editor('POST', `${request}/content?compat=false`, { changes });

async function edit(...changes: object[]): Promise<AnswerFields> {
  const answer = await send(...changes);
  expect(answer.status, answer.text).toBe(200);
  return answer.json;
}

const page = async (id: string, query = '?format=markdown') =>
  (await platform.editor('GET', `${request}/content/page/${id}${query}`)).json;

const insert = (title: string, markdown = '', more: object = {}) => ({
  operation: 'insert_page',
  title,
  document: { markdown },
  ...more,
});

/** Inserts one page; returns its id. */
async function inserted(title: string, markdown = '', more: object = {}): Promise<string> {
  return (await edit(insert(title, markdown, more))).changes[0]?.page.id ?? '';
}

const update = (id: string, more: object) => ({ operation: 'update_page', page: id, ...more });

const at = (path: string) => published.get(path) ?? '';

describe('pages', () => {
  it('are inserted at the requested position', async () => {
    const parent = await inserted('Parent');
    const into = { into: parent };
    await edit(insert('B', '', into), insert('C', '', into), insert('A', '', { ...into, at: 0 }));
    const { pages } = await page(parent);
    expect(pages.map(({ title, path }) => [title, path])).toEqual([
      ['A', 'parent/a'],
      ['B', 'parent/b'],
      ['C', 'parent/c'],
    ]);
  });

  it('keep title and slug separate, and remove what is set to null', async () => {
    const id = await inserted('Title', '', { emoji: '1f4d8', hidden: true });
    await edit(update(id, { title: 'Other', emoji: '', hidden: false }));
    const renamed = await page(id);
    expect(renamed).toMatchObject({ title: 'Other', slug: 'title', path: 'title' });
    expect(renamed).not.toHaveProperty('emoji');
    await edit(update(id, { slug: 'elsewhere' }));
    expect(await page(id)).toMatchObject({ title: 'Other', path: 'elsewhere' });
  });

  it('move with their subpages', async () => {
    await edit(update(at('guides'), { into: at('concepts'), at: 0 }));
    expect((await page(at('guides/retries'))).path).toBe('concepts/guides/retries');
    await edit(update(at('guides'), { into: null }));
    expect((await page(at('guides/retries'))).path).toBe('guides/retries');
  });

  it('are deleted with their subpages, and restored by a revert', async () => {
    await edit({ operation: 'delete_page', page: at('guides') });
    const gone = ['guides', 'guides/push', 'guides/push/verify-signatures'];
    for (const path of gone) {
      const url = `${request}/content/page/${at(path)}`;
      expect((await platform.editor('GET', url)).status).toBe(404);
    }
    await edit(...gone.map((path) => ({ operation: 'revert_page', page: at(path) })));
    expect((await page(at('guides/push/verify-signatures'))).path).toBe(
      'guides/push/verify-signatures',
    );
  });
});

describe('reverts', () => {
  it('reset a page to the base, or to a revision', async () => {
    const id = at('limits');
    const before = await page(id);
    await edit(update(id, { title: 'Bounds', document: { markdown: 'One.' } }));
    const { revision } = (await platform.editor('GET', request)).json;
    await edit(update(id, { document: { markdown: 'Two.' } }));
    await edit({ operation: 'revert_page', page: id, revision });
    expect((await page(id)).markdown).toBe('# Bounds\n\nOne.');
    await edit({ operation: 'revert_page', page: id });
    expect(await page(id)).toEqual(before);
  });
});

describe('links', () => {
  const linked = async (url: string, from = at('guides/push/verify-signatures')) => {
    await edit(update(from, { document: { markdown: `See [here](${url}) now.` } }));
    const { items } = (await platform.editor('GET', `${request}/content/page/${from}/links`)).plain;
    const { markdown } = await page(from);
    const [link] = items as unknown as {
      status: string;
      targetReference?: { page?: { id: string } };
    }[];
    return {
      text: markdown.split('\n\n')[1],
      status: link?.status,
      to: link?.targetReference?.page?.id,
    };
  };

  it.each([
    ['../retries.md', 'guides/retries'],
    ['../../limits.md#request-rates', 'limits'],
    ['./legacy-format.md', 'guides/push/legacy-format'],
    ['legacy-format', 'guides/push/legacy-format'],
    ['../README.md', 'guides'],
    ['/pages/guides/retries', 'guides/retries'],
    ['/pages/guides/retries.md', 'guides/retries'],
    ['/pages/guides/push/README.md', 'guides/push'],
  ])('%s leads to a page of the space', async (url, path) => {
    expect(await linked(url)).toMatchObject({ status: 'ok', to: at(path) });
  });

  it('by id lead to the page wherever it moves', async () => {
    const id = at('limits');
    expect(await linked(`/pages/${id}#request-rates`)).toEqual({
      text: 'See [here](../../limits.md#request-rates) now.',
      status: 'ok',
      to: id,
    });
    await edit(update(id, { slug: 'bounds', into: at('concepts') }));
    expect((await page(at('guides/push/verify-signatures'))).markdown).toContain(
      '[here](../../concepts/bounds.md#request-rates)',
    );
  });

  it.each([
    'missing.md',
    '../../../../limits.md',
    '/pages/nothing',
    '/files/nothing',
    'javascript:x',
  ])('%s without a target becomes its text', async (url) => {
    expect(await linked(url)).toEqual({
      text: 'See here now.',
      status: undefined,
      to: undefined,
    });
  });

  it('to other sites stay unchanged', async () => {
    const { text, status } = await linked('https://example.com/a?b=c#d');
    expect([text, status]).toEqual(['See [here](https://example.com/a?b=c#d) now.', 'ok']);
  });

  it('lead to pages and files of the same call, including later ones', async () => {
    const { changes, insertedFiles } = await edit(
      insert('From', '[page](./later.md) ![image](./shot)'),
      insert('To', '', { ref: 'later', into: at('concepts') }),
      {
        operation: 'insert_files',
        files: [
          {
            name: 'shot.png',
            ref: 'shot',
            contentType: 'image/png',
            base64: PIXEL.toString('base64'),
          },
        ],
      },
    );
    const [file] = insertedFiles;
    expect((await page(changes[0]?.page.id ?? '')).markdown).toBe(
      `# From\n\n[page](./concepts/to.md) ![image](/files/${file?.id})`,
    );
    expect(file).toMatchObject({
      ref: 'shot',
      name: 'shot.png',
      contentType: 'image/png',
      size: PIXEL.byteLength,
      dimensions: { width: 1, height: 1 },
    });
    const stored = await fetch(file?.downloadURL ?? '');
    expect(Buffer.from(await stored.arrayBuffer())).toEqual(PIXEL);
    const backlinks = await platform.editor(
      'GET',
      `${request}/content/files/${file?.id}/backlinks`,
    );
    expect(backlinks.json.count).toBe(1);
  });

  it('to a deleted page are broken, and the change request reports that it broke them', async () => {
    const from = await inserted('From', `[gone](/pages/${at('troubleshooting')})`);
    await edit({ operation: 'delete_page', page: at('troubleshooting') });
    const { stats } = (await platform.editor('GET', `${request}/content/page/${from}/links`))
      .json as unknown as { stats: object };
    expect(stats).toEqual({ total: 1, broken: { total: 1, changeRequest: 1 } });
  });
});
