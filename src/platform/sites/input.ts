import { z } from 'zod';
import type { Place } from './order.ts';

export const shareKey = z.string().optional();

export const icon = z.string().max(50).nullable().optional();

export const path = z.string().min(1).max(100).optional();

/** An expression over the visitor; it is kept as it is given. Null takes it away. */
export const condition = z.string().min(1).max(1024).nullable().optional();

/** The body of a move; `pointer` reads the id of the sibling that a place is beside. None stands for the last place. */
export function moveBody(pointer: z.ZodType<string>) {
  const position = z
    .object({ before: pointer.optional(), after: pointer.optional() })
    .refine(({ before, after }) => !before || !after, 'give before or after, not both');
  return z
    .object({ position: position.optional() })
    .default({})
    .transform(({ position }): Place => position ?? {});
}
