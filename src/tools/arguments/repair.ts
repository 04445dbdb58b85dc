import { excessOf, isObject, type JsonAllowance, jsonAllowance } from '../../json/index.ts';
import type { JsonSchema } from '../surface/schema.ts';
import { canonicalNames, flagEquivalents, soleText, wrapText } from './canonical-names.ts';
import { addPageToChanges, expandChanges, normalizeChange } from './normalize-changes.ts';
import {
  joinTexts,
  nameIn,
  nameOldAndNew,
  splitAnchor,
  splitLists,
  splitThreads,
  unwrapItems,
  unwrapMembers,
  wrapMembers,
} from './rewrites.ts';
import { canonicalValue } from './synonyms.ts';

/** The value for "not given" in strict modes, which demand every argument, where `null` has a meaning of its own. */
export const UNCHANGED = '(unchanged)';

/** Maximum number of members beyond those in the schema that are still repaired. */
const MAX_EXCESS = 1_000;

/** Maximum number of items of all lists together: each that is invalid becomes a problem of its own. */
const MAX_ITEMS = 10_000;

/** Shorter JSON is parsed within milliseconds, whatever it is. */
const SHORT_JSON = 10_000;

/** What may still be repaired of one call. */
interface Allowance extends JsonAllowance {
  items: number;
}

/** The value has so many members that checking each would make others wait. */
export class TooManyMembers extends Error {
  override readonly name = 'TooMany';
}

/**
 * Repairs what hosts and models are known to mangle, guided by the schema: objects and arrays sent as JSON text,
 * numbers and booleans sent as strings, ids sent as numbers, `null` for an argument that was simply not given, one item
 * for a list and a list of one for the item, a text for an object that holds one and the reverse, and other names for
 * the same thing. Anything without a clear repair
 * is left for validation to refuse.
 * @throws {TooManyMembers}
 */
export function repair(
  value: unknown,
  schema: JsonSchema,
  left: Allowance = { items: MAX_ITEMS, ...jsonAllowance() },
): unknown {
  const types = typesOf(schema);
  if (Array.isArray(value) && types.includes('array')) return repairItems(value, schema, left);
  if (value === null || types.includes(typeof value) || types.includes(undefined)) {
    if (typeof value === 'string') return repairWord(value, types, schema);
    return isObject(value) ? repairObject(value, schema, left) : value;
  }
  if (typeof value === 'string') return repairString(value, types, schema, left);
  if (typeof value === 'number' && types.includes('string') && !types.includes('integer')) {
    return String(value);
  }
  if (isObject(value) && types.includes('array'))
    return repairItems(unwrapItems(value), schema, left);
  if (isObject(value) && types.includes('string')) return soleText(value) ?? nameIn(value) ?? value;
  if (Array.isArray(value) && value.length === 1 && types.includes('string')) {
    return typeof value[0] === 'string' ? value[0] : value;
  }
  return value;
}

function repairObject(
  given: Record<string, unknown>,
  schema: JsonSchema,
  left: Allowance,
): unknown {
  const form = schemaForType(schema, 'object');
  const { properties } = form;
  if (!properties) return given;
  const count = Object.keys(given).length;
  const known = Object.keys(properties);
  if (!form.additionalProperties && count > known.length + MAX_EXCESS) {
    throw new TooManyMembers(`An object has ${count} members. Valid: ${known.join(', ')}`);
  }
  const value = rewrite(given, form);
  const flags = flagEquivalents(value, form);
  const names = canonicalNames(value, form);
  const repaired: Record<string, unknown> = {};
  for (const [given, member] of Object.entries(value)) {
    const flag = flags.get(given);
    if (flag) {
      const [own, meant] = flag;
      repaired[own] = repair(meant, properties[own] ?? {}, left);
      continue;
    }
    const key = names.get(given) ?? given;
    const memberSchema = Object.hasOwn(properties, key) ? properties[key] : undefined;
    if (memberSchema && member === (isNullable(memberSchema) ? UNCHANGED : null)) continue;
    repaired[key] = memberSchema ? repair(member, memberSchema, left) : member;
  }
  return splitAnchor(repaired, form) ?? splitLists(repaired, form) ?? repaired;
}

/** Ways to write an object that another one means, in the order in which they are read. */
const REWRITES = [
  unwrapMembers,
  addPageToChanges,
  splitThreads,
  normalizeChange,
  wrapMembers,
  nameOldAndNew,
  joinTexts,
];

