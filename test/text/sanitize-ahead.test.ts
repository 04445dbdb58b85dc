import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { sanitizeAhead } from '../../src/text/sanitize-ahead.ts';

test('a list of millions of small values is searched in turns', async () => {
  const searched = sanitizeAhead({ items: new Array(4_000_000).fill(7) });
  expect(searched).toBeInstanceOf(Promise);
  let isDone = false;
  const done = searched?.then(() => {
    isDone = true;
  });
  let turns = 0;
  for (; !isDone; turns += 1) await setImmediate();
  await done;
  // A single turn would take longer than others may wait.
  expect(turns).toBeGreaterThan(10);
});
