import { PlatformError } from '../client/index.ts';
import { type ContentLocation, readersOf } from '../content/index.ts';
import {
  type ArgumentsOf,
  type Caller,
  list,
  malformed,
  type Operation,
  type OutputOf,
  operations,
  type PageNode,
  requireValid,
  send,
} from '../operations/index.ts';
import {
  type AttributeFields,
  attributeUrlOf,
  type ContentReference,
  returnedAttributes,
} from './attributes.ts';
import { FilesError } from './problem.ts';
import type { OpenRequest, PageRecord } from './state.ts';

/** A page on the platform, without its text. */
export interface RemotePage
  extends Omit<
    PageRecord,
    'path' | 'was' | 'text' | 'file' | 'titled' | 'said' | 'listed' | 'conflict'
  > {
  /** Its slugs from the root, which links use. */
  location: string;
  hasChildren: boolean;
}

/** A file on the platform. */
export interface RemoteFile {
  id: string;
  name: string;
  size?: number;
  contentType?: string;
  downloadURL?: string;
}

/** A space, without texts and file contents. */
export interface Remote {
  location: ContentLocation;
  revision: string;
  /** Parents first, siblings in order. */
  pages: RemotePage[];
  files: RemoteFile[];
}

interface RemoteNode extends PageNode, Omit<AttributeFields, 'description'> {
  href?: string;
  target?: ContentReference;
  pages?: RemoteNode[];
}

/** A change request as the platform returns it. */
export interface RequestFacts {
  id: string;
  number: number;
  status: string;
  subject?: string;
  revision: string;
  createdBy?: { id?: string };
  urls?: { app?: string; location?: string };
}

/** What a folder knows about its space. */
export interface KnownContent {
  pages: readonly { id: string; title: string }[];
  files: readonly { id: string; name: string }[];
}

/** A page whose text is read. */
type ListedText = Pick<RemotePage, 'id' | 'documentId'>;

const NOTHING_KNOWN: KnownContent = { pages: [], files: [] };

/** A space with more files is not read, because those that are left out would pass for deleted. */
const MAX_FILES = 100_000;

/**
 * Calls the platform on behalf of the program's caller. Answers are checked in full, because files and pages are
 * deleted and overwritten by what they say.
 */
export class SpaceApi {
  readonly #caller: Caller;

  constructor(caller: Caller) {
    this.#caller = caller;
  }

