import { type Json, resolve } from '../published.ts';

/** A part of a description. */
export interface SchemaPart {
  value: unknown;
  document: Json;
}

/** Keywords that do not affect which values are allowed. */
const PROSE = new Set(['description', 'title', 'example', 'examples', 'deprecated']);

/** Whether two schemas allow the same values; false for equivalent schemas that are written differently. */
export function sameValues(
  one: SchemaPart,
  other: SchemaPart,
  compared = new Set<string>(),
): boolean {
  const [a, b] = [referenceOf(one), referenceOf(other)];
  if (a !== undefined || b !== undefined) {
    const pair = a !== undefined && b !== undefined ? `${a} ${b}` : undefined;
    if (pair !== undefined && compared.has(pair)) return true;
    if (pair !== undefined) compared.add(pair);
    return sameValues(followed(one), followed(other), compared);
  }
  if (!isObject(one.value) || !isObject(other.value)) return one.value === other.value;
  const [mine, theirs] = [meaningOf(one.value), meaningOf(other.value)];
  return (
    mine.length === theirs.length &&
    mine.every(([key, value], index) => {
      const [otherKey, otherValue] = theirs[index] ?? [];
      const parts = [
        { value, document: one.document },
        { value: otherValue, document: other.document },
      ] as const;
      return key === otherKey && sameValues(...parts, compared);
    })
  );
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

function referenceOf({ value }: SchemaPart): string | undefined {
  const { $ref } = isObject(value) ? (value as Json) : {};
  return typeof $ref === 'string' ? $ref : undefined;
}

function followed(part: SchemaPart): SchemaPart {
  return referenceOf(part) === undefined
    ? part
    : { ...part, value: resolve(part.value as Json, part.document) };
}

/** The relevant entries, sorted by key. A property may have the name of a keyword. */
function meaningOf(value: object): [string, unknown][] {
  return Object.entries(value)
    .filter(([key, child]) => !PROSE.has(key) || isObject(child))
    .sort(([a], [b]) => (a < b ? -1 : 1));
}
