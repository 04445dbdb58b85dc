import { z } from 'zod';

const text = z.string().optional();

/** Fields that are all optional: trimming removes what is empty. */
export const texts = <Name extends string>(...names: Name[]): Record<Name, typeof text> =>
  Object.fromEntries(names.map((name) => [name, text])) as Record<Name, typeof text>;

export const numeric = z.number().optional();
export const flag = z.boolean().optional();
export const object = z.looseObject({}).optional();
export const strings = z.array(z.string()).optional();

/** Answer of the operations that answer nothing. */
export const NoContent = z.looseObject({ ok: z.boolean() });

/** The list envelope; `next` is absent on the last page. */
export const listOf = (item: z.ZodObject) =>
  z.looseObject({
    items: z.array(item).optional(),
    next: z.looseObject({ page: z.string() }).optional(),
    count: numeric,
  });

export const User = z.looseObject(texts('id', 'displayName', 'email'));

/** Where an operation left the content: the new revision, and `conflicts` when there are some. */
export const RevisionResult = z.looseObject(texts('revision', 'result'));

export const Link = z.looseObject(texts('url'));
