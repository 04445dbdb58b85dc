import { hash } from 'node:crypto';
import { PlatformError } from '../client/index.ts';
import { collections } from './collections.ts';
import { type Caller, itemsOf, send } from './send.ts';
import { siteSpaces } from './site-spaces.ts';
import { sites } from './sites.ts';
import { spaces } from './spaces.ts';

/** How long it counts as known, as for everything that is read: a space can be moved to another organization. */
const KNOWN_MS = 10_000;

/** Maximum cache entries for all callers of one client; the oldest is dropped. */
const MAX_CACHED = 10_000;

/** Maximum items of each list that are searched for a space. */
const MAX_LISTED = 1000;

/** Where something was found in its organization: in a list, or by itself. */
interface FoundIn {
  collectionId?: string;
  siteId?: string;
}

interface KnownMembership {
  until: number;
  /** Undefined if it does not belong to the organization. */
  found: Promise<FoundIn | undefined>;
}

const caches = new WeakMap<Caller['client'], Map<string, KnownMembership>>();

/**
 * Whether a space, collection or site belongs to an organization, according to the platform's answer to this caller.
 * Requested once for each token, and again after ten seconds. An unknown answer counts as no and is not cached.
 */
export async function belongsTo(
  organizationId: string,
  { kind, value }: { kind: 'space' | 'collection' | 'site'; value: string },
  { client, token }: Caller,
): Promise<boolean> {
  const memory = caches.get(client) ?? new Map<string, KnownMembership>();
  caches.set(client, memory);
  const key = `${hash('sha256', token, 'base64url')} ${organizationId} ${kind} ${value}`;
  const known = memory.get(key);
  if (known && known.until > Date.now()) return (await known.found) !== undefined;
  memory.delete(key);
  // A caller that disconnects must not cancel the answer for the others.
  const caller = { client, token };
  const before = known?.found.catch(() => undefined);
  const current = {
    until: Date.now() + KNOWN_MS,
    found: find(kind, organizationId, value, caller, before),
  };
  memory.set(key, current);
  const [oldest] = memory.keys();
  if (memory.size > MAX_CACHED && oldest !== undefined) memory.delete(oldest);
  const found = await current.found.catch((error: unknown) => {
    if (memory.get(key) === current) memory.delete(key);
    throw error;
  });
  if (!found && memory.get(key) === current) memory.delete(key);
  return found !== undefined;
}

async function find(
  kind: 'space' | 'collection' | 'site',
  organizationId: string,
  value: string,
  caller: Caller,
  before: Promise<FoundIn | undefined> | undefined,
): Promise<FoundIn | undefined> {
  try {
    if (kind === 'space') return await findSpace(organizationId, value, caller, await before);
    const isIn = kind === 'site' ? isSiteIn : isCollectionIn;
    return (await isIn(organizationId, value, caller)) ? {} : undefined;
  } catch (error) {
    if (error instanceof PlatformError && error.status !== undefined) return undefined;
    throw error;
  }
}

async function isSiteIn(organizationId: string, siteId: string, caller: Caller): Promise<boolean> {
  const found = await send(sites.getSite, { organizationId, siteId }, caller);
  return found?.id === siteId;
}

async function isCollectionIn(organizationId: string, collectionId: string, caller: Caller) {
  const found = await send(collections.getCollection, { collectionId }, caller);
  return found?.organization === organizationId;
}

/** The legacy service cannot read a single space, so it is searched in the organization's lists. */
async function findSpace(
  organizationId: string,
  spaceId: string,
  caller: Caller,
  before: FoundIn | undefined,
): Promise<FoundIn | undefined> {
  try {
    const found = await send(spaces.getSpace, { spaceId }, caller);
    return found?.organization === organizationId ? {} : undefined;
  } catch (error) {
    if (!(error instanceof PlatformError) || error.status !== 404) throw error;
  }
  if (before && (await isStillIn(organizationId, spaceId, caller, before))) return before;
  return searchLists(organizationId, spaceId, caller);
}

/** Whether a space is where it was found before, which takes two requests instead of one for each list. */
async function isStillIn(
  organizationId: string,
  spaceId: string,
  caller: Caller,
  { collectionId, siteId }: FoundIn,
): Promise<boolean> {
  if (siteId !== undefined) return isOnSite(organizationId, siteId, spaceId, caller);
  if (collectionId === undefined) return false;
  const isIn = await isCollectionIn(organizationId, collectionId, caller);
  return isIn && isInCollection(collectionId, spaceId, caller);
}

async function searchLists(
  organizationId: string,
  spaceId: string,
  caller: Caller,
): Promise<FoundIn | undefined> {
  const limit = MAX_LISTED;
  const all = itemsOf(collections.listCollections, { organizationId, limit }, caller, MAX_LISTED);
  for await (const { id: collectionId } of all) {
    if (await isInCollection(collectionId, spaceId, caller)) return { collectionId };
  }
  const showing = { organizationId, space: spaceId, limit };
  for await (const { id: siteId } of itemsOf(sites.listSites, showing, caller, MAX_LISTED)) {
    if (await isOnSite(organizationId, siteId, spaceId, caller)) return { siteId };
  }
  return undefined;
}

async function isInCollection(
  collectionId: string,
  spaceId: string,
  caller: Caller,
): Promise<boolean> {
  const inside = { collectionId, limit: MAX_LISTED };
  for await (const space of itemsOf(
    collections.listSpacesInCollection,
    inside,
    caller,
    MAX_LISTED,
  )) {
    if (space.id === spaceId) return true;
  }
  return false;
}

async function isOnSite(
  organizationId: string,
  siteId: string,
  spaceId: string,
  caller: Caller,
): Promise<boolean> {
  const shown = { organizationId, siteId, limit: MAX_LISTED };
  for await (const { space } of itemsOf(siteSpaces.listSiteSpaces, shown, caller, MAX_LISTED)) {
    if (space?.id === spaceId) return true;
  }
  return false;
}
