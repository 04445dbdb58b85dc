import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROWS, type Server, startServer } from '../../bench/blocking/server.ts';
import { waitsOf } from '../../bench/blocking/wait.ts';
import { CLI } from '../../bench/programs.ts';

/** Milliseconds: operations that once blocked everybody took many times as long, on an idle machine. */
const MARK = 3_000;
const TIME_LIMIT = 60_000;

let server: Server;

beforeAll(async () => {
  server = await startServer(CLI);
}, TIME_LIMIT);

afterAll(() => server.close());

/** The largest texts are only in `npm run test:long`. */
const QUICK = ROWS.filter(({ name }) => !name.includes('4 MB'));

describe('others are answered during calls with', () => {
  it.each(QUICK.map((row) => [row.name, row] as const))(
    '%s',
    async (_, row) => {
      const { failure, longest } = await waitsOf(row, server);
      expect(failure).toBeUndefined();
      expect(longest).toBeLessThan(MARK);
    },
    TIME_LIMIT,
  );
});
