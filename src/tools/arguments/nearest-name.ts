import { closest, distance } from 'fastest-levenshtein';

/** Longer names are not compared: that takes long, and no valid name has this length. */
const MAX_COMPARED = 64;

/** The valid name most similar to a given one, one with all its words first; undefined if none is similar. */
export function nearestName(name: string, valid: readonly string[]): string | undefined {
  if (name.length > MAX_COMPARED || valid.length === 0) return undefined;
  const words = name.split('_');
  const having = valid.filter((one) => words.every((word) => one.split('_').includes(word)));
  return closest(name, having.length > 0 && words.length > 1 ? having : [...valid]);
}

/** A misspelling may have one wrong character for every this many. */
const CHARACTERS_PER_ERROR = 3;

/** The valid name of which a given one is a misspelling, or which it contains; undefined if there is none. */
export function correctedName(name: string, valid: readonly string[]): string | undefined {
  const near = nearestName(name, valid);
  if (near === undefined) return undefined;
  const isMisspelt =
    distance(name, near) <= Math.max(name.length, near.length) / CHARACTERS_PER_ERROR;
  return isMisspelt || name.includes(near) ? near : undefined;
}

/** A suggestion for an unknown name, to append to the message; empty if nothing is similar. */
export function suggestion(name: string, valid: readonly string[]): string {
  const near = nearestName(name, valid);
  return near === undefined ? '' : `; did you mean ${near}?`;
}
