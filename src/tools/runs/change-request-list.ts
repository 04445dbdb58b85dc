import { z } from 'zod';
import {
  type Arguments,
  type ArgumentsOf,
  type ItemOf,
  list,
  operations,
  send,
} from '../../operations/index.ts';
import { openEnum } from '../../operations/params.ts';
import { canonicalValue } from '../arguments/synonyms.ts';
import { Refusal } from '../refusal.ts';
import type { CallContext } from '../tool.ts';
import { addChanges } from './add-changes.ts';

const ALL = 'all';
const STATUSES = ['open', 'draft', 'merged', 'archived'];

/** Change requests whose subjects are searched, of each status. */
const MAX_SEARCHED = 1_000;
const DEFAULT_LIMIT = 50;

/** What the tool takes besides the arguments of the operation. */
export const changeRequestFilters = {
  status: openEnum('draft', 'open', 'archived', 'merged', ALL).optional(),
  filter: z.string().min(1).max(200).optional(),
  changes: z.boolean().optional(),
  since: z.string().max(40).optional(),
};

type Listing = ArgumentsOf<typeof operations.listChangeRequests>;
type ChangeRequest = ItemOf<typeof operations.listChangeRequests>;

/**
 * Lists change requests as the platform does, or those of several statuses, those whose subject contains a text, or
 * those that were merged or, if they are not, created since a time, combined and with the newest first. `changes` adds
 * the changes of each, by page.
 * @throws {Refusal} for a cursor, which belongs to the list of one status, and for a time that is none.
 */
export async function sendChangeRequestList(
  _operation: unknown,
  { changes, ...args }: Arguments,
  context: CallContext,
): Promise<unknown> {
  const found = await requestsFor(args, context);
  if (changes !== true) return found;
  const { spaceId } = args as Listing;
  return { ...found, items: await addChanges(spaceId, found.items, context) };
}

async function requestsFor({ filter, since, ...args }: Arguments, context: CallContext) {
  const statuses = statusesIn(args.status);
  const isFiltered = filter !== undefined || since !== undefined;
  if (since !== undefined && Number.isNaN(Date.parse(String(since)))) {
    throw new Refusal('Nothing was sent: since takes a date, such as 2026-11-14.');
  }
  if (statuses.length === 1 && !isFiltered) {
    return send(operations.listChangeRequests, args as Listing, context);
  }
  const {
    page,
    limit = DEFAULT_LIMIT,
    status: _,
    ...location
  } = args as Listing & { limit?: number };
  if (page !== undefined) {
    throw new Refusal(
      'Nothing was sent: only the list of one status, without a filter, has pages.',
    );
  }
  const found: ChangeRequest[] = [];
  const moreIn: string[] = [];
  for (const one of statuses) {
    const listing = { ...location, ...(one !== undefined && { status: one }) };
    const most = isFiltered ? MAX_SEARCHED : limit + 1;
    const all = await list(operations.listChangeRequests, listing, context, most);
    if (all.length === most) moreIn.push(one ?? 'open');
    found.push(...all.filter((request) => hasSubject(request, filter) && isSince(request, since)));
  }
  const newest = found.sort((a, b) => b.number - a.number);
  return {
    items: newest.slice(0, limit),
    ...(moreIn.length > 0 ? { moreIn } : { count: newest.length }),
    ...(moreIn.length === 0 && newest.length > limit && { more: true }),
  };
}

/** One status, several with commas between them, or all. */
function statusesIn(status: unknown): (string | undefined)[] {
  if (typeof status !== 'string') return [undefined];
  if (status === ALL) return STATUSES;
  const named = status.split(',').map((one) => canonicalValue(one.trim(), STATUSES));
  return [...new Set(named.filter((one) => one !== ''))].slice(0, STATUSES.length);
}

function hasSubject({ subject }: ChangeRequest, wanted: unknown): boolean {
  return (
    wanted === undefined || (subject ?? '').toLowerCase().includes(String(wanted).toLowerCase())
  );
}

/** Dates compare with times as their first moment. */
function isSince({ mergedAt, createdAt }: ChangeRequest, since: unknown): boolean {
  if (typeof since !== 'string') return true;
  return Date.parse(String(mergedAt ?? createdAt)) >= Date.parse(since);
}
