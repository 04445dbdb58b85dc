import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type AnswerFields,
  pageIds,
  publish,
  startTestPlatform,
  type TestPlatform,
} from '../support.ts';
import { createRepository, type Repository } from './repository.ts';
import { changed, markdownOf, newSpace, sync } from './synced.ts';

const FORMS = fileURLToPath(new URL('../fixtures/forms', import.meta.url));
const SENTENCE = ' One sentence more.';

interface Cover {
  ref: { file: string };
}

let platform: TestPlatform;
let files: Record<string, Buffer>;

beforeAll(async () => {
  platform = await startTestPlatform({ allowPrivateAddresses: true, profile: 'current' });
  const paths = await readdir(FORMS, { recursive: true, withFileTypes: true });
  files = Object.fromEntries(
    await Promise.all(
      paths
        .filter((entry) => entry.isFile())
        .map(async ({ parentPath, name }) => {
          const path = join(parentPath, name);
          return [path.slice(FORMS.length + 1), await readFile(path)] as const;
        }),
    ),
  );
});

afterAll(() => platform.close());

describe('documentation in every form that the service writes', () => {
  let repository: Repository;
  let space: string;
  let revision: string;
  let ids: Map<string, string>;

  beforeAll(async () => {
    repository = await createRepository();
    await repository.commit(files);
    await repository.git('branch', 'back', 'main');
    space = await newSpace(platform);
    revision = await sync(platform, 'import', { space, repository });
    ids = await pageIds(platform.admin, space);
  });

  afterAll(() => repository.remove());

  it('has the pages, links and groups that its table of contents lists', async () => {
    const { pages } = (await platform.admin('GET', `${space}/content/pages`)).json;
    const tree = (nodes: readonly AnswerFields[], depth = 0): string[] =>
      nodes.flatMap((node) => [
        `${'  '.repeat(depth)}${(node as AnswerFields & { type: string }).type} ${node.title}`,
        ...tree(node.pages ?? [], depth + 1),
      ]);
    expect(tree(pages)).toEqual([
      'document Lantern',
      'link Status page',
      'group Guides',
      '  document First steps',
      '  document Deploy',
      '    document On your own machines [beta]',
      '    link Rolling back',
      '  document Planned guides',
      '  document Not written yet',
      'group Reference',
      '  document Reference',
      'document Terms & conditions',
    ]);
  });

  it('is read with one title, and links by path', async () => {
    const home = await markdownOf(platform, space, ids.get('lantern'));
    expect(home).toMatch(/^# Lantern\n\n<table/);
    expect(home).toContain('<a href="./guides/first-steps.md">first-steps.md</a>');
    expect(home).toMatch(/\{% file src="\/files\/\w+" %\}/);
    expect(home).toMatch(/\{% include "\/files\/\w+" %\}/);
    expect(home).toContain('{% content-ref url="./guides/deploy/README.md" %}');
    const first = await markdownOf(platform, space, ids.get('guides/first-steps'));
    expect(first).toMatch(/^# First steps with Lantern <a href="#first" id="first"><\/a>\n\nThe/);
    expect(first).toContain('"{% not a tag %}"');
  });

  it('keeps the presentation of pages, and their titles in the table of contents', async () => {
    const read = async (of: string, path: string) => {
      const id = (await pageIds(platform.admin, of)).get(path);
      return (await platform.admin('GET', `${of}/content/page/${id}`)).json;
    };
    const home = await read(space, 'lantern');
    expect(home).toMatchObject({
      layout: { width: 'wide', title: true, tags: false, cover: true, coverSize: 'hero' },
      cover: { ref: { kind: 'file', file: expect.any(String) }, yPos: -38 },
      tags: [{ tag: { kind: 'tag', tag: 'queues' }, primary: true }],
    });
    expect(await read(space, 'guides/first-steps')).toMatchObject({
      title: 'First steps',
      linkTitle: 'Start',
      layout: { width: 'default', tags: true },
      tags: [],
    });
    const copy = (await platform.admin('POST', `${space}/duplicate`, {})).json.id;
    const copied = (await read(`/spaces/${copy}`, 'lantern')) as AnswerFields & { cover: Cover };
    const { file } = copied.cover.ref;
    expect(copied.cover).toMatchObject({ yPos: -38 });
    expect((await platform.admin('GET', `/spaces/${copy}/content/files/${file}`)).status).toBe(200);
  });

  it('is exported byte for byte', async () => {
    await sync(platform, 'export', { space, repository, branch: 'back' });
    expect(await changed(repository, 'main', 'back')).toEqual([]);
  });

  it('creates no revision when it is imported again', async () => {
    expect(await sync(platform, 'import', { space, repository })).toBe(revision);
    expect(await pageIds(platform.admin, space)).toEqual(ids);
  });

  it('is exported completely to an empty repository, which imports without a revision', async () => {
    const other = await createRepository();
    await sync(platform, 'export', { space, repository: other });
    const paths = await other.paths();
    const unlisted = ['.gitbook/assets/unused.txt', 'guides/draft.md'];
    expect(paths).toEqual(
      Object.keys(files)
        .filter((path) => !unlisted.includes(path))
        .sort(),
    );
    for (const path of paths) expect(await other.read(path)).toBe(files[path]?.toString());
    expect(await sync(platform, 'import', { space, repository: other })).toBe(revision);
    await other.remove();
  });

  it('is exported unchanged by a copy of the space', async () => {
    const { id } = (await platform.admin('POST', `${space}/duplicate`)).json;
    await sync(platform, 'export', { space: `/spaces/${id}`, repository, branch: 'back' });
    expect(await changed(repository, 'main', 'back')).toEqual([]);
    const kept = (await pageIds(platform.admin, `/spaces/${id}`)).values();
    await sync(platform, 'import', { space: `/spaces/${id}`, repository });
    expect([...(await pageIds(platform.admin, `/spaces/${id}`)).values()]).toEqual([...kept]);
  });

  it('differs by one sentence after one sentence was added, despite broken links', async () => {
    await sync(platform, 'import', { space, repository });
    const edits: [path: string, line: string][] = [
      ['guides/first-steps', 'Keep the old queue until the new one is **empty**.'],
      ['guides/deploy', 'A file with the line ends of another system.'],
      ['guides/deploy/own-machines', 'Last line without an end'],
      ['terms', 'Terms\\_with \\*escapes\\* stay &#x26; so do entities.'],
    ];
    const changes = await Promise.all(
      edits.map(async ([path, line]) => {
        const page = ids.get(path);
        const markdown = await markdownOf(platform, space, page);
        expect(markdown).toContain(line);
        const text = markdown.replace(line, () => line + SENTENCE);
        return { operation: 'update_page', page, document: { markdown: text } };
      }),
    );
    expect((await publish(platform.admin, space, changes)).status).toBe(200);
    await sync(platform, 'export', { space, repository, branch: 'back' });
    const lines = (await repository.git('diff', '--unified=0', 'main', 'back'))
      .split('\n')
      .filter((line) => /^\+(?!\+\+ )/.test(line))
      .map((line) => line.slice(1).trimEnd());
    expect(lines.sort()).toEqual(edits.map(([, line]) => line + SENTENCE).sort());
  });

  it('keeps its links correct when a page is moved and another renamed', async () => {
    await sync(platform, 'import', { space, repository });
    await publish(platform.admin, space, [
      { operation: 'update_page', page: ids.get('terms'), into: ids.get('guides'), at: 0 },
      { operation: 'update_page', page: ids.get('guides/deploy'), title: 'Ship' },
    ]);
    await sync(platform, 'export', { space, repository, branch: 'back' });
    expect(await changed(repository, 'main', 'back')).toEqual([
      'M\tSUMMARY.md',
      'M\tguides/deploy/README.md',
    ]);
    const summary = await repository.read('SUMMARY.md', 'back');
    expect(summary).toContain(
      '* [<code class="expression">Terms</code> & conditions](legal/terms.md)\n* [First steps](guides/first-steps.md "Start")\n* [Ship](guides/deploy/README.md)',
    );
    expect(summary).toContain('type: builtin:openapi');
    expect(await repository.read('guides/deploy/README.md', 'back')).toMatch(
      /^# Ship\r\n\r\nA file/,
    );
  });
});
