import { Document, isMap, isScalar, parseDocument, Scalar, stringify } from 'yaml';

/** Without comparing all keys with each other, and without a text for every error: neither is used. */
const QUICKLY = { uniqueKeys: false, prettyErrors: false, logLevel: 'silent' } as const;

/**
 * Sets values in frontmatter (the lines between its fences), or removes those that are undefined. Everything else
 * stays as written: other keys, their order, comments and the form of their values.
 */
export function setFrontmatter(
  yaml: string,
  values: Readonly<Record<string, unknown>>,
  lineEnd: string,
): string {
  const map = parseDocument(yaml, QUICKLY).contents;
  const spans = new Map<string, { start: number; end: number; isOneLine: boolean }>();
  if (isMap(map)) {
    for (const { key, value } of map.items) {
      if (!isScalar(key) || !key.range) continue;
      const range = typeof value === 'object' && value !== null && 'range' in value && value.range;
      const end = Array.isArray(range) ? Number(range[1]) : key.range[1];
      const start = key.range[0];
      const isOneLine = !/[\r\n]/.test(yaml.slice(start, end).trimEnd());
      spans.set(String(key.value), { start, end: startOfNextLine(yaml, end), isOneLine });
    }
  }
  const edits: { start: number; end: number; text: string }[] = [];
  let added = '';
  for (const [key, value] of Object.entries(values)) {
    const span = spans.get(key);
    const line = value === undefined ? '' : print(key, value, lineEnd, span?.isOneLine);
    if (span) edits.push({ ...span, text: line });
    else added += line;
  }
  let result = '';
  let done = 0;
  for (const { start, end, text } of edits.sort((left, right) => left.start - right.start)) {
    result += yaml.slice(done, start) + text;
    done = end;
  }
  result += yaml.slice(done);
  if (added !== '' && result !== '' && !/[\r\n]$/.test(result)) result += lineEnd;
  return result + added;
}

/** Characters of a value that is too long for one line. */
const MAX_LINE = 78;

/** Frontmatter in the form of the service: long texts are folded. */
export function printFrontmatter(values: Readonly<Record<string, unknown>>): string {
  const document = new Document(values);
  for (const { value } of isMap(document.contents) ? document.contents.items : []) {
    if (!isScalar(value) || typeof value.value !== 'string' || value.value.includes('\n')) continue;
    if (value.value.length > MAX_LINE) value.type = Scalar.BLOCK_FOLDED;
  }
  return document.toString({ singleQuote: true });
}

/** A value that was on one line stays on one line, however long it is. */
function print(key: string, value: unknown, lineEnd: string, isOneLine = false): string {
  const values = { [key]: value };
  const text = isOneLine ? stringify(values, { lineWidth: 0 }) : printFrontmatter(values);
  return text.replaceAll('\n', lineEnd);
}

/** The start of the next line; the offset itself if a line starts there. */
function startOfNextLine(text: string, at: number): number {
  if (at > 0 && /[\r\n]/.test(text[at - 1] ?? '')) return at;
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end + 1;
}
