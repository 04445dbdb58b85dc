import fc from 'fast-check';
import { expect, it } from 'vitest';
import { tokenCounter } from '../../src/tools/views/tokens.ts';

/** Characters of each kind of run: visible ASCII, other ASCII, and characters of one and of two UTF-16 units. */
const character = fc.constantFrom('a', '!', '~', ' ', '\n', '\x1f', '\x7f', '\x80', '漢', '😀');

const length = fc.constantFrom(1, 5, 32, 33, 128, 129, 300);

const text = fc
  .array(fc.tuple(character, length), { maxLength: 8 })
  .map((runs) => runs.map(([one, times]) => one.repeat(times)).join(''));

const LONG_RUN = /[!-~]{129}|[\0- \x7f]{129}|[^\0-\x7f]{33}/;

it('a chunk is counted whole unless one of its runs is too long, and never with a longer run', () => {
  fc.assert(
    fc.property(text, (given) => {
      const counted: string[] = [];
      const counter = tokenCounter((piece) => counted.push(piece));
      counter.fits(given, Number.POSITIVE_INFINITY);
      expect(counted.join('')).toBe(given);
      const wholes = counted.filter((piece) => !LONG_RUN.test(piece));
      expect(wholes).toEqual(counted);
      if (!LONG_RUN.test(given)) expect(counted).toEqual(given === '' ? [] : [given]);
    }),
    { numRuns: 500 },
  );
});
