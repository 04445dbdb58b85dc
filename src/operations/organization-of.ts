import { hash } from 'node:crypto';
import { PlatformError } from '../client/index.ts';
import { collections } from './collections.ts';
import { type Caller, itemsOf, send } from './send.ts';
import { siteSpaces } from './site-spaces.ts';
import { sites } from './sites.ts';
import { spaces } from './spaces.ts';

/** How long an organization is cached, because a space can be transferred. */
const CACHED_MS = 600_000;

/** Maximum cache entries for all callers of one client; the oldest is dropped. */
const MAX_CACHED = 10_000;

/** Maximum items of each list that are searched for a space. */
const MAX_LISTED = 1000;

interface KnownMembership {
  until: number;
  isIn: Promise<boolean>;
}

const caches = new WeakMap<Caller['client'], Map<string, KnownMembership>>();

/**
 * Whether a space, collection or site belongs to an organization, according to the platform's answer to this caller.
 * Requested once for each token and cached for ten minutes. An unknown answer counts as no and is not cached.
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
  if (known && known.until > Date.now()) return known.isIn;
  memory.delete(key);
  // A caller that disconnects must not cancel the answer for the others.
  const caller = { client, token };
  const isIn = CHECKS[kind](organizationId, value, caller);
  memory.set(key, { until: Date.now() + CACHED_MS, isIn });
  const [oldest] = memory.keys();
  if (memory.size > MAX_CACHED && oldest !== undefined) memory.delete(oldest);
  const found = await isIn.catch((error: unknown) => {
    memory.delete(key);
    if (error instanceof PlatformError && error.status !== undefined) return false;
    throw error;
  });
  if (!found) memory.delete(key);
  return found;
}

const CHECKS = { space: isSpaceIn, collection: isCollectionIn, site: isSiteIn };

async function isSiteIn(organizationId: string, siteId: string, caller: Caller): Promise<boolean> {
  const found = await send(sites.getSite, { organizationId, siteId }, caller);
  return found?.id === siteId;
}

async function isCollectionIn(organizationId: string, collectionId: string, caller: Caller) {
  const found = await send(collections.getCollection, { collectionId }, caller);
  return found?.organization === organizationId;
}

/** The legacy service cannot read a single space, so it is searched in the organization's lists. */
async function isSpaceIn(organizationId: string, spaceId: string, caller: Caller) {
  try {
    const found = await send(spaces.getSpace, { spaceId }, caller);
    return found?.organization === organizationId;
  } catch (error) {
    if (!(error instanceof PlatformError) || error.status !== 404) throw error;
  }
  const limit = MAX_LISTED;
  const all = itemsOf(collections.listCollections, { organizationId, limit }, caller, MAX_LISTED);
  for await (const { id: collectionId } of all) {
    const inside = { collectionId, limit };
    for await (const space of itemsOf(
      collections.listSpacesInCollection,
      inside,
      caller,
      MAX_LISTED,
    )) {
      if (space.id === spaceId) return true;
    }
  }
  const showing = { organizationId, space: spaceId, limit };
  for await (const { id: siteId } of itemsOf(sites.listSites, showing, caller, MAX_LISTED)) {
    const shown = { organizationId, siteId, limit };
    for await (const { space } of itemsOf(siteSpaces.listSiteSpaces, shown, caller, MAX_LISTED)) {
      if (space?.id === spaceId) return true;
    }
  }
  return false;
}
