import type { Context } from '../auth/caller.ts';

/** The address of a resource in the API. */
export function location({ origin }: Context, path: string): string {
  return `${origin}/v1${path}`;
}

/** The address of a page that a person can open. */
export function app({ origin }: Context, path: string): string {
  return `${origin}/app${path}`;
}

/** The object without its absent values: the API leaves out what is not there. */
export function present<T extends object>(object: T): Partial<T> {
  return Object.fromEntries(
    Object.entries(object).filter(([, value]) => value !== null && value !== undefined),
  ) as Partial<T>;
}

/**
 * What clients of older descriptions require and the contract does not speak of. Today's service does without, and uses
 * some of the names for something else.
 */
export function older<T extends object>({ profile }: Context, fields: T): Partial<T> {
  return profile === 'contract' ? fields : {};
}
