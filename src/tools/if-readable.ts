import { PlatformError } from '../client/index.ts';
import { ExcludedOperation } from './refusal.ts';

/** Statuses of an answer that another attempt does not change: this caller, or this service, has nothing to tell. */
const REFUSED: ReadonlySet<number | undefined> = new Set([400, 403, 404, 501]);

/**
 * Reads what not every caller may read, or not every service has: undefined if the platform refuses it, or the operator
 * excluded it.
 * @throws {PlatformError} if the read failed, so that nobody takes a failure for the absence of what was asked.
 */
export function ifReadable<T>(read: () => Promise<T>): Promise<T | undefined> {
  return unless(({ status }) => REFUSED.has(status), read);
}

/**
 * Reads what only adds to an answer, such as a report of what was done: undefined if the platform refuses it or fails,
 * or the operator excluded it.
 */
export function ifAvailable<T>(read: () => Promise<T>): Promise<T | undefined> {
  return unless(() => true, read);
}

async function unless<T>(
  isExpected: (error: PlatformError) => boolean,
  read: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    const isMissing = error instanceof PlatformError && isExpected(error);
    if (isMissing || error instanceof ExcludedOperation) return undefined;
    throw error;
  }
}
