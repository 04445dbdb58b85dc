import { camelCase } from './other-names.ts';
import { OTHER_NAMES, ownValue } from './other-words.ts';
import type { JsonSchema } from './schema.ts';

type Members = Record<string, unknown>;

/** A change has fewer members. */
const MAX_NAMES = 50;

const MAX_KIND = 40;

const KINDS = ['operation', ...(OTHER_NAMES.operation ?? [])];
const TEXTS = ['document', ...(OTHER_NAMES.document ?? [])];
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
  if (!isMembers(item)) return [item];
  const name = NESTED.find((one) => isMembers(item[one]) || isListOfMembers(item[one]));
  if (name === undefined) return [item];
  const { [name]: nested, ...rest } = item;
  const edits = isMembers(nested) ? pairsIn(nested) : (nested as Members[]);
  return edits.map((edit) => ({ ...rest, ...edit }));
}

/** `{ old: new }` as edits, or the only edit itself. */
export function pairsIn(value: Members): Members[] {
  const isOne = Object.keys(value).some((name) => OLD.includes(camelCase(name)));
  return isOne || Object.values(value).some((text) => typeof text !== 'string')
    ? [value]
    : Object.entries(value).map(([old, text]) => ({ old, new: text }));
}

const OLD = ['old', ...(OTHER_NAMES.old ?? []), 'from'];

function pagesIn(change: unknown): unknown[] {
  if (!isMembers(change)) return [change];
  const name = ['page', 'pages', 'pageId', 'pageIds', 'paths'].find((one) =>
    isListOfNames(change[one]),
  );
  if (name === undefined) return [change];
  const { [name]: pages, ...rest } = change;
  return (pages as unknown[]).map((page) => ({ ...rest, page }));
}

function isListOfMembers(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.every(isMembers);
}

function isListOfNames(value: unknown): boolean {
  return (
    Array.isArray(value) && value.length > 0 && value.every((page) => typeof page === 'string')
  );
}

/** A call that names its page outside its changes, with the page added to each change that has none. */
export function withPageInEach(
  value: Members,
  { properties = {} }: JsonSchema,
): Members | undefined {
  if (!properties.changes?.items || !kindsIn(properties.changes.items)) return undefined;
  const name = ['page', 'pageId', 'path'].find((one) => typeof value[one] === 'string');
  const list = ['changes', ...(OTHER_NAMES.changes ?? [])].find((one) =>
    isListOfMembers(value[one]),
  );
  if (name === undefined || list === undefined || name in properties) return undefined;
  const { [name]: page, [list]: changes, ...rest } = value;
  const each = (changes as Members[]).map((change) =>
    PAGES.some((one) => one in change) ? change : { ...change, page },
  );
  return { ...rest, changes: each };
}

const PAGES = ['page', 'pageId', 'pages', 'pageIds', 'path'];

/**
 * A change as this server names it: with its kind, if that is the name of its only member, follows from what it has or
 * is said in other words, with its settings as members, with an empty text for a page that is inserted without one, and
 * with a place as section and end.
 * Undefined for what is no change.
 */
