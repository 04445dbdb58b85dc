import { type Caller, callerRequest, operationOf, type Scope, send } from '../operations/index.ts';
import { latestOpenApiTemplate, pageTemplate, type ResourceTemplate } from './templates.ts';
import type { Variables } from './uri-template.ts';

export interface ListedResource {
  uri: string;
  name: string;
  title: string;
  description?: string;
  mimeType: string;
}

/** One page of the listing; `nextCursor` is absent on the last. */
export interface ResourceList {
  resources: ListedResource[];
  nextCursor?: string;
}

/** The cursor was not made by this listing. */
export class CursorError extends Error {}

const PAGE_SIZE = 200;

/** What holds resources: the pages of a space, or the specifications of an organization. */
type Container =
  | { kind: 'space'; spaceId: string; title: string }
  | { kind: 'specifications'; organizationId: string };

interface Position {
  container: number;
  offset: number;
}

interface PageNode {
  id: string;
  title: string;
  description?: string;
  type?: string;
  pages?: PageNode[];
}

/**
 * Lists what the caller can read, space after space and then the specifications, at most 200 a
 * page. A cursor says where the next page starts, so that listing needs no memory between calls.
 */
export async function listResources(
  cursor: string | undefined,
  caller: Caller,
  scope: Scope,
): Promise<ResourceList> {
  const containers = await listContainers(caller, scope);
  let { container, offset } = cursor === undefined ? { container: 0, offset: 0 } : decode(cursor);
  const resources: ListedResource[] = [];
  for (; container < containers.length; container++, offset = 0) {
    const held = await listContained(containers[container] as Container, caller);
    const room = PAGE_SIZE - resources.length;
    resources.push(...held.slice(offset, offset + room));
    if (held.length - offset > room) {
      return { resources, nextCursor: encode({ container, offset: offset + room }) };
    }
  }
  return { resources };
}

/** Spaces that the operator named are listed without looking for others. */
async function listContainers(
  caller: Caller,
  { pinned, allowedSpaces }: Scope,
): Promise<Container[]> {
  const named = pinned.spaceId === undefined ? allowedSpaces : [pinned.spaceId];
  const organizations = (await all('list_organizations', {}, caller)).filter(
    ({ id }) => pinned.organizationId === undefined || id === pinned.organizationId,
  );
  const specifications = organizations.map(({ id }) => ({
    kind: 'specifications' as const,
    organizationId: id,
  }));
  if (named) {
    const spaces = [...named].map((id) => ({ kind: 'space' as const, spaceId: id, title: id }));
    return [...spaces, ...specifications];
  }
  const spaces: Container[] = [];
  for (const { id: organizationId } of organizations) {
    for (const { id: collectionId } of await all('list_collections', { organizationId }, caller)) {
      for (const space of await all('list_spaces_in_collection', { collectionId }, caller)) {
        spaces.push({ kind: 'space', spaceId: space.id, title: space.title ?? space.id });
      }
    }
  }
  return [...spaces, ...specifications];
}

async function listContained(container: Container, caller: Caller): Promise<ListedResource[]> {
  if (container.kind === 'specifications') {
    const { organizationId } = container;
    const specs = await all('list_openapi_specs', { organizationId }, caller);
    return specs.map(({ slug = '' }) =>
      listed(latestOpenApiTemplate, { organizationId, specSlug: slug }, slug),
    );
  }
  const { spaceId, title } = container;
  const { pages } = (await send(operationOf('list_pages'), { spaceId }, caller)) as {
    pages: PageNode[];
  };
  return flatten(pages).map((page) => ({
    ...listed(pageTemplate, { spaceId, pageId: page.id }, `${page.title} (${title})`),
    ...(page.description && { description: page.description }),
  }));
}

function listed(template: ResourceTemplate, variables: Variables, title: string): ListedResource {
  return { uri: template.uri.expand(variables), name: title, title, mimeType: template.mimeType };
}

function flatten(pages: PageNode[]): PageNode[] {
  return pages.flatMap((page) => [
    ...(page.type === 'document' ? [page] : []),
    ...flatten(page.pages ?? []),
  ]);
}

async function all(
  tool: string,
  args: Record<string, string>,
  caller: Caller,
): Promise<{ id: string; title?: string; slug?: string }[]> {
  const items = [];
  const request = callerRequest(operationOf(tool), { ...args, limit: 1000 }, caller);
  for await (const item of caller.client.paginate(request)) {
    items.push(item as { id: string; title?: string; slug?: string });
  }
  return items;
}

function encode(position: Position): string {
  return Buffer.from(`${position.container}.${position.offset}`).toString('base64url');
}

function decode(cursor: string): Position {
  const [, container, offset] =
    /^(\d{1,9})\.(\d{1,9})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (container === undefined || offset === undefined) {
    throw new CursorError('This cursor is not one of resources/list; list again without a cursor.');
  }
  return { container: Number(container), offset: Number(offset) };
}
