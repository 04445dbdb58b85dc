import { z } from 'zod';
import type { ChangeRequestLocation } from '../../../content/index.ts';
import { idOf } from '../../../operations/ids.ts';
import { type Arguments, operations } from '../../../operations/index.ts';
import { Refusal } from '../../refusal.ts';
import type { Steps } from '../workflow.ts';

/** The people whom a workflow asks to review what it wrote. */
export const reviewers = z.array(idOf('user')).min(1).optional().describe('names or e-mails');

/** @throws {Refusal} if the service has no reviewers, before anything is written. */
export async function requireReviewers(steps: Steps): Promise<void> {
  if ((await steps.service()) !== 'contract') return;
  throw new Refusal(
    `Nothing was written: this service cannot ask for reviewers by name; leave reviewers out. status: open asks for review, and post_change_request_comment can address people.`,
  );
}

/** The problem if requesting reviewers contradicts the rest of a call. */
export function checkReviewers({ reviewers, status, merge }: Arguments): string | undefined {
  if (reviewers === undefined) return undefined;
  if (merge === true) return 'reviewers are asked before a merge; leave out one of them';
  return status === 'draft' ? 'reviewers are asked to review it, so it is open' : undefined;
}

/** Requests reviews, which opens the change request; returns whom the service asked, and whom it left out. */
export async function requestReviews(
  location: ChangeRequestLocation,
  users: string[],
  steps: Steps,
): Promise<{ reviewers: string[]; notAsked?: string[] }> {
  const { users: asked = [] } = await steps.send(operations.requestReviewers, {
    ...location,
    users,
  });
  await steps.finish('asked for reviews');
  const people = (asked as { user?: Person }[]).flatMap(({ user }) => user ?? []);
  const notAsked = users.filter((id) => people.every((one) => one.id !== id));
  return {
    reviewers: people.map(({ id, displayName }) => displayName ?? id),
    ...(notAsked.length > 0 && { notAsked }),
  };
}

interface Person {
  id: string;
  displayName?: string;
}