export function changeIn(given: Members, schema: JsonSchema): Members | undefined {
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

function insertedPage({ path, ...change }: Members): Members {
  const placed = typeof path === 'string' && !('slug' in change) ? placeOf(path) : {};
  const { page } = change;
  const { page: _, ...own } = change;
  const all = atRoot({ ...placed, ...(isMembers(page) ? { ...own, ...page } : change) });
  return [...TEXTS, ...COPIES].some((one) => one in all)
    ? all
    : { ...all, document: { markdown: '' } };
}

/** A change with the parts of the page that it copies as its own members, or with the page to copy named as such. */
function withSource(change: Members): Members {
  const name = COPIES.find((one) => isMembers(change[one]));
  if (name !== undefined) {
    const { [name]: source, ...rest } = change;
    const { page, pageId = page, path = pageId, spaceId, section, ...others } = source as Members;
    const copy = section === undefined ? path : `${path}#${String(section).replace(/^#/, '')}`;
    return { ...rest, ...others, copy, ...(spaceId !== undefined && { copySpaceId: spaceId }) };
  }
  const isCopy = KINDS.some((one) => /^(?:copy|duplicate)/.test(String(change[one] ?? '')));
  if (!isCopy || COPIES.some((one) => one in change)) return change;
  const { page, pageId = page, ...rest } = change;
  return pageId === undefined ? change : { ...rest, copy: pageId };
}

/** Where a path puts a page, and the last part of its address. */
function placeOf(path: string): Members {
  const [, into, slug] = /^\/?(?:(.*)\/)?([^/]*?)(?:\.md)?\/?$/.exec(path) ?? [];
  return { ...(into && { into }), ...(slug && { slug }) };
}

const PARENTS = ['into', ...(OTHER_NAMES.into ?? [])];

function atRoot(change: Members): Members {
  const name = PARENTS.find((one) => one in change);
  const parent = name === undefined ? undefined : change[name];
  if (name === undefined || typeof parent !== 'string') return change;
  return ROOTS.includes(parent.trim().toLowerCase()) ? { ...change, [name]: null } : change;
}

function paths(newPath: unknown, path: unknown): Members {
  return { ...(newPath !== undefined && { newPath }), ...(path !== undefined && { path }) };
}

const RENAMES = /rename|retitle/i;

function updatedPage(given: Members, kind: string): Members {
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
function withOldAndNew(change: Members): Members {
  const { from, to, ...rest } = change;
  const isMeant = typeof from === 'string' && typeof to === 'string';
  return isMeant && !('old' in rest) && !('new' in rest) ? { ...rest, old: from, new: to } : change;
}

/** A text that is inserted next to a section. */
function besideSection(change: Members): Members {
  const { before, after, section, at = 'end', ...rest } = change;
  if (section !== undefined) return change;
  if (typeof before === 'string') return { ...rest, section: before, at: 'before' };
  return typeof after === 'string' ? { ...rest, section: after, at } : change;
}

function withSettings(change: Members, { properties = {} }: JsonSchema): Members {
  const name = SETTINGS.find((one) => isMembers(change[one]));
  if (name === undefined) return change;
  const { [name]: settings, ...rest } = change;
  const isKnown = Object.keys(settings as Members).every((one) =>
    Object.hasOwn(properties, camelCase(one)),
  );
  return isKnown ? { ...rest, ...(settings as Members) } : change;
}

function withKind(value: Members, kinds: readonly unknown[]): Members {
  const name = KINDS.find((one) => one in value);
  if (name !== undefined) {
    const kind = value[name];
    if (typeof kind !== 'string' || kinds.includes(ownValue(kind, kinds))) return value;
    const { [name]: _, ...rest } = value;
    return readKind(kind, rest) ?? value;
  }
  const [[kind = '', change] = [], another] = Object.entries(value);
  if (another === undefined && kinds.includes(kind) && isMembers(change)) {
    return { operation: kind, ...change };
  }
  return hasOldAndNew(value) ? { operation: 'replace_text', ...value } : value;
}

function hasOldAndNew(value: Members): boolean {
  const given = Object.keys(value).slice(0, MAX_NAMES).map(camelCase);
  const has = (name: string) =>
    [name, ...(OTHER_NAMES[name] ?? [])].some((one) => given.includes(one));
  return (has('old') && has('new')) || (given.includes('from') && given.includes('to'));
}

type Verb = 'insert' | 'update' | 'replace' | 'delete' | 'revert';
type Noun = 'page' | 'text' | 'section' | 'files' | 'setting';

const VERBS: Readonly<Record<Verb, RegExp>> = {
  insert: /^(?:insert|add|create|new|make|append|prepend|upload)$/,
  update:
    /^(?:update|edit|modify|set|change|rename|retitle|move|relocate|reorder|hide|unhide|show)$/,
  replace: /^(?:replace|substitute)$/,
  delete: /^(?:delete|remove|drop)$/,
  revert: /^(?:revert|restore|undo|rollback)$/,
};

const NOUNS: Readonly<Record<Noun, RegExp>> = {
  page: /^(?:pages?|documents?|docs?|articles?|subpages?)$/,
  text: /^(?:texts?|contents?|body|strings?|sentences?|lines?|paragraphs?|words?|markdown)$/,
  section: /^(?:sections?)$/,
  files: /^(?:files?|images?|assets?|attachments?)$/,
  setting: /^(?:title|name|description|icon|emoji|slug|hidden|visibility|metadata|frontmatter)$/,
};

const PLACES = /^(?:to|in|at|of|the|a|an|from|end|start|top|bottom|before|after|under|into)$/;

/** A change whose kind is worded differently, such as `delete_section` or `page_create`. */
function readKind(word: string, change: Members): Members | undefined {
  if (word.length > MAX_KIND) return undefined;
  const parts = word
    .replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => `_${letter}`)
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter(Boolean);
  const verbs = keysMatching(VERBS, parts);
  const nouns = keysMatching(NOUNS, parts);
  const known = [...Object.values(VERBS), ...Object.values(NOUNS), PLACES];
  const isKnown = parts.every((part) => known.some((pattern) => pattern.test(part)));
  const [verb, another] = verbs;
  // Sections and settings belong to a page, so a call may name the page as well.
  const [noun, ...others] = nouns.length > 1 ? nouns.filter((one) => one !== 'page') : nouns;
  if (!isKnown || verb === undefined || another !== undefined || others.length > 0) {
    return undefined;
  }
  const isAbout = noun ?? nounOf(verb, change);
  const meant = MEANT[verb][isAbout];
  return meant?.({ ...change }, parts);
}

function keysMatching<K extends string>(
  patterns: Readonly<Record<K, RegExp>>,
  parts: readonly string[],
): K[] {
  const found = (Object.entries(patterns) as [K, RegExp][]).filter(([, pattern]) =>
    parts.some((part) => pattern.test(part)),
  );
  return found.map(([key]) => key);
}

/** What a bare verb is about. */
function nounOf(verb: Verb, change: Members): Noun {
  if (hasOldAndNew(change) || 'old' in change) return 'text';
  if ('section' in change || 'heading' in change) return verb === 'insert' ? 'text' : 'section';
  if ('files' in change) return 'files';
  return verb === 'insert' && PAGES.some((one) => one in change) ? 'text' : 'page';
}

type Reading = (change: Members, parts: readonly string[]) => Members | undefined;

const as =
  (operation: string, more: Members = {}): Reading =>
  (change) => ({ operation, ...more, ...change });

/** Without the heading that the text begins with anyway, or with it as the heading of the text. */
const newSection: Reading = (change) => {
  const { heading, title, section, ...rest } = change;
  const name = TEXTS.concat('new').find((one) => typeof rest[one] === 'string');
  const text = name === undefined ? '' : String(rest[name]);
  const head = [heading, title, section].find((one) => typeof one === 'string');
  if (name === undefined || head === undefined) return undefined;
  const { [name]: _, ...others } = rest;
  const whole = text.trimStart().startsWith('#') ? text : `## ${head}\n\n${text}`;
  return { operation: 'insert_text', ...others, new: whole };
};

const deletedText: Reading = ({ text, ...change }) => ({
  operation: 'replace_text',
  ...(text !== undefined && { old: text }),
  ...change,
  new: '',
});

const insertedText: Reading = (change, parts) => {
  const isAtStart = parts.some((part) => ['prepend', 'start', 'top'].includes(part));
  const { heading, section = heading, ...rest } = change;
  const isBefore = parts.includes('before') && typeof section === 'string';
  if (isBefore) return { operation: 'insert_text', before: section, ...rest };
  return {
    operation: 'insert_text',
    ...(section !== undefined && { section }),
    ...(isAtStart && { at: 'start' }),
    ...rest,
  };
};

const changedText: Reading = (change) =>
  hasOldAndNew(change)
    ? { operation: 'replace_text', ...change }
    : { operation: 'update_page', ...change };

const SHOWN: Readonly<Record<string, boolean>> = { hide: true, unhide: false, show: false };

const changedPage: Reading = (change, parts) => {
  const shown = parts.find((part) => Object.hasOwn(SHOWN, part));
  const { value, ...rest } = change;
  const setting = parts.find((part) => NOUNS.setting.test(part));
  const isSet = value !== undefined && setting !== undefined && setting !== 'metadata';
  return {
    operation: parts.some((part) => RENAMES.test(part)) ? 'rename_page' : 'update_page',
    ...(shown !== undefined && { hidden: SHOWN[shown] }),
    ...(isSet && { [setting === 'name' ? 'title' : setting]: value }),
    ...(isSet ? rest : change),
  };
};

const MEANT: Readonly<Record<Verb, Partial<Readonly<Record<Noun, Reading>>>>> = {
  insert: {
    page: as('insert_page'),
    text: insertedText,
    section: (change, parts) =>
      parts.includes('to') || parts.includes('in')
        ? insertedText(change, parts)
        : newSection(change, parts),
    files: as('insert_files'),
  },
  update: {
    page: changedPage,
    setting: changedPage,
    text: changedText,
    section: as('replace_section'),
  },
  replace: {
    page: changedPage,
    text: changedText,
    section: as('replace_section'),
    setting: changedPage,
  },
  delete: {
    page: as('delete_page'),
    text: deletedText,
    section: (change) => ({ operation: 'replace_section', ...change, document: { markdown: '' } }),
  },
  revert: { page: as('revert_page') },
};

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
