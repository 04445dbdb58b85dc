/** Stands before the beginning of an id where the rest of it is left out. */
const MARK = '~';

const LEAST = 4;

const ABBREVIATION = /^~[\w-]+$/;

/** The ids of a tree by their shortest beginning that tells them apart, each behind a mark. */
export function abbreviationsOf(ids: readonly string[]): Map<string, string> {
  const longest = Math.max(0, ...ids.map(({ length }) => length));
  for (let length = LEAST; length < longest; length += 1) {
    const beginnings = new Set(ids.map((id) => id.slice(0, length)));
    if (beginnings.size === ids.length) {
      return new Map(ids.map((id) => [id, MARK + id.slice(0, length)]));
    }
  }
  return new Map(ids.map((id) => [id, id]));
}

/** The beginning of an id that is written with its mark; undefined for everything else. */
export function abbreviated(value: string): string | undefined {
  return ABBREVIATION.test(value) ? value.slice(MARK.length) : undefined;
}
