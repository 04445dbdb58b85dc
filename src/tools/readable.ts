import { PlatformError } from '../client/index.ts';

/** What is good to know but does not stand in a call's way: undefined where the platform does not tell it. */
export async function whereReadable<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof PlatformError) return undefined;
    throw error;
  }
}
