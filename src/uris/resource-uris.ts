import { type TemplateValues, UriTemplates, type VariableNames } from './template.ts';

/**
 * The URI template of each kind of resource. The values are opaque to hosts: a path or the name of an operation is
 * one segment with percent-encoded slashes, so that no host resolves `..` or splits it.
 */
export const RESOURCE_URIS = {
  'table-of-contents': 'docs://spaces/{spaceId}/pages',
  page: 'docs://spaces/{spaceId}/pages/{pageId}',
  'page-by-path': 'docs://spaces/{spaceId}/paths/{pagePath}',
  comment: 'docs://spaces/{spaceId}/comments/{commentId}',
  file: 'docs://spaces/{spaceId}/files/{fileId}',
  'change-request': 'docs://spaces/{spaceId}/change-requests/{changeRequestId}',
  'change-request-diff': 'docs://spaces/{spaceId}/change-requests/{changeRequestId}/diff',
  'change-request-page': 'docs://spaces/{spaceId}/change-requests/{changeRequestId}/pages/{pageId}',
  'change-request-page-by-path':
    'docs://spaces/{spaceId}/change-requests/{changeRequestId}/paths/{pagePath}',
  'change-request-comment':
    'docs://spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}',
  'change-request-file': 'docs://spaces/{spaceId}/change-requests/{changeRequestId}/files/{fileId}',
  'revision-page': 'docs://spaces/{spaceId}/revisions/{revisionId}/pages/{pageId}',
  'revision-page-by-path': 'docs://spaces/{spaceId}/revisions/{revisionId}/paths/{pagePath}',
  'openapi-latest': 'docs://orgs/{organizationId}/openapi/{specSlug}/versions/latest',
  'openapi-version': 'docs://orgs/{organizationId}/openapi/{specSlug}/versions/{versionId}',
  'openapi-operation':
    'docs://orgs/{organizationId}/openapi/{specSlug}/versions/{versionId}/operations/{operation}',
  'openapi-schema':
    'docs://orgs/{organizationId}/openapi/{specSlug}/versions/{versionId}/schemas/{schema}',
} as const;

export type ResourceKind = keyof typeof RESOURCE_URIS;

/** The variables of one kind's URI. */
export type UriVariables<Kind extends ResourceKind> = Readonly<
  Record<VariableNames<(typeof RESOURCE_URIS)[Kind]>, string>
>;

/** A resource: its kind and the decoded values of its URI's variables. */
export interface ResourceAddress {
  kind: ResourceKind;
  variables: TemplateValues;
}

/** The version that always means the newest one. */
export const LATEST = 'latest';

const templates = new UriTemplates<ResourceKind>(RESOURCE_URIS);

/**
 * The URI of a resource.
 * @throws {TypeError} naming a value that cannot be part of a URI; `flawOf` says which values cannot.
 */
export function resourceUri<Kind extends ResourceKind>(
  kind: Kind,
  variables: UriVariables<Kind>,
): string {
  return templates.expand(kind, variables);
}

/** Parses a URI; undefined if it is not one of this server's. */
export function parseResourceUri(uri: string): ResourceAddress | undefined {
  const found = templates.match(uri);
  return found && { kind: found.name, variables: found.variables };
}

/** The variable names of a kind, in URI order. */
export function variablesOf(kind: ResourceKind): string[] {
  return Array.from(RESOURCE_URIS[kind].matchAll(/\{(\w+)\}/g), ([, name = '']) => name);
}

/** A path without leading and trailing slashes. */
export function withoutSlashes(path: string): string {
  let start = 0;
  while (path[start] === '/') start += 1;
  let end = path.length;
  while (end > start && path[end - 1] === '/') end -= 1;
  return path.slice(start, end);
}

/** The page in which a host shows a change request to a person. */
export const CHANGE_REQUEST_APP = 'ui://docs-platform/change-request';

/** The data of that page, addressed by the arguments of its tool. */
const CHANGE_REQUEST_REVIEW = `${CHANGE_REQUEST_APP}/review`;

/** The arguments in the URI of a review; undefined for any other URI. */
export function reviewArguments(uri: string): Record<string, string> | undefined {
  const [path, query = ''] = uri.split('?', 2);
  return path === CHANGE_REQUEST_REVIEW
    ? Object.fromEntries(new URLSearchParams(query))
    : undefined;
}
