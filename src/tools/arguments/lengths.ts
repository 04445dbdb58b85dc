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

/** Says which value is too long to be looked up, compared or sent in an address; undefined if none is. */
export function lengthProblem(args: Arguments): string | undefined {
  return problemIn(args, '', 0);
}

function problemIn(value: unknown, at: string, level: number): string | undefined {
  if (typeof value === 'string') {
    return value.length > MAX_LENGTH ? `${at} is longer than ${MAX_LENGTH} characters` : undefined;
  }
  if (typeof value !== 'object' || value === null || level > MAX_LEVELS) return undefined;
  const isList = Array.isArray(value);
  for (const [name, member] of Object.entries(value)) {
    if (name.length > MAX_LENGTH) {
      return `The name of an argument${at && ` in ${at}`} is longer than ${MAX_LENGTH} characters`;
    }
    if (!isList && LONG_FIELDS.has(name)) continue;
    const below = isList ? at : `${at}${at && '.'}${name}`;
    const problem = problemIn(member, below, level + 1);
    if (problem) return problem;
  }
  return undefined;
}
