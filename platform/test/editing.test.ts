import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type AnswerFields,
  HANDBOOK,
  pageIds,
  propose,
  request,
  startTestPlatform,
  type TestPlatform,
} from './support.ts';

const SPACE = `/spaces/${HANDBOOK}`;
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

let platform: TestPlatform;
let pages: Map<string, string>;

beforeAll(async () => {
  platform = await startTestPlatform();
  pages = await pageIds(platform.editor, SPACE);
});

afterAll(() => platform.close());

const edit = (changes: readonly object[]) => propose(platform.editor, SPACE, changes);

const insert = (title: string, markdown: string, more: object = {}) => ({
  operation: 'insert_page',
  title,
  document: { markdown },
  ...more,
});

const update = (path: string, more: object) => ({
  operation: 'update_page',
  page: pages.get(path),
  ...more,
});

async function read(content: string, page: string | undefined): Promise<AnswerFields> {
  return (await platform.editor('GET', `${content}/content/page/${page}?format=markdown`)).json;
}

describe('a content edit', () => {
  it('accepts all kinds of changes at once and reports the outcome for each page', async () => {
    const { path, answer } = await edit([
      insert('New runbook', 'With ![a pixel](./pixel).', {
        into: pages.get('runbooks'),
        ref: 'new',
      }),
      update('upgrades', {
        document: { markdown: 'See [the new one](./new.md).' },
        title: 'Upgrade',
      }),
      { operation: 'delete_page', page: pages.get('incidents') },
      { operation: 'revert_page', page: pages.get('incidents/reviews') },
      {
        operation: 'insert_files',
        files: [{ name: 'pixel.png', ref: 'pixel', contentType: 'image/png', base64: PIXEL }],
      },
    ]);
    expect(answer.status).toBe(200);
    const { changes, insertedFiles } = answer.json;
    expect(changes.map(({ object }) => object)).toEqual([
      'created_page',
      'updated_page',
      'deleted_page',
      'deleted_page',
      'created_page',
    ]);
    const [created, updated, deleted] = changes;
    expect(created?.ref).toBe('new');
    expect(updated?.page).toMatchObject({ object: 'page', id: pages.get('upgrades') });
    expect(deleted).toEqual({ object: 'deleted_page', page: pages.get('incidents') });
    expect(insertedFiles).toMatchObject([
      { name: 'pixel.png', ref: 'pixel', size: 70, dimensions: { width: 1, height: 1 } },
    ]);

    const file = insertedFiles[0];
    const downloaded = await request(file?.downloadURL ?? '');
    expect(downloaded.headers.get('content-type')).toBe('image/png');
    const page = await read(path, created?.page.id);
    expect(page.path).toBe('runbooks/new-runbook');
    expect(page.markdown).toBe(`# New runbook\n\nWith ![a pixel](/files/${file?.id}).`);
    expect((await read(path, pages.get('upgrades'))).markdown).toBe(
      '# Upgrade\n\nSee [the new one](./runbooks/new-runbook.md).',
    );
    const after = await pageIds(platform.editor, path);
    expect(after.has('incidents')).toBe(false);
    expect(after.get('reviews')).toBe(pages.get('incidents/reviews'));
  });

  it('is applied completely or not at all', async () => {
    const { path } = await edit([insert('Kept', 'Words.')]);
    const before = (await platform.editor('GET', path)).json;
    const answer = await platform.editor('POST', `${path}/content`, {
      changes: [insert('Lost', 'Words.'), { operation: 'delete_page', page: 'nowhere' }],
    });
    expect(answer.json).toEqual({
      error: { code: 404, message: 'changes[1]: Page nowhere not found' },
    });
    expect((await platform.editor('GET', path)).json).toEqual(before);
    expect((await pageIds(platform.editor, path)).has('lost')).toBe(false);
  });

  it('returns the change request unless compat is false', async () => {
    const { path } = await edit([]);
    const changes = [insert('Page', 'Words.')];
    for (const query of ['', '?compat=true']) {
      const { json } = await platform.editor('POST', `${path}/content${query}`, { changes });
      expect(json).toMatchObject({ object: 'change-request', status: 'draft' });
    }
    const { plain } = await platform.editor('POST', `${path}/content?compat=false`, { changes });
    expect(plain).toMatchObject({ changeRequest: { object: 'change-request' } });
    expect(plain).not.toHaveProperty('insertedFiles');
  });

  it('shows a title once, whether it is given or starts the text', async () => {
    const text = '# Leading\n\nWords.';
    const { path, answer } = await edit([
      insert('Given', '# Leading\n\nWords.'),
      { operation: 'insert_page', document: { markdown: text } },
      { operation: 'insert_page', document: { markdown: '---\ntitle: Front\n---\n\nWords.' } },
      insert('Leading', text),
    ]);
    const texts: string[] = [];
    for (const { page } of answer.json.changes) texts.push((await read(path, page.id)).markdown);
    expect(texts).toEqual([text, text, '# Front\n\nWords.', text]);
  });

  it('keeps a page unchanged if its own text is sent back', async () => {
    const { path } = await edit([]);
    for (const id of pages.values()) {
      const before = await read(path, id);
      const document = { markdown: before.markdown };
      await platform.editor('POST', `${path}/content`, {
        changes: [{ operation: 'update_page', page: id, document }],
      });
      const after = await read(path, id);
      expect(after.title).toBe(before.title);
      expect(after.path).toBe(before.path);
    }
    const merged = await platform.editor('POST', `${path}/merge`);
    expect(merged.json.result).toBe('merge');
  });

  it('turns links without a target into plain text', async () => {
    const text =
      '[a](./none.md), [b](/files/none), ![c](none.png), [d](/pages/none#x), [e](https://example.com), [f](#part)';
    const { path, answer } = await edit([insert('Links', text)]);
    const page = await read(path, answer.json.changes[0]?.page.id);
    expect(page.markdown).toBe('# Links\n\na, b, c, d, [e](https://example.com), [f](#part)');
  });

  it('moves and renames without breaking links to the page', async () => {
    const { path } = await edit([
      update('capacity', { document: { markdown: 'See [upgrades](upgrades.md#steps).' } }),
    ]);
    const moved = update('upgrades', {
      into: pages.get('runbooks'),
      at: 0,
      slug: 'how-to-upgrade',
    });
    await platform.editor('POST', `${path}/content`, { changes: [moved] });
    expect((await read(path, pages.get('capacity'))).markdown).toBe(
      '# Capacity planning\n\nSee [upgrades](./runbooks/how-to-upgrade.md#steps).',
    );
  });

  it('reverts a page, or the named blocks of it, to the state of the space', async () => {
    const { path, answer } = await edit([insert('Blocks', 'One.\n\nTwo.\n\nThree.')]);
    const page = answer.json.changes[0]?.page.id ?? '';
    await platform.editor('POST', `${path}/merge`);
    const second = (await edit([{ operation: 'update_page', page, title: 'Changed' }])).path;
    const change = (more: object) =>
      platform.editor('POST', `${second}/content`, { changes: [{ page, ...more }] });
    const revert = (more: object) => change({ operation: 'revert_page', ...more });
    const document = { markdown: 'One.\n\nTwo, changed.\n\nThree, changed.' };
    await change({ operation: 'update_page', document });

    expect((await revert({ block: ['nothing'] })).status).toBe(404);
    const tree = await platform.editor('GET', `${second}/content/page/${page}?format=document`);
    const { nodes } = (tree.json as unknown as { document: { nodes: { key: string }[] } }).document;
    expect((await revert({ block: [nodes[1]?.key] })).status).toBe(200);
    expect((await read(second, page)).markdown).toBe(
      '# Changed\n\nOne.\n\nTwo.\n\nThree, changed.',
    );
    expect((await revert({})).status).toBe(200);
    expect(await read(second, page)).toMatchObject({
      title: 'Blocks',
      markdown: '# Blocks\n\nOne.\n\nTwo.\n\nThree.',
    });
  });

  it.each([
    ['a page that is not there', [{ operation: 'update_page', page: 'nowhere' }], 404],
    ['no change', [], 400],
    ['an unknown operation', [{ operation: 'rename_page' }], 400],
    ['two pages of one ref', [insert('A', '', { ref: 'x' }), insert('B', '', { ref: 'x' })], 422],
    ['frontmatter that is not YAML', [insert('A', '---\na: [\n---\n')], 422],
    ['a cover that is no file', [insert('A', '---\ncover: ./sky.png\n---\n')], 422],
    [
      'a file without extension',
      [{ operation: 'insert_files', files: [{ name: 'x', contentType: 'a/b', base64: '' }] }],
      400,
    ],
    [
      'a file with neither url nor base64',
      [{ operation: 'insert_files', files: [{ name: 'x.txt' }] }],
      400,
    ],
    [
      'base64 without a content type',
      [{ operation: 'insert_files', files: [{ name: 'x.txt', base64: 'eA==' }] }],
      400,
    ],
  ])('refuses %s', async (_case, changes, status) => {
    const { answer } = await edit(changes);
    expect(answer.status).toBe(status);
  });

  it('refuses to nest pages more than 100 levels deep', async () => {
    const { path, answer } = await edit([insert('Level', 'Text'), insert('Other', 'Text')]);
    const [top, other] = answer.json.changes.map(({ page }: { page: { id: string } }) => page.id);
    const send = (change: object) =>
      platform.editor('POST', `${path}/content?compat=false`, { changes: [change] });
    const levels = [top];
    for (let level = 2; level <= 100; level += 1) {
      const { json } = await send(insert('Level', 'Text', { into: levels.at(-1) }));
      levels.push(json.changes[0]?.page.id);
    }
    const message = 'changes[0]: Pages nest 101 levels deep here; at most 100 are possible';
    const insertion = insert('Deeper', 'Text', { into: levels.at(-1) });
    expect((await send(insertion)).json.error.message).toBe(message);
    await send(insert('Below', 'Text', { into: other }));
    const move = { operation: 'update_page', page: other };
    expect((await send({ ...move, into: levels.at(-2) })).json.error.message).toBe(message);
    expect((await send({ ...move, into: levels.at(-3) })).status).toBe(200);
  });

  it('refuses to move a page below its own descendant', async () => {
    const into = pages.get('runbooks/broker-disk');
    const { answer } = await edit([update('runbooks', { into })]);
    expect(answer.json.error).toEqual({
      code: 422,
      message: 'changes[0]: A page cannot be moved into itself or a page under it',
    });
  });

  it.each([
    'http://127.0.0.1/a.png',
    'http://[::1]/a.png',
    'http://localhost:8080/a.png',
    'http://10.1.2.3/a.png',
    'http://169.254.169.254/latest/meta-data',
    'http://[::ffff:192.168.0.1]/a.png',
    'http://2130706433/a.png',
  ])('does not fetch %s', async (url) => {
    const { answer } = await edit([{ operation: 'insert_files', files: [{ name: 'a.png', url }] }]);
    expect(answer.status).toBe(422);
    expect(answer.json.error.message).toMatch(/ is not a public http\(s\) address$/);
  });

  it('accepts at most a megabyte inline', async () => {
    const file = (size: number) => ({
      operation: 'insert_files',
      files: [
        {
          name: 'big.bin',
          contentType: 'application/octet-stream',
          base64: Buffer.alloc(size).toString('base64'),
        },
      ],
    });
    expect((await edit([file(1_000_000)])).answer.json.insertedFiles[0]).toMatchObject({
      size: 1_000_000,
    });
    expect((await edit([file(1_000_001)])).answer.status).toBe(422);
    expect((await edit([file(1_000_010)])).answer.status).toBe(400);
  });
});

