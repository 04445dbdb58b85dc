import { PlatformError } from '../client/index.ts';

/** Reads optional information: undefined if the platform refuses it. */
export async function whereReadable<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof PlatformError) return undefined;
    throw error;
  }
}
