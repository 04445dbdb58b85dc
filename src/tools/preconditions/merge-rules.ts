import { PlatformError } from '../../client/index.ts';
import type { ChangeRequestLocation } from '../../content/index.ts';
import {
  type Caller,
  type ItemOf,
  type OutputOf,
  operations,
  send,
  serviceOf,
} from '../../operations/index.ts';
import { Refusal } from '../refusal.ts';

/** The operations of a merge, including the reads that check the rules. */
export const MERGE_CALLS = [
  operations.mergeChangeRequest,
  operations.getChangeRequest,
  operations.listChangeRequestReviews,
  operations.getCurrentUser,
  operations.getSpace,
  operations.getOrganization,
];

interface MergeRule {
  rule: string;
  users?: string[];
}

type MergeRules = { type: 'inherit' | 'none' } | { type: 'rules'; rules: MergeRule[] };

type ChangeRequest = OutputOf<typeof operations.getChangeRequest>;
type Review = ItemOf<typeof operations.listChangeRequestReviews>;

/** The facts that rules are checked against. */
interface RuleInput {
  changeRequest: ChangeRequest;
  /** The reviews that no later review or request has replaced. */
  reviews: readonly Review[];
  merger: string;
}

/** Returns what is missing; undefined if the rule is met. */
type RuleCheck = (facts: RuleInput, users: readonly string[]) => string | undefined;

const missingUnless = (met: boolean, missing: string) => (met ? undefined : missing);

/** Rules that can be checked from outside; only the service itself can check the others. */
const CHECKS: Readonly<Record<string, RuleCheck>> = {
  require_at_least_one_review: ({ reviews }) =>
    missingUnless(reviews.length > 0, 'it has no review (request_reviewers asks for one)'),
  require_at_least_one_approved_review: ({ reviews }) =>
    missingUnless(
      reviews.some(isApproval),
      'no review approves it (request_reviewers asks for one)',
    ),
  require_all_reviews_approved: ({ reviews }) =>
    missingUnless(
      reviews.every(isApproval),
      'a review asks for changes (list_change_request_reviews)',
    ),
  require_specific_reviewers: ({ reviews }, users) => {
    const missing = users.filter((user) => !isReviewedBy(reviews, user));
    return missingUnless(
      missing.length === 0,
      `these users have to review it: ${missing.join(', ')}`,
    );
  },
  require_one_of_specific_reviewers: ({ reviews }, users) =>
    missingUnless(
      users.some((user) => isReviewedBy(reviews, user)),
      `one of these users has to review it: ${users.join(', ')}`,
    ),
  require_up_to_date_change_request: ({ changeRequest }) =>
    missingUnless(!changeRequest.outdated, 'it is outdated (update_change_request_from_primary)'),
  require_change_request_subject: ({ changeRequest }) =>
    missingUnless(Boolean(changeRequest.subject), 'it has no subject (update_change_request)'),
  require_change_request_description: ({ changeRequest }) =>
    missingUnless(Boolean(changeRequest.description), 'it has no description'),
  require_author_to_merge: ({ changeRequest, merger }) =>
    missingUnless(changeRequest.createdBy?.id === merger, 'only its author may merge it'),
};

const BYPASS = 'allow_bypass';

function isApproval({ status }: Review): boolean {
  return status === 'approved';
}

function isReviewedBy(reviews: readonly Review[], user: string): boolean {
  return reviews.some(({ reviewer }) => reviewer.id === user);
}

/**
 * Checks the merge rules of the current service before the caller merges a change request.
 * @throws {Refusal} naming each unmet rule and how to meet it.
 */
export async function checkMergeRules(
  location: ChangeRequestLocation,
  caller: Caller,
): Promise<void> {
  if ((await serviceOf(caller)) !== 'current') return;
  const { spaceId, changeRequestId } = location;
  const rules = await rulesOf(spaceId, caller);
  if (!rules.some(({ rule }) => Object.hasOwn(CHECKS, rule))) return;
  const current = { spaceId, changeRequestId, outdated: false };
  const [changeRequest, { items }, { id: merger }] = await Promise.all([
    send(operations.getChangeRequest, location, caller),
    send(operations.listChangeRequestReviews, current, caller),
    send(operations.getCurrentUser, {}, caller),
  ]);
  if (rules.some(({ rule, users = [] }) => rule === BYPASS && users.includes(merger))) return;
  const reviews = items.filter(({ outdated }) => !outdated);
  const missing = rules
    .map(({ rule, users = [] }) => CHECKS[rule]?.({ changeRequest, reviews, merger }, users))
    .filter((what) => what !== undefined);
  if (missing.length === 0) return;
  throw new Refusal(
    `The merge rules of the space do not allow this merge, nothing was sent: ${missing.join('; ')}.`,
  );
}

/** The rules of a space: its own or those of its organization. */
async function rulesOf(spaceId: string, caller: Caller): Promise<readonly MergeRule[]> {
  const space = await send(operations.getSpace, { spaceId }, caller);
  const own = (space.mergeRules as MergeRules | undefined) ?? { type: 'none' };
  if (own.type === 'rules') return own.rules;
  if (own.type === 'none' || space.organization === undefined) return [];
  const inherited = await organizationRules(space.organization, caller);
  return inherited?.type === 'rules' ? inherited.rules : [];
}

/** Guests of a space may not read its organization; then only the service checks. */
async function organizationRules(
  organizationId: string,
  caller: Caller,
): Promise<MergeRules | undefined> {
  try {
    const found = await send(operations.getOrganization, { organizationId }, caller);
    return found.mergeRules as MergeRules | undefined;
  } catch (error) {
    if (error instanceof PlatformError && [403, 404].includes(error.status ?? 0)) return undefined;
    throw error;
  }
}
