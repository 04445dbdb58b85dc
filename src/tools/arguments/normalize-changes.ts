import { lookup as mediaTypeOf } from 'mrmime';
import { type Fields, isObject } from '../../json/index.ts';
import type { JsonSchema } from '../surface/schema.ts';
import { camelCase } from './canonical-names.ts';
import { hasOldAndNew, PAGE_FIELDS, RENAMES, readKind, TEXT_FIELDS } from './change-kinds.ts';
import { canonicalValue, NAME_SYNONYMS } from './synonyms.ts';

const KIND_NAMES = ['operation', ...(NAME_SYNONYMS.operation ?? [])];
const COPY_NAMES = ['copy', ...(NAME_SYNONYMS.copy ?? [])];

/** Members whose items are separate changes of the same page. */
const NESTED_LISTS = ['edits', 'replacements', 'changes', 'operations'];

/** Members whose own members belong directly to the change. */
const SETTINGS_OBJECTS = [
  'metadata',
  'frontmatter',
  'fields',
  'properties',
  'settings',
  'attributes',
];

/** Names for the root of the space as a parent. */
const ROOT_NAMES = ['', '/', '.', 'root', '(root)', 'top-level', 'null'];

/** The kinds of changes that a schema accepts; undefined if it describes anything else. */
function kindsIn({ properties = {} }: JsonSchema): readonly unknown[] | undefined {
  const kinds = properties.operation?.enum;
  return kinds?.includes('insert_text') ? kinds : undefined;
}

/**
 * Splits changes of several pages into one for each page, and lists of edits into one change for each edit. Stops once
 * there are more than `most`.
 */
export function expandChanges(
  items: readonly unknown[],
  schema: JsonSchema,
  most: number,
): unknown[] {
  if (!kindsIn(schema)) return [...items];
  const changes: unknown[] = [];
  for (const item of items) {
    for (const change of splitEdits(item)) changes.push(...splitByPage(change));
    if (changes.length > most) return changes;
  }
  return withPlainRefs(changes);
}

