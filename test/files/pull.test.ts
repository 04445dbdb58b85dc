import { mkdir, readdir, rename, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeOnce, shareOf } from '../support/long-run.ts';
import { type Desk, edit, GUIDE, read, startDesk, write } from './working-copy.ts';

async function files(folder: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  return found
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .filter((path) => !path.startsWith('.docs-platform'))
    .sort();
}

describe.each(shareOf(['current', 'contract'] as const))(
  'pulling from the %s service',
  (profile) => {
    let desk: Desk;

    beforeAll(async () => {
      desk = await startDesk(profile);
    });

    afterAll(() => desk.close());

    it('writes a space in the layout of a repository, and nothing the second time', async () => {
      const dir = await desk.folder();
      const pulled = await desk.runProgram('pull', 'Developer Guide', dir);
      expect(pulled).toMatchObject({ code: 0, stderr: '' });
      expect(pulled.stdout).toContain('20 pages');
      expect(await files(dir)).toEqual([
        '.gitbook/assets/architecture.svg',
        '.gitbook/assets/console-mark.png',
        'README.md',
        'SUMMARY.md',
        'concepts/README.md',
        'concepts/delivery-guarantees.md',
        'concepts/topics-and-queues.md',
        'guides/README.md',
        'guides/consuming.md',
        'guides/dead-letters.md',
        'guides/publishing.md',
        'guides/push/README.md',
        'guides/push/legacy-format.md',
        'guides/push/verify-signatures.md',
        'guides/retries.md',
        'limits.md',
        'quickstart.md',
        'release-notes.md',
        'sdks/README.md',
        'sdks/node.md',
        'sdks/python.md',
        'security.md',
        'troubleshooting.md',
      ]);
      const readme = await read(dir, 'README.md');
      expect(readme).toMatch(
        /^---\ndescription: .*\nicon: compass\n---\n\n# Welcome to Northwind Queue\n\n/,
      );
      expect(readme).toContain(
        '![Architecture of Northwind Queue](.gitbook/assets/architecture.svg)',
      );
      expect(readme).toContain('[rate limits](limits.md#request-rates)');
      expect(await read(dir, 'SUMMARY.md')).toContain(
        '  * [Push endpoints](guides/push/README.md)\n    * [',
      );
      expect(await desk.pull(dir)).toMatchObject({ written: [], removed: [], conflicts: [] });
      expect((await desk.run('status', dir)).stdout).toContain('Nothing differs.');
    });

    it('lists the changes of both sides, and merges them', async () => {
      const dir = await desk.folder();
      await desk.pull(dir);
      const pages = await desk.pages(GUIDE);
      const [limits, security] = ['limits', 'security'].map((path) => pages.get(path).id);
      const before = await desk.text(GUIDE, limits);
      await desk.publish([
        {
          operation: 'update_page',
          page: limits,
          document: { markdown: `${before.replace(/^# .*\n+/, '')}\n\nAdded there.` },
          title: 'Limits',
        },
        {
          operation: 'insert_page',
          title: 'Added there',
          document: { markdown: `See [limits](/pages/${limits}).` },
          into: pages.get('guides').id,
          at: 0,
        },
        { operation: 'delete_page', page: security },
      ]);
      await edit(dir, 'limits.md', '# Limits and quotas\n', '# Limits and quotas\n\nAdded here.\n');
      await edit(dir, 'quickstart.md', 'icon: rocket', 'icon: bolt');
      await write(dir, 'guides/own.md', '# My own\n\nText.\n');
      await rm(join(dir, 'troubleshooting.md'));
      const status = await desk.status(dir);
      expect(status.here.map(({ kind, path, aspects }) => [kind, path, aspects])).toEqual([
        ['changed', 'quickstart.md', ['icon']],
        ['new', 'guides/own.md', []],
        ['changed', 'limits.md', ['text']],
        ['deleted', 'troubleshooting.md', []],
      ]);
      expect(status.there.map(({ kind, path, aspects }) => [kind, path, aspects])).toEqual([
        ['new', 'guides/added-there', []],
        ['changed', 'limits.md', ['title', 'text']],
        ['deleted', 'security.md', []],
      ]);
      expect(status.both).toEqual(['limits.md']);

      const diffs = await desk.diff(dir);
      const linesOf = (side: string, path: string) =>
        (diffs.find((one) => one.side === side && one.path === path)?.diff ?? '')
          .split('\n')
          .filter((line) => /^[+-](?![+-])/.test(line));
      expect(linesOf('here', 'limits.md')).toEqual(['+Added here.', '+']);
      expect(linesOf('there', 'limits.md')).toEqual([
        '-# Limits and quotas',
        '+# Limits',
        '+',
        '+Added there.',
      ]);
      expect(linesOf('here', 'quickstart.md')).toEqual(['-icon: rocket', '+icon: bolt']);
      expect(linesOf('here', 'guides/own.md')).toEqual(['+# My own', '+', '+Text.']);

      const pulled = await desk.pull(dir);
      expect(pulled.conflicts).toEqual([]);
      const merged = await read(dir, 'limits.md');
      expect(merged).toContain('# Limits\n\nAdded here.\n');
      expect(merged).toContain('Added there.');
      expect(await read(dir, 'guides/added-there.md')).toContain('See [limits](../limits.md).');
      const there = await files(dir);
      expect(there).toContain('guides/own.md');
      expect(there).not.toContain('security.md');
      expect(there).not.toContain('troubleshooting.md');
      const summary = await read(dir, 'SUMMARY.md');
      expect(summary).toContain(
        '* [Guides](guides/README.md)\n  * [Added there](guides/added-there.md)\n',
      );
      expect(summary).toContain('  * [My own](guides/own.md)\n');
      expect(summary).not.toContain('security.md');
      const after = await desk.status(dir);
      expect(after.there).toEqual([]);
      expect(after.here.map(({ kind, path, aspects }) => [kind, path, aspects])).toEqual([
        ['changed', 'quickstart.md', ['icon']],
        ['new', 'guides/own.md', []],
        ['changed', 'limits.md', ['text']],
        ['deleted', 'troubleshooting.md', []],
      ]);
    });
  },
);

