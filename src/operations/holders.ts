import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { PlatformError } from '../client/index.ts';
import { collections } from './collections.ts';
import { type Caller, list, send } from './send.ts';
import { sites } from './sites.ts';
import { spaces as spaceOperations } from './spaces.ts';

/** How long it counts as known, as for everything that is read. */
const KNOWN_MS = 10_000;

/** Maximum sets that are known for all callers of one client. */
const MAX_KNOWN = 1000;

/** Maximum items of each list. */
const MAX_LISTED = 1000;

const known = new WeakMap<Caller['client'], LRUCache<string, Promise<ReadonlySet<string>>>>();

/**
 * The ids of an organization's sites that show one of the spaces, or of its collections that hold one, themselves or
 * further down. Read once for each token, and again after ten seconds. What the platform refuses to list holds none.
 * @throws {PlatformError} if the platform cannot be asked.
 */
export function holdersOf(
  kind: 'site' | 'collection',
  spaces: ReadonlySet<string>,
  organizationId: string,
  { client, token }: Caller,
): Promise<ReadonlySet<string>> {
  const all = known.get(client) ?? new LRUCache({ max: MAX_KNOWN, ttl: KNOWN_MS });
  known.set(client, all);
  const key = hash('sha256', JSON.stringify([token, kind, organizationId, ...spaces]), 'base64url');
  const found = all.get(key);
  if (found) return found;
  const find = kind === 'site' ? sitesOf : collectionsOf;
  // A caller that disconnects must not cancel the answer for the others.
  const finding = find([...spaces], organizationId, { client, token });
  all.set(key, finding);
  finding.catch(() => all.delete(key));
  return finding;
}

/** Whether a collection holds one of the spaces, itself or further down. */
export async function holdsOneOf(
  spaces: ReadonlySet<string>,
  collectionId: string,
  caller: Caller,
): Promise<boolean> {
  const collection = await ifThere(send(collections.getCollection, { collectionId }, caller));
  if (typeof collection?.organization !== 'string') return false;
  return (await holdersOf('collection', spaces, collection.organization, caller)).has(collectionId);
}

async function sitesOf(spaces: string[], organizationId: string, caller: Caller) {
  const showing = spaces.map((space) =>
    ifThere(list(sites.listSites, { organizationId, space }, caller, MAX_LISTED)),
  );
  return new Set((await Promise.all(showing)).flatMap((some) => some?.map(({ id }) => id) ?? []));
}

async function collectionsOf(spaces: string[], organizationId: string, caller: Caller) {
  const [all, read] = await Promise.all([
    ifThere(list(collections.listCollections, { organizationId }, caller, MAX_LISTED)),
    Promise.all(
      spaces.map((spaceId) => ifThere(send(spaceOperations.getSpace, { spaceId }, caller))),
    ),
  ]);
  const parents = new Map((all ?? []).map(({ id, parent }) => [id, parent]));
  const next = read.map((space) => space?.parent);
  if (read.includes(undefined)) next.push(...(await listing(spaces, [...parents.keys()], caller)));
  const holders = new Set<string>();
  for (let id = next.pop(); id !== undefined || next.length > 0; id = next.pop()) {
    if (id === undefined || holders.has(id)) continue;
    holders.add(id);
    next.push(parents.get(id));
  }
  return holders;
}

/** The collections that list one of the spaces themselves: the legacy service cannot read a single space. */
async function listing(spaces: string[], collectionIds: string[], caller: Caller) {
  const holding = collectionIds.map(async (collectionId) => {
    const { listSpacesInCollection } = collections;
    const items = await ifThere(list(listSpacesInCollection, { collectionId }, caller, MAX_LISTED));
    return items?.some(({ id }) => spaces.includes(id)) ? collectionId : undefined;
  });
  return Promise.all(holding);
}

/** Undefined if the platform refuses the read. */
function ifThere<T>(read: Promise<T>): Promise<T | undefined> {
  return read.catch((error: unknown) => {
    if (error instanceof PlatformError && error.status !== undefined && error.status < 500) {
      return undefined;
    }
    throw error;
  });
}
