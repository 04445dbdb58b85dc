import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linkedClient, type McpConnection } from '../../support/clients.ts';

const [generation] = linkedClient('2025');
const spaceId = 'Developer Guide';
const svg = (width: number) => ({
  contentType: 'image/svg+xml',
  base64: Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}"/>`).toString(
    'base64',
  ),
});
const append = (page: string, text: string) => ({
  operation: 'insert_text',
  page,
  new: text,
  at: 'end',
});

interface Listed {
  id: string;
  name: string;
}

interface Found {
  path: string;
  lines: { text: string }[];
}

describe.each(['contract', 'current'])('a file by its name, on the profile %s', (profile) => {
  let connection: McpConnection;
  let ids: Map<string, string>;
  const find = (text: string, more: object = {}) =>
    connection.facts('find_in_pages', { spaceId, text, ...more });
  const pathsOf = ({ pages }: Record<string, unknown>) =>
    (pages as Found[]).map(({ path }) => path);

  beforeAll(async () => {
    connection = await generation.stdio({
      args: ['--toolsets', 'all', '--profile', profile, '--confirm', 'never'],
    });
    await connection.facts('open_change_request_with_edits', {
      ...{ spaceId, subject: 'Pictures', merge: true },
      changes: [
        {
          operation: 'insert_files',
          files: [
            { name: 'old sidebar.svg', ref: 'old', ...svg(1) },
            { name: 'new-sidebar.svg', ref: 'new', ...svg(2) },
          ],
        },
        append('limits', '![Before](old)'),
        append('sdks', '<figure><img src="old" alt="x"></figure>'),
        append('guides/retries', 'The file `new-sidebar.svg` is shown here: ![After](new)'),
      ],
    });
    const { items } = await connection.facts('list_files', { spaceId, limit: 100 });
    ids = new Map((items as Listed[]).map(({ id, name }) => [name, id]));
  });
  afterAll(() => connection.close());

  it('is listed by a part of the name', async () => {
    const { items, count } = await connection.facts('list_files', { spaceId, filter: 'SIDEBAR' });
    expect((items as Listed[]).map(({ name }) => name).sort()).toEqual([
      'new-sidebar.svg',
      'old sidebar.svg',
    ]);
    expect(count).toBe(2);
  });

  it('is read', async () => {
    expect(
      await connection.facts('get_file', { spaceId, fileId: 'old sidebar.svg' }),
    ).toMatchObject({
      id: ids.get('old sidebar.svg'),
    });
    const unknown = await connection.call('get_file', { spaceId, fileId: 'oldest sidebar.svg' });
    expect(unknown.isError).toBe(true);
    expect(JSON.stringify(unknown.content)).toContain('old sidebar.svg');
  });

  it('is found on the pages that show it, though they contain only its id', async () => {
    for (const name of ['old sidebar.svg', '.gitbook/assets/old sidebar.svg']) {
      const found = await find(name);
      expect(found).toMatchObject({
        ...{ matches: 2, matchingPages: 2, complete: true },
        shownAs: [`/files/${ids.get('old sidebar.svg')}`],
      });
      expect(pathsOf(found).sort()).toEqual(['limits', 'sdks']);
    }
    expect(await find('old sidebar.svg', { match: 'link' })).toMatchObject({ matches: 2 });
  });

  it.each([
    { text: 'd sidebar' },
    { text: 'D SIDEBAR', ignoreCase: true },
    { text: 'old.sidebar|zzz', match: 'regex' },
  ])('is found by %j', async (args) => {
    const found = await find(args.text, args);
    expect(found).toMatchObject({
      ...{ matches: 2, complete: true, shownAs: [`/files/${ids.get('old sidebar.svg')}`] },
    });
    expect(pathsOf(found).sort()).toEqual(['limits', 'sdks']);
  });

  it('is found where it is named and where it is shown, each line once', async () => {
    const found = await find('new-sidebar.svg');
    expect(found).toMatchObject({ matches: 1, matchingPages: 1 });
    expect((found.pages as Found[])[0]?.lines).toHaveLength(1);
  });

  it('is not found if neither a file nor a text has that name', async () => {
    const found = await find('no-sidebar.svg');
    expect(found).toMatchObject({ matches: 0, complete: true });
    expect(found).not.toHaveProperty('shownAs');
    const linked = await connection.call('find_in_pages', {
      ...{ spaceId, text: 'older sidebar.svg', match: 'link' },
    });
    expect(JSON.stringify(linked.content)).toMatch(/no file .*old sidebar\.svg/);
  });

  it('replaces another on all pages', async () => {
    const unknown = await connection.call('replace_in_pages', {
      ...{ spaceId, old: 'old sidebar.svg', new: 'newer-sidebar.svg' },
    });
    expect(JSON.stringify(unknown.content)).toMatch(/no file .*new-sidebar\.svg/);
    const replaced = await connection.facts('replace_in_pages', {
      ...{ spaceId, old: 'old sidebar.svg', new: 'new-sidebar.svg' },
    });
    expect(replaced).toMatchObject({ replaced: 2, changedPages: 2, left: 0 });
    const { changeRequestId } = replaced;
    const [read] = await Promise.all(
      ['limits'].map((pageId) =>
        connection.facts('get_change_request_page', { spaceId, changeRequestId, pageId }),
      ),
    );
    expect(String(read?.markdown)).toContain(`![Before](/files/${ids.get('new-sidebar.svg')})`);
  });
});
