import { PlatformError } from '../client/index.ts';
import { ExcludedOperation } from './refusal.ts';

/** Reads optional information: undefined if the platform refuses it, or the operator excluded it. */
export async function ifReadable<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof PlatformError || error instanceof ExcludedOperation) return undefined;
    throw error;
  }
}
