import { z } from 'zod';

/** Maximum number of people, teams or other things that one body names. */
export const MAX_NAMED = 500;

/** A list, or a record, of at most so many items, which are counted before any of them is checked. */
export const counted = <S extends z.ZodType>(max: number, schema: S) =>
  z
    .any()
    .refine((given) => sizeOf(given) <= max, `must have at most ${max} items`)
    .pipe(schema);

function sizeOf(given: unknown): number {
  if (typeof given !== 'object' || given === null) return 0;
  return Array.isArray(given) ? given.length : Object.keys(given).length;
}
