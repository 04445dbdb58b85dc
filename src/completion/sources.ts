import {
  flattenPages,
  operationsOf,
  type PageNode,
  type Specification,
  schemasOf,
  specificationIn,
} from '../content/index.ts';
import { type Arguments, type Scope, serviceOf } from '../operations/index.ts';
import type { Reader } from '../resources/index.ts';
import { LATEST } from '../uris/index.ts';
import type { Candidate } from './rank.ts';

/** What was chosen for the other arguments, by name. */
export type Chosen = Readonly<Record<string, string>>;

/** Finds what an argument may be, from what was chosen for the others. */
export type Source = (chosen: Chosen, reader: Reader, scope: Scope) => Promise<Candidate[]>;

type Item = Record<string, unknown> & { id: string };

/** One page of a list is enough to choose from; who looks for more types more. */
const PAGE_SIZE = 1000;

/** Collections whose spaces are looked through, where there is no list of all spaces. */
const MAX_COLLECTIONS = 20;

/** Where the values of each argument come from, by its name. */
export const sources: Readonly<Record<string, Source>> = {
  organizationId: (_, reader) => listed(reader, 'list_organizations', {}, 'title'),
  spaceId: (_, reader, scope) => spaces(reader, scope),
  guideSpaceId: (_, reader, scope) => spaces(reader, scope),
  pageId: ({ spaceId, changeRequestId }, reader) =>
    pages(reader, { spaceId, changeRequestId }, ({ id, title }) => ({ value: id, label: title })),
  guidePageId: ({ guideSpaceId }, reader) =>
    pages(reader, { spaceId: guideSpaceId }, ({ id, title }) => ({ value: id, label: title })),
  pagePath: ({ spaceId, changeRequestId }, reader) =>
    pages(reader, { spaceId, changeRequestId }, ({ path = '', title }) => ({
      value: path,
      label: title,
    })),
  changeRequestId: async ({ spaceId }, reader) => {
    if (!spaceId) return [];
    const states = ['open', 'draft'].map((status) =>
      items(reader, 'list_change_requests', { spaceId, status }),
    );
    return (await Promise.all(states)).flat().map(({ number, subject }) => ({
      value: String(number),
      label: textOf(subject),
    }));
  },
  revisionId: async ({ spaceId }, reader) => {
    if (!spaceId) return [];
    const { id, parents = [] } = await reader.send<{ id: string; parents?: string[] }>(
      'get_current_revision',
      { spaceId },
    );
    return [id, ...parents].map((value) => ({ value }));
  },
  fileId: ({ spaceId, changeRequestId }, reader) =>
    spaceId === undefined
      ? none()
      : changeRequestId === undefined
        ? listed(reader, 'list_files', { spaceId }, 'name')
        : listed(reader, 'list_change_request_files', { spaceId, changeRequestId }, 'name'),
  commentId: async ({ spaceId, changeRequestId }, reader) => {
    if (!spaceId) return [];
    const found = changeRequestId
      ? items(reader, 'list_change_request_comments', { spaceId, changeRequestId, ...TEXT })
      : items(reader, 'list_space_comments', { spaceId, ...TEXT });
    return (await found).map(({ id, body }) => ({
      value: id,
      label: textOf((body as { markdown?: string } | undefined)?.markdown),
    }));
  },
  specSlug: async ({ organizationId }, reader) => {
    if (!organizationId) return [];
    const specs = await items(reader, 'list_openapi_specs', { organizationId });
    return specs.map(({ slug }) => ({ value: String(slug) }));
  },
  versionId: ({ organizationId, specSlug }, reader) =>
    organizationId && specSlug
      ? listed(reader, 'list_openapi_versions', { organizationId, specSlug }, 'createdAt')
      : none(),
  operation: (chosen, reader) =>
    inSpecification(chosen, reader, (specification) =>
      operationsOf(specification).map(({ operationId, method, path, summary = '' }) => {
        const line = `${method.toUpperCase()} ${path}`;
        return { value: operationId ?? line, label: `${line} ${summary}` };
      }),
    ),
  schema: (chosen, reader) =>
    inSpecification(chosen, reader, (specification) =>
      Object.keys(schemasOf(specification)).map((value) => ({ value })),
    ),
};

const TEXT = { format: 'markdown' };

const none = async (): Promise<Candidate[]> => [];

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined;

/** The first page of a list. */
async function items(reader: Reader, tool: string, args: Arguments): Promise<Item[]> {
  const page = await reader.send<{ items: Item[] }>(tool, { ...args, limit: PAGE_SIZE });
  return page.items;
}

/** The ids in a list, known by one of their fields. */
async function listed(
  reader: Reader,
  tool: string,
  args: Arguments,
  label: string,
): Promise<Candidate[]> {
  const found = await items(reader, tool, args);
  return found.map((item) => ({ value: item.id, label: textOf(item[label]) }));
}

/** The spaces that the operator named; else all of them, or those in collections where there is no list of all. */
async function spaces(reader: Reader, { pinned, allowedSpaces }: Scope): Promise<Candidate[]> {
  if (pinned.spaceId !== undefined) return [{ value: pinned.spaceId }];
  if (allowedSpaces) return [...allowedSpaces].map((value) => ({ value }));
  const organizations = await items(reader, 'list_organizations', {});
  const current = (await serviceOf(reader.caller)) === 'current';
  const found = organizations
    .filter(({ id }) => pinned.organizationId === undefined || id === pinned.organizationId)
    .map(({ id: organizationId }) =>
      current
        ? listed(reader, 'list_spaces', { organizationId }, 'title')
        : spacesInCollections(reader, organizationId),
    );
  return (await Promise.all(found)).flat();
}

async function spacesInCollections(reader: Reader, organizationId: string): Promise<Candidate[]> {
  const collections = await items(reader, 'list_collections', { organizationId });
  const found = collections
    .slice(0, MAX_COLLECTIONS)
    .map(({ id }) => listed(reader, 'list_spaces_in_collection', { collectionId: id }, 'title'));
  return (await Promise.all(found)).flat();
}

interface Place {
  spaceId?: string | undefined;
  changeRequestId?: string | undefined;
}

async function pages(
  reader: Reader,
  { spaceId, changeRequestId }: Place,
  candidate: (page: PageNode) => Candidate,
): Promise<Candidate[]> {
  if (!spaceId) return [];
  const tree = changeRequestId
    ? reader.send<{ pages: PageNode[] }>('list_change_request_pages', { spaceId, changeRequestId })
    : reader.send<{ pages: PageNode[] }>('list_pages', { spaceId });
  const documents = flattenPages((await tree).pages);
  return documents.filter(({ type = 'document' }) => type === 'document').map(candidate);
}

async function inSpecification(
  { organizationId, specSlug, versionId = LATEST }: Chosen,
  reader: Reader,
  candidates: (specification: Specification) => Candidate[],
): Promise<Candidate[]> {
  if (!organizationId || !specSlug) return [];
  const content =
    versionId === LATEST
      ? reader.send<object>('get_latest_openapi_version_content', { organizationId, specSlug })
      : reader.send<object>('get_openapi_version_content', { organizationId, specSlug, versionId });
  const specification = specificationIn(await content);
  return specification ? candidates(specification) : [];
}
