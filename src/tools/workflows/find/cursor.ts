import { z } from 'zod';

/** The position in a list of matches of one revision. */
export const cursor = z
  .string()
  .regex(/^\d+@[^@]+$/, 'must be next.page of the last result')
  .optional()
  .meta({ description: 'next.page of the last result', onDemand: true });

/** The offset at which to continue, and the revision of the list; undefined for its beginning. */
export function cursorOf(page: string | undefined): [number, string | undefined] {
  if (page === undefined) return [0, undefined];
  const [offset = '', revision] = page.split('@');
  return [Number(offset), revision];
}
