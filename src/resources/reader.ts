import { createHash } from 'node:crypto';
import type { Sender } from '../content/index.ts';
import { writeInTurns } from '../json/index.ts';
import {
  type Access,
  type ArgumentsOf,
  admittedRequest,
  type Caller,
  type ItemOf,
  idsIn,
  isScoped,
  type Operation,
  type OutputOf,
  receive,
  requireWithin,
  restrictAnswer,
} from '../operations/index.ts';
import { ResourceRefusal } from './contents.ts';
import type { ReadCache } from './read-cache.ts';

/** How long an answer of the platform counts as fresh; changes by others are visible after this at the latest. */
export const FRESH_MS = 10_000;

/** The same for a file, whose description is read again first: only the permission to read it may end. */
const FILE_MS = 300_000;

/** Maximum bytes of a file or document; a larger one is only described. */
export const MAX_DOWNLOAD_BYTES = 5 * 1024 * 1024;

/** Maximum items of a list within one resource. */
const PAGE_SIZE = 100;

/** Bytes that were downloaded. */
export interface DownloadedFile {
  bytes: Buffer;
  /** Media type without parameters, if the answer states one. */
  contentType: string | undefined;
}

/** The access limits, and the cache. */
export interface ReaderOptions {
  access: Access;
  cache: ReadCache;
}

/** Items of a list, in the platform's order. */
export interface ListPage<O extends Operation> {
  items: ItemOf<O>[];
  /** Absent on the last page. */
  nextPage?: string;
}

interface ListAnswer<O extends Operation> {
  items: ItemOf<O>[];
  next?: { page?: string };
}

/**
 * Reads for one caller, through the cache and within the operator's limits, and tracks how long the result counts as
 * fresh.
 */
export class Reader implements Sender {
  readonly caller: Caller;
  readonly #cache: ReadCache;
  readonly #access: Access;
  #freshMs = FILE_MS;

  constructor(caller: Caller, { access, cache }: ReaderOptions) {
    this.caller = caller;
    this.#cache = cache;
    this.#access = access;
  }

  /** Milliseconds for which everything read so far counts as fresh. */
  get freshMs(): number {
    return this.#freshMs;
  }

  /** @throws {ResourceRefusal} {ScopeError} beyond the operator's limits; {PlatformError} */
  async send<O extends Operation>(operation: O, args: ArgumentsOf<O>): Promise<OutputOf<O>> {
    const { tool, input } = operation;
    const { scope, isExcluded } = this.#access;
    if (isExcluded(tool)) throw new ResourceRefusal(`This server does not offer ${tool}.`);
    if (!isScoped(scope)) return (await this.#read(operation, args)) as OutputOf<O>;
    await requireWithin(scope, idsIn(input, args), this.caller);
    const answer = await this.#read(operation, args);
    return (await restrictAnswer(operation, answer, scope, this.caller, args)) as OutputOf<O>;
  }

  async #read<O extends Operation>(operation: O, args: ArgumentsOf<O>): Promise<unknown> {
    const request = admittedRequest(operation, args, this.caller);
    const { route, path, query } = request;
    const question = JSON.stringify([route, path, query]);
    const answer = await this.#get(question, path.spaceId, FRESH_MS, async (ifNoneMatch) => {
      const { status, data, etag } = await this.caller.client.request(
        { ...request, ifNoneMatch },
        this.caller,
      );
      if (status === 304) return 'unchanged';
      return { value: data, size: await sizeOf(data), etag };
    });
    receive(operation, request, answer, this.caller);
    return answer;
  }

  /** Items of a paged list, at most `maxItems`. */
  async list<O extends Operation>(
    operation: O,
    args: ArgumentsOf<O>,
    maxItems: number,
  ): Promise<ItemOf<O>[]> {
    const items: ItemOf<O>[] = [];
    let page: string | undefined;
    do {
      const limit = Math.min(PAGE_SIZE, maxItems - items.length);
      const answer = await this.page(operation, { ...args, limit, page });
      items.push(...answer.items.slice(0, limit));
      page = answer.nextPage;
    } while (page !== undefined && items.length < maxItems);
    return items;
  }

  /** One page of a list, and the cursor of the next. */
  async page<O extends Operation>(operation: O, args: ArgumentsOf<O>): Promise<ListPage<O>> {
    const { items, next } = (await this.send(operation, args)) as ListAnswer<O>;
    return { items, nextPage: next?.page };
  }

  /**
   * The file at an address. Its bytes stay the same as long as its description (`about`) does.
   * @throws {PlatformError} `too_large`, or `invalid_request` for an address that must not be fetched.
   */
  async download(
    url: string,
    about: unknown,
    spaceId: string | undefined,
  ): Promise<DownloadedFile> {
    const version = createHash('sha256').update(JSON.stringify(about)).digest('base64');
    const question = JSON.stringify([url, version]);
    return (await this.#get(question, spaceId, FILE_MS, async () => {
      const maxBytes = MAX_DOWNLOAD_BYTES;
      const file = await this.caller.client.download({ url, maxBytes }, this.caller);
      return { value: file, size: file.bytes.byteLength };
    })) as DownloadedFile;
  }

  async #get(
    question: string,
    spaceId: string | undefined,
    maxAgeMs: number,
    load: Parameters<ReadCache['get']>[2],
  ): Promise<unknown> {
    const key = { token: this.caller.token, question, spaceId };
    const { value, freshMs } = await this.#cache.get(key, maxAgeMs, load);
    this.#freshMs = Math.min(this.#freshMs, freshMs);
    return value;
  }
}

async function sizeOf(data: unknown): Promise<number> {
  const pieces = await writeInTurns(data ?? null);
  return pieces.reduce((size, piece) => size + piece.length, 0);
}
