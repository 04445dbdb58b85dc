import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { TEXT_FACTS } from '../../src/markdown/tasks.ts';
import { computed, precompute, settleFindings, step } from '../../src/workers/computed.ts';

/** More characters than the cache keeps between requests. */
const TEXTS = Array.from(
  { length: 60 },
  (_, number) => `# Text ${number}\n\n${'x'.repeat(100_000)}\n`,
);

it('work runs twice, however much of its input is cached', async () => {
  const runs = [0, 0];
  for (const round of runs.keys()) {
    const headings = await settleFindings(() => {
      runs[round] = (runs[round] ?? 0) + 1;
      precompute(TEXT_FACTS, TEXTS);
      return TEXTS.map((text) => computed(TEXT_FACTS, text).sections[0]?.heading);
    });
    expect(headings).toEqual(TEXTS.map((_, number) => `Text ${number}`));
  }
  expect(runs).toEqual([2, 2]);
});

it('a small request that takes several turns is answered between two steps of long work', async () => {
  const order: string[] = [];
  const request = async () => {
    for (let turn = 0; turn < 4; turn += 1) await setImmediate();
    order.push('answer');
  };
  const busy = (number: number) => {
    if (number === 0) void request();
    const end = performance.now() + 20;
    while (performance.now() < end);
    order.push(`step ${number}`);
  };
  await settleFindings(() => {
    for (const number of [0, 1, 2]) step(`busy ${number}`, () => busy(number));
  });
  expect(order).toEqual(['step 0', 'answer', 'step 1', 'step 2']);
});
