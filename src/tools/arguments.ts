import { closest } from 'fastest-levenshtein';
import type { z } from 'zod';
import {
  type Arguments,
  enforceScope,
  idsIn,
  isScoped,
  type Scope,
  supplyPinned,
  UNSCOPED,
} from '../operations/index.ts';
import { Refusal } from './refusal.ts';
import { repair } from './repair.ts';
import { inputSchema, type ObjectSchema } from './schema.ts';
import type { Tool } from './tool.ts';

/**
 * Repairs and validates the raw arguments of a tool call.
 * @throws {Refusal} saying what is wrong and what is valid.
 */
export function parseArguments(tool: Tool, raw: unknown, scope = UNSCOPED): Arguments {
  const repaired = withPinned(tool, repair(raw ?? {}, schemaOf(tool)), scope);
  const parsed = tool.input.safeParse(repaired);
  if (!parsed.success) throw refusal(tool, parsed.error.issues.map(explain(tool, repaired)));
  const args: Arguments = parsed.data;
  const problem = tool.check?.(args);
  if (problem) throw refusal(tool, [problem]);
  if (isScoped(scope)) enforceScope(scope, idsIn(tool.input, args));
  return args;
}

/** Derived once for each tool: it costs more than all the rest of a call. */
const schemas = new WeakMap<Tool['input'], ObjectSchema>();

function schemaOf({ input }: Tool): ObjectSchema {
  const known = schemas.get(input) ?? inputSchema(input);
  schemas.set(input, known);
  return known;
}

function withPinned(tool: Tool, args: unknown, scope: Scope): unknown {
  if (typeof args !== 'object' || args === null || Array.isArray(args)) return args;
  return supplyPinned(scope, args as Arguments, Object.keys(tool.input.shape));
}

function refusal(tool: Tool, problems: string[]): Refusal {
  return new Refusal(
    `Invalid arguments for ${tool.name}, nothing was sent. ${problems.join('. ')}.`,
  );
}

function explain(tool: Tool, given: unknown): (issue: z.core.$ZodIssue) => string {
  const names = Object.keys(tool.input.shape);
  return (issue) => {
    const at = issue.path.map(String).join('.');
    if (issue.code === 'unrecognized_keys') {
      if (issue.path.length > 0) return `${at}: unknown ${issue.keys.join(', ')}`;
      return issue.keys.map((key) => unknownArgument(key, names)).join('. ');
    }
    const isObject = typeof given === 'object' && given !== null && !Array.isArray(given);
    if (isObject && issue.path.length === 1 && !Object.hasOwn(given, at)) {
      return missingArgument(tool, at);
    }
    return `${at || 'arguments'}: ${issue.message}`;
  };
}

function missingArgument(tool: Tool, name: string): string {
  const where = tool.input.shape[name]?.description;
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
