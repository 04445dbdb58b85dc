import { type Caller, operationOf, send } from '../operations/index.ts';
import { sanitizeDeep, sanitizeText } from '../text/index.ts';
import { type UriTemplate, uriTemplate, type Variables } from './uri-template.ts';

/** A kind of resource: where it lives, what it is, and how it is read. */
export interface ResourceTemplate {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly mimeType: string;
  readonly uri: UriTemplate;
  /** The resource as text; throws what the platform client throws. */
  read(variables: Variables, caller: Caller): Promise<string>;
}

export const pageTemplate: ResourceTemplate = {
  name: 'page',
  title: 'Page',
  description: 'A page of a space, as markdown.',
  mimeType: 'text/markdown',
  uri: uriTemplate('docs://spaces/{spaceId}/pages/{pageId}'),
  read: (variables, caller) => readMarkdown('get_page', variables, caller),
};

export const changeRequestPageTemplate: ResourceTemplate = {
  name: 'change-request-page',
  title: 'Page in a change request',
  description: 'A page as a change request has it, as markdown.',
  mimeType: 'text/markdown',
  uri: uriTemplate('docs://spaces/{spaceId}/change-requests/{changeRequestId}/pages/{pageId}'),
  read: (variables, caller) => readMarkdown('get_change_request_page', variables, caller),
};

export const latestOpenApiTemplate: ResourceTemplate = {
  name: 'openapi-latest',
  title: 'Latest OpenAPI version',
  description: 'The latest version of an OpenAPI specification: the document itself.',
  mimeType: 'application/json',
  uri: uriTemplate('docs://orgs/{organizationId}/openapi/{specSlug}/versions/latest'),
  read: (variables, caller) =>
    readSpecification('get_latest_openapi_version_content', variables, caller),
};

export const openApiVersionTemplate: ResourceTemplate = {
  name: 'openapi-version',
  title: 'OpenAPI version',
  description: 'One version of an OpenAPI specification: the document itself.',
  mimeType: 'application/json',
  uri: uriTemplate('docs://orgs/{organizationId}/openapi/{specSlug}/versions/{versionId}'),
  read: (variables, caller) => readSpecification('get_openapi_version_content', variables, caller),
};

/** In the order in which a URI is matched: `latest` before any version. */
export const resourceTemplates: readonly ResourceTemplate[] = [
  pageTemplate,
  changeRequestPageTemplate,
  latestOpenApiTemplate,
  openApiVersionTemplate,
];

async function readMarkdown(tool: string, variables: Variables, caller: Caller): Promise<string> {
  const page = (await sendTool(tool, { ...variables, format: 'markdown' }, caller)) as {
    markdown?: string;
  };
  return sanitizeText(page.markdown ?? '');
}

async function readSpecification(
  tool: string,
  variables: Variables,
  caller: Caller,
): Promise<string> {
  const { filesystem } = (await sendTool(tool, variables, caller)) as { filesystem?: unknown };
  return JSON.stringify(sanitizeDeep(entrySpecification(filesystem)), null, 2);
}

/**
 * The document in a version's filesystem. Services differ: the filesystem is a list of files of which one is
 * the entry point, an object of documents by name, or the document itself.
 */
function entrySpecification(filesystem: unknown): unknown {
  if (Array.isArray(filesystem)) {
    const files = filesystem as { isEntrypoint?: boolean; specification?: unknown }[];
    return (files.find((file) => file.isEntrypoint) ?? files[0])?.specification;
  }
  return isSpecification(filesystem)
    ? filesystem
    : Object.values(filesystem ?? {}).find(isSpecification);
}

function isSpecification(value: unknown): boolean {
  return typeof value === 'object' && value !== null && ('openapi' in value || 'swagger' in value);
}

function sendTool(tool: string, args: Record<string, unknown>, caller: Caller): Promise<unknown> {
  return send(operationOf(tool), args, caller);
}
