import { PlatformError } from '../client/index.ts';
import { isObject } from '../json/index.ts';
import type { Operation } from './define.ts';
import { mismatchIn } from './mismatch.ts';
import { isPageTree } from './outputs/content.ts';

/** One answer from the platform. */
interface OperationResult {
  operation: Operation;
  data: unknown;
}

/** How many answers of a call are kept: the first ones, which its work is based on, and the last ones. */
const FIRST = 20;
const LAST = 20;

/** The answers that a call received, to find out why it failed. */
export class Received {
  readonly #answers: OperationResult[] = [];
  #count = 0;
  /** Whether the call sent, or tried to send, anything but reads. */
  hasWritten = false;

  add(operation: Operation, data: unknown): void {
    const place = this.#count < FIRST ? this.#count : FIRST + ((this.#count - FIRST) % LAST);
    this.#answers[place] = { operation, data };
    this.#count += 1;
  }

  /** The error for an answer that does not match its description; undefined if there is none. */
  get malformed(): PlatformError | undefined {
    for (const { operation, data } of this.#answers) {
      const mismatch = isEmptyByDescription(operation, data)
        ? undefined
        : mismatchIn(data, operation.output);
      if (mismatch !== undefined) return malformed(operation, mismatch);
    }
    return undefined;
  }
}

/** The error to throw in place of a mere consequence of a malformed answer. */
export function causeOf(received: Received | undefined, error: unknown): unknown {
  return error instanceof TypeError ? (received?.malformed ?? error) : error;
}

/**
 * Refuses answers that are not an object although one is described, or whose list is not a list: nothing would notice
 * it later.
 * @throws {PlatformError} `invalid_response`
 */
export function requireObject(operation: Operation, data: unknown): void {
  if (data === undefined) return;
  const isListed = 'items' in operation.output.shape;
  if (typeof data !== 'object' || data === null || (Array.isArray(data) && !isListed)) {
    throw malformed(operation, mismatchIn(data, operation.output) ?? '');
  }
  if (!isListed || Array.isArray(data)) return;
  const { items } = data as { items?: unknown };
  if (items !== undefined && !Array.isArray(items)) {
    throw malformed(operation, mismatchIn(data, operation.output) ?? '');
  }
}

/**
 * Refuses a tree of pages with something that is no page, at any depth: one without an id cannot be read, and a failure
 * to read it would say nothing about the reason.
 * @throws {PlatformError} `invalid_response`
 */
export function requirePages(operation: Operation, data: unknown): void {
  if (!isPageTree(operation.output.shape.pages) || !isObject(data)) return;
  const open = [data.pages];
  while (open.length > 0) {
    const pages = open.pop();
    if (pages === undefined || pages === null) continue;
    if (!Array.isArray(pages)) throw noPages(operation, data);
    for (const page of pages) {
      if (!isObject(page) || typeof page.id !== 'string') throw noPages(operation, data);
      if (page.pages) open.push(page.pages);
    }
  }
}

function noPages(operation: Operation, data: unknown): PlatformError {
  return malformed(operation, mismatchIn(data, operation.output) ?? 'a page in it has no id');
}

/** A request for a page, and its answer. */
interface PageAnswer {
  type?: unknown;
  markdown?: unknown;
  documentId?: unknown;
}

/**
 * Refuses the answer for a page if it lacks the requested text, which would otherwise count as empty, and be shown or
 * written back like that. Groups and links have no text, and a page without a document is empty by its description.
 * @throws {PlatformError} `invalid_response`
 */
export function requireText(operation: Operation, query: object | undefined, data: unknown): void {
  const isAsked = (query as { format?: unknown } | undefined)?.format === 'markdown';
  if (!isAsked || !('markdown' in operation.output.shape) || data === undefined) return;
  const { type, markdown, documentId } = data as PageAnswer;
  if (typeof markdown === 'string' || type === 'group' || type === 'link') return;
  if (markdown === undefined && (documentId === undefined || documentId === null)) return;
  const fault = markdown === undefined ? 'is missing' : 'is null instead of a text';
  throw malformed(operation, mismatchIn(data, operation.output) ?? `markdown ${fault}`);
}

/**
 * Refuses an answer that differs from its description anywhere, for callers that delete or overwrite something because
 * of it.
 * @throws {PlatformError} `invalid_response`
 */
export function requireValid(operation: Operation, data: unknown): void {
  const mismatch = isEmptyByDescription(operation, data)
    ? undefined
    : mismatchIn(data, operation.output, Number.POSITIVE_INFINITY);
  if (mismatch !== undefined) throw malformed(operation, mismatch);
}

function isEmptyByDescription({ output }: Operation, data: unknown): boolean {
  return data === undefined && Object.keys(output.shape).length === 0;
}

/** The error for an answer that is not what its description says. */
export function malformed({ route }: Operation, mismatch: string): PlatformError {
  const message = `the answer is not what its description says: ${mismatch}`;
  return new PlatformError('invalid_response', route, message, {
    code: 'malformed',
  });
}
