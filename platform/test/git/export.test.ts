import { describe, expect, it } from 'vitest';
import { HANDBOOK, pageIds, publish } from '../support.ts';
import { FIRST, SPACE, spaceAndRepository } from './space-and-repository.ts';

const given = spaceAndRepository();

const ENGINE = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';

describe('an export', () => {
  it('writes every page, SUMMARY.md and the files that pages show', async () => {
    const space = `/spaces/${HANDBOOK}`;
    const { lastOperation } = await given.run('export', {}, space);
    expect(lastOperation).toMatchObject({ type: 'export', status: 'complete' });
    const log = await given.repository.git('log', '--format=%H %s|%an', 'main');
    expect(log.trim()).toBe(`${lastOperation.commit} Write the docs|Mara Lindqvist`);
    const files = await given.repository.paths();
    expect(files).toContain('README.md');
    expect(files).toContain('SUMMARY.md');
    expect(files).toContain('runbooks/README.md');
    expect(files).toContain('runbooks/broker-disk.md');
    expect(await given.repository.read('SUMMARY.md')).toContain('\n  * [Broker disk');
    expect(await given.repository.read('on-call/README.md')).toMatch(
      /^(---\n[\s\S]+?---\n\n)?# On-call/,
    );
  });

  it('is restored by an import', async () => {
    const space = `/spaces/${HANDBOOK}`;
    const ids = await pageIds(given.platform.admin, space);
    const before = (await given.platform.admin('GET', `${space}/content`)).json;
    await given.run('export', {}, space);
    const { lastOperation } = await given.run('import', {}, space);
    expect(lastOperation).toMatchObject({ status: 'complete', revision: before.id });
    expect(await pageIds(given.platform.admin, space)).toEqual(ids);
    const copy = await given.run('import');
    expect(copy.lastOperation.status).toBe('complete');
    expect(await given.paths()).toEqual([FIRST, ...[...ids.keys()].slice(1)]);
    const copied = await pageIds(given.platform.admin, SPACE);
    for (const [path, id] of [...ids].slice(1)) {
      const unnamed = (markdown: string) => markdown.replaceAll(/\/files\/\w+/g, '/files/');
      expect(unnamed(await given.markdownOf(copied.get(path)))).toBe(
        unnamed(await given.markdownOf(id, `${space}/content`)),
      );
    }
  });

  it('keeps the ids of pages that are listed without a file for the next import', async () => {
    await given.repository.commit({
      'README.md': '# Home',
      'SUMMARY.md':
        '# Summary\n\n* [Home](README.md)\n* [Planned](planned.md)\n  * [Part](planned/part.md)\n',
    });
    await given.run('import');
    const ids = await pageIds(given.platform.admin, SPACE);
    const { lastOperation: exported } = await given.run('export');
    const { lastOperation: imported } = await given.run('import');
    expect(imported.revision).toBe(exported.revision);
    expect(await pageIds(given.platform.admin, SPACE)).toEqual(ids);
    expect(await given.repository.paths()).toEqual(['README.md', 'SUMMARY.md']);
  });

  it('keeps other contents of the repository and removes old pages', async () => {
    await given.repository.commit({
      'Summary.md': '# Summary\n\n* [Home](README.md)\n* [Old](old.md)\n',
      'README.md': '# Home',
      'old.md': '# Old',
      'src/main.c': 'int main;',
      'src/engine': { submodule: ENGINE },
      '.gitmodules': '[submodule "engine"]\n\tpath = src/engine\n\turl = ../engine.git\n',
    });
    await given.run('import');
    const old = (await pageIds(given.platform.admin, SPACE)).get('old');
    await publish(given.platform.admin, SPACE, [
      { operation: 'delete_page', page: old },
      { operation: 'insert_page', title: 'New', document: { markdown: `[home](${FIRST}.md)` } },
    ]);
    await given.run('export');
    expect(await given.repository.paths()).toEqual([
      '.gitmodules',
      'README.md',
      'Summary.md',
      'new.md',
      'src/engine',
      'src/main.c',
    ]);
    expect(await given.repository.git('rev-parse', 'main:src/engine')).toBe(`${ENGINE}\n`);
    expect(await given.repository.read('Summary.md')).toBe(
      '# Summary\n\n* [Home](README.md)\n* [New](new.md)\n',
    );
    expect(await given.repository.read('new.md')).toBe('# New\n\n[home](README.md)\n');
    expect(await given.repository.git('rev-list', '--count', 'main')).toBe('2\n');
  });

  it('writes the cover, layout and tags that the frontmatter of an edit sets', async () => {
    await given.repository.commit({
      'README.md': '---\nicon: star\nlayout:\n  width: wide\n---\n\n# Home\n\nFirst.\n',
    });
    await given.run('import');
    const page = (await pageIds(given.platform.admin, SPACE)).get(FIRST);
    const image = { name: 'sky.png', ref: 'sky', contentType: 'image/png', base64: 'iVBORw0KGgo=' };
    const written = (frontmatter: string) => ({
      ...{ operation: 'update_page', page },
      document: { markdown: `---\n${frontmatter}\n---\n\n# Home\n\nFirst.` },
    });
    const published = await publish(given.platform.admin, SPACE, [
      written('cover: ./sky\ntags:\n  - beta'),
      { operation: 'insert_files', files: [image] },
    ]);
    expect(published.status).toBe(200);
    const { json } = await given.platform.admin('GET', `${SPACE}/content/page/${page}`);
    expect(json).toMatchObject({
      ...{ cover: { ref: { kind: 'file' } }, tags: [{ tag: { tag: 'beta' } }] },
      layout: { width: 'wide' },
    });
    await given.run('export');
    expect(await given.repository.read('README.md')).toBe(
      '---\nicon: star\nlayout:\n  width: wide\ncover: .gitbook/assets/sky.png\ntags:\n  - beta\n---\n\n# Home\n\nFirst.\n',
    );
    expect(await given.repository.paths()).toContain('.gitbook/assets/sky.png');
  });

  it('writes covers that an edit sets by the paths of files, as it is read', async () => {
    const file = (cover: string, text: string) =>
      `---\n${cover}\n---\n\n# Part\n\n![](../.gitbook/assets/sea.png)\n\n${text}\n`;
    const [sky, sea] = ['cover: ../.gitbook/assets/sky.png', 'cover: ../.gitbook/assets/sea.png'];
    const lost = 'cover: ../lost.png';
    await given.repository.commit({
      'README.md': '# Home',
      'guides/part.md': file(sky, 'First.'),
      'guides/lost.md': file(lost, 'First.'),
      '.gitbook/assets/sky.png': 'sky',
      '.gitbook/assets/sea.png': 'sea',
    });
    await given.run('import');
    const ids = await pageIds(given.platform.admin, SPACE);
    const update = (path: string, markdown: string) => {
      return { operation: 'update_page', page: ids.get(path), document: { markdown } };
    };
    const published = await publish(given.platform.admin, SPACE, [
      update('guides/part', file(sea, 'Second.')),
      update('guides/lost', file(lost, 'Second.')),
    ]);
    expect(published.status).toBe(200);
    await given.run('export');
    expect(await given.repository.read('guides/part.md')).toBe(file(sea, 'Second.'));
    expect(await given.repository.read('guides/lost.md')).toBe(file(lost, 'Second.'));
  });

  it.each([
    ['after it', ['Last.', 'Last.\n\nMore.'], '# Home\n\nFirst.\n\nLast.  \n\nMore.\n'],
    ['in it', ['Last.', 'The last.'], '# Home\n\nFirst.\n\nThe last.  \n'],
    ['instead of it', ['\n\nLast.', ''], '# Home\n\nFirst.\n'],
  ] as const)(
    'keeps the spaces behind the last line of a page when text is written %s',
    async (_, [text, written], file) => {
      await given.repository.commit({ 'README.md': '# Home\n\nFirst.\n\nLast.  \n' });
      await given.run('import');
      const ids = await pageIds(given.platform.admin, SPACE);
      const page = ids.get(FIRST);
      const markdown = (await given.markdownOf(page)).replace(text, written);
      const change = { operation: 'update_page', page, document: { markdown } };
      expect((await publish(given.platform.admin, SPACE, [change])).status).toBe(200);
      await given.run('export');
      expect(await given.repository.read('README.md')).toBe(file);
    },
  );

  it('makes no commit if nothing changed', async () => {
    const first = await given.run('export');
    const second = await given.run('export');
    expect(second.lastOperation.commit).toBe(first.lastOperation.commit);
    expect(await given.repository.git('rev-list', '--count', 'main')).toBe('1\n');
  });

  it('writes into a directory of a separate branch', async () => {
    await given.repository.commit({ 'README.md': '# Code' });
    await given.run('export', { ref: 'refs/heads/docs', repoProjectDirectory: 'manual' });
    const files = await given.repository.paths('docs');
    expect(files).toContain('manual/SUMMARY.md');
    expect(await given.repository.paths()).toEqual(['README.md']);
  });
});
