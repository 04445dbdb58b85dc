import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { eventually } from '../../../test/support/eventually.ts';
import { type LocalServer, serve } from '../local-server.ts';
import {
  type AnswerFields,
  DEV_GUIDE,
  HANDBOOK,
  pageIds,
  publish,
  startTestPlatform,
  type TestPlatform,
} from '../support.ts';
import { createRepository, type Repository } from './repository.ts';

interface GitInfo extends AnswerFields {
  repoName?: string;
  installationProvider?: string;
  url?: string;
  updatedAt?: string;
  lastOperation: {
    type: string;
    status: string;
    error?: string;
    revision?: string;
    commit?: string;
    commitURL?: string;
  };
}

const SPACE = `/spaces/${DEV_GUIDE}`;
const MAIN = 'refs/heads/main';

/** Slug of the page that the README becomes: an existing page keeps its slug. */
const FIRST = 'welcome-to-northwind-queue';

let platform: TestPlatform;
let repository: Repository;
let web: LocalServer | undefined;

beforeEach(async () => {
  platform = await startTestPlatform({ allowPrivateAddresses: true });
  repository = await createRepository();
});

afterEach(async () => {
  web?.close();
  await repository.remove();
  await platform.close();
});

async function ended(space = SPACE, from = platform): Promise<GitInfo> {
  return await eventually(async () => {
    const info = (await from.admin('GET', `${space}/git/info`)).json as GitInfo;
    expect(info.lastOperation.status).not.toBe('running');
    return info;
  });
}

/** Starts an operation and waits for its end. */
async function run(operation: string, given: object = {}, space = SPACE): Promise<GitInfo> {
  const message = operation === 'export' && { commitMessage: 'Write the docs' };
  const body = { url: repository.url, ref: MAIN, ...message, ...given };
  const answer = await platform.admin('POST', `${space}/git/${operation}`, body);
  expect([answer.status, answer.text]).toEqual([204, '']);
  return await ended(space);
}

async function markdownOf(id = '', content = `${SPACE}/content`): Promise<string> {
  return (await platform.admin('GET', `${content}/page/${id}?format=markdown`)).json.markdown;
}

async function markdownAt(path: string): Promise<string> {
  return await markdownOf((await pageIds(platform.admin, SPACE)).get(path));
}

async function paths(): Promise<string[]> {
  return [...(await pageIds(platform.admin, SPACE)).keys()];
}

