import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { PlatformError } from '../client/index.ts';
import {
  type Arguments,
  type Caller,
  callerRequest,
  operationOf,
  type Service,
  send,
  serviceOf,
} from '../operations/index.ts';

/** Something that has a title and stands in an organization. */
export interface Entry {
  id: string;
  title: string;
  organization: string;
}

export interface SpaceEntry extends Entry {
  /** Its collection. */
  parent?: string | undefined;
}

export interface CollectionEntry extends Entry {
  parent?: string | undefined;
}

export interface SiteEntry extends Entry {
  published?: string | undefined;
}

/** What a token reaches, as far as its service tells. */
export interface Directory {
  service: Service | undefined;
  user?: { id: string; displayName?: string };
  organizations: { id: string; title: string }[];
  collections: CollectionEntry[];
  spaces: SpaceEntry[];
  sites: SiteEntry[];
  /** Why something may be missing; empty where nothing is. */
  gaps: string[];
}

interface Listed {
  id: string;
  title: string;
  organization?: string;
  parent?: string;
  urls?: { published?: string };
  space?: { id: string; title: string };
}

const MAX_ITEMS = 1000;
const FRESH_MS = 30_000;
const MAX_KEPT = 500;
/** Words that most texts have: what is found by them is in spaces that nothing else names. */
const COMMON_WORDS = ['the', 'a', 'to'];

const kept = new WeakMap<Caller['client'], LRUCache<string, Promise<Directory>>>();

/**
 * What a token reaches: its organizations with their collections, spaces and sites. Kept for half a minute for each
 * token on its own, unless what is `fresh` is asked for.
 * @throws {PlatformError} where not even the organizations can be listed.
 */
export function directoryOf(caller: Caller, fresh = false): Promise<Directory> {
  const all = kept.get(caller.client) ?? new LRUCache({ max: MAX_KEPT, ttl: FRESH_MS });
  kept.set(caller.client, all);
  const key = createHash('sha256').update(caller.token).digest('base64');
  const known = fresh ? undefined : all.get(key);
  if (known) return known;
  const read = readDirectory(caller);
  all.set(key, read);
  read.catch(() => all.delete(key));
  return read;
}

async function readDirectory(caller: Caller): Promise<Directory> {
  const service = await serviceOf(caller);
  const [user, organizations] = await Promise.all([
    service === 'current' ? userOf(caller) : undefined,
    list('list_organizations', {}, caller),
  ]);
  const directory: Directory = {
    service,
    ...(user && { user }),
    organizations: organizations.map(({ id, title }) => ({ id, title })),
    collections: [],
    spaces: [],
    sites: [],
    gaps:
      service === 'current'
        ? []
        : ['spaces: this service lists only those of collections, sites and search'],
  };
  await Promise.all(organizations.map(({ id }) => readOrganization(id, directory, caller)));
  return directory;
}

async function userOf(caller: Caller) {
  const user = await send(operationOf('get_current_user'), {}, caller).catch(ignoreRefusal);
  const { id, displayName } = (user ?? {}) as { id?: string; displayName?: string };
  return id === undefined ? undefined : { id, ...(displayName && { displayName }) };
}

async function readOrganization(
  organization: string,
  directory: Directory,
  caller: Caller,
): Promise<void> {
  const tell = async (tool: string, what: string) => {
    try {
      return await list(tool, { organizationId: organization }, caller);
    } catch (error) {
      ignoreRefusal(error);
      directory.gaps.push(`${what} of ${organization} cannot be listed`);
      return [];
    }
  };
  const [collections, sites, spaces] = await Promise.all([
    tell('list_collections', 'collections'),
    tell('list_sites', 'sites'),
    directory.service === 'current' ? tell('list_spaces', 'spaces') : undefined,
  ]);
  for (const { id, title, parent } of collections) {
    directory.collections.push({ id, title, organization, parent });
  }
  for (const { id, title, urls } of sites) {
    directory.sites.push({ id, title, organization, published: urls?.published });
  }
  const found = spaces ?? (await derivedSpaces(organization, { collections, sites }, caller));
  for (const { id, title, parent } of found) {
    directory.spaces.push({ id, title, organization, parent });
  }
}

/** The service of the contract has no list of spaces: they are found in all that names them. */
async function derivedSpaces(
  organizationId: string,
  { collections, sites }: { collections: Listed[]; sites: Listed[] },
  caller: Caller,
): Promise<Listed[]> {
  const read = (tool: string, args: Arguments) =>
    list(tool, args, caller).catch((error) => ignoreRefusal(error) ?? []);
  const [inCollections, inSites, hits] = await Promise.all([
    Promise.all(
      collections.map(async ({ id }) =>
        (await read('list_spaces_in_collection', { collectionId: id })).map((space) => ({
          ...space,
          parent: space.parent ?? id,
        })),
      ),
    ),
    Promise.all(
      sites.map(async ({ id }) =>
        (await read('list_site_spaces', { organizationId, siteId: id })).flatMap(
          ({ space }) => space ?? [],
        ),
      ),
    ),
    Promise.all(
      COMMON_WORDS.map((query) => read('search_organization', { organizationId, query })),
    ),
  ]);
  const spaces = new Map<string, Listed>();
  for (const space of [...inCollections, ...inSites, ...hits].flat()) {
    if (!spaces.has(space.id)) spaces.set(space.id, space);
  }
  return [...spaces.values()];
}

/** Items of a list, at most a thousand. */
export async function list(tool: string, args: Arguments, caller: Caller): Promise<Listed[]> {
  const request = callerRequest(operationOf(tool), { limit: 100, ...args }, caller);
  const items: Listed[] = [];
  for await (const item of caller.client.paginate(request, { maxItems: MAX_ITEMS })) {
    items.push(item as Listed);
  }
  return items;
}

/** What a token may not see, or the service does not have, is left out; everything else fails. */
function ignoreRefusal(error: unknown): undefined {
  const status = error instanceof PlatformError ? error.status : undefined;
  if (status === undefined || ![400, 403, 404, 501].includes(status)) throw error;
  return undefined;
}
