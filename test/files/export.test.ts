import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRepository, type Repository } from '../../platform/test/git/repository.ts';
import { eventually } from '../support/eventually.ts';
import { shareOf } from '../support/long-run.ts';
import { type Desk, edit, GUIDE, startDesk, write } from './working-copy.ts';

const HOME = `---
description: Watches your queues.
icon: compass
cover: .gitbook/assets/harbour-night.svg
coverY: -38
layout:
  width: wide
  cover:
    size: full
  tags:
    visible: false
tags:
  - tag: queues
    primary: true
  - operations
---

# Lantern

On to the [first steps](guides/first-steps.md).
`;

const FILES = {
  'README.md': HOME,
  'SUMMARY.md':
    '# Table of contents\n\n* [Lantern](README.md)\n\n## Guides\n\n* [First steps](guides/first-steps.md "Start")\n',
  'guides/first-steps.md': '# First steps\n\nBack [home](../README.md).\n',
  '.gitbook/assets/harbour-night.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>\n',
};

/** The files of a folder by path, as text. */
async function contentsOf(folder: string): Promise<Record<string, string>> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = found
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((path) => !/^\.(git|docs-platform)\//.test(path))
    .sort();
  const texts = paths.map(async (path) => [path, await readFile(join(folder, path), 'latin1')]);
  return Object.fromEntries(await Promise.all(texts));
}

describe.each(shareOf(['contract', 'current'] as const))(
  'pull and Git export of the %s service',
  (profile) => {
    let desk: Desk;
    let repository: Repository;

    beforeAll(async () => {
      desk = await startDesk(profile, { allowPrivateAddresses: true });
      repository = await createRepository();
    });

    afterAll(async () => {
      await repository.remove();
      await desk.close();
    });

    const run = async (space: string, operation: 'import' | 'export', branch: string) => {
      const body = { url: repository.url, ref: `refs/heads/${branch}`, commitMessage: 'Write' };
      await desk.api('POST', `/spaces/${space}/git/${operation}`, body);
      await eventually(async () => {
        const { lastOperation } = await desk.api('GET', `/spaces/${space}/git/info`);
        expect(lastOperation.status).toBe('complete');
      });
    };

    const exported = async (space: string, branch: string) => {
      await run(space, 'export', branch);
      const clone = await desk.folder();
      await promisify(execFile)('git', ['clone', '-q', '-b', branch, repository.url, clone]);
      return contentsOf(clone);
    };

    it('write identical files', async () => {
      const dir = await desk.folder();
      await desk.pull(dir);
      expect(await contentsOf(dir)).toEqual(await exported(GUIDE, 'guide'));
    });

    it.runIf(profile === 'current')(
      'write covers, layouts, tags and titles of the table of contents, and push says what it cannot send',
      async () => {
        await repository.commit(FILES, 'forms');
        const [{ id: organization }] = (await desk.api('GET', '/orgs')).items;
        const { id } = await desk.api('POST', `/orgs/${organization}/spaces`, { empty: true });
        await run(id, 'import', 'forms');
        const dir = await desk.folder();
        await desk.pull(dir, id);
        expect(await contentsOf(dir)).toEqual(FILES);
        expect(await exported(id, 'forms-again')).toEqual(FILES);
        expect(await desk.push(dir)).toMatchObject({ sent: [], notes: [] });

        await edit(
          dir,
          'README.md',
          'description: Watches your queues.\n',
          'description: 2026\nvars: {}\n',
        );
        await edit(dir, 'README.md', 'coverY: -38', 'coverY: 12');
        await edit(dir, 'SUMMARY.md', '"Start"', '"Begin"');
        await write(dir, 'guides/new.md', '---\ntags: [new]\n---\n\n# New\n');
        const notes = [
          'README.md: the API cannot set coverY; set this in the app. It stays in the file.',
          'README.md: the platform does not know vars in the frontmatter; this stays in the file.',
          'guides/first-steps.md: the API cannot set linkTitle; set this in the app. It stays in the file.',
          'guides/new.md: the API cannot set tags; set this in the app. It stays in the file.',
        ];
        expect((await desk.push(dir, { dryRun: true })).notes.sort()).toEqual(notes);
        const { notes: told, sent, problems } = await desk.push(dir);
        expect(told.sort()).toEqual(notes);
        expect(problems).toEqual([]);
        expect(sent).toEqual([
          { kind: 'new', path: 'guides/new.md' },
          { kind: 'changed', path: 'README.md', fields: ['description'] },
        ]);
        const { here } = await desk.status(dir);
        expect(here.map(({ path, aspects }) => [path, aspects])).toEqual([
          ['README.md', ['coverY']],
          ['guides/first-steps.md', ['linkTitle']],
          ['guides/new.md', ['tags']],
        ]);
        await desk.pull(dir, id);
        expect(await contentsOf(dir)).toMatchObject({
          'README.md': expect.stringMatching(/description: 2026\nvars: \{\}\n[\s\S]*coverY: 12\n/),
          'SUMMARY.md': expect.stringContaining('[First steps](guides/first-steps.md "Begin")'),
        });
      },
    );
  },
);
