import { type Fields, isObject } from '../../json/index.ts';

/** One difference between two documents, at field level. */
export interface FieldChange {
  /** The path of the field, such as `requestBody.attempts.maximum`. */
  at: string;
  /** The old value; absent if the field was added. */
  from?: unknown;
  /** The new value; absent if the field was removed. */
  to?: unknown;
  /** The description of what was added. */
  description?: string;
  /** True if the change breaks users of the API. */
  breaking?: true;
}

/** Where a value occurs: users of the API send requests and read responses. */
export interface Direction {
  request: boolean;
  response: boolean;
}

/** A keyword or member that was added, removed or changed; undefined means absent. */
interface SchemaDifference {
  keyword: string;
  from: unknown;
  to: unknown;
}

/** Maximum nesting depth of the comparison. Real documents reach a tenth of it. */
const MAX_DEPTH = 100;

/** Keywords that describe an API without changing what is sent. */
const NOTES = new Set([
  ...['description', 'summary', 'title', 'example', 'examples', 'tags', 'externalDocs'],
  ...['operationId', 'deprecated', 'default', 'xml', '$comment', 'servers'],
]);

/** Lists whose order has no meaning. */
const SETS = new Set(['required', 'enum', 'type', 'tags']);

const ALTERNATIVES = new Set(['oneOf', 'anyOf']);

const UPPER = new Set(['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties']);
const LOWER = new Set(['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties']);
/** Keywords that tighten a schema when they are added or changed. */
const DEMANDS = new Set(['pattern', 'format', 'multipleOf', 'uniqueItems', 'const', 'not']);

/**
 * The differences of two schemas. References are compared by name; the change itself is reported at their definition.
 */
export function schemaChanges(from: unknown, to: unknown, side: Direction, at = ''): FieldChange[] {
  const found: FieldChange[] = [];
  compareSchemas(from, to, { at, side, depth: 0, found });
  return found;
}

interface SchemaComparison {
  at: string;
  side: Direction;
  depth: number;
  found: FieldChange[];
}

function compareSchemas(from: unknown, to: unknown, comparison: SchemaComparison): void {
  if (!isObject(from) || !isObject(to)) {
    if (!same(from, to)) note({ keyword: 'schema', from, to }, comparison, true);
    return;
  }
  if (comparison.depth > MAX_DEPTH) return;
  for (const keyword of new Set([...Object.keys(from), ...Object.keys(to)])) {
    compareKeyword({ keyword, from: from[keyword], to: to[keyword] }, comparison);
  }
}

function compareKeyword(difference: SchemaDifference, comparison: SchemaComparison): void {
  const { keyword, from, to } = difference;
  if (keyword === 'properties' || keyword === 'patternProperties') {
    compareProperties(from, to, comparison);
  } else if (SETS.has(keyword)) {
    compareSets(difference, comparison);
  } else if (keyword === 'items' || keyword === 'additionalProperties') {
    const inner = { ...below(comparison, keyword === 'items' ? '[]' : '{}') };
    if (isObject(from) && isObject(to)) compareSchemas(from, to, inner);
    else if (!same(from, to)) note(difference, comparison, narrows(to, from, comparison.side));
  } else if (ALTERNATIVES.has(keyword) || keyword === 'allOf') {
    compareLists(difference, comparison);
  } else if (!same(from, to)) {
    note(difference, comparison, isBreaking(difference, comparison.side));
  }
}

function compareProperties(from: unknown, to: unknown, comparison: SchemaComparison): void {
  const [was, is] = [isObject(from) ? from : {}, isObject(to) ? to : {}];
  for (const name of new Set([...Object.keys(was), ...Object.keys(is)])) {
    const inner = below(comparison, name);
    if (!(name in is)) inner.found.push({ at: inner.at, from: brief(was[name]), breaking: true });
    else if (!(name in was)) {
      inner.found.push({ at: inner.at, to: brief(is[name]), ...describedBy(is[name]) });
    } else compareSchemas(was[name], is[name], inner);
  }
}

/** Fewer choices in a request break clients that send it; more choices in a response break clients that read it. */
function compareSets({ keyword, from, to }: SchemaDifference, comparison: SchemaComparison): void {
  const [was, is] = [listOf(from), listOf(to)];
  const known = new Set(was.map(key));
  const kept = new Set(is.map(key));
  const added = is.filter((value) => !known.has(key(value)));
  const removed = was.filter((value) => !kept.has(key(value)));
  if (added.length === 0 && removed.length === 0) return;
  const { request, response } = comparison.side;
  const narrowed =
    keyword === 'required' ? added.length > 0 : from === undefined || removed.length > 0;
  const widened =
    keyword === 'required' ? removed.length > 0 : to === undefined || added.length > 0;
  const breaking = keyword !== 'tags' && ((request && narrowed) || (response && widened));
  note({ keyword, from, to }, comparison, breaking);
}

function compareLists({ keyword, from, to }: SchemaDifference, comparison: SchemaComparison): void {
  const [was, is] = [listOf(from), listOf(to)];
  if (was.length === is.length) {
    for (const [index, item] of was.entries()) {
      compareSchemas(item, is[index], below(comparison, `${keyword}[${index}]`));
    }
    return;
  }
  const { request, response } = comparison.side;
  const isFewer = is.length < was.length;
  const breaking =
    keyword === 'allOf' ? true : isFewer ? request || !response : response && was.length > 0;
  const names = (list: readonly unknown[]) => list.map(nameOf);
  note({ keyword, from: from && names(was), to: to && names(is) }, comparison, breaking);
}

