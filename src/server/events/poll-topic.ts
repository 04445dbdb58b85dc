import { createHash } from 'node:crypto';
import { z } from 'zod';
import {
  type ArgumentsOf,
  admittedRequest,
  type Caller,
  type ItemOf,
  type Operation,
  type OutputOf,
  operations,
  type PageNode,
  serviceOf,
} from '../../operations/index.ts';
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
  caller: Caller,
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

function fingerprint(value: unknown): string {
  const text = JSON.stringify(value) ?? '';
  return createHash('sha256').update(text).digest('base64url').slice(0, 16);
}

interface PollRequest<O extends Operation> {
  operation: O;
  args: ArgumentsOf<O>;
  /** Distinguishes several requests to one operation. */
  name?: string;
  /** The part of the answer that reveals changes. */
  mark(data: OutputOf<O>): unknown;
  parts(data: OutputOf<O>): PartMarks;
}

/** Sends the requests of one poll, and keeps the responses for the next. */
class TopicPoll {
  readonly caller: Caller;
  readonly #known: Snapshot | undefined;
  readonly answers: Snapshot = {};

  constructor(caller: Caller, known: Snapshot | undefined) {
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
    const now = fingerprint(mark(answer));
    const isNew = now !== before?.mark;
    this.answers[name] = { etag, mark: now, parts: isNew ? parts(answer) : before.parts };
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
  if ((await serviceOf(poll.caller)) === 'current') {
    const hasMoved = await poll.ask({
      operation: operations.getSpace,
      args: { spaceId },
      mark: ({ revision }) => revision,
      parts: () => ({}),
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

function contentParts(
  spaceId: string,
  { pages = [], files = [], reusableContents = [] }: OutputOf<typeof operations.getCurrentRevision>,
): PartMarks {
  const outline = resourceUri('table-of-contents', { spaceId });
  const parts: PartMarks = { [outline]: fingerprint(pages.map(inOutline)) };
  // Reusable content may appear on any page.
  const reused = fingerprint(reusableContents);
  const add = ({ pages: below = [], urls: _, ...page }: PageNode & { urls?: unknown }): void => {
    const mark = fingerprint([page, reused]);
    if (fitsUri(page.id)) parts[resourceUri('page', { spaceId, pageId: page.id })] = mark;
    if (page.path && fitsUri(page.path, 'pagePath')) parts[pathPart(spaceId, page.path)] = mark;
    below.forEach(add);
  };
  pages.forEach(add);
  for (const { id, name, contentType, size } of files) {
    if (fitsUri(id)) {
      const uri = resourceUri('file', { spaceId, fileId: id });
      parts[uri] = fingerprint([name, contentType, size]);
    }
  }
  return parts;
}

/** The part of a page that the table of contents shows. */
function inOutline({ id, title, path, type, description, pages = [] }: PageNode): unknown {
  return [id, title, path, type, description, pages.map(inOutline)];
}

async function pollChangeRequests(spaceId: string, poll: TopicPoll): Promise<void> {
  for (const status of WATCHED_STATES) {
    await poll.ask({
      operation: operations.listChangeRequests,
      args: { spaceId, status, limit: MAX_LISTED },
      name: `list_change_requests ${status}`,
      mark: ({ items }) => items.map(ofChangeRequest),
      parts: ({ items }) =>
        Object.fromEntries(
          items
            .filter(({ id }) => fitsUri(id))
            .map((item) => [
              resourceUri('change-request', { spaceId, changeRequestId: item.id }),
              fingerprint(ofChangeRequest(item)),
            ]),
        ),
    });
  }
}

/** The creator does not change, but that person's profile may. */
function ofChangeRequest({
  createdBy: _,
  urls: __,
  ...changeRequest
}: ItemOf<typeof operations.listChangeRequests>): unknown {
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
    parts: (specification) => ({
      [latestPart(organizationId, specSlug)]: fingerprint(mark(specification)),
    }),
  });
}
