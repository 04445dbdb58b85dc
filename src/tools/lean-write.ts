import { isDeepStrictEqual } from 'node:util';
import { setOwn } from '../json/index.ts';
import type { Arguments } from '../operations/index.ts';
import { AUTHORS, BALLAST } from './lean-fields.ts';
import type { Tool } from './tool.ts';
import type { Facts } from './views/view.ts';

/** Fields that describe an object or count its contents: the writer knows them, or reads the object. */
const DESCRIBING: ReadonlySet<string> = new Set([
  ...['title', 'subject', 'label', 'description', 'body', 'emoji', 'icon', 'permissions'],
  ...['revisionInitial', 'revisionMergedAncestor', 'organization', 'editMode', 'mergeRules'],
  ...['defaultLevel', 'features', 'adaptiveContent', 'agentsContext', 'appliedType', 'plan'],
  ...['comments', 'changeRequests', 'changeRequestsOpen', 'changeRequestsDraft', 'replies'],
  ...['members', 'spaces', 'teams', 'sites', 'emailDomains', 'target', 'user', 'email'],
  ...BALLAST,
  ...AUTHORS,
]);

/** States that are informative when false, too. */
const STATES = new Set(['ok', 'published', 'enabled', 'active']);

/** Lists that are informative when empty, too. */
const LISTS = new Set(['items', 'changes', 'results']);

/** Fields that this server adds to the platform's answer. */
const ADDED = new Set(['plainLinks', 'unsettled', 'now', 'everybody', 'readers', 'opens']);

const CREATED_PAGE = 'created_page';

/** Fields that identify the object, whether they were sent or not. */
const OWN = new Set(['id', 'object', 'status', 'number']);

/** Expiry times matter to the person for whom the object was made; other times do not. */
const ENDS = 'expiresAt';

/**
 * The result of a write: the object that it created or changed, its address and state, and values that the platform
 * chose. Values that were sent are not repeated. The tool that reads the object returns the rest.
 */
export function leanWrite({ effect, input }: Tool, facts: Facts, args: Arguments): Facts {
  const lean = leanObject(facts, args);
  // The platform chose its name.
  const isNamed = effect === 'create' && !('title' in input.shape) && facts.title !== undefined;
  // Whether readers see the created object.
  const isShown = effect === 'create' && facts.draft === false;
  return { ...lean, ...(isNamed && { title: facts.title }), ...(isShown && { draft: false }) };
}

function leanObject(object: Facts, args: Arguments): Facts {
  const kept: Facts = {};
  for (const [name, value] of Object.entries(object)) {
    if (ADDED.has(name)) setOwn(kept, name, value);
    else if (saysSomething(name, value) && !isEcho(name, value, args)) {
      setOwn(kept, name, leanMember(name, value, args));
    }
  }
  return kept;
}

function leanMember(name: string, value: unknown, args: Arguments): unknown {
  if (name === 'urls' || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => leanItem(item, args));
  const { id, object } = value as Facts;
  // An object that the written one belongs to.
  if (name !== '' && typeof id === 'string' && object !== 'change-request') return { id };
  return leanObject(value as Facts, args);
}

/** An item of a list: the fields that identify it, without its contents. */
function leanItem(item: unknown, args: Arguments): unknown {
  if (typeof item !== 'object' || item === null) return item;
  const { user } = item as { user?: Facts };
  // Everything else belongs to this person.
  if (user?.displayName !== undefined) return { id: user.id, displayName: user.displayName };
  const { siteSpaces: _, sections: __, children: ___, ...rest } = item as Facts;
  return rest.object === CREATED_PAGE ? createdPage(rest) : leanObject(rest, args);
}

/** How the next step refers to a created page: by the id and path that the platform chose. */
function createdPage({ object, ref, page }: Facts): Facts {
  const { id, title, path } = page as Facts;
  return { object, ...(ref !== undefined && { ref }), page: { id, title, path } };
}

function saysSomething(name: string, value: unknown): boolean {
  if (DESCRIBING.has(name) || (name.endsWith('At') && name !== ENDS)) return false;
  if (value === false) return STATES.has(name);
  if (Array.isArray(value) && value.length === 0) return LISTS.has(name);
  return value !== 0;
}

/** Whether the caller sent this value under this name, or this word under any name. */
function isEcho(name: string, value: unknown, args: Arguments): boolean {
  if (OWN.has(name)) return false;
  return typeof value === 'string'
    ? Object.values(args).includes(value)
    : isDeepStrictEqual(value, args[name]);
}
