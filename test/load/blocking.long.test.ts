import { afterAll, beforeAll, describe, it } from 'vitest';
import { IMPORT_ROWS, ROWS } from '../../bench/blocking/platform.ts';
import { ROWS as SERVER_ROWS } from '../../bench/blocking/server.ts';
import { type BenchPlatform, startPlatform } from '../../bench/blocking/start-platform.ts';
import { type Server, startServer } from '../../bench/blocking/start-server.ts';
import { CLI } from '../../bench/programs.ts';
import { expectAnswered, IS_LARGE } from './answered.ts';

const TIME_LIMIT = 10 * 60_000;

describe.each([
  ['current', ROWS],
  ['contract', IMPORT_ROWS],
] as const)('others are answered by the platform (%s) during', (profile, rows) => {
  let platform: BenchPlatform;

  beforeAll(async () => {
    platform = await startPlatform(CLI, profile);
  });

  afterAll(() => platform.close());

  it.each(rows.map((row) => [row.name, row] as const))(
    '%s',
    (_, row) => expectAnswered(row, platform),
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
    SERVER_ROWS.filter(({ name }) => IS_LARGE.test(name)).map((row) => [row.name, row] as const),
  )('%s', (_, row) => expectAnswered(row, server), TIME_LIMIT);
});
