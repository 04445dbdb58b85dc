import { closest } from 'fastest-levenshtein';
import type { z } from 'zod';
import { type Arguments, checkArguments, type Operation } from '../operations/index.ts';
import { repair } from './repair.ts';
import { inputSchema } from './schema.ts';

/** The arguments of a call were refused before anything was sent; the message is for a model. */
export class ArgumentError extends Error {}

/** Characters that no id of the API has and that arrive by copy and paste, unseen. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zs}\p{Zl}\p{Zp}]/u;

/**
 * Repairs and validates the raw arguments of a tool call.
 * @throws {ArgumentError} saying what is wrong and what is valid.
 */
export function parseArguments(operation: Operation, raw: unknown): Arguments {
  const repaired = repair(raw ?? {}, inputSchema(operation));
  const parsed = operation.input.safeParse(repaired);
  if (!parsed.success) throw refusal(operation, parsed.error.issues.map(explain(operation, repaired)));
  const args: Arguments = parsed.data;
  const unseen = Object.keys(operation.path).filter((name) => INVISIBLE.test(String(args[name])));
  if (unseen.length > 0) {
    throw refusal(
      operation,
      unseen.map((name) => `${name}: has a space or an invisible character; give the id alone`),
    );
  }
  const problem = checkArguments(operation, args);
  if (problem) throw refusal(operation, [problem]);
  return args;
}

function refusal(operation: Operation, problems: string[]): ArgumentError {
  return new ArgumentError(
    `Invalid arguments for ${operation.tool}, nothing was sent. ${problems.join('. ')}.`,
  );
}

function explain(operation: Operation, given: unknown): (issue: z.core.$ZodIssue) => string {
  const names = Object.keys(operation.input.shape);
  return (issue) => {
    const at = issue.path.map(String).join('.');
    if (issue.code === 'unrecognized_keys') {
      if (issue.path.length > 0) return `${at}: unknown ${issue.keys.join(', ')}`;
      return issue.keys.map((key) => unknownArgument(key, names)).join('. ');
    }
    const isObject = typeof given === 'object' && given !== null && !Array.isArray(given);
    if (isObject && issue.path.length === 1 && !Object.hasOwn(given, at)) {
      return missingArgument(operation, at);
    }
    return `${at || 'arguments'}: ${issue.message}`;
  };
}

function missingArgument(operation: Operation, name: string): string {
  const where = operation.input.shape[name]?.description;
  return `${name} is required${where ? ` (${where})` : ''}`;
}

function unknownArgument(key: string, names: string[]): string {
  if (names.length === 0) return `Unknown argument ${JSON.stringify(key)}: this tool takes none`;
  const near = closest(
    key.replaceAll(/[_-]/g, '').toLowerCase(),
    names.map((name) => name.toLowerCase()),
  );
  const suggestion = names.find((name) => name.toLowerCase() === near);
  return `Unknown argument ${JSON.stringify(key)}; did you mean ${suggestion}? Valid: ${names.join(', ')}`;
}