describeOnce('pulling into a folder', () => {
  let desk: Desk;

  beforeAll(async () => {
    desk = await startDesk();
  });

  afterAll(() => desk.close());

  it('keeps both versions of conflicting changes, and continues once they are resolved', async () => {
    const dir = await desk.folder();
    await desk.pull(dir);
    const { id } = (await desk.pages(GUIDE)).get('guides/consuming');
    const before = await desk.text(GUIDE, id);
    await desk.publish([
      {
        operation: 'update_page',
        page: id,
        document: { markdown: before.replace(/\n\n[A-Z][^\n]*/, '\n\nThe line as it is there.') },
      },
    ]);
    const raw = await read(dir, 'guides/consuming.md');
    const [, line = ''] = /\n# [^\n]*\n\n([A-Z][^\n]*)/.exec(raw) ?? [];
    await edit(dir, 'guides/consuming.md', line, 'The line as it is here.');
    const pulled = await desk.run('pull', GUIDE, dir);
    expect(pulled.code).toBe(1);
    expect(pulled.stdout).toContain('Conflict: guides/consuming.md was changed on both sides');
    const both = await read(dir, 'guides/consuming.md');
    expect(both).toContain(
      '<<<<<<< this folder\n\nThe line as it is here.\n\n=======\n\nThe line as it is there.\n\n>>>>>>> the platform',
    );
    await expect(desk.pull(dir)).rejects.toThrow('guides/consuming.md line ');
    expect(await read(dir, 'guides/consuming.md')).toBe(both);
    await write(
      dir,
      'guides/consuming.md',
      both
        .replace(/<{7}[\s\S]*={7}\n\n/, '')
        .replace(/\n\n>{7}[^\n]*/, '')
        .replaceAll(/\n{3,}/g, '\n\n'),
    );
    expect(await desk.status(dir)).toMatchObject({ here: [], there: [], problems: [] });
  });

  it('stays within the limits of the operator, and refuses folders with other contents', async () => {
    const dir = await desk.folder();
    const other = await desk.run('pull', GUIDE, dir, '--allow-spaces', 'spaceRoadmap00000001');
    expect(other).toMatchObject({ code: 2, stdout: '' });
    expect(other.stderr).toContain('outside of what this server may reach');
    const unknown = await desk.run('pull', 'No such space', dir);
    expect(unknown.stderr).toContain('"Developer Guide"');
    expect(unknown.stderr).not.toContain('demo-admin-token');
    await mkdir(dir, { recursive: true });
    await write(dir, 'README.md', 'Mine.\n');
    await expect(desk.pull(dir)).rejects.toThrow('README.md');
    expect(await read(dir, 'README.md')).toBe('Mine.\n');
    await rm(join(dir, 'README.md'));
    await desk.pull(dir);
    const second = await desk.run('pull', 'Operations Handbook', dir);
    expect(second.code).toBe(2);
    expect(second.stderr).toContain('holds the space');
    await expect(desk.status(join(dir, 'nowhere'))).rejects.toThrow('is not a folder');
  });

  it('follows no symbolic link and never leaves its folder', async () => {
    const dir = await desk.folder();
    const outside = await desk.folder();
    await write(outside, 'secret.md', '# Secret\n');
    await desk.pull(dir);
    await symlink(join(outside, 'secret.md'), join(dir, 'leak.md'));
    await rename(join(dir, 'guides'), join(outside, 'guides'));
    await symlink(join(outside, 'guides'), join(dir, 'guides'));
    const status = await desk.status(dir);
    expect(status.notes).toContain('leak.md is a symbolic link and is left out.');
    expect(status.problems.join('\n')).toContain('guides became a symbolic link');
    expect(JSON.stringify(status.here)).not.toContain('leak');
    await expect(desk.pull(dir)).rejects.toThrow('guides became a symbolic link');
    await rm(join(dir, 'guides'));
    await rename(join(outside, 'guides'), join(dir, 'guides'));
    await write(dir, 'Limits.md', '# Twin\n');
    expect((await desk.status(dir)).problems).toEqual([
      'Limits.md and limits.md differ only in case: rename one.',
    ]);
    const state = JSON.parse(await read(dir, '.docs-platform/state.json'));
    state.base.pages[0].path = '../outside.md';
    await write(dir, '.docs-platform/state.json', JSON.stringify(state));
    await expect(desk.pull(dir)).rejects.toThrow('which is not a file of a space');
  });
});
