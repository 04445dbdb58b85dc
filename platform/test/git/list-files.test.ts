import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { listFiles } from '../../src/git/checkout.ts';
import { createRepository } from './repository.ts';

const { signal } = new AbortController();

it('the files of a folder are listed, and none of a folder that does not exist', async () => {
  const repository = await createRepository();
  onTestFinished(() => repository.remove());
  await repository.commit({ 'docs/a.md': '# A\n', 'b.md': '# B\n' });
  const checkout = { folder: fileURLToPath(repository.url), commit: 'main', signal };
  const paths = async (directory: string) =>
    (await listFiles(checkout, directory)).map(({ path }) => path);
  expect(await paths('docs')).toEqual(['a.md']);
  expect(await paths('b.md')).toEqual([]);
  expect(await paths('nowhere')).toEqual([]);
});

it('a failure of Git is no empty folder', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'no-repository-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await expect(listFiles({ folder, commit: 'main', signal })).rejects.toThrow(
    'not a git repository',
  );
});
