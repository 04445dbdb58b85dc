import { hiddenRanges } from './hidden.ts';
import { withoutInvisible } from './invisible.ts';

/** Cutting one thing out may bring another to light; nobody needs more rounds than this. */
const MAX_ROUNDS = 5;

/** The text as its readers see it: without invisible characters and hidden parts, the rest byte for byte. */
export function sanitizeText(text: string): string {
  let result = text;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const cleaned = withoutHidden(withoutInvisible(result));
    if (cleaned === result) break;
    result = cleaned;
  }
  return result;
}

/** Sanitizes every string in JSON data; what does not change is shared with the original. */
export function sanitizeDeep<T>(value: T): T {
  return sanitizeValue(value) as T;
}

function sanitizeValue(value: unknown): unknown {
  if (typeof value === 'string') return sanitizeText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const items = value.map(sanitizeValue);
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  const members = Object.entries(value).map(
    ([key, member]) => [key, sanitizeValue(member)] as const,
  );
  const changed = members.some(
    ([key, member]) => member !== (value as Record<string, unknown>)[key],
  );
  return changed ? Object.fromEntries(members) : value;
}

function withoutHidden(text: string): string {
  const ranges = hiddenRanges(text);
  if (ranges.length === 0) return text;
  let result = '';
  let done = 0;
  for (const [start, end] of ranges) {
    result += text.slice(done, start);
    done = end;
  }
  return result + text.slice(done);
}
