import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DEV_GUIDE, HANDBOOK, pageIds, type Send, sender, startTestPlatform } from './support.ts';

const ENTRY = new URL('../../src/platform/index.ts', import.meta.url).href;
const ROUNDS = 4;

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platform-'));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

/** The platform as a process of its own over the folder. */
async function startProcess() {
  const script = `
    const { startPlatform } = await import(${JSON.stringify(ENTRY)});
    console.log((await startPlatform({ data: ${JSON.stringify(folder)} })).url);
  `;
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', '--input-type=module', '--eval', script],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const [url] = (await once(createInterface(child.stdout), 'line')) as [string];
  return {
    send: sender(url, 'demo-admin-token'),
    kill: async () => {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

const comments = `/spaces/${DEV_GUIDE}/comments`;

/** Texts of all comments of the space. */
async function commentTexts(send: Send): Promise<Set<string>> {
  const { json } = await send('GET', `${comments}?limit=1000&format=markdown`);
  return new Set(json.items.map(({ body }) => body.markdown));
}

/** Publishes pages and posts comments until the platform is gone; tells what it acknowledged. */
async function write(
  send: Send,
  round: number,
  acknowledged: { pages: string[]; texts: string[] },
) {
  const space = `/spaces/${DEV_GUIDE}`;
  const writeOne = async (serial: number) => {
    const text = `Round ${round}, number ${serial}`;
    if ((await send('POST', comments, { body: { markdown: text } })).status === 200) {
      acknowledged.texts.push(text);
    }
    const request = `${space}/change-requests/${(await send('POST', `${space}/change-requests`, {})).json.id}`;
    const changes = ['One', 'Two'].map((title) => ({
      operation: 'insert_page',
      title: `${text}: ${title}`,
      document: { markdown: text },
    }));
    const edited = await send('POST', `${request}/content?compat=false`, { changes });
    if ((await send('POST', `${request}/merge`)).status === 200) {
      acknowledged.pages.push(...edited.json.changes.map(({ page }) => page.id));
    }
  };
  for (let serial = 0; ; serial += 1) {
    // The platform is killed in the middle of this: the first refused connection ends it.
    const result = await writeOne(serial).catch(() => 'gone');
    if (result === 'gone') return;
  }
}

describe('a folder', () => {
  it('shows a second start what the first one stored', async () => {
    const first = await startTestPlatform({ data: folder });
    const before = await pageIds(first.admin, `/spaces/${HANDBOOK}`);
    await first.admin('POST', comments, { body: { markdown: 'Kept.' } });
    await first.close();

    const second = await startTestPlatform({ data: folder });
    expect(await pageIds(second.admin, `/spaces/${HANDBOOK}`)).toEqual(before);
    expect(await commentTexts(second.admin)).toContain('Kept.');
    expect(second.tokens).toEqual(first.tokens);
    await second.close();
  });

  it('is seeded once when two processes open it at the same moment', async () => {
    const [one, two] = await Promise.all([startProcess(), startProcess()]);
    const counts = await Promise.all(
      [one, two].map(async ({ send }) => (await send('GET', comments)).json.count),
    );
    expect(counts).toEqual([5, 5]);
    await Promise.all([one.kill(), two.kill()]);
  });

  it('takes writes of two processes at once and loses none', async () => {
    const processes = await Promise.all([startProcess(), startProcess()]);
    const texts = Array.from({ length: 40 }, (_, index) => `Text ${index}`);
    const answers = await Promise.all(
      texts.map((markdown, index) =>
        processes[index % 2]?.send('POST', comments, { body: { markdown } }),
      ),
    );
    expect(answers.map((answer) => answer?.status)).toEqual(texts.map(() => 200));
    for (const { send } of processes) {
      const stored = await commentTexts(send);
      expect(texts.filter((text) => !stored.has(text))).toEqual([]);
    }
    await Promise.all(processes.map(({ kill }) => kill()));
  });

  it('has all that was acknowledged, and no half change, after kills in the middle of writing', async () => {
    const acknowledged: { pages: string[]; texts: string[] } = { pages: [], texts: [] };
    for (let round = 0; round < ROUNDS; round += 1) {
      const { send, kill } = await startProcess();
      const target = acknowledged.pages.length + 4 + 2 * round;
      const writing = write(send, round, acknowledged);
      while (acknowledged.pages.length < target) await send('GET', comments);
      await kill();
      await writing;
    }

    const platform = await startTestPlatform({ data: folder });
    const texts = await commentTexts(platform.admin);
    expect(acknowledged.texts.filter((text) => !texts.has(text))).toEqual([]);
    const paths = await pageIds(platform.admin, `/spaces/${DEV_GUIDE}`);
    const ids = new Set(paths.values());
    expect(acknowledged.pages.filter((id) => !ids.has(id))).toEqual([]);
    const written = [...paths.keys()].filter((path) => path.startsWith('round-'));
    const halves = written.filter((path) => path.endsWith('-one'));
    expect(written.filter((path) => path.endsWith('-two'))).toHaveLength(halves.length);
    for (const path of halves) {
      const found = await platform.admin(
        'GET',
        `/spaces/${DEV_GUIDE}/search?limit=1000&query=${path.replaceAll('-', '%20')}`,
      );
      expect(found.json.items.map(({ id }) => id)).toContain(paths.get(path));
    }
    await platform.close();
  }, 120_000);
});
