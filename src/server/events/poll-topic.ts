import { createHash } from 'node:crypto';
import { z } from 'zod';
import { pagesInOrder } from '../../content/index.ts';
import { writeInTurns } from '../../json/index.ts';
import {
  type ArgumentsOf,
  admittedRequest,
  type Caller,
  type ItemOf,
  type Operation,
  type OutputOf,
  operations,
  serviceOf,
} from '../../operations/index.ts';
import { eachInTurns, turns } from '../../turns.ts';
import { fitsUri, resourceUri } from '../../uris/index.ts';
import { latestPart, pathPart, type Topic } from './topics.ts';

/** The last response to one request. */
const PollResult = z.object({
  /** Entity tag, if the platform sent one. */
  etag: z.string().optional(),
  /** Fingerprint of the part of the answer that reveals changes. */
  mark: z.string(),
  /** Fingerprint of each part, by its URI. */
  parts: z.record(z.string(), z.string()),
});
type PollResult = z.output<typeof PollResult>;
type PartMarks = PollResult['parts'];

/** A topic as one token saw it: the last response to each request. */
export const Snapshot = z.record(z.string(), PollResult);
export type Snapshot = z.output<typeof Snapshot>;

/** Who polls, and what may not be asked. */
export type PollCaller = Caller & { isExcluded: (tool: string) => boolean };

/** The operation without which a topic cannot be polled. */
export const POLLED_BY: Readonly<Record<Topic['of'], Operation>> = {
  content: operations.getCurrentRevision,
  'change-requests': operations.listChangeRequests,
  specification: operations.getOpenapiSpec,
};

/** The platform's maximum for one page of a list. */
const MAX_LISTED = 1000;

/** Change requests in these states are in progress. For the others, the only news is that they reopen. */
const WATCHED_STATES = ['open', 'draft'] as const;

/**
 * Polls a topic with the caller's own token by conditional requests, and returns what it shows.
 * @throws {PlatformError} as soon as something cannot be read.
 */
export async function pollTopic(
  topic: Topic,
  caller: PollCaller,
  known: Snapshot | undefined,
): Promise<Snapshot> {
  const poll = new TopicPoll(caller, known);
  if (topic.of === 'content') await pollContent(topic.spaceId, poll);
  else if (topic.of === 'change-requests') await pollChangeRequests(topic.spaceId, poll);
  else await pollSpecification(topic, poll);
  return poll.answers;
}

/** URIs of the parts that changed, appeared or disappeared. */
export function changedUris(before: Snapshot, after: Snapshot): string[] {
  const [old, now] = [fingerprintsOf(before), fingerprintsOf(after)];
  return [...new Set([...old.keys(), ...now.keys()])].filter(
    (part) => old.get(part) !== now.get(part),
  );
}

/** Fingerprints of all parts, by URI. */
export function fingerprintsOf(snapshot: Snapshot): Map<string, string> {
  return new Map(Object.values(snapshot).flatMap(({ parts }) => Object.entries(parts)));
}

async function fingerprint(value: unknown): Promise<string> {
  const hash = createHash('sha256');
  await eachInTurns(await writeInTurns(value), (piece) => hash.update(piece));
  return hash.digest('base64url').slice(0, 16);
}

interface PollRequest<O extends Operation> {
  operation: O;
  args: ArgumentsOf<O>;
  /** Distinguishes several requests to one operation. */
  name?: string;
  /** The part of the answer that reveals changes. */
  mark(data: OutputOf<O>): unknown;
  parts(data: OutputOf<O>): Promise<PartMarks>;
}

/** Sends the requests of one poll, and keeps the responses for the next. */
class TopicPoll {
  readonly caller: PollCaller;
  readonly #known: Snapshot | undefined;
  readonly answers: Snapshot = {};

  constructor(caller: PollCaller, known: Snapshot | undefined) {
    this.caller = caller;
    this.#known = known;
  }

  /** Whether the answer has changed. */
  async ask<O extends Operation>({
    operation,
    args,
    name = operation.tool,
    mark,
    parts,
  }: PollRequest<O>): Promise<boolean> {
    const before = this.#known?.[name];
    const { status, data, etag } = await this.caller.client.request(
      { ...admittedRequest(operation, args, this.caller), ifNoneMatch: before?.etag },
      this.caller,
    );
    if (status === 304 && before) {
      this.answers[name] = before;
      return false;
    }
    const answer = data as OutputOf<O>;
    const now = await fingerprint(mark(answer));
    const isNew = now !== before?.mark;
    this.answers[name] = { etag, mark: now, parts: isNew ? await parts(answer) : before.parts };
    return isNew;
  }

