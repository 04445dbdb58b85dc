/** Path elements in a document that are not the name of what changed. */
const KEYWORDS = new Set([
  ...['description', 'summary', 'required', 'enum', 'type', 'format', 'default', 'example'],
  ...['maximum', 'minimum', 'maxLength', 'minLength', 'maxItems', 'minItems', 'pattern'],
  ...['deprecated', 'nullable', 'requestBody', 'responses', 'parameters', 'operationId', 'tags'],
  ...['security', 'query', 'path', 'header', 'cookie', 'title', 'examples', 'items'],
]);

/** The names in the path of a field, such as `attempts` in `requestBody.attempts.maximum`. */
export function namesIn(at: string): string[] {
  const parts = at.replaceAll(/\[[^\][]*\]|\{\}/g, '').split('.');
  return parts.filter((part) => !KEYWORDS.has(part) && !/^\d*$/.test(part));
}
