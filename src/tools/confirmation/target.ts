import { createHash } from 'node:crypto';
import type { Fields } from '../../json/index.ts';
import {
  type Arguments,
  type ArgumentsOf,
  allOperations,
  type Caller,
  idsIn,
  itemsOf,
  type Operation,
  operations,
  send,
  serviceOf,
} from '../../operations/index.ts';
import { ifReadable } from '../if-readable.ts';
import { refuseExcluded } from '../refusal.ts';
import type { CallContext, TargetLocation, Tool } from '../tool.ts';
import { verdictsOn } from '../workflows/review/verdicts.ts';
import { Steps } from '../workflows/workflow.ts';
import { presentRoles } from './present-roles.ts';

/** An object as a person knows it. */
export interface NamedObject {
  id: string;
  /** Its title, if it has one that can be read. */
  title?: string;
}

/** The target of a call that changes or deletes something. */
export interface Target extends NamedObject {
  /** Whether it is an outdated change request. */
  outdated?: boolean;
  /** Its present fields, if it can be read. */
  present?: Fields;
  /** What a call deletes together with it: kinds with numbers. */
  contents: readonly string[];
  /** A fingerprint of everything that a confirmation depends on: it differs once any of it changes. */
  state: string;
}

const TITLE_FIELDS = ['title', 'subject', 'name', 'label', 'slug', 'displayName', 'source'];

/** A confirmation also depends on the target's place, visibility and status. */
const STATE_FIELDS = [
  ...[
    'status',
    'outdated',
    'visibility',
    'published',
    'active',
    'role',
    'permission',
    'body',
    'members',
    'parent',
    'organization',
  ],
];

interface ListedItems {
  items?: readonly unknown[];
  count?: number;
  next?: { page?: string };
}

/** Maximum number of list items that are searched for a title. */
const MAX_SEARCHED = 1000;

/** Maximum number of items that are counted in a list that does not count them. */
const MAX_COUNTED = 100;

/** Maximum number of collections that are searched for a space. */
const MAX_COLLECTIONS = 50;

const SPACE = '/v1/spaces/{spaceId}';
const CHANGE_REQUEST = `${SPACE}/change-requests/{changeRequestId}`;

/** A list of change requests has one status at a time, and work is lost with both of these. */
const UNMERGED = [{ status: 'draft' }, { status: 'open' }];

/** The id of a call's target: the last one of its path. */
export function targetId(tool: Tool, args: Arguments): string {
  const location = locationOf(tool, args);
  return (location && lastId(location)) ?? tool.name;
}

function lastId({ operation, args }: TargetLocation): string | undefined {
  const { path, args: given } = pathOf(operation, args);
  const [name = ''] = [...path.matchAll(/\{(\w+)\}/g)].map(([, one]) => one).slice(-1);
  const id = given[name];
  return id === undefined ? undefined : String(id);
}

/**
 * Looks up the target of a call with the API's reads, except excluded ones and those of other organizations than a
 * pinned one. Never throws for a failed read.
 */
export async function describeTarget(
  tool: Tool,
  args: Arguments,
  context: CallContext,
): Promise<Target> {
  const location = locationOf(tool, args);
  const id = targetId(tool, args);
  const item = location && (await readTarget(location.operation, id, location.args, context));
  const beside = await Promise.all(
    (location?.dependsOn ?? []).map(async (one) => {
      const own = lastId(one) ?? '';
      const found = await readTarget(one.operation, own, one.args, context);
      return stateOf(own, found, settableFields(one.operation, one.args));
    }),
  );
  const held =
    location && tool.confirm?.comparesRoles
      ? await presentRoles(location.operation, location.args, item, context)
      : undefined;
  const present = held ? { ...item, held } : item;
  const title = item && titleOf(item);
  const isDeleted = location?.operation.effect === 'delete';
  const contents = isDeleted ? await countContents(location, context) : [];
  return {
    ...{ id, contents },
    ...(title && { title }),
    ...(item?.outdated === true && { outdated: true }),
    ...(present && { present }),
    state: [
      stateOf(id, item, location ? settableFields(location.operation, location.args) : []),
      ...beside,
      ...contents,
      ...(location ? await reviewsOf(location, context) : []),
      ...(held ?? []).map(({ id, role }) => `${id}: ${role}`),
      // A name in the arguments may come to mean something else.
      ...idsIn(tool.input, args).map(({ value }) => value),
    ].join(),
  };
}

