import { afterAll, beforeAll, describe, it } from 'vitest';
import { ROWS } from '../../bench/blocking/server.ts';
import { type Server, startServer } from '../../bench/blocking/start-server.ts';
import { CLI } from '../../bench/programs.ts';
import { shareOf } from '../support/long-run.ts';
import { expectAnswered, IS_LARGE } from './answered.ts';

const TIME_LIMIT = 60_000;

let server: Server;

beforeAll(async () => {
  server = await startServer(CLI);
}, TIME_LIMIT);

afterAll(() => server.close());

/** The largest texts and answers are only in `npm run test:long`. */
const QUICK = ROWS.filter(({ name }) => !IS_LARGE.test(name));

describe('others are answered during calls with', () => {
  it.each(shareOf(QUICK).map((row) => [row.name, row] as const))(
    '%s',
    (_, row) => expectAnswered(row, server),
    TIME_LIMIT,
  );
});
