import { PlatformError } from '../client/index.ts';
import {
  type ArgumentsOf,
  type ItemOf,
  type Operation,
  type Scope,
  ScopeError,
} from '../operations/index.ts';
import { type Reader, ResourceRefused } from '../resources/index.ts';

/** A value that may be meant, with the words by which people know it. */
export interface Candidate {
  value: string;
  /** Titles, subjects, paths, dates; none where the value says it all. */
  labels?: readonly (string | undefined)[];
}

/** What there is to choose from. */
export interface Candidates {
  items: readonly Candidate[];
  /** False where the platform has more than was looked at. */
  whole: boolean;
}

/** What was chosen for the other arguments, by name. */
export type Chosen = Readonly<Record<string, string | undefined>>;

/** Finds what an argument may be, from what was chosen for the others. */
export type Source = (chosen: Chosen, reader: Reader, scope: Scope) => Promise<Candidates>;

/** Items of the one page of a list that is looked at: as many as the platform gives at once. */
const PAGE_SIZE = 1000;

export const NOTHING: Candidates = { items: [], whole: true };

/** The first page of a list, as candidates. */
export async function firstPage<O extends Operation>(
  reader: Reader,
  operation: O,
  args: ArgumentsOf<O>,
  candidate: (item: ItemOf<O>) => Candidate,
): Promise<Candidates> {
  const { items, nextPage } = await reader.page(operation, { ...args, limit: PAGE_SIZE });
  return { items: items.map(candidate), whole: nextPage === undefined };
}

/** All candidates together. What the platform refuses to tell is left out. */
export async function joined(parts: readonly Promise<Candidates>[]): Promise<Candidates> {
  const found = await Promise.all(parts.map((part) => part.catch(nothingTold)));
  return { items: found.flatMap(({ items }) => items), whole: found.every(({ whole }) => whole) };
}

function nothingTold(error: unknown): Candidates {
  const isRefused = error instanceof ResourceRefused || error instanceof ScopeError;
  if (isRefused || (error instanceof PlatformError && error.kind !== 'cancelled')) {
    return { items: [], whole: false };
  }
  throw error;
}
