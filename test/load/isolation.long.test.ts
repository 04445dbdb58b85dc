import { Pool } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, type Era, posted } from '../http/requests.ts';
import { type RunningServe, serveHttp } from '../support/program.ts';
import {
  type Fate,
  secretOf,
  spaceOf,
  startTenantPlatform,
  TENANTS,
  type TenantPlatform,
  tokenOf,
} from './isolation/tenants.ts';

const CALLS = 10_000;
const AT_ONCE = 200;

interface Kind {
  era: Era;
  fate: Fate;
  message(spaceId: string): { id: unknown; method: string; params?: Record<string, unknown> };
  cancelled?: 'at once' | 'under way';
}

const getPage = (spaceId: string) => call('get_page', { spaceId, pageId: 'p1' });
const open = (spaceId: string) => call('create_change_request', { spaceId });
const read = (spaceId: string) => ({
  id: 1,
  method: 'resources/read',
  params: { uri: `docs://spaces/${spaceId}/pages/p1` },
});

/** Every other call fails or is cancelled. */
const KINDS: readonly Kind[] = [
  { era: 'modern', fate: 'found', message: getPage },
  { era: 'modern', fate: 'missing', message: getPage },
  { era: 'legacy', fate: 'found', message: getPage },
  { era: 'legacy', fate: 'forbidden', message: getPage },
  { era: 'modern', fate: 'found', message: read },
  { era: 'modern', fate: 'held', message: getPage, cancelled: 'under way' },
  { era: 'legacy', fate: 'found', message: read },
  { era: 'legacy', fate: 'held', message: read, cancelled: 'under way' },
  { era: 'modern', fate: 'found', message: open },
  { era: 'modern', fate: 'cut', message: open },
  { era: 'legacy', fate: 'found', message: open },
  { era: 'legacy', fate: 'found', message: getPage, cancelled: 'at once' },
];

describe('callers of one server', () => {
  let platform: TenantPlatform;
  let server: RunningServe;
  let pool: Pool;

  beforeAll(async () => {
    platform = await startTenantPlatform();
    server = await serveHttp(['--toolsets', 'all'], { DOCS_PLATFORM_URL: platform.url });
    pool = new Pool(new URL(server.url).origin, { connections: AT_ONCE });
  });

  afterAll(async () => {
    await pool.destroy();
    await server.stop();
    await platform.close();
  });

  /** The part of an outcome that belongs to somebody else; empty if everything is correct. */
  async function foreign(index: number): Promise<string | undefined> {
    const tenant = (index * 37) % TENANTS;
    const { era, fate, message, cancelled } = KINDS[index % KINDS.length] as Kind;
    const space = spaceOf(tenant, fate, index);
    const { headers, body = '' } = posted(era, message(space), {
      authorization: `Bearer ${tokenOf(tenant)}`,
    });
    const gone = new AbortController();
    if (cancelled === 'under way') platform.arrived(space).then(() => gone.abort());
    const sent = pool.request({
      ...{ path: '/mcp', method: 'POST', headers: headers ?? {}, body },
      signal: gone.signal,
    });
    if (cancelled === 'at once') setImmediate(() => gone.abort());
    const text = await sent.then((answer) => answer.body.text()).catch(() => undefined);
    if (text === undefined) return cancelled ? undefined : `${index} was lost`;
    return problem(text, tenant, fate, index);
  }

  function problem(text: string, tenant: number, fate: Fate, index: number): string | undefined {
    const secrets = new Set(text.match(/secret-of-\d+\./g));
    const own = secrets.delete(secretOf(tenant));
    const isRight = secrets.size === 0 && !text.includes('token-') && own === (fate === 'found');
    return isRight ? undefined : `${index}: ${text}`;
  }

  it('are isolated: in 10,000 calls no request has the token and no answer the data of another caller', async () => {
    const problems: string[] = [];
    let next = 0;
    const work = async () => {
      while (next < CALLS) {
        const found = await foreign(next++);
        if (found) problems.push(found);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    expect(problems.slice(0, 5)).toEqual([]);
    expect(platform.wrong.slice(0, 5)).toEqual([]);
    expect(platform.received).toBeGreaterThan(CALLS * 0.9);
    await expect.poll(() => platform.held()).toBe(0);
  }, 240_000);
});
