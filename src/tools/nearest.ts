import { closest } from 'fastest-levenshtein';

/** A longer name is like none that is valid; comparing it would take long. */
const MAX_COMPARED = 64;

/** Characters of a name that are told. */
const MAX_TOLD = 80;

/** The valid name that is most like a given one; undefined where none can be. */
export function nearest(name: string, valid: readonly string[]): string | undefined {
  return name.length > MAX_COMPARED || valid.length === 0 ? undefined : closest(name, [...valid]);
}

/** A name that somebody gave, in quotes and cut off where it is no name any more. */
export function quoted(name: string): string {
  return JSON.stringify(name.length > MAX_TOLD ? `${name.slice(0, MAX_TOLD)}…` : name);
}

/** What a given name may have meant, to stand behind the word that it is not known; empty where nothing is like it. */
export function suggestion(name: string, valid: readonly string[]): string {
  const near = nearest(name, valid);
  return near === undefined ? '' : `; did you mean ${near}?`;
}
