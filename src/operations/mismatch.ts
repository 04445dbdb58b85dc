import { z } from 'zod';
import { isObject } from '../json/index.ts';
import { isName } from '../text/name.ts';
import { sureFields } from './outputs/common.ts';
import { Page } from './outputs/content.ts';

/** Maximum number of values to check, unless all have to be valid. */
const MAX_VALUES = 100_000;

const PAGES = z.array(Page);

/** A value and its path. */
interface ValueAtPath {
  value: unknown;
  path: string;
  left: { values: number };
}

/**
 * The first place where an answer is not what its schema says, as in `pages[0] is null instead of an object`; undefined
 * if there is none. Present but empty fields do not count, unless every answer has them.
 */
export function mismatchIn(
  answer: unknown,
  schema: z.ZodType,
  mostValues = MAX_VALUES,
): string | undefined {
  return mismatchAt({ value: answer, path: '', left: { values: mostValues } }, schema);
}

function mismatchAt(place: ValueAtPath, given: unknown): string | undefined {
  place.left.values -= 1;
  if (place.left.values < 0) return undefined;
  const schema = unwrapSchema(given);
  const { value } = place;
  if (schema instanceof z.ZodObject) {
    return isObject(value) ? inObject(place, value, schema) : mismatchMessage(place, 'an object');
  }
  if (schema instanceof z.ZodArray) {
    return Array.isArray(value) ? inList(place, value, schema) : mismatchMessage(place, 'a list');
  }
  for (const [kind, type, name] of SCALARS) {
    if (schema instanceof kind && typeof value !== type) return mismatchMessage(place, name);
  }
  return undefined;
}

const SCALARS = [
  [z.ZodString, 'string', 'a text'],
  [z.ZodNumber, 'number', 'a number'],
  [z.ZodBoolean, 'boolean', 'true or false'],
] as const;

function inObject(
  { path, left }: ValueAtPath,
  value: Record<string, unknown>,
  schema: z.ZodObject,
): string | undefined {
  const sure = sureFields.get(schema)?.names ?? [];
  for (const [name, type] of Object.entries(schema.shape)) {
    const member = value[name];
    const at = path === '' ? name : `${path}.${name}`;
    if ((member === undefined || member === null) && !sure.includes(name)) continue;
    if (member === undefined) return `${at} is missing`;
    const found = mismatchAt({ value: member, path: at, left }, described(name, type));
    if (found !== undefined) return found;
    if (name === 'id' && sure.includes(name) && !isName(member)) return `${at} is no id`;
  }
  return undefined;
}

function inList(
  { path, left }: ValueAtPath,
  list: unknown[],
  schema: z.ZodArray,
): string | undefined {
  for (const [index, value] of list.entries()) {
    const found = mismatchAt({ value, path: `${path}[${index}]`, left }, schema.element);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Pages of a tree have the same fields at every depth, but the schema describes only the first. */
function described(name: string, type: unknown): unknown {
  const list = name === 'pages' ? unwrapSchema(type) : undefined;
  const page = list instanceof z.ZodArray ? unwrapSchema(list.element) : undefined;
  const isOpen = page instanceof z.ZodObject && Object.keys(page.shape).length === 0;
  return isOpen ? PAGES : type;
}

function unwrapSchema(schema: unknown): unknown {
  const isWrapped = schema instanceof z.ZodOptional || schema instanceof z.ZodNullable;
  return isWrapped ? unwrapSchema(schema.unwrap()) : schema;
}

function mismatchMessage({ value, path }: ValueAtPath, expected: string): string {
  return `${path === '' ? 'it' : path} is ${nameOf(value)} instead of ${expected}`;
}

function nameOf(value: unknown): string {
  if (value === null) return 'null';
  if (value === undefined) return 'empty';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'an object';
  return typeof value === 'string' ? 'a text' : `a ${typeof value}`;
}