/** The revision or, without one, the time of the last change, and everything that somebody can set. */
function stateOf(id: string, item: Fields = {}, settable: readonly string[] = []): string {
  const version = item.revision ?? item.updatedAt;
  const names = new Set([...TITLE_FIELDS, ...STATE_FIELDS, ...settable]);
  const facts = [...names].map((name) => item[name] ?? null);
  return createHash('sha256')
    .update(JSON.stringify([id, version ?? null, facts]))
    .digest('base64url');
}

const settable = new Map<string, readonly string[]>();

/** The fields of a target that its update operations take. */
function settableFields(operation: Operation, args: Arguments): readonly string[] {
  const path = objectPath(pathOf(operation, args).path);
  const known = settable.get(path);
  if (known) return known;
  const fields = allOperations
    .filter(({ effect, pathTemplate }) => effect === 'update' && pathTemplate === path)
    .flatMap(({ input }) => Object.keys(input.shape))
    .filter((name) => !path.includes(`{${name}}`));
  settable.set(path, fields);
  return fields;
}

/** The path of the object that a path names last. */
function objectPath(path: string): string {
  return path.slice(0, path.lastIndexOf('}') + 1);
}

function locationOf(tool: Tool, args: Arguments): TargetLocation | undefined {
  if (tool.confirmTarget) return tool.confirmTarget(args);
  return tool.operation && { operation: tool.operation, args };
}

function pathOf({ confirmTarget, pathTemplate }: Operation, args: Arguments) {
  return confirmTarget?.(args) ?? { path: pathTemplate, args };
}

/** What each reviewer says of a change request; of anything else nothing. */
async function reviewsOf(target: TargetLocation, context: CallContext): Promise<string[]> {
  const { path, args } = pathOf(target.operation, target.args);
  if (objectPath(path) !== CHANGE_REQUEST) return [];
  const location = { spaceId: String(args.spaceId), changeRequestId: String(args.changeRequestId) };
  const verdicts = await verdictsOn(location, new Steps(refuseExcluded(context)));
  return (verdicts ?? []).map((verdict) => JSON.stringify(verdict)).sort();
}

async function readTarget(
  operation: Operation,
  id: string,
  given: Arguments,
  context: CallContext,
): Promise<Fields | undefined> {
  const { path, args } = pathOf(operation, given);
  return readObject(objectPath(path), id, { operation, args }, context);
}

/** The objects that contain the target, from the inside out, with the titles that can be read. */
export function parentsOf(
  tool: Tool,
  given: Arguments,
  context: CallContext,
): Promise<NamedObject[]> {
  const location = locationOf(tool, given);
  if (!location) return Promise.resolve([]);
  const { operation } = location;
  const { path, args } = pathOf(operation, location.args);
  const ends = [...path.matchAll(/\{(\w+)\}/g)].slice(0, -1).reverse();
  return Promise.all(
    ends.map(async ({ 0: step, 1: name = '', index }) => {
      const id = String(args[name]);
      const above = path.slice(0, index + step.length);
      const item = await readObject(above, id, { operation, args }, context);
      const title = item && titleOf(item);
      return { id, ...(title && { title }) };
    }),
  );
}

/** The numbers of items in the lists directly below an object, such as `spaces (3)`. */
async function countContents(
  { operation, args: given }: TargetLocation,
  context: CallContext,
): Promise<string[]> {
  const { path, args } = pathOf(operation, given);
  const below = `${path}/`;
  const lists = (await readsBeside(operation, context)).filter(
    ({ tool, paged, pathTemplate }) =>
      paged &&
      tool.startsWith('list_') &&
      pathTemplate.startsWith(below) &&
      !pathTemplate.includes('/', below.length),
  );
  const counted = await Promise.all(
    lists.map(async (list) => {
      const count = await ifReadable(() => countItems(list, args, context));
      return count && `${list.pathTemplate.slice(below.length).replaceAll('-', ' ')} (${count})`;
    }),
  );
  return counted.filter((one) => one !== undefined);
}

