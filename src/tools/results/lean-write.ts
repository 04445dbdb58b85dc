import { setOwn } from '../../json/index.ts';
import type { Arguments } from '../../operations/index.ts';
import type { Tool } from '../tool.ts';
import type { Facts } from '../views/view.ts';

/** Fields of a written object that the next step needs: its name, its location, its state, and its readers. */
const NEEDED: ReadonlySet<string> = new Set([
  ...['id', 'number', 'status', 'path', 'urls', 'visibility', 'published', 'draft', 'expiresAt'],
  ...['result', 'reason', 'role', 'outdated', 'redundant', 'processingState', 'ok', 'failed'],
  ...['importedResources', 'totalResources', 'invited', 'users', 'failedSSOEmails'],
  ...['lastProcessErrorCode', 'changeRequest', 'run', 'items', 'active'],
]);

/** Fields that this server adds to the platform's answer. */
const ADDED: ReadonlySet<string> = new Set([
  ...['plainLinks', 'incomingLinks', 'unsettled', 'now', 'lowered', 'others', 'readers'],
  ...['opens', 'diffs', 'note'],
]);

/** The outcome for each page, file or other item. */
const EDITED: ReadonlySet<string> = new Set(['changes', 'insertedFiles', 'results']);

/** Fields of a newly created object: its contents, and the addresses to enter in another service. */
const CREATED: ReadonlySet<string> = new Set(['space', 'service']);

/** States that are informative when false, too. */
const KEPT_IF_FALSE: ReadonlySet<string> = new Set(['ok', 'published', 'active']);

/** Lists that are kept; elsewhere, only their number is. */
const KEPT_AS_LIST: ReadonlySet<string> = new Set(['changeRequests']);

/** Lists that are informative when empty, too. */
const KEPT_IF_EMPTY: ReadonlySet<string> = new Set(['items']);

/** Fields that identify an object or state its condition, whether they were sent or not. */
const KEPT_IF_SENT: ReadonlySet<string> = new Set(['id', 'status']);

const CREATED_PAGE = 'created_page';

/**
 * The result of a write: the fields of the created or changed object that the next step needs, without those that the
 * caller sent. The tool that reads the object returns the rest.
 */
export function leanWrite({ effect, input }: Tool, facts: Facts, args: Arguments): Facts {
  const isCreated = effect === 'create';
  const kept = leanObject(facts, { args, isCreated });
  // The platform chose its name, and it has no address to recognise it by.
  const isNamed = isCreated && !('title' in input.shape) && facts.title !== undefined;
  if (isNamed && kept.urls === undefined) setOwn(kept, 'title', facts.title);
  // Whether readers see the created object.
  if (isCreated && facts.draft === false && !('readers' in kept)) kept.draft = false;
  return Object.keys(kept).length > 0 ? kept : { ok: true };
}

interface WriteContext {
  readonly args: Arguments;
  /** Whether the object is new. */
  readonly isCreated: boolean;
}

function leanObject(object: Facts, context: WriteContext): Facts {
  const kept: Facts = {};
  for (const [name, value] of Object.entries(object)) {
    if (ADDED.has(name)) setOwn(kept, name, value);
    else if (EDITED.has(name)) setOwn(kept, name, (value as unknown[]).map(editedItem));
    else if (isNeeded(name, value, object, context)) {
      setOwn(kept, name, leanMember(name, value, object, context));
    }
  }
  return kept;
}

function isNeeded(name: string, value: unknown, object: Facts, context: WriteContext): boolean {
  const isWanted =
    NEEDED.has(name) ||
    (KEPT_AS_LIST.has(name) && Array.isArray(value)) ||
    (context.isCreated && CREATED.has(name) && typeof value === 'object') ||
    (name === 'revision' && hasEdits(object));
  if (!isWanted || (name === 'path' && hasAddress(object))) return false;
  return isInformative(name, value) && (KEPT_IF_SENT.has(name) || !isEcho(value, context.args));
}

/** Whether the next edit may name the revision: that of a change request, or of an edit of one. */
function hasEdits({ id, number }: Facts): boolean {
  return number !== undefined || id === undefined;
}

/** Whether the answer has the complete address of the object at this path. */
function hasAddress({ urls, readers }: Facts): boolean {
  return 'published' in ((urls ?? {}) as Facts) || 'at' in ((readers ?? {}) as Facts);
}

function leanMember(name: string, value: unknown, object: Facts, context: WriteContext): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (name === 'urls') return oneAddress(value as Facts, object);
  if (name === 'service') return value;
  if (Array.isArray(value)) return value.map((item) => leanItem(item, context));
  const facts = value as Facts;
  // An object that the written one belongs to.
  return typeof facts.id === 'string' && facts.number === undefined
    ? { id: facts.id }
    : leanObject(facts, context);
}

/** Where readers find the object, or else where its editors do. */
function oneAddress({ app, published }: Facts, { published: isPublished }: Facts): Facts {
  return published === undefined || isPublished === false ? { app } : { published };
}

/** An item of a list: the fields that identify it, without its contents. */
function leanItem(item: unknown, context: WriteContext): unknown {
  if (typeof item !== 'object' || item === null) return item;
  const { user, id, displayName } = item as Facts;
  const person = (user ?? { id, displayName }) as Facts;
  // Everything else belongs to this person.
  if (person.displayName !== undefined) {
    return { id: person.id, displayName: person.displayName };
  }
  return leanObject(item as Facts, { ...context, args: {} });
}

function editedItem(item: unknown): unknown {
  const { page, ...rest } = item as Facts;
  const informative = Object.entries(rest).filter(([, value]) => value !== false);
  const { id, title, path } = (rest.object === CREATED_PAGE ? page : {}) as Facts;
  return {
    ...Object.fromEntries(informative),
    ...(page !== undefined && { page: id === undefined ? page : { id, title, path } }),
  };
}

function isInformative(name: string, value: unknown): boolean {
  if (value === false) return KEPT_IF_FALSE.has(name);
  if (Array.isArray(value) && value.length === 0) return KEPT_IF_EMPTY.has(name);
  return value !== 0;
}

/** Whether the caller sent this word, or the id of this object. */
function isEcho(value: unknown, args: Arguments): boolean {
  const { id, number } = (typeof value === 'object' ? (value ?? {}) : {}) as Facts;
  const sent = number === undefined ? (id ?? value) : undefined;
  return typeof sent === 'string' && Object.values(args).includes(sent);
}
