import { flattenPages } from '../content/index.ts';
import { type ItemOf, operations, type Scope, serviceOf } from '../operations/index.ts';
import type { ListTask } from './list-cursor.ts';
import {
  type ListedResource,
  listedChangeRequest,
  listedContents,
  listedFile,
  listedPage,
  listedSpecification,
} from './listed.ts';
import type { Reader } from './reader.ts';

/** The outcome of a task: resources in listing order, and follow-up tasks. */
export interface ListTaskResult {
  resources: ListedResource[];
  /** Tasks for the items that this one found; they come before all others. */
  found: ListTask[];
  /** The next page of the same upstream list; it comes after those. */
  nextPage?: string;
}

type SpaceItem = ItemOf<typeof operations.listSpaces>;
type TaskOf<Of extends ListTask['of']> = Extract<ListTask, { of: Of }>;
type ListTaskHandler<Of extends ListTask['of']> = (
  task: TaskOf<Of>,
  reader: Reader,
  scope: Scope,
) => Promise<ListTaskResult>;

/** Containers are read in small pages, because each item found becomes a part of the cursor. */
const CONTAINERS = 50;
const ITEMS = 100;

/** Characters of a space's title that are kept in the cursor. */
const MAX_TITLE = 60;

/**
 * The spaces that the operator allows, or else all that the caller can see, and the specifications of the
 * organizations.
 */
export function firstTasks({ pinned, allowedSpaces }: Scope): ListTask[] {
  const named = pinned.spaceId === undefined ? [...(allowedSpaces ?? [])] : [pinned.spaceId];
  return [
    ...named.map((spaceId) => ({ of: 'pages' as const, spaceId })),
    { of: 'organizations' as const },
  ];
}

/** Performs one task with one upstream request. */
export function runListTask(task: ListTask, reader: Reader, scope: Scope): Promise<ListTaskResult> {
  const doTask = TASKS[task.of] as ListTaskHandler<ListTask['of']>;
  return doTask(task, reader, scope);
}

const TASKS: { [Of in ListTask['of']]: ListTaskHandler<Of> } = {
  organizations: async ({ page }, reader, scope) => {
    const { items, nextPage } = await reader.page(operations.listOrganizations, {
      limit: CONTAINERS,
      page,
    });
    const { organizationId: pinned } = scope.pinned;
    const found: ListTask[] = [];
    for (const { id: organizationId } of items) {
      if (pinned !== undefined && pinned !== organizationId) continue;
      found.push({ of: 'specifications', organizationId });
      found.push(...(await containersOf(organizationId, reader, scope)));
    }
    return { resources: [], found, nextPage };
  },

  specifications: async ({ organizationId, page }, reader) => {
    const list = await reader.page(operations.listOpenapiSpecs, {
      organizationId,
      limit: ITEMS,
      page,
    });
    return entries(list, (spec) => listedSpecification(organizationId, spec));
  },

  spaces: async ({ organizationId, page }, reader) =>
    spacesFound(
      await reader.page(operations.listSpaces, { organizationId, limit: CONTAINERS, page }),
    ),

  collections: async ({ organizationId, page }, reader) => {
    const list = await reader.page(operations.listCollections, {
      organizationId,
      limit: CONTAINERS,
      page,
    });
    const found = list.items.map(({ id }) => ({
      of: 'collection-spaces' as const,
      collectionId: id,
    }));
    return { resources: [], found, nextPage: list.nextPage };
  },

  'collection-spaces': async ({ collectionId, page }, reader) =>
    spacesFound(
      await reader.page(operations.listSpacesInCollection, {
        collectionId,
        limit: CONTAINERS,
        page,
      }),
    ),

  sites: async ({ organizationId, page }, reader, { pinned }) => {
    const list = await reader.page(operations.listSites, {
      organizationId,
      limit: CONTAINERS,
      page,
    });
    const found = list.items
      .filter(({ id }) => pinned.siteId === undefined || pinned.siteId === id)
      .map(({ id }) => ({ of: 'site-spaces' as const, organizationId, siteId: id }));
    return { resources: [], found, nextPage: list.nextPage };
  },

  'site-spaces': async ({ organizationId, siteId, page }, reader, { pinned }) => {
    const where = { organizationId, siteId, limit: CONTAINERS, page };
    const list = await reader.page(operations.listSiteSpaces, where);
    const spaces = list.items.map(({ space }) => space);
    // Spaces of a collection are found through the collection.
    const others = spaces.filter(({ parent }) => pinned.siteId !== undefined || !parent);
    return spacesFound({ ...list, items: others });
  },

  pages: async (location, reader) => {
    const { spaceId, title } = location;
    const { pages } = await reader.send(operations.listPages, { spaceId });
    const documents = flattenPages(pages).filter(({ type = 'document' }) => type === 'document');
    return {
      resources: [
        ...listedContents(location),
        ...documents.flatMap((page) => listedPage(location, page)),
      ],
      found: [
        { of: 'change-requests', spaceId, title },
        { of: 'files', spaceId, title },
      ],
    };
  },

  'change-requests': async (location, reader) => {
    const { spaceId, page } = location;
    const list = await reader.page(operations.listChangeRequests, { spaceId, limit: ITEMS, page });
    return entries(list, (request) => listedChangeRequest(location, request));
  },

  files: async (location, reader) => {
    const { spaceId, page } = location;
    const list = await reader.page(operations.listFiles, { spaceId, limit: ITEMS, page });
    return entries(list, (file) => listedFile(location, file));
  },
};

/** The current service lists all spaces; the legacy one lists them by collection and site. */
async function containersOf(
  organizationId: string,
  { caller }: Reader,
  { pinned, allowedSpaces }: Scope,
): Promise<ListTask[]> {
  if (pinned.spaceId !== undefined || allowedSpaces) return [];
  if (pinned.siteId !== undefined) return [{ of: 'sites', organizationId }];
  if ((await serviceOf(caller)) === 'current') return [{ of: 'spaces', organizationId }];
  return [
    { of: 'collections', organizationId },
    { of: 'sites', organizationId },
  ];
}

interface ListedItems<Item> {
  items: Item[];
  nextPage?: string;
}

function entries<Item>(
  { items, nextPage }: ListedItems<Item>,
  entry: (item: Item) => ListedResource[],
): ListTaskResult {
  return { resources: items.flatMap(entry), found: [], nextPage };
}

function spacesFound({ items, nextPage }: ListedItems<SpaceItem>): ListTaskResult {
  const found = items
    .filter(({ deletedAt }) => !deletedAt)
    .map(({ id, title }) => ({
      of: 'pages' as const,
      spaceId: id,
      title: title.slice(0, MAX_TITLE),
    }));
  return { resources: [], found, nextPage };
}
