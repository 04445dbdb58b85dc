import { describe, expect, it } from 'vitest';
import { type CacheKey, ReadCache } from '../../src/resources/read-cache.ts';

const MAX_AGE = 1000;
const KEY: CacheKey = { token: 'one', question: 'page p1', spaceId: 's1' };

/** A cache with a simulated clock, in front of a platform that answers with a counter. */
function setUp() {
  let now = 0;
  const asked: (string | undefined)[] = [];
  const cache = new ReadCache(() => now);
  const read = (key: CacheKey = KEY) =>
    cache.get(key, MAX_AGE, async (etag) => {
      asked.push(etag);
      return { value: asked.length, size: 10 };
    });
  return { cache, asked, read, pass: (ms: number) => (now += ms) };
}

describe('the read cache', () => {
  it('sends one request while the answer is fresh, and reports the remaining time', async () => {
    const { asked, read, pass } = setUp();
    expect(await read()).toEqual({ value: 1, freshMs: 1000 });
    pass(400);
    expect(await read()).toEqual({ value: 1, freshMs: 600 });
    pass(600);
    expect(await read()).toEqual({ value: 2, freshMs: 1000 });
    expect(asked).toHaveLength(2);
  });

  it('never returns the answer of another token', async () => {
    const { read } = setUp();
    expect((await read()).value).toBe(1);
    expect((await read({ ...KEY, token: 'two' })).value).toBe(2);
    expect((await read()).value).toBe(1);
  });

  it('separates token and question, whatever they contain', async () => {
    const { read } = setUp();
    expect((await read({ token: 'a","b', question: 'c' })).value).toBe(1);
    expect((await read({ token: 'a', question: 'b","c' })).value).toBe(2);
  });

  it('revalidates by the entity tag, and keeps unchanged entries', async () => {
    let now = 0;
    const cache = new ReadCache(() => now);
    const asked: (string | undefined)[] = [];
    const read = () =>
      cache.get(KEY, MAX_AGE, async (etag) => {
        asked.push(etag);
        return etag === undefined ? { value: 'text', size: 4, etag: '"1"' } : 'unchanged';
      });
    await read();
    now = 1500;
    expect(await read()).toEqual({ value: 'text', freshMs: 1000 });
    now = 2000;
    expect(await read()).toEqual({ value: 'text', freshMs: 500 });
    expect(asked).toEqual([undefined, '"1"']);
  });

  it('drops a space for all tokens, and answers without a space, but no other space', async () => {
    const { cache, read } = setUp();
    const others = [
      { ...KEY, token: 'two' },
      { token: 'one', question: 'specs' },
      { ...KEY, question: 'page of s2', spaceId: 's2' },
    ];
    for (const key of [KEY, ...others]) await read(key);
    cache.forget('s1');
    const values = [];
    for (const key of [KEY, ...others]) values.push((await read(key)).value);
    expect(values).toEqual([5, 6, 7, 4]);
    cache.forget();
    expect((await read(others[2])).value).toBe(8);
  });

  it('sends one request for two concurrent readers', async () => {
    const { asked, read } = setUp();
    const [first, second] = await Promise.all([read(), read()]);
    expect([first.value, second.value]).toEqual([1, 1]);
    expect(asked).toHaveLength(1);
  });

  it('neither keeps a request from before a write nor returns it to later readers', async () => {
    const { cache } = setUp();
    const answers: ((value: string) => void)[] = [];
    const read = () =>
      cache.get(KEY, MAX_AGE, async () => ({
        value: await new Promise<string>((resolve) => answers.push(resolve)),
        size: 1,
      }));
    const before = read();
    cache.forget('s1');
    const after = read();
    answers[0]?.('old');
    answers[1]?.('new');
    expect((await before).value).toBe('old');
    expect((await after).value).toBe('new');
    expect((await read()).value).toBe('new');
  });

  it('caches no failure', async () => {
    const { cache, read } = setUp();
    const failing = cache.get(KEY, MAX_AGE, () => Promise.reject(new Error('no')));
    await expect(failing).rejects.toThrow('no');
    expect((await read()).value).toBe(1);
  });

  it('evicts the least recently read answer when it is full', async () => {
    const { cache } = setUp();
    const asked: string[] = [];
    const read = (question: string) =>
      cache.get({ token: 'one', question }, MAX_AGE, async () => {
        asked.push(question);
        return { value: question, size: 12 * 1024 * 1024 };
      });
    for (const question of ['a', 'b', 'a', 'c', 'a', 'b']) await read(question);
    expect(asked).toEqual(['a', 'b', 'c', 'b']);
  });
});
