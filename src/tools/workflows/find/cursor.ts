import { z } from 'zod';

/** Where a list of what was found in one revision goes on. */
export const cursor = z
  .string()
  .regex(/^\d+@[^@]+$/, 'must be next.page of the last result')
  .optional()
  .meta({ description: 'next.page of the last result', onDemand: true });

/** The offset at which a list goes on, and the revision that it is of; undefined for its beginning. */
export function cursorOf(page: string | undefined): [number, string | undefined] {
  if (page === undefined) return [0, undefined];
  const [offset = '', revision] = page.split('@');
  return [Number(offset), revision];
}
