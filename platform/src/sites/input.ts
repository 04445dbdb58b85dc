import { z } from 'zod';
import type { Pointer, SiblingPlace } from '../store/order.ts';

export const shareKey = z.string().optional();

export const icon = z.string().max(50).nullable().optional();

export const path = z.string().min(1).max(100).optional();

/** An expression over the visitor, stored as given. Null removes it. */
export const condition = z.string().min(1).max(1024).nullable().optional();

/** A position next to the sibling that `pointer` reads; by default the end. */
export function placeBeside(pointer: z.ZodType<Pointer>) {
  return z
    .object({ before: pointer.optional(), after: pointer.optional() })
    .refine(({ before, after }) => !before || !after, 'give before or after, not both');
}

/** The body of a move. */
export function moveBody(pointer: z.ZodType<Pointer>) {
  return z
    .object({ position: placeBeside(pointer).optional() })
    .default({})
    .transform(({ position }): SiblingPlace => position ?? {});
}

/** The target group; null means the site itself. */
export const parentGroup = z.string().nullable().optional();
