import {
  baseRequestIn,
  changesBetween,
  inOrderOfMerge,
  mapAdaptively,
  pagesChangedBy,
  requestName,
  stateOf,
  type TreeChange,
} from '../../content/index.ts';
import {
  type ItemOf,
  list,
  type OutputOf,
  operations,
  type PageNode,
  send,
  serviceOf,
} from '../../operations/index.ts';
import { ifAvailable } from '../if-readable.ts';
import type { CallContext } from '../tool.ts';
import { Steps } from '../workflows/workflow.ts';

type ChangeRequest = ItemOf<typeof operations.listChangeRequests>;

/** Maximum number of changes to name for each change request. */
const MAX_NAMED = 12;

/** Maximum number of merged change requests to compare with. */
const MAX_LISTED = 500;

/** Maximum number of changes to read for each change request. */
const MAX_READ = 100;

/** Maximum number of change requests to examine; each takes a request or two. */
const MAX_REQUESTS = 50;

const NONE = 'none';
const UNKNOWN = 'not reported by this service';
const UNREADABLE = 'could not be read';
const NOT_READ = `not examined, because ${MAX_REQUESTS} is the maximum at once`;

/** A change request with its changes by page, such as `Limits: edited`. */
export type RequestWithChanges = ChangeRequest & { changes: Changes };

/** The changes, or why they are unknown. */
type Changes = string[] | string;

/** Adds the changes of each change request, by page. */
export async function addChanges(
  spaceId: string,
  requests: readonly ChangeRequest[],
  context: CallContext,
): Promise<RequestWithChanges[]> {
  const isLegacy = (await serviceOf(context)) === 'contract';
  const reader = isLegacy ? operations.listChangeRequestPages : operations.getChangeRequestChanges;
  if (context.isExcluded?.(reader.tool)) {
    return requests.map((request) => ({ ...request, changes: `${reader.tool} is excluded` }));
  }
  const read = isLegacy ? await treeChangesIn(spaceId, context) : semanticChangesIn(spaceId);
  const looked = requests.slice(0, MAX_REQUESTS);
  const found = new Map<string, Changes>();
  await mapAdaptively(looked, context, async (request, caller) => {
    const changes = await ifAvailable(() => read(request, { ...context, ...caller }));
    found.set(request.id, changes?.length === 0 ? NONE : (changes ?? UNREADABLE));
    await context.onProgress?.(found.size, `looked at ${requestName(request)}`, looked.length);
  });
  return requests.map((request) => ({ ...request, changes: found.get(request.id) ?? NOT_READ }));
}

type ReadChanges = (request: ChangeRequest, context: CallContext) => Promise<Changes>;

/** The first changes, and how many more there are besides those that were read. */
function bounded(changes: string[], unread = 0): string[] {
  const more = Math.max(0, changes.length - MAX_NAMED) + unread;
  return more === 0 ? changes : [...changes.slice(0, MAX_NAMED), `… ${more} more`];
}

type SemanticChange = NonNullable<
  OutputOf<typeof operations.getChangeRequestChanges>['changes']
>[number] & {
  type?: string;
  page?: ChangedItem;
  file?: ChangedItem;
  attributes?: { title?: { before?: string }; document?: unknown };
};

interface ChangedItem {
  id?: string;
  title?: string;
  name?: string;
}

function semanticChangesIn(spaceId: string): ReadChanges {
  return async (request, context) => {
    const location = { spaceId, changeRequestId: request.id, limit: MAX_READ };
    const { changes = [], more = 0 } = await send(
      operations.getChangeRequestChanges,
      location,
      context,
    );
    const byItem = new Map<string, { name: string; made: string[] }>();
    for (const change of changes as SemanticChange[]) {
      const { id = '', title, name = '' } = change.page ?? change.file ?? {};
      const known = byItem.get(id) ?? { name: title ?? name, made: [] };
      known.made.push(...describeChange(change));
      byItem.set(id, known);
    }
    if (byItem.size === 0) return unreportedChanges(spaceId, request, context);
    const named = [...byItem.values()].map(({ name, made }) => `${name}: ${made.join(', ')}`);
    return bounded(named, more);
  };
}

/** The changes that the service does not report, such as hidden pages, from the trees before and after. */
async function unreportedChanges(
  spaceId: string,
  { id: changeRequestId, revisionMergedAncestor, revisionInitial }: ChangeRequest,
  context: CallContext,
): Promise<string[]> {
  const revisionId = revisionMergedAncestor ?? revisionInitial;
  if (revisionId === undefined) return [];
  const steps = new Steps(context);
  const [was, is] = await Promise.all(
    [{ revisionId }, { changeRequestId }].map((side) =>
      stateOf({ spaceId, ...side }, steps).tree(),
    ),
  );
  return bounded(changesBetween(was ?? [], is ?? []).map(named));
}

/** Describes a change that the service reports, in the same words as other changes: `renamed from "Limits"`. */
function describeChange({ type = '', attributes }: SemanticChange): string[] {
  const verb = type.slice(type.indexOf('_') + 1);
  if (verb !== 'edited' || type.startsWith('file_')) return [verb];
  const { title, document, ...others } = attributes ?? {};
  return [
    ...(document === undefined ? [] : ['edited']),
    ...(title === undefined ? [] : [`renamed from ${JSON.stringify(title.before)}`]),
    ...Object.keys(others).map((name) => `${name} changed`),
  ];
}

/** Compares trees, if the service does not report changes. */
async function treeChangesIn(spaceId: string, context: CallContext): Promise<ReadChanges> {
  const where = { spaceId, status: 'merged' } as const;
  const merged = inOrderOfMerge(
    await list(operations.listChangeRequests, where, context, MAX_LISTED),
  );
  const trees = new Map<string | undefined, Promise<PageNode[]>>();
  const treeOf = (changeRequestId: string | undefined, caller: CallContext) => {
    const location = { spaceId, changeRequestId };
    const tree = trees.get(changeRequestId) ?? stateOf(location, new Steps(caller)).tree();
    trees.set(changeRequestId, tree);
    return tree;
  };
  return async (request, caller) => {
    const isCurrent = request.status !== 'merged' && request.outdated !== true;
    const base = isCurrent ? undefined : baseRequestIn(merged, request);
    if (!isCurrent && !base?.isExact) {
      const touched = pagesChangedBy(await treeOf(request.id, caller), request);
      return touched ? bounded(touched.map(named)) : UNKNOWN;
    }
    const [was, is] = await Promise.all([treeOf(base?.id, caller), treeOf(request.id, caller)]);
    return bounded(changesBetween(was, is).map(named));
  };
}

function named({ page, change }: TreeChange): string {
  return `${page.title}: ${change}`;
}
