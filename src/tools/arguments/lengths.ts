import type { Arguments } from '../../operations/index.ts';

/** Maximum characters of a name, an id, an address or a filter. */
const MAX_LENGTH = 20_000;

/** Fields that hold whole documents, files or passages, whose size only the body limits. */
const LONG_FIELDS: ReadonlySet<string> = new Set([
  ...['markdown', 'text', 'body', 'reply', 'base64'],
  ...['old', 'new'],
]);

/** Maximum nesting that is looked at. No schema is nested deeper, so validation refuses the rest. */
const MAX_LEVELS = 20;

/** A value or a name that is too long. */
interface TooLong {
  /** Names of the members that lead to it. */
  path: string[];
  isName: boolean;
}

/** Says which value is too long to be looked up, compared or sent in an address; undefined if none is. */
export function lengthProblem(args: Arguments): string | undefined {
  const found = tooLongIn(args, 0);
  if (!found) return undefined;
  const at = found.path.reverse().join('.');
  const what = found.isName ? `The name of an argument${at && ` in ${at}`}` : at;
  return `${what} is longer than ${MAX_LENGTH} characters`;
}

/** The path is only put together for what is found, because there may be 200,000 members. */
function tooLongIn(value: unknown, level: number): TooLong | undefined {
  if (typeof value === 'string') {
    return value.length > MAX_LENGTH ? { path: [], isName: false } : undefined;
  }
  if (typeof value !== 'object' || value === null || level > MAX_LEVELS) return undefined;
  if (Array.isArray(value)) {
    for (const item of value) {
      const found = tooLongIn(item, level + 1);
      if (found) return found;
    }
    return undefined;
  }
  for (const name of Object.keys(value)) {
    if (name.length > MAX_LENGTH) return { path: [], isName: true };
    if (LONG_FIELDS.has(name)) continue;
    const found = tooLongIn((value as Arguments)[name], level + 1);
    if (!found) continue;
    found.path.push(name);
    return found;
  }
  return undefined;
}
