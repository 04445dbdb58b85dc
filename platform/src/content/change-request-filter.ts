import { z } from 'zod';
import type { SqlValue } from '../store/database.ts';

/** Selects change requests of one or more spaces. */
export const requestFilter = {
  creator: z.string().optional(),
  contributor: z.string().optional(),
  requestedReviewer: z.string().optional(),
};

type RequestFilter = z.output<z.ZodObject<typeof requestFilter>>;

/** A user who wrote one of its revisions. */
const CONTRIBUTED =
  'EXISTS (SELECT 1 FROM revision WHERE revision.branch = change_request.id AND revision.author = ?)';

const REQUESTED = `EXISTS (SELECT 1 FROM requested_reviewer
  WHERE requested_reviewer.change_request = change_request.id AND requested_reviewer.user = ?)`;

/** The part of a query between the selected columns and ORDER BY, and its parameters. */
export function requestsWhere(
  conditions: readonly (readonly [sql: string, ...values: SqlValue[]])[],
  { creator, contributor, requestedReviewer }: RequestFilter,
): { from: string; values: SqlValue[] } {
  const all = [
    ...conditions,
    ...(creator === undefined ? [] : [['created_by = ?', creator] as const]),
    ...(contributor === undefined
      ? []
      : [[`(created_by = ? OR ${CONTRIBUTED})`, contributor, contributor] as const]),
    ...(requestedReviewer === undefined ? [] : [[REQUESTED, requestedReviewer] as const]),
  ];
  const where = all.map(([sql]) => sql).join(' AND ');
  return {
    from: `FROM change_request WHERE ${where}`,
    values: all.flatMap(([, ...values]) => values),
  };
}
