/**
 * Values that are content, not an answer's wrapping: they pass as they are, because an empty leaf
 * in a document or in a specification has a meaning.
 */
const VERBATIM = new Set(['document', 'jsonSchema', 'filesystem', 'markdown']);

/**
 * Removes what tells a model nothing: link objects, nulls, and empty strings, arrays and objects.
 * Arrays at the root stay, so that an empty list still reads as one.
 */
export function trim(answer: Record<string, unknown>): Record<string, unknown> {
  return trimMembers(answer, Array.isArray);
}

/** The members that say something, besides those to be kept anyway. */
function trimMembers(object: object, kept: (value: unknown) => boolean): Record<string, unknown> {
  const members: [string, unknown][] = [];
  for (const [key, member] of Object.entries(object)) {
    if (isLinks(key, member)) continue;
    const verbatim = VERBATIM.has(key);
    const value = verbatim ? member : trimValue(member);
    if (verbatim || kept(value) || !isEmpty(value)) members.push([key, value]);
  }
  return Object.fromEntries(members);
}

function trimValue(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return Array.isArray(value) ? value.map(trimValue) : trimMembers(value, () => false);
}

function isLinks(key: string, value: unknown): boolean {
  return key === 'urls' && typeof value === 'object';
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}
