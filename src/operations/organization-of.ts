import { hash } from 'node:crypto';
import { PlatformError } from '../client/index.ts';
import { collections } from './collections.ts';
import type { Operation } from './define.ts';
import { admittedRequest, type Caller, send } from './send.ts';
import { siteSpaces } from './site-spaces.ts';
import { sites } from './sites.ts';
import { spaces } from './spaces.ts';

/** How long it is remembered which organization something belongs to: it can be handed over. */
const REMEMBERED_MS = 600_000;

/** What is remembered for all callers of one client; the oldest goes first. */
const MAX_REMEMBERED = 10_000;

/** Items that are looked through of each list, in search of a space. */
const MAX_LISTED = 1000;

interface Remembered {
  until: number;
  isIn: Promise<boolean>;
}

const memories = new WeakMap<Caller['client'], Map<string, Remembered>>();

/**
 * Whether a space or collection belongs to an organization, as the platform tells this caller. It is asked once for
 * each token and remembered for ten minutes; what cannot be found out counts as no, and is asked again.
 */
export async function belongsTo(
  organizationId: string,
  { kind, value }: { kind: 'space' | 'collection'; value: string },
  { client, token }: Caller,
): Promise<boolean> {
  const memory = memories.get(client) ?? new Map<string, Remembered>();
  memories.set(client, memory);
  const key = `${hash('sha256', token, 'base64url')} ${organizationId} ${kind} ${value}`;
  const known = memory.get(key);
  if (known && known.until > Date.now()) return known.isIn;
  memory.delete(key);
  // One caller that hangs up must not take the answer from the others.
  const caller = { client, token };
  const isIn =
    kind === 'collection'
      ? isCollectionIn(organizationId, value, caller)
      : isSpaceIn(organizationId, value, caller);
  memory.set(key, { until: Date.now() + REMEMBERED_MS, isIn });
  const [oldest] = memory.keys();
  if (memory.size > MAX_REMEMBERED && oldest !== undefined) memory.delete(oldest);
  const found = await isIn.catch((error: unknown) => {
    memory.delete(key);
    if (error instanceof PlatformError && error.status !== undefined) return false;
    throw error;
  });
  if (!found) memory.delete(key);
  return found;
}

async function isCollectionIn(organization: string, collectionId: string, caller: Caller) {
  const found = await send(named(collections, 'get_collection'), { collectionId }, caller);
  return (found as Owned | undefined)?.organization === organization;
}

interface Owned {
  organization?: string;
}

/** The early service has no read of a space; it is looked for where the organization keeps its spaces. */
async function isSpaceIn(organizationId: string, spaceId: string, caller: Caller) {
  try {
    const found = await send(named(spaces, 'get_space'), { spaceId }, caller);
    return (found as Owned | undefined)?.organization === organizationId;
  } catch (error) {
    if (!(error instanceof PlatformError) || error.status !== 404) throw error;
  }
  const inCollection = named(collections, 'list_spaces_in_collection');
  for await (const { id: collectionId } of listed(
    named(collections, 'list_collections'),
    { organizationId },
    caller,
  )) {
    for await (const space of listed(inCollection, { collectionId }, caller)) {
      if (space.id === spaceId) return true;
    }
  }
  const onSite = named(siteSpaces, 'list_site_spaces');
  for await (const { id: siteId } of listed(
    named(sites, 'list_sites'),
    { organizationId, space: spaceId },
    caller,
  )) {
    for await (const { space } of listed(onSite, { organizationId, siteId }, caller)) {
      if (space?.id === spaceId) return true;
    }
  }
  return false;
}

interface Item {
  id: string;
  space?: { id: string };
}

async function* listed(operation: Operation, args: object, caller: Caller) {
  const request = admittedRequest(operation, { ...args, limit: MAX_LISTED }, caller);
  for await (const item of caller.client.paginate(request, caller, { maxItems: MAX_LISTED })) {
    yield item as Item;
  }
}

function named(area: readonly Operation[], tool: string): Operation {
  return area.find((operation) => operation.tool === tool) as Operation;
}
