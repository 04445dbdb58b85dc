import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { afterEach, expect, it, vi } from 'vitest';
import { parseBody } from '../src/http/json-body.ts';

afterEach(() => vi.restoreAllMocks());

const LONG = '"\\ 文😀\n\u0000'.repeat(300);

it('a body is parsed like any JSON, long texts and names included', async () => {
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom(null, true, 1.5, '', LONG, `${LONG}"`, 'x'.repeat(5_000)),
      fc.string(),
      fc.array(tie('value')),
      fc.dictionary(fc.oneof(fc.string(), fc.constant(LONG)), tie('value')),
    ),
  }));
  await fc.assert(
    fc.asyncProperty(
      value,
      fc.constantFrom(0, 2),
      fc.constantFrom(0, 9_000),
      async (value, indent, large) => {
        const body = JSON.stringify([value, ' '.repeat(large)], null, indent);
        expect(await parseBody(Buffer.from(body))).toEqual(JSON.parse(body));
      },
    ),
  );
});

it.each([
  ['an unclosed text', `{"a":"${'x'.repeat(2_000)}`],
  ['a text that is not closed by its last quote', `{"a":"${'x'.repeat(2_000)}\\"`],
  ['a line break in a long text', `{"a":"${'x'.repeat(2_000)}\n"}`],
  ['a text too many', `{"a":1 "${'x'.repeat(2_000)}"}`],
])('%s is no JSON', async (_, body) => {
  await expect(parseBody(Buffer.from(body))).rejects.toThrow('The body is not valid JSON');
});

it.each([
  [
    'names',
    JSON.stringify({ ['n'.repeat(4_000_001)]: 1 }),
    'its names have more than 4000000 bytes',
  ],
  ['a text', JSON.stringify(['x'.repeat(12_000_001)]), 'a text has more than 12000000 bytes'],
  ['escaped quotes', `["${'\\"'.repeat(6_000_001)}`, 'a text has more than 12000000 bytes'],
  [
    'everything else',
    `[1${' '.repeat(10_000_001)}]`,
    'it has more than 10000000 bytes besides long texts',
  ],
])('a body is refused for the size of %s', async (_, body, reason) => {
  await expect(parseBody(Buffer.from(body))).rejects.toThrow(`The body is too complex: ${reason}`);
});

it.each([
  ['characters of any size', 'a文é😀'],
  ['escapes', '\\u4e2d\\n\\"'],
  ['escaped backslashes', '\\\\'],
  ['escaped halves of characters', '\\ud83d\\ude00'],
  ['quotes after backslashes', 'x\\\\\\"'],
])('a text of many %s is parsed piece by piece', async (_, part) => {
  const parse = vi.spyOn(JSON, 'parse');
  for (const shift of ['', 'x', 'xy', 'xyz', 'xyzxy']) {
    const body = `["${shift}${part.repeat(100_000)}"]`;
    const text = await parseBody(Buffer.from(body));
    const lengths = parse.mock.calls.map(([json]) => Buffer.byteLength(json));
    parse.mockClear();
    expect(text).toEqual(JSON.parse(body));
    parse.mockClear();
    expect(Math.max(...lengths)).toBeLessThan(300_000);
  }
});

it.each([
  ['a name of its own', (at: number) => JSON.stringify({ [`name${at}`]: at })],
  ['names in its own order', orderedBy],
])('a body of many objects, each with %s, is parsed value by value', async (_, object) => {
  const parse = vi.spyOn(JSON, 'parse');
  const body = `[${Array.from({ length: 5_000 }, (_, at) => object(at)).join(', ')}]`;
  const value = await parseBody(Buffer.from(body));
  const lengths = parse.mock.calls.map(([json]) => json.length);
  expect(Math.max(...lengths)).toBeLessThan(1_000);
  expect(value).toEqual(JSON.parse(body));
});

it('a member that every object inherits is one of the body', async () => {
  const body = `[${'{"__proto__":{"a":1},"constructor":2},'.repeat(300)}{}]`;
  expect(JSON.stringify(await parseBody(Buffer.from(body)))).toBe(body);
});

it.each([
  '[1,]',
  '[,1]',
  '{"a":1,}',
  '{"a"}',
  '{a:1}',
  '[1}',
  '[1 2]',
  '[1]]',
  '[[1]',
  '01',
  '"a" 1',
])('a large body with %s is no JSON', async (part) => {
  const body = `${' '.repeat(10_000)}${part}`;
  await expect(parseBody(Buffer.from(body))).rejects.toThrow('The body is not valid JSON');
});

it('others get turns between long texts', async () => {
  let [turns, isDone] = [0, false];
  const others = (async () => {
    for (; !isDone; turns += 1) await setImmediate();
  })();
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => {
    now += 100;
    return now;
  });
  const body = Buffer.from(JSON.stringify(Array.from({ length: 20 }, () => LONG)));
  await parseBody(body);
  isDone = true;
  await others;
  expect(turns).toBeGreaterThanOrEqual(20);
});

/** An object with ten names, in an order that only this number has. */
function orderedBy(number: number): string {
  const names = Array.from({ length: 10 }, (_, at) => `name${at}`);
  let rest = number;
  const members: string[] = [];
  for (let left = names.length; left > 0; left -= 1) {
    members.push(`"${names.splice(rest % left, 1)[0]}":1`);
    rest = Math.floor(rest / left);
  }
  return `{${members.join(',')}}`;
}
