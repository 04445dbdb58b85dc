import { camelCase } from './other-names.ts';
import { OTHER_NAMES, ownValue } from './other-words.ts';
import type { JsonSchema } from './schema.ts';

type Members = Record<string, unknown>;

/** A change has fewer members. */
const MAX_NAMES = 50;

/** The items of a list that came as an object: under a name of its own, by their numbers, or the only item itself. */
export function itemsIn(value: Members): unknown[] {
  const members = Object.values(value);
  const [only] = members;
  if (members.length === 1 && Array.isArray(only)) return only;
  const isNumbered = Object.keys(value).every((name, at) => name === String(at));
  return isNumbered ? members : [value];
}

const KINDS = ['operation', ...(OTHER_NAMES.operation ?? [])];
const TEXTS = ['document', ...(OTHER_NAMES.document ?? [])];

/**
 * A change as this server names it: with its kind, if that is the name of its only member or follows from what it has,
 * with an empty text for a page that is inserted without one, and with a place as section and end.
 * Undefined for what is no change, here and below for what stays as it is.
 */
export function changeIn(value: Members, { properties = {} }: JsonSchema): Members | undefined {
  const kinds = properties.operation?.enum;
  if (!kinds?.includes('insert_text')) return undefined;
  const change = withKind(value, kinds);
  const name = KINDS.find((one) => one in change);
  const kind = ownValue(String(name && change[name]), kinds);
  if (kind === 'insert_page' && !TEXTS.some((one) => one in change)) {
    return { ...change, document: { markdown: '' } };
  }
  const { after, section, at = 'end', ...rest } = change;
  return kind === 'insert_text' && typeof after === 'string' && section === undefined
    ? { ...rest, section: after, at }
    : change;
}

const HIDING: Readonly<Record<string, boolean>> = { hide_page: true, show_page: false };

function withKind(value: Members, kinds: readonly unknown[]): Members {
  const { operation } = value;
  if (typeof operation === 'string' && Object.hasOwn(HIDING, operation)) {
    return { ...value, operation: 'update_page', hidden: HIDING[operation] };
  }
  if (KINDS.some((name) => name in value)) return value;
  const [[kind = '', change] = [], another] = Object.entries(value);
  if (another === undefined && kinds.includes(kind) && isMembers(change)) {
    return { operation: kind, ...change };
  }
  const given = Object.keys(value).slice(0, MAX_NAMES).map(camelCase);
  const has = (name: string) =>
    [name, ...(OTHER_NAMES[name] ?? [])].some((one) => given.includes(one));
  return has('old') && has('new') ? { operation: 'replace_text', ...value } : value;
}

/** A path, an id or an address, and the anchor behind it. One letter is neither. */
const WITH_ANCHOR = /^([^#\s]{2,})#([^#\s]{2,})$/;

/** An object whose page is named with an anchor, with that as its section if it takes one. */
export function withAnchor(value: Members, { properties = {} }: JsonSchema): Members | undefined {
  const { pageId } = value;
  const [, page, anchor] = (typeof pageId === 'string' && WITH_ANCHOR.exec(pageId)) || [];
  if (page === undefined) return undefined;
  const name = ['section', 'heading'].find((one) => Object.hasOwn(properties, one));
  const isOpen = name !== undefined && value[name] === undefined;
  return { ...value, pageId: page, ...(isOpen && { [name]: `#${anchor}` }) };
}

/** An object whose spaces are all in one list, with the first of them as its space if it takes more than one. */
export function withFirstSpace(
  value: Members,
  { properties = {} }: JsonSchema,
): Members | undefined {
  if (!properties.spaceId || !properties.moreSpaces) return undefined;
  const { spaceId = [], moreSpaces = [], ...others } = value;
  if (!Array.isArray(spaceId) || !Array.isArray(moreSpaces)) return undefined;
  const [first, ...rest] = [...spaceId, ...moreSpaces];
  if (first === undefined) return undefined;
  return { ...others, spaceId: first, ...(rest.length > 0 && { moreSpaces: rest }) };
}

/**
 * An object with the members of its only list's item, or of the object among its members that takes any, in their
 * place. Only if that list or object is required or takes any name, is absent, and takes all that is unknown.
 */
export function asWrapped(
  value: Members,
  { properties = {}, required = [], additionalProperties }: JsonSchema,
): Members | undefined {
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
  const name = camelCase(given);
  return Object.keys(properties).some(
    (own) => own === name || OTHER_NAMES[own]?.includes(name) || own === `${name}Id`,
  );
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
