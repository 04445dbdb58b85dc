import { type ContentLocation, readersOf } from '../content/index.ts';
import {
  type ArgumentsOf,
  type Caller,
  list,
  operations,
  type PageNode,
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
  place: ContentLocation;
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

const MAX_FILES = 10_000;

/** Calls the platform on behalf of the program's caller. */
export class SpaceApi {
  readonly #caller: Caller;

  constructor(caller: Caller) {
    this.#caller = caller;
  }

  /** The current title of a space. */
  async space(spaceId: string): Promise<{ id: string; title: string }> {
    const { title } = await send(operations.getSpace, { spaceId }, this.#caller);
    return { id: spaceId, title };
  }

  /** The content of a space or change request. */
  async read(place: ContentLocation): Promise<Remote> {
    const readers = readersOf(place);
    const [revision, tree, files] = await Promise.all([
      this.#revision(place),
      send(readers.pages, place, this.#caller),
      list(readers.files, place, this.#caller, MAX_FILES),
    ]);
    const pages: RemotePage[] = [];
    collect(tree.pages as RemoteNode[], null, pages);
    return { place, revision, pages, files };
  }

  /** The text of a page as the platform returns it, including its title. */
  async text(place: ContentLocation, pageId: string): Promise<string> {
    return (await this.page(place, pageId)).markdown;
  }

  async page(
    place: ContentLocation,
    pageId: string,
  ): Promise<{ markdown: string; documentId?: string; updatedAt?: string }> {
    const where = { ...place, pageId, format: 'markdown' as const };
    const {
      markdown = '',
      documentId,
      updatedAt,
    } = await send(readersOf(place).page, where, this.#caller);
    return { markdown, ...(documentId && { documentId }), ...(updatedAt && { updatedAt }) };
  }

  /** The bytes of a file, from the address that the platform names. */
  async download({ downloadURL: url }: RemoteFile, maxBytes: number): Promise<Buffer | undefined> {
    if (url === undefined) return undefined;
    return (await this.#caller.client.download({ url, maxBytes }, this.#caller)).bytes;
  }

  request(spaceId: string, changeRequestId: string): Promise<RequestFacts> {
    return send(operations.getChangeRequest, { spaceId, changeRequestId }, this.#caller);
  }

  /** Change requests that are not closed. */
  async requests(spaceId: string): Promise<RequestFacts[]> {
    const all = await Promise.all(
      (['draft', 'open'] as const).map((status) =>
        list(operations.listChangeRequests, { spaceId, status }, this.#caller, MAX_REQUESTS),
      ),
    );
    return all.flat();
  }

  /** Opens a change request. */
  create(spaceId: string, subject: string): Promise<RequestFacts> {
    return send(operations.createChangeRequest, { spaceId, subject }, this.#caller);
  }

  /** Changes the content of a change request atomically. */
  async edit(
    place: { spaceId: string; changeRequestId: string },
    changes: readonly object[],
  ): Promise<void> {
    const args = { ...place, changes } as ArgumentsOf<typeof operations.editChangeRequestContent>;
    await send(operations.editChangeRequestContent, args, this.#caller);
  }

  async #revision({ spaceId, changeRequestId }: ContentLocation): Promise<string> {
    if (changeRequestId !== undefined)
      return (await this.request(spaceId, changeRequestId)).revision;
    const where = { spaceId, metadata: false, computed: false };
    return (await send(operations.getCurrentRevision, where, this.#caller)).id;
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
  if (depth > MAX_DEPTH) throw new FilesError(`Pages lie more than ${MAX_DEPTH} levels deep.`);
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