describe('an import', () => {
  it('makes the space equal to the branch, by its SUMMARY.md', async () => {
    const commit = await repository.commit({
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
    const info = await run('import', {
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
    expect(await paths()).toEqual([FIRST, 'guides', 'guides/b', 'guides/a', 'more', 'more/last']);
    expect(await markdownAt(FIRST)).toBe(
      '# Welcome\n\nSee [first](./guides/a.md#go) and [code](https://github.com/northwind/docs/blob/main/src/main.c).',
    );
    expect(await markdownAt('guides/a')).toMatch(/^# First\n\n!\[dot\]\(\/files\/\w{20}\)$/);
    const head = (await platform.admin('GET', `${SPACE}/content`)).json.id;
    expect(info.lastOperation.revision).toBe(head);
  });

  it('follows links above the root to the folder of the service, and to the index of a folder', async () => {
    await repository.commit({
      'README.md': '# Home',
      'guides/README.md': '# Guides',
      'guides/a.md': '# A\n\n![dot](../../.gitbook/assets/dot.svg) [up](../guides/index.html#go)',
      '.gitbook/assets/dot.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="3"/>',
    });
    await run('import');
    expect(await markdownAt('guides/a')).toMatch(
      /^# A\n\n!\[dot\]\(\/files\/\w{20}\) \[up\]\(\.\/README\.md#go\)$/,
    );
    const before = await repository.git('rev-parse', 'main:guides');
    await run('export');
    expect(await repository.git('rev-parse', 'main:guides')).toBe(before);
  });

  it('follows links that name the folder of the import, and an export keeps them', async () => {
    const page =
      '# A\n\n[root](/docs/b.md#x) [around](../../docs/b.md) ![dot](/docs/dot.svg) [out](../../other/b.md)\n';
    await repository.commit({
      'docs/README.md': '# Home\n',
      'docs/b.md': '# B\n',
      'docs/guides/a.md': page,
      'docs/dot.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="3"/>',
      'other/b.md': '# Elsewhere\n',
    });
    const given = { repoProjectDirectory: 'docs' };
    await run('import', given);
    const text = await markdownAt('guides/a');
    expect(text).toMatch(
      /\[root\]\(.*b\.md#x\) \[around\]\(.*b\.md\) !\[dot\]\(\/files\/\w{20}\) \[out\]\(\.\.\/\.\.\/other\/b\.md\)$/,
    );
    const changes = [
      {
        operation: 'update_page',
        page: (await pageIds(platform.admin, SPACE)).get('guides/a'),
        document: { markdown: `${text}\n\nMore.` },
      },
    ];
    expect((await publish(platform.admin, SPACE, changes)).status).toBe(200);
    await run('export', given);
    expect(await repository.read('docs/guides/a.md')).toBe(`${page}\nMore.\n`);
  });

  it('takes a heading after comments as the title, and an export keeps the comments', async () => {
    const head = '---\nicon: bolt\n---\n\n<!-- Generated. -->\n<!--\nDo not edit.\n-->\n\n';
    await repository.commit({
      'README.md': '# Home\n',
      'rates.md': `${head}# Rates\n\nAll rates.\n`,
      'open.md': '<!-- never closed\n\n# Open\n',
    });
    await run('import');
    expect(await markdownAt('rates')).toBe('# Rates\n\nAll rates.');
    const page = (await pageIds(platform.admin, SPACE)).get('rates');
    const document = { markdown: '# Tariffs\n\nAll rates, and more.' };
    const changes = [{ operation: 'update_page', page, title: 'Tariffs', document }];
    expect((await publish(platform.admin, SPACE, changes)).status).toBe(200);
    await run('export');
    expect(await repository.read('rates.md')).toBe(`${head}# Tariffs\n\nAll rates, and more.\n`);
    expect(await repository.read('open.md')).toBe('<!-- never closed\n\n# Open\n');
  });

  it('keeps everything after the first # of a link', async () => {
    await repository.commit({ 'README.md': '# A\n\n[b](b.md#one#two)\n', 'b.md': '# B\n' });
    await run('import');
    const text = await markdownAt(FIRST);
    expect(text).toBe('# A\n\n[b](./b.md#one#two)');
    const page = (await pageIds(platform.admin, SPACE)).get(FIRST);
    const document = { markdown: `${text}\n\nMore.` };
    await publish(platform.admin, SPACE, [{ operation: 'update_page', page, document }]);
    await run('export');
    expect(await repository.read('README.md')).toBe('# A\n\n[b](b.md#one#two)\n\nMore.\n');
  });

  it('keeps a long description on its line, and a folded one folded', async () => {
    const words =
      'A sentence about the page that is longer than a line of eighty characters allows';
    await repository.commit({
      'README.md': `---\ndescription: ${words}\n---\n\n# A\n`,
      'b.md': `---\ndescription: >-\n  ${words.slice(0, 40)}\n  ${words.slice(41)}\n---\n\n# B\n`,
    });
    await run('import');
    const ids = await pageIds(platform.admin, SPACE);
    const changes = [FIRST, 'b'].map((path) => {
      const description = `${words} today`;
      return { operation: 'update_page', page: ids.get(path), description };
    });
    expect((await publish(platform.admin, SPACE, changes)).status).toBe(200);
    await run('export');
    expect(await repository.read('README.md')).toBe(
      `---\ndescription: ${words} today\n---\n\n# A\n`,
    );
    expect(await repository.read('b.md')).toMatch(
      /^---\ndescription: (>-)?\n? *A .*\n {2}.* today\n---\n/,
    );
  });

  it('keeps page ids when files change, and creates no revision if none does', async () => {
    await repository.commit({ 'README.md': '# A\n\n1', 'b/README.md': '# B', 'b/c.md': '# C' });
    const first = await run('import');
    const before = await pageIds(platform.admin, SPACE);
    await repository.commit({ 'README.md': '# A\n\n2', 'b/README.md': '# B!', 'd.md': '# D' });
    const second = await run('import');
    const after = await pageIds(platform.admin, SPACE);
    expect([...after.keys()]).toEqual([FIRST, 'b', 'd']);
    expect(after.get(FIRST)).toBe(before.get(FIRST));
    expect(after.get('b')).toBe(before.get('b'));
    expect(await markdownAt(FIRST)).toBe('# A\n\n2');
    expect(second.lastOperation.revision).not.toBe(first.lastOperation.revision);
    expect((await run('import')).lastOperation.revision).toBe(second.lastOperation.revision);
  });

  it('recognises pages whose place in SUMMARY.md differs from their folder', async () => {
    const summary = '* [A](a.md)\n  * [Odd name](x/Odd_Name.md)\n';
    await repository.commit({ 'SUMMARY.md': summary, 'a.md': 'a', 'x/Odd_Name.md': '1' });
    await run('import');
    const before = await pageIds(platform.admin, SPACE);
    await repository.commit({ 'SUMMARY.md': summary, 'a.md': 'a', 'x/Odd_Name.md': '2' });
    await run('import');
    expect(await pageIds(platform.admin, SPACE)).toEqual(before);
    await run('export');
    expect(await repository.paths()).toEqual(['SUMMARY.md', 'a.md', 'x/Odd_Name.md']);
  });

  it('reads a directory of a branch', async () => {
    await repository.commit({ 'README.md': '# Root', 'docs/en/one.md': '# One' }, 'next/docs');
    const given = { ref: 'refs/heads/next/docs', repoProjectDirectory: './docs/en/' };
    expect((await run('import', given)).lastOperation.status).toBe('complete');
    expect(await paths()).toEqual(['one']);
  });

  it('asks a repository for the files that it needs, and for no others', async () => {
    await repository.commit({
      'docs/README.md': '# Docs\n\n![dot](dot.svg)',
      'docs/dot.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
      'docs/unused.zip': 'unused',
      'app/large.bin': 'large',
    });
    for (const path of ['docs/unused.zip', 'app/large.bin']) {
      const id = (await repository.git('rev-parse', `main:${path}`)).trim();
      await rm(new URL(`${repository.url}/objects/${id.slice(0, 2)}/${id.slice(2)}`));
    }
    const { lastOperation } = await run('import', { repoProjectDirectory: 'docs' });
    expect(lastOperation).toMatchObject({ type: 'import', status: 'complete' });
    expect(await paths()).toEqual([FIRST]);
  });

  it('leaves the space unchanged with standalone', async () => {
    await repository.commit({ 'README.md': '# Kept' });
    await run('import');
    await repository.commit({ 'README.md': '# Apart' });
    const { lastOperation } = await run('import', { standalone: true });
    expect(lastOperation.status).toBe('complete');
    expect(await paths()).toEqual([FIRST]);
    const head = (await platform.admin('GET', `${SPACE}/content`)).json.id;
    expect(lastOperation.revision).not.toBe(head);
  });

  it('is skipped if a newer one was done, unless forced', async () => {
    await repository.commit({ 'README.md': '# New' });
    await run('import', { timestamp: '2026-05-02T00:00:00Z' });
    await repository.commit({ 'README.md': '# Old' });
    const skipped = await run('import', { timestamp: '2026-05-01T00:00:00Z' });
    expect(skipped.lastOperation).toMatchObject({
      status: 'skipped',
      error: 'A newer operation, of 2026-05-02T00:00:00Z, was carried out already',
    });
    expect(await paths()).toEqual([FIRST]);
    const forced = await run('import', { timestamp: '2026-05-01T00:00:00Z', force: true });
    expect(forced.lastOperation.status).toBe('complete');
    expect(await markdownAt(FIRST)).toBe('# Old');
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
  ])('fails for %s and says so', async (_, given, message) => {
    await repository.commit({ 'README.md': '# Same', 'pages/.gitbook.yaml': 'root: ./gone/' });
    const { json } = await platform.admin('GET', `${SPACE}/content`);
    const { lastOperation } = await run('import', given);
    expect(lastOperation.status).toBe('failed');
    expect(lastOperation.error).toContain(message);
    expect((await platform.admin('GET', `${SPACE}/content`)).json.id).toBe(json.id);
  });

  it('completes whatever characters the message of git contains', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'platform-test-'));
    const script = "#!/bin/sh\nprintf 'fatal: the pipe\\000is\\033[1m broken\\n' >&2\nexit 128\n";
    await writeFile(join(folder, 'git'), script, { mode: 0o755 });
    vi.stubEnv('PATH', `${folder}:${process.env.PATH}`);
    const { lastOperation } = await run('import').finally(() => vi.unstubAllEnvs());
    expect(lastOperation).toMatchObject({
      status: 'failed',
      error: 'fatal: the pipe is [1m broken',
    });
    await repository.commit({ 'README.md': '# Home' });
    expect((await run('import')).lastOperation.status).toBe('complete');
    await rm(folder, { recursive: true });
  });

  it('follows symbolic links to files of the repository, and to none elsewhere', async () => {
    await repository.commit({
      'CHANGES.md': '# Changes\n\nBetter.\n',
      'docs/SUMMARY.md': '* [Safe](README.md)\n* [A](one.md)\n* [B](two.md)\n* [C](root.md)\n',
      'docs/README.md': '# Safe\n',
      'docs/one.md': { link: '../CHANGES.md' },
      'docs/two.md': { link: 'one.md' },
      'docs/root.md': { link: '/CHANGES.md' },
      'docs/above.md': { link: '../../CHANGES.md' },
      'docs/round.md': { link: 'round.md' },
    });
    const before = await repository.git('rev-parse', 'main:docs');
    await run('import', { repoProjectDirectory: 'docs' });
    expect(await paths()).toEqual([FIRST, 'one', 'two', 'root']);
    expect(await markdownAt('two')).toBe('# Changes\n\nBetter.');
    expect(await markdownAt('root')).toBe('# C');
    await run('export', { repoProjectDirectory: 'docs' });
    expect(await repository.git('rev-parse', 'main:docs')).toBe(before);
  });
});

describe('an export', () => {
  it('writes every page, SUMMARY.md and the files that pages show', async () => {
    const space = `/spaces/${HANDBOOK}`;
    const { lastOperation } = await run('export', {}, space);
    expect(lastOperation).toMatchObject({ type: 'export', status: 'complete' });
    const log = await repository.git('log', '--format=%H %s|%an', 'main');
    expect(log.trim()).toBe(`${lastOperation.commit} Write the docs|Mara Lindqvist`);
    const files = await repository.paths();
    expect(files).toContain('README.md');
    expect(files).toContain('SUMMARY.md');
    expect(files).toContain('runbooks/README.md');
    expect(files).toContain('runbooks/broker-disk.md');
    expect(await repository.read('SUMMARY.md')).toContain('\n  * [Broker disk');
    expect(await repository.read('on-call/README.md')).toMatch(/^(---\n[\s\S]+?---\n\n)?# On-call/);
  });

  it('is restored by an import', async () => {
    const space = `/spaces/${HANDBOOK}`;
    const ids = await pageIds(platform.admin, space);
    const before = (await platform.admin('GET', `${space}/content`)).json;
    await run('export', {}, space);
    const { lastOperation } = await run('import', {}, space);
    expect(lastOperation).toMatchObject({ status: 'complete', revision: before.id });
    expect(await pageIds(platform.admin, space)).toEqual(ids);
    const copy = await run('import');
    expect(copy.lastOperation.status).toBe('complete');
    expect(await paths()).toEqual([FIRST, ...[...ids.keys()].slice(1)]);
    const copied = await pageIds(platform.admin, SPACE);
    for (const [path, id] of [...ids].slice(1)) {
      const unnamed = (markdown: string) => markdown.replaceAll(/\/files\/\w+/g, '/files/');
      expect(unnamed(await markdownOf(copied.get(path)))).toBe(
        unnamed(await markdownOf(id, `${space}/content`)),
      );
    }
  });

  it('keeps other contents of the repository and removes old pages', async () => {
    await repository.commit({
      'Summary.md': '# Summary\n\n* [Home](README.md)\n* [Old](old.md)\n',
      'README.md': '# Home',
      'old.md': '# Old',
      'src/main.c': 'int main;',
    });
    await run('import');
    const old = (await pageIds(platform.admin, SPACE)).get('old');
    await publish(platform.admin, SPACE, [
      { operation: 'delete_page', page: old },
      { operation: 'insert_page', title: 'New', document: { markdown: `[home](${FIRST}.md)` } },
    ]);
    await run('export');
    expect(await repository.paths()).toEqual(['README.md', 'Summary.md', 'new.md', 'src/main.c']);
    expect(await repository.read('Summary.md')).toBe(
      '# Summary\n\n* [Home](README.md)\n* [New](new.md)\n',
    );
    expect(await repository.read('new.md')).toBe('# New\n\n[home](README.md)\n');
    expect(await repository.git('rev-list', '--count', 'main')).toBe('2\n');
  });

  it('makes no commit if nothing changed', async () => {
    const first = await run('export');
    const second = await run('export');
    expect(second.lastOperation.commit).toBe(first.lastOperation.commit);
    expect(await repository.git('rev-list', '--count', 'main')).toBe('1\n');
  });

  it('writes into a directory of a separate branch', async () => {
    await repository.commit({ 'README.md': '# Code' });
    await run('export', { ref: 'refs/heads/docs', repoProjectDirectory: 'manual' });
    const files = await repository.paths('docs');
    expect(files).toContain('manual/SUMMARY.md');
    expect(await repository.paths()).toEqual(['README.md']);
  });
});

describe('git info', () => {
  it('is 404 before the first operation, and gitSync of the space follows it', async () => {
    const fresh = await startTestPlatform({ allowPrivateAddresses: true });
    expect((await fresh.reader('GET', `${SPACE}/git/info`)).status).toBe(404);
    await repository.commit({ 'README.md': '# A' });
    await fresh.admin('POST', `${SPACE}/git/import`, { url: repository.url, ref: MAIN });
    const { updatedAt } = await ended(SPACE, fresh);
    const spaces = await fresh.reader('GET', '/collections/collProductDocs00001/spaces');
    const space = JSON.parse(spaces.text).items.find(({ id }: AnswerFields) => id === DEV_GUIDE);
    expect(space.gitSync).toEqual({ repoName: 'northwind/docs', url: repository.url, updatedAt });
    await fresh.close();
  });

  it('reports that the platform stopped in the meantime, and allows the operation to be started again', async () => {
    const data = await mkdtemp(join(tmpdir(), 'platform-'));
    let held: () => void = () => undefined;
    const asked = new Promise<void>((resolve) => {
      held = resolve;
    });
    web = await serve(() => held());
    const first = await startTestPlatform({ data, allowPrivateAddresses: true });
    const body = { url: `${web.url}/docs.git`, ref: MAIN };
    await first.admin('POST', `${SPACE}/git/import`, body);
    await asked;
    const busy = await first.admin('POST', `${SPACE}/git/import`, body);
    expect(busy.status).toBe(409);
    await first.close();
    const second = await startTestPlatform({ data, allowPrivateAddresses: true });
    const { lastOperation } = await ended(SPACE, second);
    expect(lastOperation).toMatchObject({ status: 'failed', error: 'The platform was stopped' });
    await second.close();
    await rm(data, { recursive: true });
  });
});

describe('credentials', () => {
  it('go to the repository and are stored nowhere', async () => {
    const data = await mkdtemp(join(tmpdir(), 'platform-'));
    const sent = new Set<string | undefined>();
    web = await serve(({ headers }, response) => {
      sent.add(headers.authorization);
      response.writeHead(403).end('no');
    });
    const own = await startTestPlatform({ data, allowPrivateAddresses: true });
    const address = web.url.replace('//', '//robot:s3cr3t-t0ken@');
    const body = { url: `${address}/docs.git`, ref: MAIN, repoTreeURL: `${address}/tree` };
    expect((await own.admin('POST', `${SPACE}/git/import`, body)).status).toBe(204);
    const info = await ended(SPACE, own);
    expect(info.lastOperation.status).toBe('failed');
    expect([...sent]).toEqual(['Basic cm9ib3Q6czNjcjN0LXQwa2Vu']);
    expect(JSON.stringify(info)).not.toMatch(/s3cr3t|cm9ib3Q6/);
    await own.close();
    for (const name of await readdir(data)) {
      expect((await readFile(join(data, name))).includes('s3cr3t')).toBe(false);
    }
    await rm(data, { recursive: true });
  });
});
