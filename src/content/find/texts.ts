import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { PlatformError } from '../../client/index.ts';
import {
  type Caller,
  type OutputOf,
  operations,
  type PageNode,
  send,
} from '../../operations/index.ts';
import { eachInTurns } from '../../turns.ts';
import { mapAdaptively } from '../map-adaptively.ts';
import { type ContentLocation, fewEnough, pagesInOrder, readersOf } from '../page-tree.ts';

/** A page with its stored text, in tree order. A page of a kind without text has none. */
export interface PageText {
  page: PageNode;
  markdown: string | undefined;
}

/** A page that could not be read, and the reason. */
export interface UnreadPage {
  page: PageNode;
  reason: string;
}

export interface SpaceTexts {
  revision: string;
  /** All pages of the tree. */
  tree: PageNode[];
  texts: PageText[];
  unread: UnreadPage[];
}

type LatestRevision = OutputOf<typeof operations.getCurrentRevision>;

/** The ids of the pages to read. */
type PageSelector = (
  tree: readonly PageNode[],
) => ReadonlySet<string> | Promise<ReadonlySet<string>>;

/** Called for each page that was read from the platform. */
export type OnRead = (page: PageNode, done: number, total: number) => Promise<void> | undefined;

const MAX_CACHE_BYTES = 64 * 1024 * 1024;
const BYTES_PER_CHARACTER = 2;
/** Overhead of a cache entry besides its text. */
const ENTRY_BYTES = 200;
/** How often to start over when the content changes during the read. */
const MAX_ROUNDS = 3;

/** Cached page texts, by token and revision. The texts of a revision never change. */
const caches = new WeakMap<Caller['client'], LRUCache<string, string>>();

/**
 * The texts of the requested pages of a space or a change request, all in one revision. Texts already read in the
 * same revision come from the cache. A page that the platform refuses is reported as unread. Whatever affects all
 * pages (no access, no platform, cancelled) is thrown.
 * @throws {PlatformError}
 */
export async function readTexts(
  location: ContentLocation,
  selects: PageSelector,
  caller: Caller,
  onRead?: OnRead,
): Promise<SpaceTexts> {
  let revision = await revisionOf(location, caller);
  for (let round = 1; ; round += 1) {
    const { found, asked } = await readRevision(location, revision, selects, caller, onRead);
    if (!asked || round === MAX_ROUNDS) return found;
    // Pages are read one by one, and the content may change in between.
    const current = await revisionOf(location, caller);
    if (current.id === revision.id) return found;
    revision = current;
  }
}

/** The current revision of a space or a change request, with its page tree. */
async function revisionOf(
  { spaceId, changeRequestId }: ContentLocation,
  caller: Caller,
): Promise<LatestRevision> {
  const bare = { spaceId, metadata: false, computed: false };
  return changeRequestId === undefined
    ? send(operations.getCurrentRevision, bare, caller)
    : send(operations.getChangeRequestRevision, { ...bare, changeRequestId }, caller);
}

async function readRevision(
  location: ContentLocation,
  { id: revision, pages: tree }: LatestRevision,
  selects: PageSelector,
  caller: Caller,
  onRead: OnRead | undefined,
): Promise<{ found: SpaceTexts; asked: boolean }> {
  const cache = cacheOf(caller.client);
  const within = hash([location, revision, caller.token]);
  const keyOf = ({ id }: PageNode) => `${within}/${id}`;
  const ids = await selects(tree);
  const selected: PageNode[] = [];
  await eachInTurns(pagesInOrder(tree), ({ page }) => {
    if (ids.has(page.id)) selected.push(page);
  });
  const pages = fewEnough(selected, location);
  const known = new Map<string, string>();
  await eachInTurns(pages.filter(hasText), (page) => {
    const text = cache.get(keyOf(page));
    if (text !== undefined) known.set(page.id, text);
  });
  const missing = pages.filter((page) => hasText(page) && !known.has(page.id));
  const unread: UnreadPage[] = [];
  let done = 0;
  await mapAdaptively(missing, caller, async (page, careful) => {
    try {
      const text = await textOf(location, page, careful);
      known.set(page.id, text);
      cache.set(keyOf(page), text);
    } catch (error) {
      unread.push({ page, reason: reasonOf(error) });
    }
    done += 1;
    await onRead?.(page, done, missing.length);
  });
  const texts = pages
    .filter((page) => !hasText(page) || known.has(page.id))
    .map((page) => ({ page, markdown: known.get(page.id) }));
  return { found: { revision, tree, texts, unread }, asked: missing.length > 0 };
}

/** Groups and links have no text of their own. */
function hasText({ type }: PageNode): boolean {
  return type === undefined || type === 'document' || type === 'computed';
}

async function textOf(location: ContentLocation, page: PageNode, caller: Caller): Promise<string> {
  const where = { ...location, pageId: page.id };
  const { markdown = '' } = await send(readersOf(location).page, where, caller);
  return markdown;
}

/** Why one page could not be read. Throws failures that affect every page. */
function reasonOf(error: unknown): string {
  if (!(error instanceof PlatformError)) throw error;
  const { kind, status } = error;
  const concernsAll =
    status === 401 || status === 429 || ['cancelled', 'rate_limited'].includes(kind);
  if (concernsAll || kind === 'network') throw error;
  return error.platformMessage ?? error.message;
}

function cacheOf(client: Caller['client']): LRUCache<string, string> {
  const known = caches.get(client);
  if (known) return known;
  const made = new LRUCache<string, string>({
    maxSize: MAX_CACHE_BYTES,
    sizeCalculation: (text) => text.length * BYTES_PER_CHARACTER + ENTRY_BYTES,
  });
  caches.set(client, made);
  return made;
}

function hash(parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64');
}
