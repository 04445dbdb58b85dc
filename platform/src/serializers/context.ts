import type { Context } from '../auth/context.ts';

/** The address of a resource in the API. */
export function location({ origin }: Context, path: string): string {
  return `${origin}/v1${path}`;
}

/** The address of a page that a person can open. */
export function app({ origin }: Context, path: string): string {
  return `${origin}/app${path}`;
}

/** The object without its undefined fields: the API omits them. */
export function present<T extends object>(object: T): Partial<T> {
  return Object.fromEntries(
    Object.entries(object).filter(([, value]) => value !== null && value !== undefined),
  ) as Partial<T>;
}

/**
 * Fields that older published types require and the contract does not mention. The current service has dropped them and
 * reuses some of the names.
 */
export function older<T extends object>({ profile }: Context, fields: T): Partial<T> {
  return profile === 'contract' ? fields : {};
}
