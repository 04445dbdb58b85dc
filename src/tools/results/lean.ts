import type { Arguments } from '../../operations/index.ts';
import { mapItems, mapMembers } from '../../text/index.ts';
import type { Tool } from '../tool.ts';
import type { Facts } from '../views/view.ts';
import { leanWrite } from './lean-write.ts';

/** Fields that no next step needs, wherever they occur. */
export const UNNEEDED_FIELDS = ['layout', 'reactions', 'repliers', 'gitSync', 'trial'] as const;

/** People who made or changed a thing. */
export const AUTHOR_FIELDS = [
  'createdBy',
  'postedBy',
  'resolvedBy',
  'mergedBy',
  'editedBy',
  'requestedBy',
] as const;

/** A time to the minute: `2026-02-02T16:38Z`. */
export function minuteOf(time: string): string {
  return time.replace(/^(.{16}).*$/, '$1Z');
}

/** Fields that no next step needs, wherever they occur. */
const DROPPED: ReadonlySet<string> = new Set([
  ...UNNEEDED_FIELDS,
  'object',
  'emoji',
  'certificate',
]);

/** Counts that are uninformative if 0. */
const COUNTS = new Set([
  ...['replies', 'comments', 'changeRequests', 'changeRequestsOpen', 'changeRequestsDraft'],
]);

/** Settings that nobody looks for in a list. */
const SETTINGS = new Set([
  ...['permissions', 'mergeRules', 'editMode', 'defaultLevel', 'organization'],
  ...['features', 'appliedType', 'agentsContext'],
]);

const CHANGE_REQUEST = 'change-request';

/** Locations: only the identifying fields are kept. */
const PLACES = new Set(['organization', 'space', 'collection', 'page']);

/** People, by id and name only. */
const PEOPLE: ReadonlySet<string> = new Set([...AUTHOR_FIELDS, 'reviewer']);

/** The default fields of a page, in a tree or on its own. */
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

/** All names that decide about a member. Most have none of them, so they are looked up together first. */
const NOTABLE: ReadonlySet<string> = new Set([...DROPPED, ...COUNTS, ...SETTINGS, ...PLACES]);

/** The argument with which a caller asks for every field. */
const EVERYTHING = '*';

/**
 * The fields that the next step needs. `fields` adds others: the named ones, or all with `*`. Permissions are kept in
 * an answer about one thing and dropped in lists. `written` are the arguments as the caller wrote them, with names in
 * place of ids.
 */
export function lean(tool: Tool, facts: Facts, args: Arguments, written: unknown = args): Facts {
  const { fields } = args;
  if (tool.operation === undefined || fields !== undefined) return facts;
  if (tool.effect !== 'read') {
    // The result of a merge contains only what the next step needs.
    return tool.operation.run === 'merge' ? facts : leanWrite(tool, facts, args);
  }
  const { permissions } = facts;
  const given = Object.values(args);
  const kept = leanObject(facts, { given, isItem: false });
  if (tool.operation.view === 'page') return leanPage(kept, written);
  return permissions === undefined ? kept : { ...kept, permissions };
}

/**
 * A page that was read: its text and its location. The caller knows the id that it wrote, and `list_pages` shows the
 * pages below.
 */
function leanPage(page: Facts, written: unknown): Facts {
  const { urls: _, pages, ...rest } = page;
  const below = Array.isArray(pages) ? pages.length : 0;
  if (typeof rest.markdown !== 'string') return { ...rest, ...(below > 0 && { pages }) };
  const { id, description: __, ...text } = rest;
  const isKnown = Object.values(written as Arguments).includes(id);
  return {
    ...(!isKnown && { id }),
    ...text,
    ...(below > 0 && { subpages: below }),
  };
}

interface LeanContext {
  /** The values from the caller: an answer need not repeat them. */
  readonly given: readonly unknown[];
  /** Whether the object is an item of a list. */
  readonly isItem: boolean;
}

/** An object and its context. */
interface LeanObject extends LeanContext {
  readonly object: Facts;
  readonly isPage: boolean;
}

export function asksForAll(fields: unknown): boolean {
  return Array.isArray(fields) && fields.includes(EVERYTHING);
}

/** Returns the same object if nothing has to be dropped, which is the usual case. */
function leanObject(object: Facts, { given, isItem }: LeanContext): Facts {
  const isPage = 'layout' in object || ('documentId' in object && 'path' in object);
  const kept = mapMembers(object, neededMember, { object, given, isItem, isPage });
  return isItem && object.object === CHANGE_REQUEST ? leanRequest(kept) : kept;
}

/** A change request in a list: the fields that help to choose one. */
function leanRequest(request: Facts): Facts {
  const { updatedAt: _, revisionInitial: __, revisionMergedAncestor: ___, ...rest } = request;
  // No edit follows a merge, so that none has to name a revision.
  const { revision: _revision, revisionMerged: _merged, outdated: _outdated, ...finished } = rest;
  const isMerged = rest.status === 'merged';
  const named = ['createdBy', 'mergedBy'].flatMap((name) => {
    const person = pick((rest[name] ?? {}) as Facts, ['displayName']);
    return person ? [[name, person]] : [];
  });
  const times = ['createdAt', 'mergedAt'].flatMap((name) => {
    const time = rest[name];
    return typeof time === 'string' ? [[name, minuteOf(time)]] : [];
  });
  return { ...(isMerged ? finished : rest), ...Object.fromEntries([...named, ...times]) };
}

/** A membership is identified by its container and the member. */
function isMember(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'user' in value;
}

/** The needed part of the member; undefined if there is none. */
function neededMember(value: unknown, name: string, located: LeanObject): unknown {
  if (NOTABLE.has(name) && !isNeeded(name, value, located)) return undefined;
  // Groups have their sections among their children, too.
  if (name === 'sections' && Array.isArray(located.object.children)) return undefined;
  if (located.isPage && !isOfPage(name, value, located.object)) return undefined;
  return typeof value === 'object' ? leanMember(value, name, located) : value;
}

function isNeeded(name: string, value: unknown, { given, isItem }: LeanContext): boolean {
  if (DROPPED.has(name) || name === 'permissions') return false;
  if (value === 0) return !COUNTS.has(name);
  if (PLACES.has(name) && typeof value === 'string' && given.includes(value)) return false;
  return !(isItem && SETTINGS.has(name)) || isMember(value);
}

/** In a tree, a page keeps the id of its document, because its nodes are read by it. */
function isOfPage(name: string, value: unknown, page: Facts): boolean {
  if (name === 'type') return value !== 'document';
  if (name === 'urls') return 'markdown' in page || 'document' in page;
  return OF_PAGE.has(name) || (name === 'documentId' && !('markdown' in page));
}

function leanMember(value: unknown, name: string, { given }: LeanContext): unknown {
  if (typeof value !== 'object' || value === null || CONTENT.has(name)) return value;
  if (Array.isArray(value)) return mapItems(value, leanMember, '', { given, isItem: true });
  const facts = value as Facts;
  if (PEOPLE.has(name)) return pick(facts, ['id', 'displayName']) ?? facts;
  if (PLACES.has(name) && !isMember(facts)) return pick(facts, ['id', 'title', 'path']) ?? facts;
  return leanObject(facts, { given, isItem: name === '' });
}

/** These members of an object; undefined if it has none of them. */
function pick(facts: Facts, names: readonly string[]): Facts | undefined {
  const members = names.filter((name) => facts[name] !== undefined);
  return members.length === 0
    ? undefined
    : Object.fromEntries(members.map((name) => [name, facts[name]]));
}
