import { type Fields, isObject } from '../../json/index.ts';
import type { JsonSchema } from '../surface/schema.ts';
import { hasOldAndNew, PAGES, RENAMES, readKind, TEXTS } from './change-kinds.ts';
import { camelCase } from './other-names.ts';
import { OTHER_NAMES, ownValue } from './synonyms.ts';

const KINDS = ['operation', ...(OTHER_NAMES.operation ?? [])];
const COPIES = ['copy', ...(OTHER_NAMES.copy ?? [])];

/** Lists in a change that each stand for a change of the same page. */
const NESTED = ['edits', 'replacements', 'changes', 'operations'];

/** Objects in a change whose members are meant as its own. */
const SETTINGS = ['metadata', 'frontmatter', 'fields', 'properties', 'settings', 'attributes'];

/** Parents that are the root of the space. */
const ROOTS = ['', '/', '.', 'root', '(root)', 'top-level', 'null'];

/** The kinds of changes, if these items are changes. */
function kindsIn({ properties = {} }: JsonSchema): readonly unknown[] | undefined {
  const kinds = properties.operation?.enum;
  return kinds?.includes('insert_text') ? kinds : undefined;
}

/**
 * The changes that items stand for: one of several pages for each of them, and one with a list of edits for each edit.
 * `most` bounds how many are made.
 */
export function changesIn(items: readonly unknown[], schema: JsonSchema, most: number): unknown[] {
  if (!kindsIn(schema)) return [...items];
  const changes: unknown[] = [];
  for (const item of items) {
    for (const change of editsIn(item)) changes.push(...pagesIn(change));
    if (changes.length > most) return changes;
  }
  return changes;
}

function editsIn(item: unknown): unknown[] {
  if (!isObject(item)) return [item];
  const name = NESTED.find((one) => isObject(item[one]) || isListOfObjects(item[one]));
  if (name === undefined) return [item];
  const { [name]: nested, ...rest } = item;
  const edits = isObject(nested) ? pairsIn(nested) : (nested as Fields[]);
  return edits.map((edit) => ({ ...rest, ...edit }));
}

/** `{ old: new }` as edits, or the only edit itself. */
export function pairsIn(value: Fields): Fields[] {
  const isOne = Object.keys(value).some((name) => OLD.includes(camelCase(name)));
  return isOne || Object.values(value).some((text) => typeof text !== 'string')
    ? [value]
    : Object.entries(value).map(([old, text]) => ({ old, new: text }));
}

const OLD = ['old', ...(OTHER_NAMES.old ?? []), 'from'];

function pagesIn(change: unknown): unknown[] {
  if (!isObject(change)) return [change];
  const name = ['page', 'pages', 'pageId', 'pageIds', 'paths'].find((one) =>
    isListOfNames(change[one]),
  );
  if (name === undefined) return [change];
  const { [name]: pages, ...rest } = change;
  return (pages as unknown[]).map((page) => ({ ...rest, page }));
}

function isListOfObjects(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.every(isObject);
}

function isListOfNames(value: unknown): boolean {
  return (
    Array.isArray(value) && value.length > 0 && value.every((page) => typeof page === 'string')
  );
}

/** A call that names its page outside its changes, with the page added to each change that has none. */
export function withPageInEach(value: Fields, { properties = {} }: JsonSchema): Fields | undefined {
  if (!properties.changes?.items || !kindsIn(properties.changes.items)) return undefined;
  const name = ['page', 'pageId', 'path'].find((one) => typeof value[one] === 'string');
  const list = ['changes', ...(OTHER_NAMES.changes ?? [])].find((one) =>
    isListOfObjects(value[one]),
  );
  if (name === undefined || list === undefined || name in properties) return undefined;
  const { [name]: page, [list]: changes, ...rest } = value;
  const each = (changes as Fields[]).map((change) =>
    PAGES.some((one) => one in change) ? change : { ...change, page },
  );
  return { ...rest, changes: each };
}

/**
 * A change as this server names it: with its kind, if that is the name of its only member, follows from what it has or
 * is said in other words, with its settings as members, with an empty text for a page that is inserted without one, and
 * with a place as section and end.
 * Undefined for what is no change.
 */
export function changeIn(given: Fields, schema: JsonSchema): Fields | undefined {
  const kinds = kindsIn(schema);
  if (!kinds) return undefined;
  const change = withSource(withKind(withSettings(given, schema), kinds));
  const name = KINDS.find((one) => one in change);
  const kind = ownValue(String(name && change[name]), kinds);
  if (kind === 'insert_page') return insertedPage(change);
  if (kind === 'update_page') return updatedPage(change, String(name && change[name]));
  if (kind === 'replace_text') return withOldAndNew(change);
  return kind === 'insert_text' ? besideSection(change) : change;
}