  /** The current title of a space. */
  async space(spaceId: string): Promise<{ id: string; title: string }> {
    const { title } = await send(operations.getSpace, { spaceId }, this.#caller);
    requireWord(operations.getSpace, { title });
    return { id: spaceId, title };
  }

  /**
   * The content of a space or change request. Known items that are not listed are requested by their ids: only those
   * that are not found were deleted.
   */
  async read(location: ContentLocation, known: KnownContent = NOTHING_KNOWN): Promise<Remote> {
    const readers = readersOf(location);
    const [revision, tree, files] = await Promise.all([
      this.#revision(location),
      this.#send(readers.pages, location),
      list(readers.files, location, this.#caller, MAX_FILES + 1),
    ]);
    requireValid(readers.files, { items: files });
    if (files.length > MAX_FILES)
      throw new FilesError(`The space has more than ${MAX_FILES} files.`);
    const pages: RemotePage[] = [];
    collect(tree.pages as RemoteNode[], null, pages);
    requireDistinct(readers.pages, pages);
    const listed = new Set([...pages, ...files].map(({ id }) => id));
    await Promise.all([
      ...known.pages
        .filter(({ id }) => !listed.has(id))
        .map(({ id: pageId, title }) =>
          this.#requireGone(readers.pages, title, () =>
            send(readers.page, { ...location, pageId, format: 'markdown' }, this.#caller),
          ),
        ),
      ...known.files
        .filter(({ id }) => !listed.has(id))
        .map(({ id: fileId, name }) =>
          this.#requireGone(readers.files, name, () =>
            send(readers.file, { ...location, fileId }, this.#caller),
          ),
        ),
    ]);
    return { location, revision, pages, files };
  }

  /**
   * The text of a page as the platform returns it, including its title. Only a page without a document, whose text was
   * empty before, may come without one.
   */
  async text(location: ContentLocation, page: ListedText, before = ''): Promise<string> {
    const { markdown } = await this.#page(location, page.id);
    if (markdown !== undefined) return markdown;
    if (page.documentId === undefined && before === '') return '';
    throw malformed(readersOf(location).page, 'markdown is missing');
  }

  /** The ids of the pages directly below a page. */
  async below(location: ContentLocation, pageId: string): Promise<string[]> {
    const { pages = [] } = await this.#page(location, pageId);
    return pages.map(({ id }) => id);
  }

  async #page(location: ContentLocation, pageId: string) {
    const { page } = readersOf(location);
    const answer = await this.#send(page, { ...location, pageId, format: 'markdown' });
    if (answer.id === pageId) return answer;
    throw malformed(page, `id is ${JSON.stringify(answer.id)} instead of ${pageId}`);
  }

  /** The bytes of a file, from the address that the platform names. */
  async download({ downloadURL: url }: RemoteFile, maxBytes: number): Promise<Buffer | undefined> {
    if (url === undefined) return undefined;
    return (await this.#caller.client.download({ url, maxBytes }, this.#caller)).bytes;
  }

  request(spaceId: string, changeRequestId: string): Promise<RequestFacts> {
    return this.#send(operations.getChangeRequest, { spaceId, changeRequestId });
  }

  /** Change requests that are not closed. */
  async requests(spaceId: string): Promise<RequestFacts[]> {
    const { listChangeRequests } = operations;
    const all = await Promise.all(
      (['draft', 'open'] as const).map((status) =>
        list(listChangeRequests, { spaceId, status }, this.#caller, MAX_REQUESTS),
      ),
    );
    const items = all.flat();
    requireValid(listChangeRequests, { items });
    return items;
  }

  /** Opens a change request. */
  create(spaceId: string, subject: string): Promise<RequestFacts> {
    return this.#send(operations.createChangeRequest, { spaceId, subject });
  }

  /** Changes the content of a change request atomically. */
  async edit(
    location: { spaceId: string; changeRequestId: string },
    changes: readonly object[],
  ): Promise<void> {
    const args = { ...location, changes } as ArgumentsOf<
      typeof operations.editChangeRequestContent
    >;
    await send(operations.editChangeRequestContent, args, this.#caller);
  }

  async #revision({ spaceId, changeRequestId }: ContentLocation): Promise<string> {
    if (changeRequestId !== undefined)
      return (await this.request(spaceId, changeRequestId)).revision;
    const where = { spaceId, metadata: false, computed: false };
    const { id } = await send(operations.getCurrentRevision, where, this.#caller);
    requireWord(operations.getCurrentRevision, { id });
    return id;
  }

  /** Sends an operation, and checks every part of the answer. */
  async #send<O extends Operation>(operation: O, args: ArgumentsOf<O>): Promise<OutputOf<O>> {
    const answer = await send(operation, args, this.#caller);
    requireValid(operation, answer);
    return answer;
  }

  /** @throws {PlatformError} `invalid_response` if an item that a list lacks can still be read. */
  async #requireGone(
    listing: Operation,
    name: string,
    read: () => Promise<unknown>,
  ): Promise<void> {
    try {
      await read();
    } catch (error) {
      if (error instanceof PlatformError && error.status === 404) return;
      throw error;
    }
    throw malformed(listing, `${JSON.stringify(name)} is missing from the list, and still there`);
  }
}

/** Of these answers, only one member is used. */
function requireWord(operation: Operation, member: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(member)) {
    if (typeof value !== 'string') throw malformed(operation, `${name} is missing`);
  }
}

function requireDistinct(operation: Operation, pages: readonly { id: string }[]): void {
  const seen = new Set<string>();
  for (const { id } of pages) {
    if (seen.has(id)) throw malformed(operation, `page ${id} is listed twice`);
    seen.add(id);
  }
}

/** Maximum number of change requests searched in a space. */
const MAX_REQUESTS = 1_000;

/** Maximum nesting depth of pages. */
const MAX_DEPTH = 100;

function collect(
  nodes: readonly RemoteNode[],
  parent: string | null,
  into: RemotePage[],
  depth = 0,
): void {
  if (depth > MAX_DEPTH)
    throw new FilesError(`Pages are nested more than ${MAX_DEPTH} levels deep.`);
  for (const node of nodes) {
    const { id, title, path = '', slug, pages = [], documentId, updatedAt } = node;
    const href = hrefOf(node);
    into.push({
      id,
      title,
      type: node.type ?? 'document',
      parent,
      slug: slug ?? path.slice(path.lastIndexOf('/') + 1),
      attributes: returnedAttributes(node),
      location: path,
      hasChildren: pages.length > 0,
      ...(href !== undefined && { href }),
      ...(documentId !== undefined && { documentId }),
      ...(updatedAt !== undefined && { updatedAt }),
    });
    collect(pages, id, into, depth + 1);
  }
}

/** The target of a link in the table of contents, in the form that texts use. */
function hrefOf({ type, href, target }: RemoteNode): string | undefined {
  return type === 'link' ? (href ?? attributeUrlOf(target)) : undefined;
}

/** The part of a change request that the state keeps. */
export function openRequestOf({ id, number, urls }: RequestFacts): OpenRequest {
  const url = urls?.app ?? urls?.location;
  return { id, number, ...(url !== undefined && { url }) };
}
