import { EventEmitter, once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { openExisting } from '@docs-platform-mcp/platform';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { discardInterrupted } from '../../platform/src/content/gradual.ts';
import { brokenPromises } from '../../platform/test/invariants.ts';
import {
  DEV_GUIDE,
  HANDBOOK,
  ORGANIZATION,
  pageIds,
  type Send,
  startTestPlatform,
} from '../../platform/test/support.ts';
import { startProcess } from './process.ts';

const ROUNDS = 12;

/** In every fourth round, pages were published before the kill; on a busy machine, other work outruns that. */
const PUBLISHING = { every: 4, answers: 4 };

/** For each round: the number of answers before the kill, and of event loop turns after them. */
const KILLS = fc.sample(
  fc.record({ answers: fc.integer({ min: 1, max: 30 }), turns: fc.nat(40) }),
  {
    seed: 20,
    numRuns: ROUNDS,
  },
);

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platform-'));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

const space = `/spaces/${DEV_GUIDE}`;
const comments = `${space}/comments`;
const specs = `/orgs/${ORGANIZATION}/openapi`;

/** An acknowledged write: how to read it, and the expected value. */
interface Acknowledged {
  path: string;
  shows: object;
}

/** Writes a unique text, and reports each part as soon as it is acknowledged. */
type Work = (
  send: Send,
  text: string,
  done: (path: string, shows: object) => void,
) => Promise<void>;

const WORK: Work[] = [
  async function discuss(send, text, done) {
    const { json } = await send('POST', comments, { body: { markdown: text } });
    const comment = `${comments}/${json.id}`;
    done(`${comment}?format=markdown`, { body: { markdown: text } });
    const reply = await send('POST', `${comment}/replies`, { body: { markdown: `${text} again` } });
    done(`${comment}/replies/${reply.json.id}?format=markdown`, {
      body: { markdown: `${text} again` },
    });
    await send('PUT', comment, { resolved: true });
    done(comment, { status: 'resolved' });
  },

  async function publishTwoPages(send, text, done) {
    const { json } = await send('POST', `${space}/change-requests`, { subject: text });
    const request = `${space}/change-requests/${json.id}`;
    done(request, { subject: text });
    const edited = await send('POST', `${request}/content?compat=false`, {
      changes: ['one', 'two'].map((half) => ({
        operation: 'insert_page',
        title: `${text} ${half}`,
        document: { markdown: text },
      })),
    });
    // The markdown of a page begins with its title.
    const shown = { markdown: expect.stringMatching(new RegExp(`^# .*\n\n${text}$`)) };
    const pages = edited.json.changes.map(({ page }) => page.id);
    for (const page of pages) {
      done(`${request}/content/page/${page}?format=markdown`, shown);
    }
    await send('POST', `${request}/merge`);
    done(request, { status: 'merged' });
    for (const page of pages) {
      done(`${space}/content/page/${page}?format=markdown`, shown);
    }
  },

  async function collect(send, text, done) {
    const { json } = await send('POST', `/orgs/${ORGANIZATION}/collections`, { title: text });
    // Once the next request is in flight, its change may exist without an acknowledgement.
    done(`/collections/${json.id}`, { title: expect.stringContaining(text) });
    await send('PATCH', `/collections/${json.id}`, { title: `${text} renamed` });
    done(`/collections/${json.id}`, { title: `${text} renamed` });
  },

  async function specify(send, text, done) {
    const slug = text.toLowerCase().replaceAll(' ', '-');
    const document = { openapi: '3.1.0', info: { title: text, version: '1' }, paths: {} };
    await send('PUT', `${specs}/${slug}`, { source: { text: JSON.stringify(document) } });
    done(`${specs}/${slug}`, { slug });
  },
];

/** Works without a pause until the platform is gone, and records acknowledged writes. */
async function workOn(
  send: Send,
  work: Work,
  name: string,
  acknowledge: (what: Acknowledged) => void,
): Promise<void> {
  const checked: Send = async (...request) => {
    const answer = await send(...request);
    expect(answer.status, `${request[1]}: ${answer.text}`).toBeLessThan(300);
    return answer;
  };
  for (let serial = 0; ; serial += 1) {
    try {
      await work(checked, `${name} ${serial}`, (path, shows) => acknowledge({ path, shows }));
    } catch (error) {
      if (isBrokenConnection(error)) return;
      throw error;
    }
  }
}

/** Whether the platform refused a connection, or ended one. */
function isBrokenConnection(error: unknown): boolean {
  const { code } = error as { code?: string };
  return ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'].includes(code ?? '');
}

async function expectKept(send: Send, acknowledged: Iterable<Acknowledged>): Promise<void> {
  for (const { path, shows } of acknowledged) {
    const { json } = await send('GET', path);
    expect(json, path).toMatchObject(shows);
  }
}

describe('a folder', () => {
  it('keeps the data of the first start for the second', async () => {
    const first = await startTestPlatform({ data: folder });
    const before = await pageIds(first.admin, `/spaces/${HANDBOOK}`);
    const { json } = await first.admin('POST', comments, { body: { markdown: 'Kept.' } });
    await first.close();

    const second = await startTestPlatform({ data: folder });
    expect(await pageIds(second.admin, `/spaces/${HANDBOOK}`)).toEqual(before);
    const kept = await second.admin('GET', `${comments}/${json.id}?format=markdown`);
    expect(kept.json.body.markdown).toBe('Kept.');
    expect(second.tokens).toEqual(first.tokens);
    await second.close();
  });

  it('is seeded once if two processes open it at the same moment', async () => {
    const processes = await Promise.all([1, 2].map(() => startProcess(['--data', folder])));
    const counts = await Promise.all(
      processes.map(async ({ send }) => (await send('GET', comments)).json.count),
    );
    expect(counts).toEqual([5, 5]);
    await Promise.all(processes.map(({ kill }) => kill()));
  });

  it('accepts concurrent writes of two processes and loses none', async () => {
    const processes = await Promise.all([1, 2].map(() => startProcess(['--data', folder])));
    const texts = Array.from({ length: 40 }, (_, index) => `Text ${index}`);
    const answers = await Promise.all(
      texts.map((markdown, index) =>
        processes[index % 2]?.send('POST', comments, { body: { markdown } }),
      ),
    );
    expect(answers.map((answer) => answer?.status)).toEqual(texts.map(() => 200));
    for (const { send } of processes) {
      const { json } = await send('GET', `${comments}?limit=1000&format=markdown`);
      const stored = new Set(json.items.map(({ body }) => body.markdown));
      expect(texts.filter((text) => !stored.has(text))).toEqual([]);
    }
    await Promise.all(processes.map(({ kill }) => kill()));
  });

  it(`has everything acknowledged and nothing half-done after each of ${ROUNDS} kills in the middle of work`, async () => {
    const all = new Map<string, Acknowledged>();
    let latest: Acknowledged[] = [];
    for (const [round, { answers, turns }] of KILLS.entries()) {
      const platform = await startProcess(['--data', folder]);
      await expectKept(platform.send, new Map(latest.map((one) => [one.path, one])).values());
      latest = [];
      const work = new EventEmitter();
      const enough = once(work, 'enough');
      let toPublish = round % PUBLISHING.every === 0 ? PUBLISHING.answers : 0;
      const working = WORK.map((kind) =>
        workOn(platform.send, kind, `Round ${round} ${kind.name}`, (acknowledged) => {
          latest.push(acknowledged);
          all.set(acknowledged.path, acknowledged);
          if (kind.name === 'publishTwoPages') toPublish -= 1;
          if (latest.length >= answers && toPublish <= 0) work.emit('enough');
        }),
      );
      await Promise.race([enough, ...working]);
      for (let turn = 0; turn < turns; turn += 1) await setImmediate();
      await platform.kill();
      await Promise.all(working);
      const db = openExisting(folder);
      discardInterrupted(db);
      expect(brokenPromises(db)).toEqual([]);
      db.close();
    }

    const platform = await startTestPlatform({ data: folder });
    await expectKept(platform.admin, all.values());
    const paths = [...(await pageIds(platform.admin, space)).keys()];
    const halves = (half: string) =>
      paths.filter((path) => path.endsWith(half)).map((path) => path.slice(0, -half.length));
    expect(halves('-one')).toEqual(halves('-two'));
    expect(halves('-one').length).toBeGreaterThan(0);
    await platform.close();
  }, 300_000);
});
