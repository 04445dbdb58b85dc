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
  return Object.fromEntries(
    Object.entries(answer)
      .filter(([key]) => !isLinks(key, answer[key]))
      .map(([key, value]) => [key, trimValue(key, value)] as const)
      .filter(([key, value]) => Array.isArray(value) || VERBATIM.has(key) || !isEmpty(value)),
  );
}

function trimValue(key: string, value: unknown): unknown {
  if (VERBATIM.has(key) || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => trimValue('', item));
  const members = Object.entries(value)
    .filter(([name, member]) => !isLinks(name, member))
    .map(([name, member]) => [name, trimValue(name, member)] as const)
    .filter(([name, member]) => VERBATIM.has(name) || !isEmpty(member));
  return Object.fromEntries(members);
}

function isLinks(key: string, value: unknown): boolean {
  return key === 'urls' && typeof value === 'object';
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}
