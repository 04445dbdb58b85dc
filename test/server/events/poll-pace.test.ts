import fc from 'fast-check';
import { expect, it } from 'vitest';
import { pollDelayMs } from '../../../src/server/events/poll-timing.ts';

const interval = fc.integer({ min: 100, max: 3_600_000 });
const failures = fc.integer({ min: 0, max: 2_000 });
const asked = fc.option(fc.integer({ min: 0, max: 86_400_000 }), { nil: undefined });

it.each([
  [30_000, 0, undefined, 30_000],
  [30_000, 1, undefined, 60_000],
  [30_000, 2, undefined, 120_000],
  [30_000, 9, undefined, 600_000],
  [3_600_000, 3, undefined, 3_600_000],
  [30_000, 1, 900_000, 900_000],
  [30_000, 3, 1_000, 240_000],
])('pauses after %d ms, %d failures and a requested %s ms: %d', (ms, times, wait, pause) => {
  expect(pollDelayMs(ms, times, wait)).toBe(pause);
});

it('never pauses less than the interval or the requested time, nor less after more failures', () => {
  fc.assert(
    fc.property(interval, failures, asked, (ms, times, wait) => {
      const pause = pollDelayMs(ms, times, wait);
      expect(pause).toBeGreaterThanOrEqual(Math.max(ms, wait ?? 0));
      expect(pause).toBeLessThanOrEqual(Math.max(ms, 600_000, wait ?? 0));
      expect(pollDelayMs(ms, times + 1, wait)).toBeGreaterThanOrEqual(pause);
    }),
  );
});
