import { setImmediate } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { partsOf } from '../../src/git/checkout.ts';
import { spaceAndRepository } from './space-and-repository.ts';

const given = spaceAndRepository();

it('others get turns while the names of very many files are read', async () => {
  let [turns, isDone] = [0, false];
  const others = (async () => {
    for (; !isDone; turns += 1) await setImmediate();
  })();
  let now = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
    now += 100;
    return now;
  });
  const names = Array.from({ length: 50 }, (_, at) => `file-${at}`);
  const listed = Buffer.from(`${names.join('\0')}\0`);
  const read: string[] = [];
  for await (const name of partsOf(listed, '\0', new AbortController().signal)) read.push(name);
  clock.mockRestore();
  isDone = true;
  await others;
  expect(read).toEqual(names);
  expect(turns).toBeGreaterThanOrEqual(names.length);
});

it('a repository of very many files is refused, and its folder is imported', async () => {
  const { repository } = given;
  const files = Array.from({ length: 500 }, (_, at) => [`${at}.md`, `# Page ${at}`] as const);
  await repository.commit(Object.fromEntries(files));
  const tree = async (revision: string) =>
    (await repository.git('rev-parse', `${revision}^{tree}`)).trim();
  let whole = await tree('main');
  for (let count = files.length; count <= 200_000; count *= 2) {
    await repository.git('read-tree', '--empty');
    for (const half of ['docs', 'more'])
      await repository.git('--work-tree=.', 'read-tree', `--prefix=${half}/`, whole);
    whole = (await repository.git('write-tree')).trim();
  }
  const commit = (await repository.git('commit-tree', '-m', 'Many', whole)).trim();
  await repository.git('update-ref', 'refs/heads/main', commit);
  expect((await given.run('import')).lastOperation).toMatchObject({
    status: 'failed',
    error: expect.stringContaining('more than 200000 files; name a folder'),
  });
  const directory = Array.from({ length: 9 }, () => 'docs').join('/');
  expect((await given.run('import', { repoProjectDirectory: directory })).lastOperation.error).toBe(
    undefined,
  );
}, 60_000);
