import { z } from 'zod';
import { membership } from '../auth/access.ts';
import { type ChangeRequest, isOutdated } from '../content/change-requests.ts';
import { counted, MAX_NAMED } from '../counted.ts';
import { badRequest, conflict } from '../errors.ts';
import type { SpaceRow } from '../spaces/schema.ts';
import type { Database } from '../store/database.ts';
import { standingReviews } from './reviews.ts';
import type { ReviewRow } from './schema.ts';

const users = counted(MAX_NAMED, z.array(z.string()));

const PLAIN_RULES = [
  'require_at_least_one_review',
  'require_at_least_one_approved_review',
  'require_all_reviews_approved',
  'require_agent_review',
  'require_up_to_date_change_request',
  'require_change_request_subject',
  'require_change_request_description',
  'require_author_to_merge',
] as const;

const mergeRule = z.discriminatedUnion('rule', [
  z.object({ rule: z.literal('require_specific_reviewers'), users }),
  z.object({ rule: z.literal('require_one_of_specific_reviewers'), users }),
  z.object({ rule: z.literal('allow_bypass'), users }),
  z.object({ rule: z.enum(PLAIN_RULES) }),
  z.object({
    rule: z.literal('custom'),
    expression: z.string().max(1024),
    message: z.string().optional(),
  }),
]);

type MergeRule = z.output<typeof mergeRule>;

/** The requirements for merging a change request into a space. */
export const mergeRules = z.discriminatedUnion('type', [
  z.object({ type: z.literal('inherit') }),
  z.object({ type: z.literal('none') }),
  z.object({ type: z.literal('rules'), rules: counted(50, z.array(mergeRule)) }),
]);

export type MergeRules = z.output<typeof mergeRules>;

/** The rules of a space. Organizations have no rules to inherit. */
export function mergeRulesOf({ merge_rules: text }: Pick<SpaceRow, 'merge_rules'>): MergeRules {
  return text === null ? { type: 'inherit' } : (JSON.parse(text) as MergeRules);
}

/** Everybody named in the rules. */
function usersIn(given: MergeRules): string[] {
  if (given.type !== 'rules') return [];
  return given.rules.flatMap((rule) => ('users' in rule ? rule.users : []));
}

/** 409, with everything that is missing, if the rules of the space do not let the user merge. */
export function checkMergeRules(
  db: Database,
  user: string,
  space: SpaceRow,
  request: ChangeRequest,
): void {
  const given = mergeRulesOf(space);
  if (given.type !== 'rules') return;
  const { rules } = given;
  if (rules.some((rule) => rule.rule === 'allow_bypass' && rule.users.includes(user))) return;
  const state = {
    request,
    user,
    reviews: standingReviews(db, request),
    outdated: isOutdated(db, request),
  };
  const missing = rules.flatMap((rule) => lacking(rule, state) ?? []);
  if (missing.length > 0) {
    throw conflict(
      `The merge rules of the space are not met: change request ${request.number} ${missing.join('; it ')}`,
    );
  }
}

interface RuleState {
  request: ChangeRequest;
  user: string;
  reviews: readonly ReviewRow[];
  outdated: boolean;
}

/** What a change request lacks for a rule; undefined if it is met. */
function lacking(
  rule: MergeRule,
  { request, user, reviews, outdated }: RuleState,
): string | undefined {
  const approvals = new Set(
    reviews.filter(({ status }) => status === 'approved').map(({ reviewer }) => reviewer),
  );
  const unless = (met: boolean, needed: string) => (met ? undefined : needed);
  switch (rule.rule) {
    case 'require_specific_reviewers': {
      const others = rule.users.filter((id) => !approvals.has(id));
      return unless(others.length === 0, `needs the approval of ${others.join(', ')}`);
    }
    case 'require_one_of_specific_reviewers': {
      const met = rule.users.some((id) => approvals.has(id));
      return unless(met, `needs the approval of one of ${rule.users.join(', ')}`);
    }
    case 'require_at_least_one_review':
      return unless(reviews.length > 0, 'needs a review of its current state');
    case 'require_at_least_one_approved_review':
      return unless(approvals.size > 0, 'needs an approval of its current state');
    case 'require_all_reviews_approved':
      return unless(approvals.size === reviews.length, 'has a review that asks for changes');
    case 'require_up_to_date_change_request':
      return unless(!outdated, 'needs to be updated first');
    case 'require_change_request_subject':
      return unless(request.subject !== '', 'needs a subject');
    case 'require_change_request_description':
      return unless(request.description !== null, 'needs a description');
    case 'require_author_to_merge':
      return unless(request.created_by === user, 'can be merged only by its author');
    case 'require_agent_review':
      return 'needs a review by an agent, which this platform does not have';
    case 'custom':
      return rule.message ?? 'has to meet an expression, which this platform cannot evaluate';
    case 'allow_bypass':
      return undefined;
  }
}

/** 400 if rules name somebody who is not a member of the organization, because they could never be met. */
export function checkReviewers(db: Database, organization: string, given: MergeRules): void {
  const stranger = usersIn(given).find((user) => !membership(db, organization, user));
  if (stranger !== undefined) {
    throw badRequest(`body.mergeRules: the organization has no member ${stranger}`);
  }
}
