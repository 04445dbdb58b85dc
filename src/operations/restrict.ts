import { PlatformError } from '../client/index.ts';
import { isObject } from '../json/index.ts';
import type { Arguments, Operation } from './define.ts';
import { holdersOf, holdsOneOf } from './holders.ts';
import type { FoundId } from './ids.ts';
import { belongsTo } from './organization-of.ts';
import {
  allowedSpacesOf,
  enforceScope,
  isScoped,
  outOfScope,
  type Scope,
  ScopeError,
} from './scope.ts';
import type { Caller } from './send.ts';

/** The one answer for what does not exist and for what is out of reach, so that nobody learns which of them it is. */
const OUTSIDE = 'The result is outside of what this server may reach.';

/**
 * Passes ids within the scope. If spaces are allowed, asks the platform whether the site or collection that is read
 * holds one of them. If an organization is pinned, asks the platform to which one a space, collection or
 * site belongs, unless the operator named the space or site.
 * @throws {ScopeError} naming the id and what is allowed; {PlatformError} if the platform cannot be asked.
 */
export async function requireWithin(
  scope: Scope,
  ids: readonly FoundId[],
  caller: Caller,
): Promise<void> {
  enforceScope(scope, ids);
  const { organizationId } = scope.pinned;
  for (const id of ids) {
    if (organizationId === undefined) break;
    if (!(await isInOrganization(id, organizationId, scope, caller))) {
      throw outOfScope(id, `organization ${organizationId}`);
    }
  }
  const spaces = allowedSpacesOf(scope);
  if (!spaces) return;
  for (const id of ids) {
    if (!(await holdsAllowed(id, spaces, ids, scope, caller))) {
      throw outOfScope(id, `what has a space of ${[...spaces].join(', ')}`);
    }
  }
}

/** Whether a site or collection that a route names has one of the spaces; true for all other ids. */
async function holdsAllowed(
  { kind, value, path }: FoundId,
  spaces: ReadonlySet<string>,
  ids: readonly FoundId[],
  { pinned }: Scope,
  caller: Caller,
): Promise<boolean> {
  const [name] = path;
  if (path.length > 1 || name !== `${kind}Id`) return true;
  if (kind === 'collection') return holdsOneOf(spaces, value, caller);
  if (kind !== 'site' || pinned.siteId === value) return true;
  const organization = ids.find((one) => one.path[0] === 'organizationId')?.value;
  const organizationId = organization ?? pinned.organizationId ?? '';
  return (await holdersOf('site', spaces, organizationId, caller)).has(value);
}

async function isInOrganization(
  { kind, value, path }: Pick<FoundId, 'kind' | 'value'> & { path?: FoundId['path'] },
  organizationId: string,
  scope: Scope,
  caller: Caller,
): Promise<boolean> {
  // In a route the site follows its organization, and the platform finds no other organization's sites there.
  if (kind === 'site' && path?.length === 1 && path[0] === 'siteId') return true;
  if (kind !== 'space' && kind !== 'collection' && kind !== 'site') return true;
  if (kind === 'space' && allowedSpacesOf(scope)?.has(value)) return true;
  if (kind === 'site' && scope.pinned.siteId === value) return true;
  return belongsTo(organizationId, { kind, value }, caller);
}

/**
 * The part of an answer within the scope. List items outside of it are left out, together with the total count. An
 * answer about one thing is returned completely or not at all.
 * @throws {ScopeError} if the answer is outside of the scope, or does not say where it belongs.
 */
export async function restrictAnswer(
  operation: Operation,
  answer: unknown,
  scope: Scope,
  caller: Caller,
  args: Arguments,
): Promise<unknown> {
  if (operation.effect !== 'read' || !isScoped(scope)) return answer;
  return restrictLocated(operation, withinOrganization(answer, scope), scope, caller, args);
}

async function restrictLocated(
  { locatedBy, refersBy, path, title }: Operation,
  answer: unknown,
  scope: Scope,
  caller: Caller,
  args: Arguments,
): Promise<unknown> {
  if (refersBy !== undefined) return withoutReferences(answer, refersBy, scope);
  if (locatedBy === undefined) {
    if (allowedSpacesOf(scope) === undefined || 'spaceId' in path) return answer;
    throw new ScopeError(
      `${title} covers more than this server may reach, and the parts cannot be separated.`,
    );
  }
  if (locatedBy === 'no-space' || typeof answer !== 'object' || answer === null) return answer;
  if ('answer' in locatedBy) {
    const value = stringAt(answer, locatedBy.answer);
    if (value !== undefined && (await isReachable('space', value, scope, caller))) return answer;
    throw new ScopeError(OUTSIDE);
  }
  const { items, of = 'space' } = locatedBy;
  const holders =
    of === 'site' || of === 'collection' ? await holdersIn(of, scope, args, caller) : undefined;
  if (holders === 'all') return answer;
  // Anything else that the answer contains may be about an item that is left out.
  const { items: listed = [], next } = answer as { items?: unknown[]; next?: unknown };
  const kept: unknown[] = [];
  for (const item of listed) {
    const value = stringAt(item, items);
    if (value === undefined) continue;
    if (
      holders?.has(value) ??
      (await isReachable(of as 'space' | 'organization', value, scope, caller))
    )
      kept.push(item);
  }
  return { items: kept, ...(next !== undefined && { next }) };
}

