import type { Arguments } from '../operations/index.ts';
import { leanWrite } from './lean-write.ts';
import type { Tool } from './tool.ts';
import { setOwn } from './trim.ts';

type Facts = Record<string, unknown>;

/** Fields that no next step needs, wherever they occur. */
const BALLAST = new Set(['layout', 'reactions', 'repliers', 'gitSync', 'trial']);

/** People who did something: only id and name are kept. */
const PEOPLE = new Set([
  ...['createdBy', 'postedBy', 'resolvedBy', 'mergedBy', 'editedBy', 'requestedBy', 'reviewer'],
]);

/** The default fields of a page, in a tree or read by itself. */
const OF_PAGE = new Set([
  ...['id', 'title', 'path', 'hidden', 'description', 'pages', 'href', 'target', 'ref'],
  ...['markdown', 'document', 'urls'],
]);

/** Texts and documents, which are kept as they are. */
const CONTENT = new Set([
  'markdown',
  'document',
  'body',
  'jsonSchema',
  'filesystem',
  'specification',
]);

/** The argument with which a caller asks for every field. */
const EVERYTHING = '*';

/**
 * The fields that the next step needs. `fields` adds others: the named ones, or all with `*`. Permissions are kept in
 * an answer about one thing and dropped in lists.
 */
export function lean(tool: Tool, facts: Facts, args: Arguments): Facts {
  const { fields } = args;
  if (tool.operation === undefined || fields !== undefined) return facts;
  if (tool.effect !== 'read') {
    // What a merge did is put together of what the next step needs.
    return tool.operation.run === 'merge' ? facts : leanWrite(tool, facts, args);
  }
  const { permissions, ...rest } = facts;
  const kept = leanObject(rest);
  return permissions === undefined || tool.operation.view === 'page'
    ? kept
    : { ...kept, permissions };
}

export function asksForAll(fields: unknown): boolean {
  return Array.isArray(fields) && fields.includes(EVERYTHING);
}

/** Returns the same object if nothing has to be dropped, which is the usual case. */
function leanObject(object: Facts): Facts {
  const isPage = 'layout' in object || ('documentId' in object && 'path' in object);
  const names = Object.keys(object);
  let copy: Facts | undefined;
  for (let place = 0; place < names.length; place += 1) {
    const name = names[place] as string;
    const value = object[name];
    const isKept =
      !BALLAST.has(name) && name !== 'permissions' && (!isPage || isOfPage(name, value, object));
    const member = isKept ? leanMember(name, value) : undefined;
    if (isKept && member === value) {
      if (copy) setOwn(copy, name, value);
      continue;
    }
    copy ??= Object.fromEntries(names.slice(0, place).map((known) => [known, object[known]]));
    if (isKept) setOwn(copy, name, member);
  }
  return copy ?? object;
}

/** In a tree, a page keeps the id of its document, because its nodes are read by it. */
function isOfPage(name: string, value: unknown, page: Facts): boolean {
  if (name === 'type') return value !== 'document';
  return OF_PAGE.has(name) || (name === 'documentId' && !('markdown' in page));
}

/** The list itself where no item has anything to leave out. */
function leanItems(list: readonly unknown[]): readonly unknown[] {
  let items: unknown[] | undefined;
  for (let place = 0; place < list.length; place += 1) {
    const item = leanMember('', list[place]);
    if (item === list[place]) continue;
    items ??= [...list];
    items[place] = item;
  }
  return items ?? list;
}

function leanMember(name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || CONTENT.has(name)) return value;
  if (Array.isArray(value)) return leanItems(value);
  if (!PEOPLE.has(name)) return leanObject(value as Facts);
  const { id, displayName } = value as Facts;
  return id === undefined && displayName === undefined
    ? value
    : { ...(id !== undefined && { id }), ...(displayName !== undefined && { displayName }) };
}
