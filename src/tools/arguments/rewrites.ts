import { type Fields, isObject } from '../../json/index.ts';
import type { JsonSchema } from '../surface/schema.ts';
import { camelCase } from './canonical-names.ts';
import { NAME_SYNONYMS } from './synonyms.ts';

/** The items of a list that was sent as an object: under one name, under their numbers, or as the only item. */
export function unwrapItems(value: Fields): unknown[] {
  const members = Object.values(value);
  const [only] = members;
  if (members.length === 1 && Array.isArray(only)) return only;
  const isNumbered = Object.keys(value).every((name, at) => name === String(at));
  return isNumbered ? members : [value];
}

/** A path, an id or an address, followed by an anchor. One letter is neither. */
const WITH_ANCHOR = /^([^#\s]{2,})#([^#\s]{2,})$/;

/** Moves the anchor of `page#anchor` to the argument for a section, if there is one. */
export function splitAnchor(value: Fields, { properties = {} }: JsonSchema): Fields | undefined {
  const { pageId } = value;
  const [, page, anchor] = (typeof pageId === 'string' && WITH_ANCHOR.exec(pageId)) || [];
  if (page === undefined) return undefined;
  const name = ['section', 'heading'].find((one) => Object.hasOwn(properties, one));
  const isOpen = name !== undefined && value[name] === undefined;
  return { ...value, pageId: page, ...(isOpen && { [name]: `#${anchor}` }) };
}

/** Arguments of which a call may give several, and the list for those besides the first. */
const LISTS = [
  ['spaceId', 'moreSpaces'],
  ['changeRequestId', 'moreChangeRequests'],
] as const;

/** Splits one list of spaces into `spaceId` and `moreSpaces`, and one of change requests likewise. */
export function splitLists(value: Fields, { properties = {} }: JsonSchema): Fields | undefined {
  let split: Fields | undefined;
  for (const [one, more] of LISTS) {
    if (!properties[one] || !properties[more]) continue;
    const { [one]: first = [], [more]: rest = [], ...others } = split ?? value;
    if (!Array.isArray(first) || !Array.isArray(rest)) continue;
    const [head, ...tail] = [...first, ...rest].map(numberAsText);
    if (head !== undefined)
      split = { ...others, [one]: head, ...(tail.length > 0 && { [more]: tail }) };
  }
  return split;
}

/** People call change requests by their numbers. */
function numberAsText(value: unknown): unknown {
  return typeof value === 'number' ? String(value) : value;
}

/**
 * Wraps unknown members: in the absent object that accepts any name, or in one item of the absent required list whose
 * items accept all of them.
 */
export function wrapMembers(
  value: Fields,
  { properties = {}, required = [], additionalProperties }: JsonSchema,
): Fields | undefined {
  if (additionalProperties) return undefined;
  const unknown = Object.keys(value).filter((name) => !isKnown(name, properties));
  if (unknown.length === 0) return undefined;
  const absent = Object.entries(properties).filter(([name]) => !(name in value));
  const open = absent.find(([, { additionalProperties: any }]) => any === true);
  const list = absent.find(
    ([name, { items }]) =>
      required.includes(name) &&
      unknown.every((one) => items?.properties && isKnown(one, items.properties)),
  );
  const [name] = open ?? list ?? [];
  if (name === undefined) return undefined;
  const inner = Object.entries(value).filter(([one]) => unknown.includes(one));
  const outer = Object.entries(value).filter(([one]) => !unknown.includes(one));
  const wrapped = Object.fromEntries(inner);
  return { ...Object.fromEntries(outer), [name]: open ? wrapped : [wrapped] };
}

function isKnown(given: string, properties: Readonly<Record<string, JsonSchema>>): boolean {
  if (Object.hasOwn(properties, given)) return true;
  const name = camelCase(given);
  return Object.keys(properties).some(
    (own) => own === name || NAME_SYNONYMS[own]?.includes(name) || own === `${name}Id`,
  );
}

/** Names of objects that hold the arguments of a call. */
const WRAPPERS = ['body', 'data', 'arguments', 'args', 'params', 'parameters', 'input', 'payload'];
const IS_WRAPPER: ReadonlySet<string> = new Set(WRAPPERS);

/** Moves the members of a wrapper such as `body` to the object itself, if it accepts all of them. */
export function unwrapMembers(value: Fields, { properties = {} }: JsonSchema): Fields | undefined {
  // Most objects have none of these names, so that each need not be looked up.
  if (!Object.keys(value).some((one) => IS_WRAPPER.has(one))) return undefined;
  const name = WRAPPERS.find((one) => isObject(value[one]) && !Object.hasOwn(properties, one));
  if (name === undefined) return undefined;
  const { [name]: members, ...rest } = value;
  const names = Object.keys(members as Fields);
  const isTaken = names.length <= MAX_HELD && names.every((one) => isKnown(one, properties));
  return isTaken ? { ...rest, ...(members as Fields) } : undefined;
}

/** No tool has more arguments. */
const MAX_HELD = 50;

/** Reads a list where a text is expected: as several questions, words, or alternatives. */
export function joinTexts(value: Fields, { properties = {} }: JsonSchema): Fields | undefined {
  if (properties.queries) return splitQuestions(value);
  const { status, statuses = status, versions } = value;
  if (properties.status?.type === 'string' && isStringList(statuses)) {
    const { statuses: _, ...rest } = value;
    return { ...rest, status: statuses.join(',') };
  }
  if (properties.from && properties.to && isStringList(versions) && versions.length === 2) {
    const { versions: _, statuses: __, ...rest } = value;
    return { ...rest, from: versions[0], to: versions[1] };
  }
  if (properties.query) return joinList(value, 'query', ' ');
  if (properties.filter) return joinList(value, 'filter', '|');
  if (!properties.text || !properties.match) return undefined;
  const { [listNameOf(value, 'text') ?? 'text']: text, ...others } = value;
  return joinAlternatives({ ...others, text });
}

/** The name under which an argument was sent as a list. */
function listNameOf(value: Fields, own: string): string | undefined {
  return [own, ...(NAME_SYNONYMS[own] ?? [])].find((name) => isStringList(value[name]));
}

function joinList(value: Fields, own: string, between: string): Fields | undefined {
  const name = listNameOf(value, own);
  if (name === undefined || (name !== own && own in value)) return undefined;
  const { [name]: texts, ...rest } = value;
  return { ...rest, [own]: (texts as string[]).join(between) };
}

function splitQuestions({ names, ...value }: Fields): Fields | undefined {
  const { [listNameOf(value, 'query') ?? 'query']: query, ...rest } = value;
  if (rest.queries !== undefined) return undefined;
  if (isStringList(query))
    return { ...rest, ...(names !== undefined && { names }), queries: query };
  return isStringList(names) && query === undefined ? { ...rest, queries: names } : undefined;
}

function joinAlternatives({ text, regex, ...rest }: Fields): Fields | undefined {
  if (text === undefined && typeof regex === 'string' && !/^(?:true|false)$/i.test(regex)) {
    return { ...rest, text: regex, match: 'regex' };
  }
  if (!isStringList(text) || text.length < 2 || regex !== undefined) return undefined;
  const { match = 'text' } = rest;
  const any = text.map(match === 'regex' ? (one) => `(?:${one})` : escapeRegex).join('|');
  if (match === 'words') return { ...rest, text: `\\b(?:${any})\\b`, match: 'regex' };
  return match === 'text' || match === 'regex' ? { ...rest, text: any, match: 'regex' } : undefined;
}

function escapeRegex(text: string): string {
  return text.replaceAll(/[\\^$.|?*+()[\]{}]/g, '\\$&');
}

function isStringList(value: unknown): value is string[] {
  return Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string');
}

/** Reads `from` and `to`, or `text` and `to`, as the old and the new text of a replacement. */
export function nameOldAndNew(value: Fields, { properties = {} }: JsonSchema): Fields | undefined {
  if (!properties.old || !properties.new || !properties.match) return undefined;
  const { from, to, text, ...rest } = value;
  const isOpen = !['old', 'find', 'search'].some((name) => name in rest);
  if (typeof from === 'string' && typeof to === 'string' && isOpen) {
    return { ...rest, ...(text !== undefined && { text }), old: from, new: to };
  }
  return typeof text === 'string' && isOpen && from === undefined
    ? { ...rest, ...(to !== undefined && { to }), old: text }
    : undefined;
}

/** Copies a reply that was sent beside a list of thread ids into each thread. */
export function splitThreads(value: Fields, { properties = {} }: JsonSchema): Fields | undefined {
  if (!properties.threads?.items?.properties?.commentId) return undefined;
  const name = ['threads', ...(NAME_SYNONYMS.threads ?? [])].find((one) =>
    isStringList(value[one]),
  );
  if (name === undefined) return undefined;
  const { spaceId, [name]: ids, ...answer } = value;
  const own = Object.entries(answer).filter(([one]) => !isKnown(one, { spaceId: {} }));
  const rest = Object.entries(answer).filter(([one]) => isKnown(one, { spaceId: {} }));
  const threads = (ids as string[]).map((commentId) => ({
    commentId,
    ...Object.fromEntries(own),
  }));
  return { ...(spaceId !== undefined && { spaceId }), ...Object.fromEntries(rest), threads };
}

/** Members that identify an object. */
const IDENTIFYING = ['id', 'path', 'email', 'slug', 'name', 'title', 'displayName'];

/** The id or name in an object that a caller copied from an answer. */
export function nameIn(value: Fields): string | undefined {
  const names = Object.keys(value);
  if (names.length > IDENTIFYING.length || !names.every((one) => IDENTIFYING.includes(one))) {
    return undefined;
  }
  if (names.length === 1 && names[0] === 'id') return undefined;
  const own = IDENTIFYING.find((one) => typeof value[one] === 'string');
  return own === undefined ? undefined : String(value[own]);
}
