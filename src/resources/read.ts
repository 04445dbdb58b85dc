import { type Access, type Caller, idsAmong, requireWithin } from '../operations/index.ts';
import { createFence } from '../text/index.ts';
import {
  parseResourceUri,
  RESOURCE_KINDS,
  RESOURCE_URIS,
  type ResourceAddress,
  type ResourceKind,
  type TemplateValues,
} from '../uris/index.ts';
import { type Contents, ResourceNotFound, ResourceRefusal } from './contents.ts';
import { readChangeRequest, readDiff, readThread } from './discussion.ts';
import { readFile } from './files.ts';
import { readPageByPath, readPageResource, readTableOfContents } from './pages.ts';
import { Reader, type ReaderOptions } from './reader.ts';
import { readOperation, readSchema, readVersion } from './specification.ts';

/** The contents of one resource, and for how many milliseconds they count as fresh. */
export interface ReadResource {
  contents: Contents & { uri: string };
  ttlMs: number;
}

type ReadContents = (variables: TemplateValues, reader: Reader) => Promise<Contents>;

const READERS: Readonly<Record<ResourceKind, ReadContents>> = {
  'table-of-contents': readTableOfContents,
  page: readPageResource,
  'page-by-path': readPageByPath,
  comment: readThread,
  file: readFile,
  'change-request': readChangeRequest,
  'change-request-diff': readDiff,
  'change-request-page': readPageResource,
  'change-request-page-by-path': readPageByPath,
  'change-request-comment': readThread,
  'change-request-file': readFile,
  'revision-page': readPageResource,
  'revision-page-by-path': readPageByPath,
  'openapi-latest': readVersion,
  'openapi-version': readVersion,
  'openapi-operation': readOperation,
  'openapi-schema': readSchema,
};

/** Texts that this server composes from the platform's data. */
const SUMMARIES: ReadonlySet<ResourceKind> = new Set([
  'table-of-contents',
  'comment',
  'change-request',
  'change-request-comment',
]);

function fenced(contents: Contents, kind: ResourceKind): Contents {
  if (!('text' in contents)) return contents;
  return {
    ...contents,
    text: createFence().wrap(contents.text, { kind: kind.replaceAll('-', ' ') }),
  };
}

/**
 * The kind and variables of a URI.
 * @throws {ResourceNotFound} naming the known forms.
 */
export function resourceAddressOf(uri: string): ResourceAddress {
  const address = parseResourceUri(uri);
  if (address) return address;
  const forms = Object.values(RESOURCE_URIS).join(', ');
  throw new ResourceNotFound(
    `No resource of this server has this URI. Each value is one segment, percent-encoded ("/" as %2F). The forms are: ${forms}.`,
  );
}

/** Whether a tool with the same data was excluded. */
export function isExcludedKind(
  kind: ResourceKind,
  { isExcluded }: Pick<Access, 'isExcluded'>,
): boolean {
  return RESOURCE_KINDS[kind].tools.some(isExcluded);
}

/** @throws {ResourceRefusal} if a tool with the same data was excluded. */
export function requireReadable(kind: ResourceKind, access: Access): void {
  if (!isExcludedKind(kind, access)) return;
  throw new ResourceRefusal(`This server does not offer this: ${RESOURCE_KINDS[kind].title}.`);
}

/** The tool with the same data; its advice on failures applies here too. */
export function readingTool({ kind }: ResourceAddress): string {
  return RESOURCE_KINDS[kind].tools[0];
}

/**
 * Reads a resource. A document (a page, a specification, a file) is returned without the fence that tools put around
 * foreign text: the marks are not part of it, and hosts attach it as a document. Its invisible and hidden parts are
 * removed nevertheless. Texts that this server composes (an outline, a thread, a summary) are fenced.
 * @throws {ResourceNotFound} {ResourceRefusal} {ScopeError} {PlatformError}
 */
export async function readResource(
  uri: string,
  { kind, variables }: ResourceAddress,
  caller: Caller,
  limits: ReaderOptions,
): Promise<ReadResource> {
  const { access } = limits;
  requireReadable(kind, access);
  await requireWithin(access.scope, idsAmong(variables), caller);
  const reader = new Reader(caller, limits);
  const contents = await READERS[kind](variables, reader);
  const shown = SUMMARIES.has(kind) ? fenced(contents, kind) : contents;
  return { contents: { uri, ...shown }, ttlMs: reader.freshMs };
}
