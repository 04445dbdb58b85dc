import { isObject } from '../../json/index.ts';
import type { Arguments } from '../../operations/index.ts';

/** Maximum characters of a name, an id, an address or a filter. */
const MAX_LENGTH = 20_000;

/** Fields that hold whole documents, files or passages, whose size only the body limits. */
export const LONG_FIELDS: ReadonlySet<string> = new Set([
  ...['markdown', 'text', 'body', 'reply', 'base64'],
  ...['old', 'new'],
]);

/** Says which value is too long to be looked up, compared or sent in an address; undefined if none is. */
export function lengthProblem(args: Arguments): string | undefined {
  return problemIn(args, '');
}

function problemIn(value: unknown, at: string): string | undefined {
  if (typeof value === 'string') {
    return value.length > MAX_LENGTH ? `${at} is longer than ${MAX_LENGTH} characters` : undefined;
  }
  if (Array.isArray(value)) {
    for (const item of value) {
      const problem = problemIn(item, at);
      if (problem) return problem;
    }
  } else if (isObject(value)) {
    for (const [name, member] of Object.entries(value)) {
      if (name.length > MAX_LENGTH) {
        return `The name of an argument${at && ` in ${at}`} is longer than ${MAX_LENGTH} characters`;
      }
      const problem = LONG_FIELDS.has(name)
        ? undefined
        : problemIn(member, at ? `${at}.${name}` : name);
      if (problem) return problem;
    }
  }
  return undefined;
}