  /** Keeps the last response to a request that need not be sent again. Returns false if there is none. */
  keep(name: string): boolean {
    const before = this.#known?.[name];
    if (before) this.answers[name] = before;
    return before !== undefined;
  }
}

/**
 * The current service has a request for the revision of a space alone; the legacy one returns it only together with
 * the pages.
 */
async function pollContent(spaceId: string, poll: TopicPoll): Promise<void> {
  const isAllowed = !poll.caller.isExcluded(operations.getSpace.tool);
  if (isAllowed && (await serviceOf(poll.caller)) === 'current') {
    const hasMoved = await poll.ask({
      operation: operations.getSpace,
      args: { spaceId },
      mark: ({ revision }) => revision,
      parts: async () => ({}),
    });
    if (!hasMoved && poll.keep(operations.getCurrentRevision.tool)) return;
  }
  await poll.ask({
    operation: operations.getCurrentRevision,
    args: { spaceId, metadata: false },
    mark: ({ id }) => id,
    parts: (revision) => contentParts(spaceId, revision),
  });
}

async function contentParts(
  spaceId: string,
  { pages = [], files = [], reusableContents = [] }: OutputOf<typeof operations.getCurrentRevision>,
): Promise<PartMarks> {
  const parts: PartMarks = {};
  // Reusable content may appear on any page.
  const reused = await fingerprint(reusableContents);
  const outline: unknown[] = [];
  const turn = turns();
  for (const { page, depth } of pagesInOrder(pages)) {
    await turn();
    const { pages: _, urls: __, ...content } = page as typeof page & { urls?: unknown };
    const mark = await fingerprint([content, reused]);
    if (fitsUri(page.id)) parts[resourceUri('page', { spaceId, pageId: page.id })] = mark;
    if (page.path && fitsUri(page.path, 'pagePath')) parts[pathPart(spaceId, page.path)] = mark;
    outline.push([depth, page.id, page.title, page.path, page.type, page.description]);
  }
  parts[resourceUri('table-of-contents', { spaceId })] = await fingerprint(outline);
  for (const { id, name, contentType, size } of files) {
    await turn();
    if (!fitsUri(id)) continue;
    const uri = resourceUri('file', { spaceId, fileId: id });
    parts[uri] = await fingerprint([name, contentType, size]);
  }
  return parts;
}

async function pollChangeRequests(spaceId: string, poll: TopicPoll): Promise<void> {
  for (const status of WATCHED_STATES) {
    await poll.ask({
      operation: operations.listChangeRequests,
      args: { spaceId, status, limit: MAX_LISTED },
      name: `list_change_requests ${status}`,
      mark: ({ items }) => items.map(ofChangeRequest),
      parts: ({ items }) => changeRequestParts(spaceId, items),
    });
  }
}

type ListedChangeRequest = ItemOf<typeof operations.listChangeRequests>;

async function changeRequestParts(
  spaceId: string,
  items: readonly ListedChangeRequest[],
): Promise<PartMarks> {
  const parts: PartMarks = {};
  const turn = turns();
  for (const item of items) {
    await turn();
    if (!fitsUri(item.id)) continue;
    const uri = resourceUri('change-request', { spaceId, changeRequestId: item.id });
    parts[uri] = await fingerprint(ofChangeRequest(item));
  }
  return parts;
}

/** The creator does not change, but that person's profile may. */
function ofChangeRequest({
  createdBy: _,
  urls: __,
  ...changeRequest
}: ListedChangeRequest): unknown {
  return changeRequest;
}

async function pollSpecification(
  { organizationId, specSlug }: { organizationId: string; specSlug: string },
  poll: TopicPoll,
): Promise<void> {
  const mark = ({ lastVersion }: { lastVersion?: string }) => lastVersion ?? null;
  await poll.ask({
    operation: operations.getOpenapiSpec,
    args: { organizationId, specSlug },
    mark,
    parts: async (specification) => ({
      [latestPart(organizationId, specSlug)]: await fingerprint(mark(specification)),
    }),
  });
}
