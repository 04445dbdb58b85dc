import { membership } from '../../auth/access.ts';
import { badRequest } from '../../errors.ts';
import { type MergeRules, usersIn } from '../../review/merge-rules.ts';
import type { Database } from '../../store/database.ts';

/** 400 when rules name somebody who is no member of the organization: they could never be met. */
export function checkReviewers(db: Database, organization: string, given: MergeRules): void {
  const stranger = usersIn(given).find((user) => !membership(db, organization, user));
  if (stranger !== undefined) {
    throw badRequest(`body.mergeRules: the organization has no member ${stranger}`);
  }
}
