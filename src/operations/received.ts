import { PlatformError } from '../client/index.ts';
import type { Operation } from './define.ts';
import { mismatchIn } from './mismatch.ts';

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
export function explainedBy(received: Received | undefined, error: unknown): unknown {
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

function isEmptyByDescription({ output }: Operation, data: unknown): boolean {
  return data === undefined && Object.keys(output.shape).length === 0;
}

function malformed({ route }: Operation, mismatch: string): PlatformError {
  const said = `the answer is not what its description says: ${mismatch}`;
  return new PlatformError('invalid_response', route, said, {
    code: 'malformed',
  });
}