function isBreaking({ keyword, from, to }: SchemaDifference, side: Direction): boolean {
  if (NOTES.has(keyword) || keyword.startsWith('x-')) return false;
  if (UPPER.has(keyword)) return moved(from, to, side, 1);
  if (LOWER.has(keyword)) return moved(from, to, side, -1);
  if (keyword === 'nullable') return to === true ? side.response : side.request;
  if (DEMANDS.has(keyword)) return to === undefined ? false : side.request;
  return keyword === '$ref';
}

/**
 * Whether a limit changed to the disadvantage of senders or readers. `direction`: 1 for upper limits, -1 for lower
 * ones.
 */
function moved(from: unknown, to: unknown, { request, response }: Direction, direction: 1 | -1) {
  const limit = (value: unknown) =>
    (typeof value === 'number' ? value : Number.POSITIVE_INFINITY * direction) * direction;
  return limit(to) < limit(from) ? request : response && to === undefined;
}

/** Whether something that was open is now closed to senders. */
function narrows(to: unknown, from: unknown, { request, response }: Direction): boolean {
  if (to === false) return request;
  if (from === false) return response;
  return to !== undefined && request;
}

function note(
  { keyword, from, to }: SchemaDifference,
  { at, found }: SchemaComparison,
  breaking: boolean,
): void {
  found.push({ ...changed(joinedPath(at, keyword), from, to), ...(breaking && { breaking }) });
}

function below(comparison: SchemaComparison, name: string): SchemaComparison {
  const at =
    name.startsWith('[') || name.startsWith('{')
      ? comparison.at + name
      : joinedPath(comparison.at, name);
  return { ...comparison, at, depth: comparison.depth + 1 };
}

export function joinedPath(at: string, name: string): string {
  return at === '' ? name : `${at}.${name}`;
}

/** A change of a value; undefined means absent. Of a long text, it shows the part that differs. */
export function changed(at: string, from: unknown, to: unknown): FieldChange {
  const [was, is] =
    typeof from === 'string' && typeof to === 'string' ? differingParts(from, to) : [from, to];
  return {
    at,
    ...(was !== undefined && { from: brief(was) }),
    ...(is !== undefined && { to: brief(is) }),
  };
}

/** Characters to show before the first difference of long texts. */
const CONTEXT = 60;

/** Two texts from just before their first difference, if they are too long to be shown whole. */
function differingParts(from: string, to: string): [string, string] {
  if (from.length <= MAX_VALUE && to.length <= MAX_VALUE) return [from, to];
  let same = 0;
  while (same < from.length && from[same] === to[same]) same += 1;
  const start = from.lastIndexOf(' ', Math.max(same - CONTEXT, 0)) + 1;
  if (start === 0) return [from, to];
  return [`…${from.slice(start)}`, `…${to.slice(start)}`];
}

const MAX_VALUE = 200;

/** A value for display: a schema is shown by its type or name, and its limits. */
export function brief(value: unknown): unknown {
  if (isObject(value)) return nameOf(value);
  if (typeof value === 'string') return shortened(value, MAX_VALUE);
  if (Array.isArray(value)) return value.map(brief);
  return value;
}

function nameOf(schema: unknown): string {
  if (!isObject(schema)) return String(schema);
  const { $ref, type, format, items } = schema;
  if (typeof $ref === 'string') return $ref.slice($ref.lastIndexOf('/') + 1);
  if (type === 'array') return `${isObject(items) ? nameOf(items) : 'any'}[]`;
  const types = [listOf(type).join(' | '), format].filter(Boolean).join(' ');
  const kind = types || Object.keys(schema).join(', ') || 'any';
  return [kind, ...limitsIn(schema)].join(', ');
}

/** What a schema demands of a value, besides its type, in the order in which people read it. */
const LIMITS = [
  ...['default', 'enum', 'const', 'minimum', 'exclusiveMinimum', 'maximum', 'exclusiveMaximum'],
  ...['multipleOf', 'minLength', 'maxLength', 'pattern', 'minItems', 'maxItems', 'uniqueItems'],
];
const MAX_LIMIT = 80;

function limitsIn(schema: Fields): string[] {
  return LIMITS.flatMap((name) => {
    const limit = schema[name];
    const isPlain = ['string', 'number', 'boolean'].includes(typeof limit);
    if (!isPlain && name !== 'enum') return [];
    const values = listOf(limit).map(String).join(' | ');
    return values === '' ? [] : [`${name} ${shortened(values, MAX_LIMIT)}`];
  });
}

const MAX_DESCRIPTION = 120;

/** The description of something new, as a member of its change. */
export function describedBy(...nodes: readonly unknown[]): { description?: string } {
  const descriptions = nodes.map((node) => (isObject(node) ? node.description : undefined));
  const description = descriptions.find((one) => typeof one === 'string' && one.trim() !== '');
  return description === undefined
    ? {}
    : { description: shortened(String(description).replaceAll(/\s+/g, ' '), MAX_DESCRIPTION) };
}

function shortened(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most)}…` : text;
}

function listOf(value: unknown): readonly unknown[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}

/** A key that is equal for equal values, whatever the order of their members, down to a maximum depth. */
function key(value: unknown): string {
  return JSON.stringify(sorted(value, 0)) ?? '';
}

function sorted(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return value;
  if (Array.isArray(value)) return value.map((item) => sorted(item, depth + 1));
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return members.map(([name, member]) => [name, sorted(member, depth + 1)]);
}

export function same(a: unknown, b: unknown): boolean {
  return a === b || key(a) === key(b);
}