describe('a page', () => {
  it('is the same after its tree was read and sent back, HTML and what only looks like it included', async () => {
    const text =
      'Press <kbd>Ctrl</kbd> or `<b>`.\n\n\\<div>\n\n<details>\n\n<summary>More</summary>\n\nWords\n\n</details>';
    const { path, answer } = await edit([insert('Leaves', text)]);
    const { changes: made } = answer.json as unknown as { changes: { page: { id: string } }[] };
    const page = made[0]?.page.id;
    const before = await read(path, page);
    const at = `${path}/content/page/${page}?format=document`;
    const { document } = (await platform.editor('GET', at)).plain as { document: object };
    const changes = [{ operation: 'update_page', page, document: { document } }];
    await platform.editor('POST', `${path}/content?compat=false`, { changes });
    const after = await read(path, page);
    expect(String(after.markdown).trim()).toBe(String(before.markdown).trim());
  });

  it('has no text, markdown or a tree, depending on the format', async () => {
    const at = `${SPACE}/content/page/${pages.get('upgrades')}`;
    const [none, markdown, tree] = await Promise.all(
      ['', '?format=markdown', '?format=document'].map(
        async (query) => (await platform.reader('GET', at + query)).plain,
      ),
    );
    expect(none).not.toHaveProperty('markdown');
    expect(none).not.toHaveProperty('document');
    expect(markdown?.markdown).toMatch(/^# Upgrades\n\n/);
    expect(markdown).not.toHaveProperty('document');
    expect(tree).toMatchObject({ document: { object: 'document' } });
    expect(tree).not.toHaveProperty('markdown');
  });
});
