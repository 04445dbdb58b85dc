import type { Call } from '../http/route.ts';

/** What is needed to show a thing to a caller: the data, who looks, and where links start. */
export type Context = Pick<Call, 'db' | 'user' | 'origin'>;

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
