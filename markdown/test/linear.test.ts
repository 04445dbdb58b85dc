import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../test/support/long-run.ts';
import { Markdown } from '../src/index.ts';
import { stepsSoFar } from '../src/meter.ts';
import { PIECES, pattern } from './adversarial.ts';

const CHARACTERS = 4_000;

function stepsFor(unit: string, characters: number): number {
  const text = unit.repeat(Math.ceil(characters / unit.length));
  const before = stepsSoFar();
  const markdown = Markdown.read(text);
  const { sections, references, lines, anchors, faults } = markdown;
  for (const read of [sections, references, lines, anchors, faults]) expect(read).toBeDefined();
  return stepsSoFar() - before;
}

function expectLinear(unit: string): void {
  const [once, twice] = [stepsFor(unit, CHARACTERS), stepsFor(unit, 2 * CHARACTERS)];
  expect(twice / once).toBeLessThan(2.5);
}

describe('parsing any text', () => {
  it.each(PIECES)(
    'takes at most 2.5 times as many steps for %j repeated twice as often',
    (unit) => {
      expectLinear(unit);
    },
  );

  it('takes at most 2.5 times as many steps for a mixture twice as long', () => {
    fc.assert(fc.property(pattern, expectLinear), { numRuns: runs(300) });
  });

  it('takes at most 2.5 times as many steps when one mixture follows another', () => {
    fc.assert(
      fc.property(pattern, pattern, (one, other) => {
        // An even number of each, so fragments that alternately open and close are closed in both lengths.
        const mixed = (times: number) => one.repeat(times) + other.repeat(times);
        const [once, twice, fourTimes] = [100, 200, 400].map((times) => stepsFor(mixed(times), 1));
        // One doubling may change the structure, for example by exceeding the maximum nesting; two do not.
        const least = Math.min(Number(twice) / Number(once), Number(fourTimes) / Number(twice));
        expect(least).toBeLessThan(2.5);
      }),
      { numRuns: runs(300) },
    );
  });
});
