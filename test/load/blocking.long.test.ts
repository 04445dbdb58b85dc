import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IMPORT_ROWS, type Platform, ROWS, startPlatform } from '../../bench/blocking/platform.ts';
import { waitsOf } from '../../bench/blocking/wait.ts';
import { CLI } from '../../bench/programs.ts';

/** Milliseconds: what once held up all others did so for many times as long, on a machine that had nothing else to do. */
const MARK = 3_000;
const TIME_LIMIT = 10 * 60_000;

describe.each([
  ['current', ROWS],
  ['contract', IMPORT_ROWS],
] as const)('others are answered by the platform (%s) while somebody asks for', (profile, rows) => {
  let platform: Platform;

  beforeAll(async () => {
    platform = await startPlatform(CLI, profile);
  });

  afterAll(() => platform.close());

  it.each(rows.map((row) => [row.name, row] as const))(
    '%s',
    async (_, row) => {
      const { failure, longest } = await waitsOf(row, platform);
      expect(failure).toBeUndefined();
      expect(longest).toBeLessThan(MARK);
    },
    TIME_LIMIT,
  );
});
