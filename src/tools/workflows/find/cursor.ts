import { z } from 'zod';

/** The position in a list of matches of one revision. */
export const cursor = z
  .string()
  .regex(/^\d+@[^@]+$/, 'must be next.page of the last result')
  .optional()
  .meta({ description: 'next.page of the last result', onDemand: true });

/** The note on a list that continues a list of another revision; none for any other. */
export function changeNotes(earlier: string | undefined, current: string): string[] {
  return earlier === undefined || earlier === current
    ? []
    : ['The content changed since the last result: start again without page.'];
}

/** The offset at which to continue, and the revision of the list; undefined for its beginning. */
export function cursorOf(page: string | undefined): [number, string | undefined] {
  if (page === undefined) return [0, undefined];
  const [offset = '', revision] = page.split('@');
  return [Number(offset), revision];
}
