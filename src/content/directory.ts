import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { PlatformError } from '../client/index.ts';
import { weightOf } from '../json/index.ts';
import {
  type ArgumentsOf,
  allowedSpacesOf,
  type Caller,
  causeOf,
  type ItemOf,
  list,
  type Operation,
  operations,
  Received,
  type Scope,
  type Service,
  send,
  serviceOf,
  UNSCOPED,
} from '../operations/index.ts';
import { turns } from '../turns.ts';
import { mapAdaptively } from './map-adaptively.ts';

/** Something with a title that belongs to an organization. */
export interface DirectoryEntry {
  id: string;
  title: string;
  organization: string;
}

export interface SpaceEntry extends DirectoryEntry {
  /** The id of its collection. */
  parent?: string;
}

export interface CollectionEntry extends DirectoryEntry {
  parent?: string;
}

export interface SiteEntry extends DirectoryEntry {
  published?: string;
}

/** What a token can reach, as far as its service reports it. */
export interface Directory {
  service: Service | undefined;
  user?: { id: string; displayName?: string };
  organizations: { id: string; title: string }[];
  collections: CollectionEntry[];
  spaces: SpaceEntry[];
  sites: SiteEntry[];
  /** Whether there are too many organizations to read what they contain. */
  isUnread: boolean;
  /** Why entries may be missing; empty if complete. */
  gaps: string[];
}

const MAX_ITEMS = 1000;
/** Maximum number of organizations whose contents are read for one directory, and of lists that this takes. */
export const MAX_READ_ORGANIZATIONS = 50;
const MAX_LISTS = 1000;
const FRESH_MS = 30_000;
const MAX_KEPT = 500;
/** Maximum weight of all directories that are kept, about their characters, and of each. */
const MAX_KEPT_WEIGHT = 16_000_000;
const MAX_EACH_WEIGHT = 8_000_000;

/** The operations that list what a token can reach. */
export const DIRECTORY_OPERATIONS: readonly Operation[] = [
  operations.getCurrentUser,
  operations.listOrganizations,
  operations.listCollections,
  operations.listSites,
  operations.listSpaces,
  operations.listSpacesInCollection,
  operations.listSiteSpaces,
  operations.searchOrganization,
];

/** Words that occur in most texts. A search for them finds spaces that no list contains. */
const COMMON_WORDS = ['the', 'a', 'to'];

const kept = new WeakMap<Caller['client'], LRUCache<string, Promise<Directory>>>();

interface DirectoryOptions {
  /** Whether a tool was excluded by name: its operation is not sent. */
  isExcluded?: (tool: string) => boolean;
  /** Bypass the cache. */
  fresh?: boolean;
  /** The operator's restrictions: nothing is read of organizations outside of them. Absent: none. */
  scope?: Scope;
  /** The only organization to read; a pinned one takes its place. Absent: all. */
  organizationId?: string | undefined;
}

/**
 * What a token can reach: its organizations with their collections, spaces and sites, unless these are too many. Cached
 * for half a minute, separately for each token, each organization that is the only one to read, and each set of excluded
 * tools and allowed spaces.
 * @throws {PlatformError} if not even the organizations can be listed.
 */
export function directoryOf(
  { client, token, admit }: Caller,
  options: DirectoryOptions = {},
): Promise<Directory> {
  const { isExcluded = () => false, fresh = false, scope = UNSCOPED } = options;
  const organizationId = scope.pinned.organizationId ?? options.organizationId;
  const all = keptBy(client);
  const excluded = DIRECTORY_OPERATIONS.map(({ tool }) => tool).filter(isExcluded);
  const whose = createHash('sha256').update(token).digest('base64');
  const allowed = [...(allowedSpacesOf(scope) ?? [])];
  const key = JSON.stringify([whose, organizationId, excluded, allowed]);
  const known = fresh ? undefined : all.get(key);
  if (known) return known;
  // A caller that disconnects must not cancel the answer for the others.
  const received = new Received();
  const caller: Caller = { client, token, received, ...(admit && { admit }) };
  const reader = new DirectoryReader(caller, new Set(excluded), organizationId, allowed);
  const read = reader.run().catch((error) => {
    throw causeOf(received, error);
  });
  all.set(key, read, { size: 1 });
  read.then(
    (directory) => {
      if (all.peek(key) !== read) return;
      // Setting the same value again would leave its size as it was.
      all.delete(key);
      all.set(key, read, { size: weightOf(directory, MAX_EACH_WEIGHT) });
    },
    () => all.delete(key),
  );
  return read;
}

function keptBy(client: Caller['client']): LRUCache<string, Promise<Directory>> {
  const known = kept.get(client);
  if (known) return known;
  const made = new LRUCache<string, Promise<Directory>>({
    ...{ max: MAX_KEPT, ttl: FRESH_MS },
    ...{ maxSize: MAX_KEPT_WEIGHT, maxEntrySize: MAX_EACH_WEIGHT },
  });
  kept.set(client, made);
  return made;
}

type FoundSpace = Pick<SpaceEntry, 'id' | 'title' | 'parent'>;

/** Reads one directory, and records what could not be read. */
class DirectoryReader {
  readonly #caller: Caller;
  readonly #excluded: ReadonlySet<string>;
  readonly #only: string | undefined;
  readonly #allowed: readonly string[];
  readonly #gaps = new Set<string>();
  #lists = 0;

  constructor(
    caller: Caller,
    excluded: ReadonlySet<string>,
    only: string | undefined,
    allowed: readonly string[],
  ) {
    this.#caller = caller;
    this.#allowed = allowed;
    this.#excluded = excluded;
    this.#only = only;
  }

