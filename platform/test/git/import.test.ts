import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { pageIds, publish } from '../support.ts';
import { FIRST, SPACE, spaceAndRepository } from './space-and-repository.ts';

const given = spaceAndRepository();

describe('an import', () => {
  it('makes the space equal to the branch, by its SUMMARY.md', async () => {
    const commit = await given.repository.commit({
      'SUMMARY.md':
        '# Table of contents\n\n* [Welcome](README.md)\n* [Guides](guides/README.md)\n  * [Second](guides/b.md)\n  * [First](guides/a.md)\n\n## 🧭 More\n\n* [Last](last.md)\n',
      'README.md':
        '---\ndescription: Start here\n---\n\n# Welcome\n\nSee [first](guides/a.md#go) and [code](src/main.c).',
      'guides/README.md': '# Guides',
      'guides/a.md': '# First\n\n![dot](../.gitbook/assets/dot.svg)',
      'guides/b.md': 'B',
      'last.md': '# Last',
      'not-listed.md': '# No',
      '.gitbook/assets/dot.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="3"/>',
    });
    const info = await given.run('import', {
      repoTreeURL: 'https://github.com/northwind/docs/blob/main',
      repoCommitURL: 'https://github.com/northwind/docs/commit',
      gitInfo: { provider: 'github', url: 'https://me:secret@github.com/northwind/docs' },
    });
    expect(info).toMatchObject({
      repoName: 'northwind/docs',
      installationProvider: 'github',
      url: 'https://github.com/northwind/docs',
      lastOperation: {
        type: 'import',
        status: 'complete',
        commit,
        commitURL: `https://github.com/northwind/docs/commit/${commit}`,
      },
    });
    expect(await given.paths()).toEqual([
      FIRST,
      'guides',
      'guides/b',
      'guides/a',
      'more',
      'more/last',
    ]);
    expect(await given.markdownAt(FIRST)).toBe(
      '# Welcome\n\nSee [first](./guides/a.md#go) and [code](https://github.com/northwind/docs/blob/main/src/main.c).',
    );
    expect(await given.markdownAt('guides/a')).toMatch(/^# First\n\n!\[dot\]\(\/files\/\w{20}\)$/);
    const head = (await given.platform.admin('GET', `${SPACE}/content`)).json.id;
    expect(info.lastOperation.revision).toBe(head);
  });

  it('finds its pages by the book.json of earlier versions, and an export adds no other configuration', async () => {
    const files = {
      'book.json':
        '{\n\t"plugins": ["search"],\n\t"root": "./tw",\n\t"structure": { "summary": "TOC.md" }\n}\n',
      'tw/TOC.md': '# Summary\n\n* [Start](start.md)\n',
      'tw/start.md': '# Start\n\nHello.\n',
      'README.md': '# Only for the repository\n',
    };
    const commit = await given.repository.commit(files);
    await given.run('import');
    expect(await given.paths()).toEqual(['start']);
    const { lastOperation } = await given.run('export');
    expect(lastOperation).toMatchObject({ status: 'complete', commit });
    await given.repository.commit({ 'SUMMARY.md': '* [Other](README.md)\n' });
    await given.run('import');
    expect(await given.paths()).toHaveLength(1);
    expect(await given.paths()).not.toEqual(['start']);
  });

  it.each(['{"root": ["a"]}', 'no JSON'])(
    'ignores a book.json without such settings: %s',
    async (json) => {
      await given.repository.commit({ 'book.json': json, 'README.md': '# Welcome\n' });
      expect((await given.run('import')).lastOperation.status).toBe('complete');
      expect(await given.paths()).toHaveLength(1);
    },
  );

  it('takes a heading after comments as the title, and an export keeps the comments', async () => {
    const head = '---\nicon: bolt\n---\n\n<!-- Generated. -->\n<!--\nDo not edit.\n-->\n\n';
    await given.repository.commit({
      'README.md': '# Home\n',
      'rates.md': `${head}# Rates\n\nAll rates.\n`,
      'open.md': '<!-- never closed\n\n# Open\n',
    });
    await given.run('import');
    expect(await given.markdownAt('rates')).toBe('# Rates\n\nAll rates.');
    const page = (await pageIds(given.platform.admin, SPACE)).get('rates');
    const document = { markdown: '# Tariffs\n\nAll rates, and more.' };
    const changes = [{ operation: 'update_page', page, title: 'Tariffs', document }];
    expect((await publish(given.platform.admin, SPACE, changes)).status).toBe(200);
    await given.run('export');
    expect(await given.repository.read('rates.md')).toBe(
      `${head}# Tariffs\n\nAll rates, and more.\n`,
    );
    expect(await given.repository.read('open.md')).toBe('<!-- never closed\n\n# Open\n');
  });

  it('keeps a long description on its line, and a folded one folded', async () => {
    const words =
      'A sentence about the page that is longer than a line of eighty characters allows';
    await given.repository.commit({
      'README.md': `---\ndescription: ${words}\n---\n\n# A\n`,
      'b.md': `---\ndescription: >-\n  ${words.slice(0, 40)}\n  ${words.slice(41)}\n---\n\n# B\n`,
    });
    await given.run('import');
    const ids = await pageIds(given.platform.admin, SPACE);
    const changes = [FIRST, 'b'].map((path) => {
      const description = `${words} today`;
      return { operation: 'update_page', page: ids.get(path), description };
    });
    expect((await publish(given.platform.admin, SPACE, changes)).status).toBe(200);
    await given.run('export');
    expect(await given.repository.read('README.md')).toBe(
      `---\ndescription: ${words} today\n---\n\n# A\n`,
    );
    expect(await given.repository.read('b.md')).toMatch(
      /^---\ndescription: (>-)?\n? *A .*\n {2}.* today\n---\n/,
    );
  });

  it('keeps page ids when files change, and creates no revision if none does', async () => {
    await given.repository.commit({
      'README.md': '# A\n\n1',
      'b/README.md': '# B',
      'b/c.md': '# C',
    });
    const first = await given.run('import');
    const before = await pageIds(given.platform.admin, SPACE);
    await given.repository.commit({
      'README.md': '# A\n\n2',
      'b/README.md': '# B!',
      'd.md': '# D',
    });
    const second = await given.run('import');
    const after = await pageIds(given.platform.admin, SPACE);
    expect([...after.keys()]).toEqual([FIRST, 'b', 'd']);
    expect(after.get(FIRST)).toBe(before.get(FIRST));
    expect(after.get('b')).toBe(before.get('b'));
    expect(await given.markdownAt(FIRST)).toBe('# A\n\n2');
    expect(second.lastOperation.revision).not.toBe(first.lastOperation.revision);
    expect((await given.run('import')).lastOperation.revision).toBe(second.lastOperation.revision);
  });

  it('keeps the id of a page whose file moves, by its content or title, unless several have it', async () => {
    await given.repository.commit({
      'README.md': '# Home\n',
      'a/same.md': '# Same\n\nWords.\n',
      'a/edited.md': '# Edited\n\nSee [home](../README.md).\n',
      'a/twin.md': '# Twin\n\nOne.\n',
      'b/twin.md': '# Twin\n\nTwo.\n',
    });
    await given.run('import');
    const before = await pageIds(given.platform.admin, SPACE);
    await given.repository.commit({
      'README.md': '# Home\n',
      'c/d/renamed.md': '# Same\n\nWords.\n',
      'c/d/edited.md': '# Edited\n\nSee [home](../../README.md).\n',
      'c/twin.md': '# Twin\n\nThree.\n',
    });
    await given.run('import');
    const after = await pageIds(given.platform.admin, SPACE);
    expect(after.get('c/d/renamed')).toBe(before.get('a/same'));
    expect(after.get('c/d/edited')).toBe(before.get('a/edited'));
    expect([...before.values()]).not.toContain(after.get('c/twin'));
    expect(await given.markdownAt('c/d/edited')).toContain(`[home](../../${FIRST}.md)`);
    await given.run('export');
    expect(await given.repository.read('c/d/edited.md')).toBe(
      '# Edited\n\nSee [home](../../README.md).\n',
    );
    expect(await given.repository.paths()).not.toContain('a/same.md');
  });

  it('recognises pages whose place in SUMMARY.md differs from their folder', async () => {
    const summary = '* [A](a.md)\n  * [Odd name](x/Odd_Name.md)\n';
    await given.repository.commit({ 'SUMMARY.md': summary, 'a.md': 'a', 'x/Odd_Name.md': '1' });
    await given.run('import');
    const before = await pageIds(given.platform.admin, SPACE);
    await given.repository.commit({ 'SUMMARY.md': summary, 'a.md': 'a', 'x/Odd_Name.md': '2' });
    await given.run('import');
    expect(await pageIds(given.platform.admin, SPACE)).toEqual(before);
    await given.run('export');
    expect(await given.repository.paths()).toEqual(['SUMMARY.md', 'a.md', 'x/Odd_Name.md']);
  });

  it('reads a directory of a branch', async () => {
    await given.repository.commit(
      { 'README.md': '# Root', 'docs/en/one.md': '# One' },
      'next/docs',
    );
    const directory = { ref: 'refs/heads/next/docs', repoProjectDirectory: './docs/en/' };
    expect((await given.run('import', directory)).lastOperation.status).toBe('complete');
    expect(await given.paths()).toEqual(['one']);
  });

  it('asks a repository for the files that it needs, and for no others', async () => {
    await given.repository.commit({
      'docs/README.md': '# Docs\n\n![dot](dot.svg)',
      'docs/dot.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
      'docs/unused.zip': 'unused',
      'app/large.bin': 'large',
    });
    for (const path of ['docs/unused.zip', 'app/large.bin']) {
      const id = (await given.repository.git('rev-parse', `main:${path}`)).trim();
      await rm(new URL(`${given.repository.url}/objects/${id.slice(0, 2)}/${id.slice(2)}`));
    }
    const { lastOperation } = await given.run('import', { repoProjectDirectory: 'docs' });
    expect(lastOperation).toMatchObject({ type: 'import', status: 'complete' });
    expect(await given.paths()).toEqual([FIRST]);
  });

  it('looks through the commit once for files that are not fetched, however many reads need them', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'platform-test-'));
    const log = join(folder, 'commands');
    const script = `#!/bin/sh\necho "$1" >>'${log}'\nPATH='${process.env.PATH}'\nexec git "$@"\n`;
    await writeFile(join(folder, 'git'), script, { mode: 0o755 });
    await given.repository.commit({
      '.gitbook.yaml': 'root: ./docs/',
      'docs/SUMMARY.md': '* [Start](README.md)\n',
      'docs/README.md': '# Start\n\n![dot](dot.svg)',
      'docs/dot.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    });
    vi.stubEnv('PATH', `${folder}:${process.env.PATH}`);
    const { lastOperation } = await given.run('import').finally(() => vi.unstubAllEnvs());
    expect(lastOperation.status).toBe('complete');
    const commands = (await readFile(log, 'utf8')).split('\n');
    expect(commands.filter((command) => command === 'fetch').length).toBeGreaterThan(3);
    expect(commands.filter((command) => command === 'rev-list')).toHaveLength(1);
    await rm(folder, { recursive: true });
  });

  it('leaves the space unchanged with standalone', async () => {
    await given.repository.commit({ 'README.md': '# Kept' });
    await given.run('import');
    await given.repository.commit({ 'README.md': '# Apart' });
    const { lastOperation } = await given.run('import', { standalone: true });
    expect(lastOperation.status).toBe('complete');
    expect(await given.paths()).toEqual([FIRST]);
    const head = (await given.platform.admin('GET', `${SPACE}/content`)).json.id;
    expect(lastOperation.revision).not.toBe(head);
  });

  it('is skipped if a newer one was done, unless forced', async () => {
    await given.repository.commit({ 'README.md': '# New' });
    await given.run('import', { timestamp: '2026-05-02T00:00:00Z' });
    await given.repository.commit({ 'README.md': '# Old' });
    const skipped = await given.run('import', { timestamp: '2026-05-01T00:00:00Z' });
    expect(skipped.lastOperation).toMatchObject({
      status: 'skipped',
      error: 'A newer operation, of 2026-05-02T00:00:00Z, was carried out already',
    });
    expect(await given.paths()).toEqual([FIRST]);
    const forced = await given.run('import', { timestamp: '2026-05-01T00:00:00Z', force: true });
    expect(forced.lastOperation.status).toBe('complete');
    expect(await given.markdownAt(FIRST)).toBe('# Old');
  });

  it.each([
    [
      'a branch that is not there',
      { ref: 'refs/heads/gone' },
      'The repository has no refs/heads/gone',
    ],
    [
      'a directory without pages',
      { repoProjectDirectory: 'gone' },
      'refs/heads/main has no markdown files in gone',
    ],
    [
      'a root without pages',
      { repoProjectDirectory: 'pages' },
      'refs/heads/main has no markdown files in pages/gone, the root in its .gitbook.yaml',
    ],
    [
      'a repository that is not there',
      { url: 'file:///nowhere/at/all.git' },
      "fatal: '/nowhere/at/all.git' does not appear to be a git repository",
    ],
  ])('fails for %s and says so', async (_, options, message) => {
    await given.repository.commit({
      'README.md': '# Same',
      'pages/.gitbook.yaml': 'root: ./gone/',
    });
    const { json } = await given.platform.admin('GET', `${SPACE}/content`);
    const { lastOperation } = await given.run('import', options);
    expect(lastOperation.status).toBe('failed');
    expect(lastOperation.error).toContain(message);
    expect((await given.platform.admin('GET', `${SPACE}/content`)).json.id).toBe(json.id);
  });

  it('completes whatever characters the message of git contains', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'platform-test-'));
    const script = "#!/bin/sh\nprintf 'fatal: the pipe\\000is\\033[1m broken\\n' >&2\nexit 128\n";
    await writeFile(join(folder, 'git'), script, { mode: 0o755 });
    vi.stubEnv('PATH', `${folder}:${process.env.PATH}`);
    const { lastOperation } = await given.run('import').finally(() => vi.unstubAllEnvs());
    expect(lastOperation).toMatchObject({
      status: 'failed',
      error: 'fatal: the pipe is [1m broken',
    });
    await given.repository.commit({ 'README.md': '# Home' });
    expect((await given.run('import')).lastOperation.status).toBe('complete');
    await rm(folder, { recursive: true });
  });

  it('follows symbolic links to files of the repository, and to none elsewhere', async () => {
    await given.repository.commit({
      'CHANGES.md': '# Changes\n\nBetter.\n',
      'docs/SUMMARY.md':
        '* [Safe](README.md)\n* [A](one.md)\n* [B](two.md)\n* [C](root.md)\n* [D](above.md)\n* [E](round.md)\n',
      'docs/README.md': '# Safe\n',
      'docs/one.md': { link: '../CHANGES.md' },
      'docs/two.md': { link: 'one.md' },
      'docs/root.md': { link: '/CHANGES.md' },
      'docs/above.md': { link: '../../CHANGES.md' },
      'docs/round.md': { link: 'round.md' },
    });
    const before = await given.repository.git('rev-parse', 'main:docs');
    await given.run('import', { repoProjectDirectory: 'docs' });
    expect(await given.paths()).toEqual([FIRST, 'one', 'two', 'root', 'above', 'round']);
    expect(await given.markdownAt('two')).toBe('# Changes\n\nBetter.');
    expect(await given.markdownAt('root')).toBe('# C');
    expect(await given.markdownAt('above')).toBe('# D');
    expect(await given.markdownAt('round')).toBe('# E');
    await given.run('export', { repoProjectDirectory: 'docs' });
    expect(await given.repository.git('rev-parse', 'main:docs')).toBe(before);
  });
});
