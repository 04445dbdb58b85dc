import { Pool } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, type Era, type Message, posted } from '../http/requests.ts';
import { type PlatformProcess, startProcess } from '../platform/process.ts';
import { IS_LONG } from '../support/long-run.ts';
import { type MeasuredServer, startMeasured } from './measured/server.ts';

const CALLS_AT_ONCE = 16;
const SAMPLES = IS_LONG ? 30 : 6;
const SAMPLE_MS = IS_LONG ? 60_000 : 2_000;
/** Memory that the last third may need beyond the first, which begins after a warm-up. */
const ALLOWED_GROWTH = 1.1;

const TOKENS = ['admin', 'editor', 'reviewer', 'reader', 'guest'].map(
  (role) => `demo-${role}-token`,
);
const spaceId = 'spaceDevGuide0000001';
const pageId = 'kmBrcfIkSeuVCGDS9fXr';

/**
 * Typical work of agents, with more reads than writes. No call makes later answers larger, because cached answers
 * would then take more memory.
 */
const MESSAGES: readonly Message[] = [
  call('get_page', { spaceId, pageId }),
  call('search_space', { spaceId, query: 'retries' }),
  { id: 1, method: 'tools/list' },
  { id: 1, method: 'resources/read', params: { uri: `docs://spaces/${spaceId}/pages/${pageId}` } },
  { id: 1, method: 'resources/list' },
  call('list_open_threads', { spaceId }),
  call('update_change_request', { spaceId, changeRequestId: '1', subject: 'Monitor queues' }),
  call('get_page', { spaceId, pageId: 'no-such-page' }),
  call('edit_change_request_content', {
    spaceId,
    changeRequestId: '1',
    changes: [{ operation: 'update_page', page: pageId, title: 'Retries' }],
  }),
  {
    id: 1,
    method: 'prompts/get',
    params: { name: 'triage_open_comments', arguments: { spaceId } },
  },
  call('audit_links', { spaceId, limit: 5 }),
  call('ask_space', { spaceId, query: 'What is a dead-letter queue?' }),
];

describe('a server under long load against a platform with faults', () => {
  let platform: PlatformProcess;
  let server: MeasuredServer;
  let pool: Pool;

  beforeAll(async () => {
    platform = await startProcess(['--faults', 'latency=5,errors=0.05,limit=0.02,cut=0.05']);
    server = await startMeasured(['--toolsets', 'all', '--log-level', 'info'], {
      DOCS_PLATFORM_URL: platform.url,
    });
    pool = new Pool(new URL(server.url).origin, { connections: CALLS_AT_ONCE });
  });

  afterAll(async () => {
    await pool.destroy();
    await platform.kill();
  });

  async function work(index: number): Promise<number | undefined> {
    const era: Era = index % 2 === 0 ? 'modern' : 'legacy';
    const message = MESSAGES[index % MESSAGES.length] as Message;
    const token = TOKENS[index % TOKENS.length];
    const { headers = {}, body = '' } = posted(era, message, { authorization: `Bearer ${token}` });
    const gone = new AbortController();
    if (index % 11 === 0) setImmediate(() => gone.abort());
    try {
      const answer = await pool.request({
        ...{ path: '/mcp', method: 'POST', headers, body, signal: gone.signal },
      });
      await answer.body.text();
      return answer.statusCode;
    } catch (error) {
      if (gone.signal.aborted) return undefined;
      throw error;
    }
  }

  it(
    'needs no more memory at the end',
    async ({ annotate }) => {
      const statuses: Record<string, number> = {};
      let next = 0;
      let isOver = false;
      const worker = async () => {
        while (!isOver) {
          const status = await work(next++);
          statuses[String(status)] = (statuses[String(status)] ?? 0) + 1;
        }
      };
      const workers = Promise.all(Array.from({ length: CALLS_AT_ONCE }, worker));
      const heaps: number[] = [];
      for (let sample = 0; sample <= SAMPLES; sample += 1) {
        await Promise.race([workers, new Promise((resolve) => setTimeout(resolve, SAMPLE_MS))]);
        heaps.push((await server.memory()).heapUsed);
      }
      isOver = true;
      await workers;
      await annotate(JSON.stringify({ calls: next, statuses, heaps }));

      const [, ...warm] = heaps;
      const third = Math.floor(warm.length / 3);
      const before = median(warm.slice(0, third));
      expect(median(warm.slice(-third))).toBeLessThan(before * ALLOWED_GROWTH);
      expect(Object.keys(statuses).sort()).toEqual(['200', 'undefined']);
      expect(server.unhandled()).toEqual([]);
      expect(await server.stop()).toBe(0);
    },
    SAMPLE_MS * (SAMPLES + 10),
  );
});

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
