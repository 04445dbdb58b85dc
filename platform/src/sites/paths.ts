import { slugOf } from '../content/tree.ts';
import { conflict } from '../errors.ts';

interface WithPath {
  id: string;
  path: string;
}

/** Leaves room for a number within the 100 characters of a path. */
const MAX_WORDS = 90;

/** The path derived from a title, with a number if a sibling already has it. */
export function freePath(title: string, siblings: readonly WithPath[]): string {
  const words = slugOf(title).slice(0, MAX_WORDS);
  const taken = new Set(siblings.map(({ path }) => path));
  let path = words;
  for (let number = 1; taken.has(path); number += 1) path = `${words}-${number}`;
  return path;
}

/** Refuses, with 409, a path that a sibling already has. */
export function checkPath(
  path: string | undefined,
  own: string,
  siblings: readonly WithPath[],
): void {
  if (siblings.some((sibling) => sibling.path === path && sibling.id !== own)) {
    throw conflict(`The path ${path} is taken by a sibling`);
  }
}
