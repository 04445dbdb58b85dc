import { once } from 'node:events';
import { cp, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { start } from '../support/program.ts';
import { type Desk, edit, GUIDE, startDesk, write } from './working-copy.ts';

const CHAPTERS = 6;
const PAGES_A_CHAPTER = 8;
const KILLS = 2;

async function move(dir: string, from: string, to: string): Promise<void> {
  await mkdir(dirname(join(dir, to)), { recursive: true });
  await rename(join(dir, from), join(dir, to));
}

async function filesOf(folder: string): Promise<Record<string, string>> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = found
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .filter((path) => !path.startsWith('.docs-platform'))
    .sort();
  const texts = paths.map(async (path) => [path, await readFile(join(folder, path), 'latin1')]);
  return Object.fromEntries(await Promise.all(texts));
}

describe.each(['contract', 'current'] as const)(
  'a space of many pages on the %s service',
  (profile) => {
    let desk: Desk;
    /** A pulled folder, which tests copy. */
    let pulled: string;

    beforeAll(async () => {
      desk = await startDesk(profile);
      for (let chapter = 1; chapter <= CHAPTERS; chapter += 1) {
        await desk.publish([
          {
            operation: 'insert_page',
            title: `Chapter ${chapter}`,
            document: { markdown: 'Start.' },
          },
        ]);
        const into = (await desk.pages(GUIDE)).get(`chapter-${chapter}`).id;
        await desk.publish(
          Array.from({ length: PAGES_A_CHAPTER }, (_, index) => ({
            operation: 'insert_page',
            into,
            title: `Page ${chapter}-${index}`,
            document: { markdown: `Text of page ${index}.\n\nSee [the chapter](/pages/${into}).` },
          })),
        );
      }
      pulled = await desk.folder();
      await desk.pull(pulled);
    }, 120_000);

    afterAll(() => desk.close());

    /** Runs a command, kills it at arbitrary moments, and lets the last run end. */
    const interrupted = async (kills: number, ...args: string[]): Promise<number> => {
      const env = { DOCS_PLATFORM_URL: desk.platform.url, DOCS_PLATFORM_TOKEN: 'demo-admin-token' };
      let killed = 0;
      for (let number = 0; number < kills; number += 1) {
        const child = start(args, env);
        const ended = once(child, 'exit');
        const isKilled = await Promise.race([
          ended.then(() => false),
          setTimeout(300 + Math.random() * 1500, true),
        ]);
        if (isKilled) killed += 1;
        child.kill('SIGKILL');
        await ended;
      }
      const { code, stdout, stderr } = await desk.runProgram(...args);
      expect(stdout + stderr, args.join(' ')).not.toContain('To be fixed');
      expect(code).toBe(0);
      return killed;
    };

    const changeMuch = async (dir: string): Promise<void> => {
      for (let index = 0; index < PAGES_A_CHAPTER; index += 1) {
        await edit(dir, `chapter-1/page-1-${index}.md`, 'Text of', 'Better text of');
      }
      await write(dir, '.gitbook/assets/a note.txt', 'Note.\n');
      for (let index = 0; index < 12; index += 1) {
        const links = `[note](<../.gitbook/assets/a note.txt>), [next](new-${(index + 1) % 12}.md)`;
        await write(dir, `new/new-${index}.md`, `# New ${index}\n\n${links}\n`);
      }
      await write(dir, 'new/README.md', '# New pages\n');
      await move(dir, 'chapter-2', 'part-two');
      for (let index = 0; index < 6; index += 1) {
        await move(dir, `chapter-3/page-3-${index}.md`, `chapter-4/page-3-${index}.md`);
        await rm(join(dir, `chapter-5/page-5-${index}.md`));
      }
    };

    /** A change request's pages by path, with ids replaced by what they stand for. */
    const contentOf = async (place: string) => {
      const pages = await desk.pages(place);
      const texts: Record<string, string> = {};
      for (const [path, { id, title }] of pages) {
        const text = await desk.text(place, id);
        texts[path] = `${title}\n${text.replaceAll(/\/files\/\w+/g, '/files/…')}`;
      }
      return texts;
    };

    const requestsOf = async (subject: string): Promise<{ id: string; subject: string }[]> => {
      const { items } = await desk.api(
        'GET',
        `/spaces/${GUIDE}/change-requests?status=draft&limit=100`,
      );
      return items.filter((one: { subject: string }) => one.subject === subject);
    };

    it('is pulled as if nothing had happened after the program was killed at any moment', async () => {
      const dir = await desk.folder();
      await interrupted(KILLS, 'pull', GUIDE, dir);
      expect(await filesOf(dir)).toEqual(await filesOf(pulled));
    }, 300_000);

    it('gets one change request, the same however often the program was killed', async () => {
      const [control, dir] = [await desk.folder(), await desk.folder()];
      for (const [folder, subject] of [
        [control, 'In one go'],
        [dir, 'In pieces'],
      ] as const) {
        await cp(pulled, folder, { recursive: true });
        await changeMuch(folder);
        await interrupted(folder === dir ? KILLS : 0, 'push', folder, '--subject', subject);
      }
      const [inOneGo, inPieces] = [await requestsOf('In one go'), await requestsOf('In pieces')];
      expect([inOneGo.length, inPieces.length]).toEqual([1, 1]);
      const contents = await contentOf(`${GUIDE}/change-requests/${inPieces[0]?.id}`);
      expect(contents).toEqual(await contentOf(`${GUIDE}/change-requests/${inOneGo[0]?.id}`));
      expect(Object.keys(contents)).toContain('part-two/page-2-0');
      expect(Object.keys(contents)).not.toContain('chapter-5/page-5-0');
      expect(await filesOf(dir)).toEqual(await filesOf(control));
      expect((await desk.push(dir)).sent).toEqual([]);
    }, 300_000);
  },
);