/**
 * The failure of a read whose answer says where it belongs. Whoever may not see the answer does not learn from it
 * whether there is one.
 */
export function restrictFailure({ locatedBy }: Operation, error: unknown, scope: Scope): unknown {
  const isLocated = typeof locatedBy === 'object' && 'answer' in locatedBy;
  const isMissing = error instanceof PlatformError && [403, 404].includes(error.status ?? 0);
  return isLocated && isMissing && isScoped(scope) ? new ScopeError(OUTSIDE) : error;
}

/** The sites or collections that a list may name. */
async function holdersIn(
  kind: 'site' | 'collection',
  scope: Scope,
  { organizationId }: Arguments,
  caller: Caller,
): Promise<ReadonlySet<string> | 'all'> {
  const { siteId } = scope.pinned;
  if (kind === 'site' && siteId !== undefined) return new Set([siteId]);
  const spaces = allowedSpacesOf(scope);
  return spaces ? holdersOf(kind, spaces, String(organizationId), caller) : 'all';
}

/**
 * The answer without the items that say that they belong to another organization than the pinned one. What it says of
 * itself is newer than what is known of it.
 * @throws {ScopeError} if the answer itself belongs to another one.
 */
function withinOrganization(answer: unknown, { pinned: { organizationId } }: Scope): unknown {
  if (organizationId === undefined || !isObject(answer)) return answer;
  const isOutside = (value: unknown) =>
    (statedOrganization(value) ?? organizationId) !== organizationId;
  if (isOutside(answer)) throw new ScopeError(OUTSIDE);
  const { count: _, ...rest } = answer;
  if (!Array.isArray(rest.items) || !rest.items.some(isOutside)) return answer;
  return { ...rest, items: rest.items.filter((item) => !isOutside(item)) };
}

/** A list without what it says of objects outside of the scope to which its items refer. */
function withoutReferences(
  answer: unknown,
  by: NonNullable<Operation['refersBy']>,
  scope: Scope,
): unknown {
  if (!isObject(answer) || !Array.isArray(answer.items)) return answer;
  if (by === 'item') {
    const kept = answer.items.filter((item) => !refersOutside(item, scope));
    if (kept.length === answer.items.length) return answer;
    const { next } = answer;
    return { items: kept, ...(next !== undefined && { next }) };
  }
  const items = answer.items.map((item) => {
    const target = isObject(item) ? item[by] : undefined;
    if (!isObject(target) || !refersOutside(target, scope)) return item;
    return { ...item, [by]: { kind: target.kind } };
  });
  return { ...answer, items };
}

function refersOutside(reference: unknown, scope: Scope): boolean {
  const space = stringAt(reference, 'space.id') ?? stringAt(reference, 'space');
  const organization = stringAt(reference, 'space.organization');
  const { organizationId } = scope.pinned;
  const isForeign = organization !== undefined && organization !== (organizationId ?? organization);
  return isForeign || (space !== undefined && allowedSpacesOf(scope)?.has(space) === false);
}

function statedOrganization(value: unknown): string | undefined {
  return stringAt(value, 'organization') ?? stringAt(value, 'organization.id');
}

async function isReachable(
  kind: 'space' | 'organization',
  value: string,
  scope: Scope,
  caller: Caller,
): Promise<boolean> {
  const { organizationId } = scope.pinned;
  if (kind === 'organization') return organizationId === undefined || organizationId === value;
  const spaces = allowedSpacesOf(scope);
  if (spaces) return spaces.has(value);
  return (
    organizationId === undefined || isInOrganization({ kind, value }, organizationId, scope, caller)
  );
}

function stringAt(value: unknown, path: string): string | undefined {
  let found = value;
  for (const name of path.split('.')) {
    found = (found as Arguments | null | undefined)?.[name];
  }
  return typeof found === 'string' ? found : undefined;
}