  async run(): Promise<Directory> {
    const service = await serviceOf(this.#caller);
    const [user, seen] = await Promise.all([
      service === 'current' ? this.#user() : undefined,
      this.#isHidden(operations.listOrganizations, 'organizations')
        ? []
        : list(operations.listOrganizations, {}, this.#caller, MAX_ITEMS),
    ]);
    if (service !== 'current') {
      this.#gaps.add('spaces: this service lists only those of collections, sites and search');
    }
    const organizations =
      this.#only === undefined ? seen : seen.filter(({ id }) => id === this.#only);
    const isUnread = organizations.length > MAX_READ_ORGANIZATIONS;
    if (isUnread) {
      this.#gaps.add(
        `what the organizations contain: they are more than ${MAX_READ_ORGANIZATIONS}; the lists of one are read with its organizationId`,
      );
    }
    const read = await this.#each(isUnread ? [] : organizations, ({ id }) =>
      this.#organization(id, service),
    );
    return {
      service,
      isUnread,
      ...(user && { user }),
      organizations: organizations.map(({ id, title }) => ({ id, title })),
      collections: read.flatMap(({ collections }) => collections),
      spaces: read.flatMap(({ spaces }) => spaces),
      sites: read.flatMap(({ sites }) => sites),
      gaps: [...this.#gaps],
    };
  }

  /** Reads for a few items at a time, in order, because a thousand requests at once would block other calls. */
  async #each<T, R>(items: readonly T[], read: (item: T) => Promise<R>): Promise<R[]> {
    const results = new Map<T, R>();
    await mapAdaptively(items, this.#caller, async (item) => {
      results.set(item, await read(item));
    });
    return items.map((item) => results.get(item) as R);
  }

  async #user() {
    const { getCurrentUser } = operations;
    if (this.#excluded.has(getCurrentUser.tool)) return undefined;
    const user = await send(getCurrentUser, {}, this.#caller).catch(ignoreRefusal);
    return user && { id: user.id, ...(user.displayName && { displayName: user.displayName }) };
  }

  async #organization(organization: string, service: Service | undefined) {
    const of = { organizationId: organization };
    const where = ` of ${organization}`;
    const [collections, sites, listed] = await Promise.all([
      this.#list(operations.listCollections, of, `collections${where}`),
      this.#sites(of, `sites${where}`),
      service === 'current' ? this.#list(operations.listSpaces, of, `spaces${where}`) : undefined,
    ]);
    const spaces: FoundSpace[] =
      listed ?? (await this.#derivedSpaces(organization, collections, sites));
    return {
      collections: collections.map(({ id, title, parent }) => ({
        ...{ id, title, organization },
        parent,
      })),
      sites: sites.map(({ id, title, urls }) => ({
        ...{ id, title, organization },
        published: urls?.published,
      })),
      spaces: spaces.map(({ id, title, parent }) => ({ id, title, organization, parent })),
    };
  }

  /** All sites, or those that show an allowed space, since nothing else tells which ones do. */
  async #sites(of: { organizationId: string }, what: string) {
    if (this.#allowed.length === 0) return this.#list(operations.listSites, of, what);
    const some = await this.#each(this.#allowed, (space) =>
      this.#list(operations.listSites, { ...of, space }, what),
    );
    return [...new Map(some.flat().map((site) => [site.id, site])).values()];
  }

  /** The legacy service has no list of spaces: collect them from every answer that mentions some. */
  async #derivedSpaces(
    organizationId: string,
    collections: readonly { id: string }[],
    sites: readonly { id: string }[],
  ): Promise<FoundSpace[]> {
    const { listSpacesInCollection, listSiteSpaces, searchOrganization } = operations;
    const [inCollections, inSites, ...searched] = await Promise.all([
      this.#each(collections, async ({ id }): Promise<FoundSpace[]> => {
        const args = { collectionId: id };
        const inside = await this.#list(listSpacesInCollection, args, 'spaces of collections');
        return inside.map((space) => ({ ...space, parent: space.parent ?? id }));
      }),
      this.#each(sites, async ({ id }): Promise<FoundSpace[]> => {
        const args = { organizationId, siteId: id };
        const inside = await this.#list(listSiteSpaces, args, 'spaces of sites');
        return inside.flatMap(({ space }) => space ?? []);
      }),
      ...COMMON_WORDS.map((query) =>
        this.#list(searchOrganization, { organizationId, query }, 'spaces that search finds'),
      ),
    ]);
    const spaces = new Map<string, FoundSpace>();
    const pause = turns();
    for (const some of [...inCollections, ...inSites, ...searched]) {
      await pause();
      for (const space of some) if (!spaces.has(space.id)) spaces.set(space.id, space);
    }
    return [...spaces.values()];
  }

  async #list<O extends Operation>(
    operation: O,
    args: ArgumentsOf<O>,
    what: string,
  ): Promise<ItemOf<O>[]> {
    if (this.#isHidden(operation, what)) return [];
    this.#lists += 1;
    if (this.#lists > MAX_LISTS) {
      this.#gaps.add(`${what}: more than ${MAX_LISTS} lists would have to be read`);
      return [];
    }
    try {
      return await list(operation, args, this.#caller, MAX_ITEMS);
    } catch (error) {
      ignoreRefusal(error);
      this.#gaps.add(`${what} cannot be listed`);
      return [];
    }
  }

  #isHidden({ tool }: Operation, what: string): boolean {
    if (!this.#excluded.has(tool)) return false;
    this.#gaps.add(`${what}: ${tool} is excluded from this server`);
    return true;
  }
}

/** Leaves out what a token may not see or the service does not have. Any other failure is thrown. */
function ignoreRefusal(error: unknown): undefined {
  const status = error instanceof PlatformError ? error.status : undefined;
  if (status === undefined || ![400, 403, 404, 501].includes(status)) throw error;
  return undefined;
}