function rewrite(given: Record<string, unknown>, form: JsonSchema): Record<string, unknown> {
  return REWRITES.reduce((value, read) => read(value, form) ?? value, given);
}

function repairItems(value: unknown[], schema: JsonSchema, left: Allowance): unknown[] {
  const { items, maxItems } = schemaForType(schema, 'array');
  if (maxItems !== undefined && value.length > maxItems + MAX_EXCESS) {
    throw new TooManyMembers(`A list has ${value.length} items. Give at most ${maxItems}`);
  }
  if (!items) return value;
  left.items -= value.length;
  if (left.items < 0) throw new TooManyMembers(`The lists have more than ${MAX_ITEMS} items`);
  const most = (maxItems ?? 0) + MAX_EXCESS;
  return expandChanges(value, items, most).map((item) => repair(item, items, left));
}

function repairString(
  value: string,
  types: (string | undefined)[],
  schema: JsonSchema,
  left: Allowance,
): unknown {
  const text = value.trim();
  if (types.includes('boolean') && /^(true|false)$/i.test(text)) return /^t/i.test(text);
  if (types.includes('number') || types.includes('integer')) {
    const number = Number(text);
    return text !== '' && Number.isFinite(number) ? number : value;
  }
  const object = types.includes('object') ? schemaForType(schema, 'object') : undefined;
  const asText = object && wrapText(value, object);
  if (asText) return isJsonOf(text, object, left) ? repairJson(value, types, schema, left) : asText;
  return repairJson(value, types, schema, left);
}

/** Whether text is meant as JSON of an object rather than as the text in it. It may be malformed. */
function isJsonOf(text: string, { properties = {} }: JsonSchema, left: Allowance): boolean {
  if (/^\[\s*["{]/.test(text)) return parseJson(text, left) !== undefined;
  const first = /^\{\s*["']?(\w{1,40})/.exec(text)?.[1] ?? '';
  return Object.hasOwn(properties, first);
}

function repairJson(
  value: string,
  types: (string | undefined)[],
  schema: JsonSchema,
  left: Allowance,
): unknown {
  const text = value.trim();
  if (text.startsWith('{') || text.startsWith('[')) {
    const parsed = parseJson(text, left);
    const type = Array.isArray(parsed) ? 'array' : typeof parsed;
    const isWanted = types.includes(type) || (type === 'object' && types.includes('array'));
    return parsed !== undefined && isWanted ? repair(parsed, schema, left) : value;
  }
  if (types.includes('array') && text !== '') return repairItems([value], schema, left);
  return value;
}

/** A word for a choice, which a description may name, or a number where both are accepted. */
function repairWord(
  value: string,
  types: (string | undefined)[],
  { enum: choices, anyOf, description }: JsonSchema,
): unknown {
  if (types.includes('integer') && /^\d{1,9}$/.test(value)) return Number(value);
  const named = anyOf?.find((one) => one.enum)?.enum ?? choices ?? choicesIn(description);
  return named ? canonicalValue(value, named) : value;
}

/** The choices that a description names, if others may follow. */
function choicesIn(description = ''): string[] | undefined {
  return /^[a-z]+(?:, [a-z]+)*, …$/.test(description) ? description.split(', ') : undefined;
}

function isNullable(schema: JsonSchema): boolean {
  const types = typesOf(schema);
  return types.includes(undefined) || types.includes('null');
}

/** Every call uses the same schemas. */
const knownTypes = new WeakMap<JsonSchema, (string | undefined)[]>();

function typesOf(schema: JsonSchema): (string | undefined)[] {
  const types = knownTypes.get(schema) ?? readTypes(schema);
  knownTypes.set(schema, types);
  return types;
}

function readTypes({ type, anyOf }: JsonSchema): (string | undefined)[] {
  return anyOf ? anyOf.flatMap(typesOf) : [type].flat();
}

/** The part of a schema that applies to values of this type. */
function schemaForType(schema: JsonSchema, type: string): JsonSchema {
  return schema.anyOf?.find((alternative) => alternative.type === type) ?? schema;
}

/** Undefined if the text is not JSON. */
function parseJson(text: string, left: Allowance): unknown {
  const excess = text.length > SHORT_JSON && excessOf(Buffer.from(text), 'JSON in a string', left);
  if (excess) throw new TooManyMembers(excess.replace(/\.$/, ''));
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
