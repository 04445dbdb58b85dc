import { PlatformError } from '../client/index.ts';
import {
  type ArgumentsOf,
  type ItemOf,
  type Operation,
  type Scope,
  ScopeError,
} from '../operations/index.ts';
import { type Reader, ResourceRefusal } from '../resources/index.ts';

/** A possible value, with the words that people know it by. */
export interface CompletionCandidate {
  value: string;
  /** Titles, subjects, paths, dates; none if the value is clear by itself. */
  labels?: readonly (string | undefined)[];
}

/** The candidates for an argument. */
export interface Candidates {
  items: readonly CompletionCandidate[];
  /** False if the platform has more than were read. */
  isComplete: boolean;
}

/** The values chosen for the other arguments, by name. */
export type ChosenValues = Readonly<Record<string, string | undefined>>;

/** Finds the candidates for an argument, given the values of the others. */
export type CandidateSource = (
  chosen: ChosenValues,
  reader: Reader,
  scope: Scope,
) => Promise<Candidates>;

/** Only one page of a list is read, of this many items: the platform's maximum. */
const PAGE_SIZE = 1000;

export const NOTHING: Candidates = { items: [], isComplete: true };

/** The first page of a list, as candidates. */
export async function firstListPage<O extends Operation>(
  reader: Reader,
  operation: O,
  args: ArgumentsOf<O>,
  candidate: (item: ItemOf<O>) => CompletionCandidate,
): Promise<Candidates> {
  const { items, nextPage } = await reader.page(operation, { ...args, limit: PAGE_SIZE });
  return { items: items.map(candidate), isComplete: nextPage === undefined };
}

/** All candidates together. Lists that the platform refuses are left out. */
export async function joinedCandidates(parts: readonly Promise<Candidates>[]): Promise<Candidates> {
  const found = await Promise.all(parts.map((part) => part.catch(emptyIfRefused)));
  return {
    items: found.flatMap(({ items }) => items),
    isComplete: found.every(({ isComplete }) => isComplete),
  };
}

function emptyIfRefused(error: unknown): Candidates {
  const isRefused = error instanceof ResourceRefusal || error instanceof ScopeError;
  if (isRefused || (error instanceof PlatformError && error.kind !== 'cancelled')) {
    return { items: [], isComplete: false };
  }
  throw error;
}
