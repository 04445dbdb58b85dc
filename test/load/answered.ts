import { expect } from 'vitest';
import type { BlockedProgram, BlockingCase } from '../../bench/blocking/row.ts';
import { waitsOf } from '../../bench/blocking/wait.ts';

/** Milliseconds. Operations that once blocked everybody took many times as long, even on an idle machine. */
const MARK = 3_000;

/** Rows that always take seconds. */
export const IS_LARGE = /4 MB|100,000|(?:10|50),000 pages/;

/** Expects that others are answered while a call of this row runs. */
export async function expectAnswered<Subject extends BlockedProgram>(
  row: BlockingCase<Subject>,
  subject: Subject,
): Promise<void> {
  const { failure, longest } = await waitsOf(row, subject);
  expect(failure).toBeUndefined();
  expect(longest).toBeLessThan(MARK);
}