/** The number of items of a list; undefined if it is empty. */
async function countItems(
  list: Operation,
  args: Arguments,
  caller: Caller,
): Promise<string | undefined> {
  let total = 0;
  let isMore = false;
  for (const status of list.id === operations.listChangeRequests.id ? UNMERGED : [{}]) {
    const limited = { ...args, ...status, limit: MAX_COUNTED };
    const { items = [], count, next }: ListedItems = await send(list, limited, caller);
    total += count ?? items.length;
    isMore ||= count === undefined && next?.page !== undefined;
  }
  return total === 0 ? undefined : `${total}${isMore ? ' or more' : ''}`;
}

/** The object at a path. A caller who may change an object may not be allowed to read it. */
async function readObject(
  path: string,
  id: string,
  { operation, args }: TargetLocation,
  context: CallContext,
): Promise<Fields | undefined> {
  const reads = await readsBeside(operation, context);
  const reader = reads.find(({ pathTemplate }) => pathTemplate === path);
  const lister = reads.find(
    ({ pathTemplate, paged }) => paged && pathTemplate === path.slice(0, path.lastIndexOf('/')),
  );
  const read = reader && (await ifReadable(() => send(reader, args, context)));
  if (read) return read;
  if (path === SPACE) return ifReadable(() => findSpace(id, context));
  return lister && ifReadable(() => findItem(lister, id, args, context));
}

/** The reads that the service of a call offers. */
async function readsBeside({ service }: Operation, context: CallContext): Promise<Operation[]> {
  const offered = service ?? (await serviceOf(context));
  return allOperations.filter(
    (one) =>
      one.method === 'GET' &&
      (one.service === undefined || one.service === offered) &&
      !context.isExcluded?.(one.tool),
  );
}

/** The title of a space, if it can be read. */
export async function titleOfSpace(id: string, context: CallContext): Promise<string | undefined> {
  const space = await ifReadable(() => findSpace(id, context));
  return space && titleOf(space);
}

/** A space has no read of its own here, so look for it in the collections. */
async function findSpace(id: string, caller: CallContext): Promise<Fields | undefined> {
  const { listOrganizations, listCollections, listSpacesInCollection } = operations;
  const needed = [listOrganizations, listCollections, listSpacesInCollection];
  if (needed.some(({ tool }) => caller.isExcluded?.(tool))) return undefined;
  const { organizationId: pinned } = caller.scope?.pinned ?? {};
  const organizations =
    pinned === undefined ? searchedItems(listOrganizations, {}, caller) : [{ id: pinned }];
  let left = MAX_COLLECTIONS;
  for await (const { id: organizationId } of organizations) {
    for await (const collection of searchedItems(listCollections, { organizationId }, caller)) {
      if (left-- === 0) return undefined;
      const space = await findItem(
        listSpacesInCollection,
        id,
        { collectionId: collection.id },
        caller,
      );
      if (space) return space;
    }
  }
  return undefined;
}

async function findItem(
  lister: Operation,
  id: string,
  args: Arguments,
  caller: Caller,
): Promise<Fields | undefined> {
  for await (const item of searchedItems(lister, args, caller)) {
    const member = asMember(item);
    if (hasId(member, id)) return member;
  }
  return undefined;
}

/** A member of a team is listed as one of the organization, beside the role in the team. */
function asMember(item: Fields): Fields {
  const { organization, team } = item;
  const isMember = typeof organization === 'object' && organization !== null;
  return isMember ? { ...organization, role: (team as Fields | undefined)?.role } : item;
}

/** A grant has no id of its own, but that of the user or team. */
function hasId({ id: own, user, team }: Fields, id: string): boolean {
  return own === id || [user, team].some((one) => (one as Fields | undefined)?.id === id);
}

function searchedItems<O extends Operation>(lister: O, args: ArgumentsOf<O>, caller: Caller) {
  const limited = { ...args, limit: MAX_SEARCHED };
  return itemsOf(lister, limited, caller, MAX_SEARCHED);
}

function titleOf(item: Fields): string | undefined {
  const name = TITLE_FIELDS.map((key) => item[key]).find(
    (value) => typeof value === 'string' && value,
  );
  const { body, user, team } = item as {
    body?: { markdown?: string };
    user?: Fields;
    team?: Fields;
  };
  const holder = user ?? team;
  return (name as string | undefined) ?? body?.markdown ?? (holder && titleOf(holder));
}