/** Names new pages by their refs where changes name them like the target of a link, such as `./ref.md`. */
function withPlainRefs(changes: readonly unknown[]): unknown[] {
  const refs = new Set(changes.map((change) => (isObject(change) ? change.ref : undefined)));
  return changes.map((change) => {
    if (!isObject(change)) return change;
    const named = PLACES.flatMap((name) => {
      const { [name]: value } = change;
      const ref =
        typeof value === 'string' ? value.replace(/^\.\//, '').replace(/\.md$/, '') : value;
      return ref !== value && refs.has(ref) ? [[name, ref] as const] : [];
    });
    return named.length > 0 ? { ...change, ...Object.fromEntries(named) } : change;
  });
}

const PLACES = ['page', 'pageId', 'after', 'before', 'into', ...(NAME_SYNONYMS.into ?? [])];

function splitEdits(item: unknown): unknown[] {
  if (!isObject(item)) return [item];
  const name = NESTED_LISTS.find((one) => isObject(item[one]) || isObjectList(item[one]));
  if (name === undefined) return [item];
  const { [name]: nested, ...rest } = item;
  const edits = isObject(nested) ? replacementPairs(nested) : (nested as Fields[]);
  return edits.map((edit) => ({ ...rest, ...edit }));
}

/** Replacements from an object of the form `{ [old]: new }`; any other object is returned as the only item. */
export function replacementPairs(value: Fields): Fields[] {
  const isOne = Object.keys(value).some((name) => OLD_NAMES.includes(camelCase(name)));
  return isOne || Object.values(value).some((text) => typeof text !== 'string')
    ? [value]
    : Object.entries(value).map(([old, text]) => ({ old, new: text }));
}

const OLD_NAMES = ['old', ...(NAME_SYNONYMS.old ?? []), 'from'];

function splitByPage(change: unknown): unknown[] {
  if (!isObject(change)) return [change];
  const name = ['page', 'pages', 'pageId', 'pageIds', 'paths'].find((one) =>
    isStringList(change[one]),
  );
  if (name === undefined) return [change];
  const { [name]: pages, ...rest } = change;
  return (pages as unknown[]).map((page) => ({ ...rest, page }));
}

function isObjectList(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.every(isObject);
}

function isStringList(value: unknown): boolean {
  return (
    Array.isArray(value) && value.length > 0 && value.every((page) => typeof page === 'string')
  );
}

/** Moves a page that is named beside the changes into each change that names none. */
export function addPageToChanges(
  value: Fields,
  { properties = {} }: JsonSchema,
): Fields | undefined {
  if (!properties.changes?.items || !kindsIn(properties.changes.items)) return undefined;
  const name = ['page', 'pageId', 'path'].find((one) => typeof value[one] === 'string');
  const list = ['changes', ...(NAME_SYNONYMS.changes ?? [])].find((one) =>
    isObjectList(value[one]),
  );
  if (name === undefined || list === undefined || name in properties) return undefined;
  const { [name]: page, [list]: changes, ...rest } = value;
  const each = (changes as Fields[]).map((change) =>
    PAGE_FIELDS.some((one) => one in change) ? change : { ...change, page },
  );
  return { ...rest, changes: each };
}

/**
 * Rewrites a change in this server's own form: the kind may be the name of the only member, follow from the other members
 * or have another name; settings may be nested; an inserted page may lack a text; a position may be `before` or `after` a
 * section. Undefined if the schema does not describe changes.
 */
export function normalizeChange(given: Fields, schema: JsonSchema): Fields | undefined {
  const kinds = kindsIn(schema);
  if (!kinds) return undefined;
  const change = normalizeCopy(normalizeKind(flattenSettings(given, schema), kinds));
  const name = KIND_NAMES.find((one) => one in change);
  const kind = canonicalValue(String(name && change[name]), kinds);
  if (kind === 'insert_page') return normalizeInsertedPage(change);
  if (kind === 'update_page') return normalizeUpdatedPage(change, String(name && change[name]));
  if (kind === 'replace_text') return normalizeReplacedText(change);
  if (kind === 'insert_files') return { ...change, files: withContentTypes(change.files) };
  return kind === 'insert_text' ? normalizeInsertedText(change) : change;
}

const TYPE_NAMES = ['contentType', ...(NAME_SYNONYMS.contentType ?? [])];

/** Files whose names say what type their content has. */
function withContentTypes(files: unknown): unknown {
  if (!Array.isArray(files)) return files;
  return files.map((file: unknown) => {
    if (!isObject(file) || typeof file.name !== 'string' || file.base64 === undefined) return file;
    const isTyped = TYPE_NAMES.some((name) => name in file);
    const contentType = isTyped ? undefined : mediaTypeOf(file.name);
    return contentType === undefined ? file : { ...file, contentType };
  });
}

function normalizeInsertedPage({ path, ...change }: Fields): Fields {
  const placed = typeof path === 'string' && !('slug' in change) ? parentAndSlugOf(path) : {};
  const { page } = change;
  const { page: _, ...own } = change;
  const given = { ...placed, ...(isObject(page) ? { ...own, ...page } : change) };
  const all = normalizeRoot(withCopiedSection(given));
  return [...TEXT_FIELDS, ...COPY_NAMES].some((one) => one in all)
    ? all
    : { ...all, document: { markdown: '' } };
}

/** Reads `section` beside the page that a new one copies as the part to copy: a new page has no sections to name. */
function withCopiedSection({ section, ...change }: Fields): Fields {
  const name = COPY_NAMES.find((one) => typeof change[one] === 'string');
  const isPart = name !== undefined && typeof section === 'string';
  if (!isPart) return section === undefined ? change : { ...change, section };
  const source = String(change[name]);
  if (source.includes('#')) return { ...change, section };
  return { ...change, [name]: `${source}#${section.replace(/^#+\s*/, '')}` };
}

/** Names the page to copy in `copy`, and the parts of a nested source beside it. */
function normalizeCopy(change: Fields): Fields {
  const name = COPY_NAMES.find((one) => isObject(change[one]));
  if (name !== undefined) {
    const { [name]: source, ...rest } = change;
    const { page, pageId = page, path = pageId, spaceId, section, ...others } = source as Fields;
    const copy = section === undefined ? path : `${path}#${String(section).replace(/^#/, '')}`;
    return { ...rest, ...others, copy, ...(spaceId !== undefined && { copySpaceId: spaceId }) };
  }
  const isCopy = KIND_NAMES.some((one) => /^(?:copy|duplicate)/.test(String(change[one] ?? '')));
  if (!isCopy || COPY_NAMES.some((one) => one in change)) return change;
  const { page, pageId = page, ...rest } = change;
  return pageId === undefined ? change : { ...rest, copy: pageId };
}

/** The parent that a path implies for a page, and its slug. */
function parentAndSlugOf(path: string): Fields {
  const [, into, slug] = /^\/?(?:(.*)\/)?([^/]*?)(?:\.md)?\/?$/.exec(path) ?? [];
  return { ...(into && { into }), ...(slug && { slug }) };
}

const PARENT_NAMES = ['into', ...(NAME_SYNONYMS.into ?? [])];

function normalizeRoot(change: Fields): Fields {
  const name = PARENT_NAMES.find((one) => one in change);
  const parent = name === undefined ? undefined : change[name];
  if (name === undefined || typeof parent !== 'string') return change;
  return ROOT_NAMES.includes(parent.trim().toLowerCase()) ? { ...change, [name]: null } : change;
}

function definedPaths(newPath: unknown, path: unknown): Fields {
  return { ...(newPath !== undefined && { newPath }), ...(path !== undefined && { path }) };
}

function normalizeUpdatedPage(given: Fields, kind: string): Fields {
  const { to, newPath, path, ...rest } = given;
  if (RENAMES.test(kind) && typeof to === 'string' && !('title' in rest)) {
    return normalizeUpdatedPage({ ...rest, ...definedPaths(newPath, path), title: to }, kind);
  }
  const page = rest.page ?? rest.pageId;
  const address = newPath ?? (page === undefined ? undefined : path);
  if (typeof address !== 'string' || typeof page !== 'string') return normalizeRoot(given);
  const was = parentAndSlugOf(page);
  const { into = null, slug } = parentAndSlugOf(address);
  return {
    ...rest,
    ...(to !== undefined && { to }),
    ...(into !== (was.into ?? null) && { into }),
    ...(slug !== was.slug && { slug }),
  };
}

/** Reads `from` and `to` as the old and the new text of a replacement. */
function normalizeReplacedText(change: Fields): Fields {
  const { from, to, ...rest } = change;
  const isMeant = typeof from === 'string' && typeof to === 'string';
  return isMeant && !('old' in rest) && !('new' in rest) ? { ...rest, old: from, new: to } : change;
}

/** Reads `before` and `after` of an inserted text as a section and a position. */
function normalizeInsertedText(change: Fields): Fields {
  const { before, after, section, at = 'after', ...rest } = change;
  if (section !== undefined) return change;
  if (typeof before === 'string') return { ...rest, section: before, at: 'before' };
  return typeof after === 'string' ? { ...rest, section: after, at } : change;
}

function flattenSettings(change: Fields, { properties = {} }: JsonSchema): Fields {
  const name = SETTINGS_OBJECTS.find((one) => isObject(change[one]));
  if (name === undefined) return change;
  const { [name]: settings, ...rest } = change;
  const isKnown = Object.keys(settings as Fields).every((one) =>
    Object.hasOwn(properties, camelCase(one)),
  );
  return isKnown ? { ...rest, ...(settings as Fields) } : change;
}

function normalizeKind(value: Fields, kinds: readonly unknown[]): Fields {
  const name = KIND_NAMES.find((one) => one in value);
  if (name !== undefined) {
    const kind = value[name];
    if (typeof kind !== 'string' || kinds.includes(canonicalValue(kind, kinds))) return value;
    const { [name]: _, ...rest } = value;
    return readKind(kind, rest) ?? value;
  }
  const [[kind = '', change] = [], another] = Object.entries(value);
  if (another === undefined && kinds.includes(kind) && isObject(change)) {
    return { operation: kind, ...change };
  }
  return hasOldAndNew(value) ? { operation: 'replace_text', ...value } : value;
}
