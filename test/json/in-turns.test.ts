import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeInTurns, parseInTurns, writeInTurns } from '../../src/json/index.ts';

/** So small that every value is large. */
const CHUNK = 12;

const parsed = (text: string, chunk = CHUNK) => parseInTurns(Buffer.from(text), chunk);

/** JSON with any white space between its parts. */
const spaced = fc
  .tuple(fc.json({ maxDepth: 6 }), fc.constantFrom(undefined, 1, '\t', '\n \r'))
  .map(([text, space]) => JSON.stringify(JSON.parse(text), null, space));

describe('parseInTurns', () => {
  it('parses what JSON.parse does', async () => {
    await fc.assert(
      fc.asyncProperty(spaced, fc.integer({ min: 1, max: 60 }), async (text, chunk) => {
        expect(await parsed(text, chunk)).toStrictEqual(JSON.parse(text));
      }),
      { numRuns: 1_000 },
    );
  });

  it('refuses what JSON.parse refuses', async () => {
    const mistake = fc.constantFrom('', ',', '[', ']', '{', '}', '"', ':', '\\', '1', ' ');
    await fc.assert(
      fc.asyncProperty(spaced, fc.nat(), mistake, async (text, place, inserted) => {
        const at = place % (text.length + 1);
        const broken = text.slice(0, at) + inserted + text.slice(at + (inserted === '' ? 1 : 0));
        const said = (work: () => unknown) =>
          Promise.resolve()
            .then(work)
            .catch(() => 'refused');
        expect(await said(() => parsed(broken))).toStrictEqual(
          await said(() => JSON.parse(broken)),
        );
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    '{"a":[1,2,3,4,5,6,7,8,9],"a":{"b":"1234567890123456"},"__proto__":{"c":"1234567890123456"}}',
    '{"2":["1234567890","1234567890"],"1":["1234567890","1234567890"]}',
    '["\\"","\\\\","é漢😀","\\u00e9\\\\\\"","]}[{"]',
  ])('parses %s', async (text) => {
    const value = await parsed(text);
    expect(value).toStrictEqual(JSON.parse(text));
    expect(JSON.stringify(value)).toBe(JSON.stringify(JSON.parse(text)));
  });

  it('refuses JSON that is nested too deeply or has too many members or values', async () => {
    const deep = '['.repeat(1_001) + ']'.repeat(1_001);
    await expect(parsed(deep)).rejects.toThrow('it is nested deeper than 1000 levels');
    const wide = JSON.stringify(
      Object.fromEntries(Array.from({ length: 25_001 }, (_, at) => [`k${at}`, 1])),
    );
    await expect(parsed(wide)).rejects.toThrow('an object in it has more than 25000 members');
    const tiny = `[${'[],'.repeat(1_000_000)}1]`;
    await expect(parsed(tiny)).rejects.toThrow('it has more than 2000000 values');
  });

  it('yields to other work', async () => {
    const large = Buffer.from(JSON.stringify(Array.from({ length: 200_000 }, (_, at) => ({ at }))));
    expect(await turnsDuring(parseInTurns(large))).toBeGreaterThan(2);
  });
});

describe('writeInTurns', () => {
  it('writes what JSON.stringify does', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.jsonValue({ maxDepth: 6 }),
        fc.integer({ min: 8, max: 100 }),
        async (value, chunk) => {
          expect((await writeInTurns(value, chunk)).join('')).toBe(JSON.stringify(value));
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it('leaves out members that JSON cannot express', async () => {
    const value = { a: undefined, b: [undefined, { c: undefined, d: 1 }] };
    expect((await writeInTurns(value, 8)).join('')).toBe(JSON.stringify(value));
  });

  it('yields to other work', async () => {
    const large = Array.from({ length: 300_000 }, (_, at) => ({ at, name: `Name ${at}` }));
    expect(await turnsDuring(writeInTurns(large))).toBeGreaterThan(2);
  });
});

describe('encodeInTurns', () => {
  it('writes the UTF-8 of what JSON.stringify writes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), fc.string({ unit: 'binary' }), async (value, text) => {
        const shared = await encodeInTurns({ value, text }, CHUNK);
        expect(Buffer.from(shared).toString('utf8')).toBe(JSON.stringify({ value, text }));
      }),
    );
  });

  it('writes halves of characters as JSON does', async () => {
    const shared = await encodeInTurns(['\ud83d', 'a\udc4bb'], CHUNK);
    expect(JSON.parse(Buffer.from(shared).toString('utf8'))).toEqual(['\ud83d', 'a\udc4bb']);
  });
});

/** The number of turns that others get until the work is done. */
async function turnsDuring(work: Promise<unknown>): Promise<number> {
  let count = 0;
  let isDone = false;
  const next = () => {
    count += 1;
    if (!isDone) setImmediate(next);
  };
  setImmediate(next);
  await work;
  isDone = true;
  return count;
}
