/** Marks an abbreviated id. */
const MARK = '~';

const LEAST = 4;

const ABBREVIATION = /^~[\w-]+$/;

/** Abbreviates each id of a tree to its shortest unique prefix, after the mark. */
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

/** The prefix of an abbreviated id; undefined for any other text. */
export function abbreviatedId(value: string): string | undefined {
  return ABBREVIATION.test(value) ? value.slice(MARK.length) : undefined;
}