function insertedPage({ path, ...change }: Fields): Fields {
  const placed = typeof path === 'string' && !('slug' in change) ? placeOf(path) : {};
  const { page } = change;
  const { page: _, ...own } = change;
  const all = atRoot({ ...placed, ...(isObject(page) ? { ...own, ...page } : change) });
  return [...TEXTS, ...COPIES].some((one) => one in all)
    ? all
    : { ...all, document: { markdown: '' } };
}

/** A change with the parts of the page that it copies as its own members, or with the page to copy named as such. */
function withSource(change: Fields): Fields {
  const name = COPIES.find((one) => isObject(change[one]));
  if (name !== undefined) {
    const { [name]: source, ...rest } = change;
    const { page, pageId = page, path = pageId, spaceId, section, ...others } = source as Fields;
    const copy = section === undefined ? path : `${path}#${String(section).replace(/^#/, '')}`;
    return { ...rest, ...others, copy, ...(spaceId !== undefined && { copySpaceId: spaceId }) };
  }
  const isCopy = KINDS.some((one) => /^(?:copy|duplicate)/.test(String(change[one] ?? '')));
  if (!isCopy || COPIES.some((one) => one in change)) return change;
  const { page, pageId = page, ...rest } = change;
  return pageId === undefined ? change : { ...rest, copy: pageId };
}

/** The parent that a path implies for a page, and its slug. */
function placeOf(path: string): Fields {
  const [, into, slug] = /^\/?(?:(.*)\/)?([^/]*?)(?:\.md)?\/?$/.exec(path) ?? [];
  return { ...(into && { into }), ...(slug && { slug }) };
}

const PARENTS = ['into', ...(OTHER_NAMES.into ?? [])];

function atRoot(change: Fields): Fields {
  const name = PARENTS.find((one) => one in change);
  const parent = name === undefined ? undefined : change[name];
  if (name === undefined || typeof parent !== 'string') return change;
  return ROOTS.includes(parent.trim().toLowerCase()) ? { ...change, [name]: null } : change;
}

function paths(newPath: unknown, path: unknown): Fields {
  return { ...(newPath !== undefined && { newPath }), ...(path !== undefined && { path }) };
}

function updatedPage(given: Fields, kind: string): Fields {
  const { to, newPath, path, ...rest } = given;
  if (RENAMES.test(kind) && typeof to === 'string' && !('title' in rest)) {
    return updatedPage({ ...rest, ...paths(newPath, path), title: to }, kind);
  }
  const page = rest.page ?? rest.pageId;
  const address = newPath ?? (page === undefined ? undefined : path);
  if (typeof address !== 'string' || typeof page !== 'string') return atRoot(given);
  const was = placeOf(page);
  const { into = null, slug } = placeOf(address);
  return {
    ...rest,
    ...(to !== undefined && { to }),
    ...(into !== (was.into ?? null) && { into }),
    ...(slug !== was.slug && { slug }),
  };
}

/** The old and the new text of a replacement; not a location here. */
function withOldAndNew(change: Fields): Fields {
  const { from, to, ...rest } = change;
  const isMeant = typeof from === 'string' && typeof to === 'string';
  return isMeant && !('old' in rest) && !('new' in rest) ? { ...rest, old: from, new: to } : change;
}

/** A text that is inserted next to a section. */
function besideSection(change: Fields): Fields {
  const { before, after, section, at = 'end', ...rest } = change;
  if (section !== undefined) return change;
  if (typeof before === 'string') return { ...rest, section: before, at: 'before' };
  return typeof after === 'string' ? { ...rest, section: after, at } : change;
}

function withSettings(change: Fields, { properties = {} }: JsonSchema): Fields {
  const name = SETTINGS.find((one) => isObject(change[one]));
  if (name === undefined) return change;
  const { [name]: settings, ...rest } = change;
  const isKnown = Object.keys(settings as Fields).every((one) =>
    Object.hasOwn(properties, camelCase(one)),
  );
  return isKnown ? { ...rest, ...(settings as Fields) } : change;
}

function withKind(value: Fields, kinds: readonly unknown[]): Fields {
  const name = KINDS.find((one) => one in value);
  if (name !== undefined) {
    const kind = value[name];
    if (typeof kind !== 'string' || kinds.includes(ownValue(kind, kinds))) return value;
    const { [name]: _, ...rest } = value;
    return readKind(kind, rest) ?? value;
  }
  const [[kind = '', change] = [], another] = Object.entries(value);
  if (another === undefined && kinds.includes(kind) && isObject(change)) {
    return { operation: kind, ...change };
  }
  return hasOldAndNew(value) ? { operation: 'replace_text', ...value } : value;
}
