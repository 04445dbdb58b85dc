import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IMPORT_ROWS, type Platform, ROWS, startPlatform } from '../../bench/blocking/platform.ts';
import { ROWS as SERVER_ROWS, type Server, startServer } from '../../bench/blocking/server.ts';
import { waitsOf } from '../../bench/blocking/wait.ts';
import { CLI } from '../../bench/programs.ts';

/** Milliseconds: operations that once blocked everybody took many times as long, on an idle machine. */
const MARK = 3_000;
const TIME_LIMIT = 10 * 60_000;

describe.each([
  ['current', ROWS],
  ['contract', IMPORT_ROWS],
] as const)('others are answered by the platform (%s) during', (profile, rows) => {
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

describe('others are answered by the server during reads of', () => {
  let server: Server;

  beforeAll(async () => {
    server = await startServer(CLI);
  });

  afterAll(() => server.close());

  it.each(
    SERVER_ROWS.filter(({ name }) => name.includes('4 MB')).map((row) => [row.name, row] as const),
  )(
    '%s',
    async (_, row) => {
      const { failure, longest } = await waitsOf(row, server);
      expect(failure).toBeUndefined();
      expect(longest).toBeLessThan(MARK);
    },
    TIME_LIMIT,
  );
});
