import { requestName } from '../content/index.ts';
import type { ItemOf, operations, PageNode } from '../operations/index.ts';
import {
  LATEST,
  RESOURCE_KINDS,
  type ResourceKind,
  resourceUri,
  sentType,
  type UriVariables,
  unfitVariable,
} from '../uris/index.ts';
import { oneLine } from './outline.ts';

/** A resource as a list entry. */
export interface ListedResource {
  uri: string;
  name: string;
  title: string;
  description?: string;
  mimeType?: string;
  /** Bytes. */
  size?: number;
  annotations: { priority: number; lastModified?: string };
}

/** What a list knows about one resource besides its kind. */
interface ResourceDetails {
  title: string;
  description?: string;
  mimeType?: string;
  size?: number;
  lastModified?: string;
}

/** The list entry of a resource; none if an id cannot be part of a URI. */
export function listedResource<Kind extends ResourceKind>(
  kind: Kind,
  variables: UriVariables<Kind>,
  { title, description, mimeType, size, lastModified }: ResourceDetails,
): ListedResource[] {
  if (unfitVariable(variables) !== undefined) return [];
  const { priority, ...about } = RESOURCE_KINDS[kind];
  const shown = oneLine(title) || about.title;
  const text = oneLine(description ?? '') || about.description;
  const type = mimeType ?? about.mimeType;
  return [
    {
      uri: resourceUri(kind, variables),
      name: shown,
      title: shown,
      description: text,
      ...(type && { mimeType: type }),
      ...(size !== undefined && { size }),
      annotations: { priority, ...(lastModified && { lastModified }) },
    },
  ];
}

interface ListedSpace {
  spaceId: string;
  /** Title of the space. */
  title?: string;
}

export function listedContents(
  { spaceId, title }: ListedSpace,
  description?: string,
): ListedResource[] {
  const about = { title: within('Table of contents', title), description };
  return listedResource('table-of-contents', { spaceId }, about);
}

export function listedPage({ spaceId, title }: ListedSpace, page: PageNode): ListedResource[] {
  return listedResource(
    'page',
    { spaceId, pageId: page.id },
    {
      title: within(page.title, title),
      description: page.description,
      lastModified: page.updatedAt ?? page.createdAt,
    },
  );
}

export function listedChangeRequest(
  { spaceId, title }: ListedSpace,
  request: ItemOf<typeof operations.listChangeRequests>,
): ListedResource[] {
  return listedResource(
    'change-request',
    { spaceId, changeRequestId: request.id },
    {
      title: within(`Change request ${requestName(request)}: ${request.subject ?? ''}`, title),
      lastModified: request.updatedAt,
    },
  );
}

export function listedFile(
  { spaceId, title }: ListedSpace,
  file: ItemOf<typeof operations.listFiles>,
): ListedResource[] {
  const { id, name, contentType, size } = file;
  return listedResource(
    'file',
    { spaceId, fileId: id },
    { title: within(name, title), mimeType: contentType && sentType(contentType), size },
  );
}

/** A specification without a version has nothing to read. */
export function listedSpecification(
  organizationId: string,
  { slug, lastVersion, lastProcessedAt, updatedAt }: ItemOf<typeof operations.listOpenapiSpecs>,
): ListedResource[] {
  if (lastVersion === undefined) return [];
  return listedResource(
    'openapi-latest',
    { organizationId, specSlug: slug },
    {
      title: slug,
      description: `OpenAPI specification, version ${LATEST}.`,
      lastModified: lastProcessedAt ?? updatedAt,
    },
  );
}

function within(title: string, space: string | undefined): string {
  return space ? `${title} (${space})` : title;
}
