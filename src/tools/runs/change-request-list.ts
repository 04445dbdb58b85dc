import { z } from 'zod';
import { refersTo } from '../../operations/ids.ts';
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
import { ifAvailable } from '../if-readable.ts';
import { Refusal } from '../refusal.ts';
import type { CallContext } from '../tool.ts';
import { addChanges } from './add-changes.ts';
import { addDiffs } from './add-diffs.ts';

const ALL = 'all';
const STATUSES = ['open', 'draft', 'merged', 'archived'];
/** The change requests to list since a time, if no status is given. */
const UNFINISHED_OR_MERGED = 'open,draft,merged';

/** Change requests whose subjects are searched, of each status. */
const MAX_SEARCHED = 1_000;
const DEFAULT_LIMIT = 50;
const MAX_SPACES = 20;

/** The arguments of the tool besides those of the operation. */
export const changeRequestFilters = {
  status: openEnum('draft', 'open', 'archived', 'merged', ALL).optional(),
  filter: z.string().min(1).max(200).optional(),
  changes: z.boolean().optional(),
  diffs: z.boolean().optional(),
  since: z.string().max(40).optional(),
  moreSpaces: z
    .array(refersTo('space', z.string().min(1)))
    .max(MAX_SPACES)
    .optional(),
};

type Listing = ArgumentsOf<typeof operations.listChangeRequests>;
type ChangeRequest = ItemOf<typeof operations.listChangeRequests>;

/**
 * Lists change requests as the platform does, or those of several spaces or statuses, those whose subject contains a
 * text, or those that were merged or, if they are not, created since a time, combined and with the newest first.
 * `changes` adds the changes of each, by page, and `diffs` adds them with the diffs.
 * @throws {Refusal} for a cursor, which belongs to the list of one status, and for a time that is none.
 */
export async function sendChangeRequestList(
  _operation: unknown,
  { changes, diffs, moreSpaces = [], ...args }: Arguments,
  context: CallContext,
): Promise<unknown> {
  const { spaceId } = args as Listing;
  const spaces = [...new Set([spaceId, ...(moreSpaces as string[])])];
  const found =
    spaces.length === 1
      ? await requestsFor(args, context)
      : await requestsOfSpaces(spaces, args, context);
  const items = await withChanges(found.items, spaces, { changes, diffs }, context);
  // Its space is stated by title instead.
  return spaces.length === 1 ? { ...found, items } : { ...found, items: items.map(withoutSpace) };
}

/** The change requests, with their changes if these are requested. */
async function withChanges(
  requests: readonly ChangeRequest[],
  spaces: readonly string[],
  { changes, diffs }: { changes?: unknown; diffs?: unknown },
  context: CallContext,
): Promise<readonly object[]> {
  const [spaceId = '', another] = spaces;
  if (diffs === true) return addDiffs(requests, spaceId, context);
  if (changes !== true) return requests;
  const described = new Map<ChangeRequest, object>();
  for (const id of spaces) {
    const own = requests.filter(({ space }) => another === undefined || space === id);
    const changed = await addChanges(id, own, context);
    for (const [index, request] of own.entries()) described.set(request, changed[index] ?? request);
  }
  return requests.flatMap((request) => described.get(request) ?? []);
}

function withoutSpace({ space: _, ...request }: { space?: unknown }): object {
  return request;
}

/** The newest change requests of several spaces, with the titles of these. */
async function requestsOfSpaces(
  spaces: readonly string[],
  args: Arguments,
  context: CallContext,
): Promise<FoundRequests & { items: SpaceRequest[] }> {
  const items: SpaceRequest[] = [];
  const moreIn = new Set<string>();
  let isMore = false;
  for (const spaceId of spaces) {
    const found = await requestsFor({ ...args, spaceId }, context, { isCombined: true });
    const named = await ifAvailable(() => send(operations.getSpace, { spaceId }, context));
    const inSpace = named?.title ?? spaceId;
    items.push(...found.items.map((one) => ({ ...one, space: spaceId, inSpace })));
    for (const status of found.moreIn ?? []) moreIn.add(status);
    isMore ||= found.more === true;
  }
  const newest = items.sort((one, other) => timeOf(other) - timeOf(one));
  const shown = newest.slice(0, (args.limit as number | undefined) ?? DEFAULT_LIMIT);
  return combined(shown, newest.length, [...moreIn], isMore);
}

interface FoundRequests {
  items: ChangeRequest[];
  /** Their number, if it is known. */
  count?: number;
  more?: true;
  /** The statuses of which not all were examined. */
  moreIn?: string[];
}

type SpaceRequest = ChangeRequest & { space: string; inSpace: string };

function combined<R extends ChangeRequest>(
  items: R[],
  count: number,
  moreIn: string[],
  isMore = false,
): FoundRequests & { items: R[] } {
  if (moreIn.length > 0) return { items, moreIn };
  return { items, count, ...((isMore || count > items.length) && { more: true }) };
}

async function requestsFor(
  { filter, since, ...args }: Arguments,
  context: CallContext,
  { isCombined = false } = {},
): Promise<FoundRequests> {
  const statuses = statusesIn(
    args.status ?? (since === undefined ? undefined : UNFINISHED_OR_MERGED),
  );
  const isFiltered = filter !== undefined || since !== undefined;
  if (since !== undefined && Number.isNaN(Date.parse(String(since)))) {
    throw new Refusal('Nothing was sent: since takes a date, such as 2026-11-14.');
  }
  if (statuses.length === 1 && !isFiltered && !isCombined) {
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
      'Nothing was sent: only the list of one status of one space, without a filter, has pages.',
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
  return combined(newest.slice(0, limit), newest.length, moreIn);
}

/** One status, several with commas between them, or all. */
function statusesIn(status: unknown): (string | undefined)[] {
  if (typeof status !== 'string') return [undefined];
  if (status === ALL) return STATUSES;
  const named = status.split(',').map((one) => canonicalValue(one.trim(), STATUSES));
  return [...new Set(named.filter((one) => one !== ''))].slice(0, STATUSES.length);
}

function hasSubject({ subject }: ChangeRequest, searched: unknown): boolean {
  return (
    searched === undefined || (subject ?? '').toLowerCase().includes(String(searched).toLowerCase())
  );
}

/** Dates compare with times as their first moment. */
function isSince(request: ChangeRequest, since: unknown): boolean {
  return typeof since !== 'string' || timeOf(request) >= Date.parse(since);
}

function timeOf({ mergedAt, createdAt }: ChangeRequest): number {
  return Date.parse(String(mergedAt ?? createdAt));
}
