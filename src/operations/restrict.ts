import type { Arguments, Operation } from './define.ts';
import type { FoundId } from './ids.ts';
import { belongsTo } from './organization-of.ts';
import { enforceScope, isScoped, outOfReach, type Scope, ScopeError, spacesOf } from './scope.ts';
import type { Caller } from './send.ts';

/**
 * Lets ids pass that stay within the scope. Where an organization is pinned, the platform is asked which one a space
 * or collection belongs to, unless the operator named the space.
 * @throws {ScopeError} naming the id and what is allowed; {PlatformError} where the platform cannot be asked.
 */
export async function requireWithin(
  scope: Scope,
  ids: readonly FoundId[],
  caller: Caller,
): Promise<void> {
  enforceScope(scope, ids);
  const { organizationId } = scope.pinned;
  if (organizationId === undefined) return;
  for (const id of ids) {
    if (!(await isOrganized(id, organizationId, scope, caller))) {
      throw outOfReach(id, `organization ${organizationId}`);
    }
  }
}

async function isOrganized(
  { kind, value }: Pick<FoundId, 'kind' | 'value'>,
  organizationId: string,
  scope: Scope,
  caller: Caller,
): Promise<boolean> {
  if (kind !== 'space' && kind !== 'collection') return true;
  if (kind === 'space' && spacesOf(scope)?.has(value)) return true;
  return belongsTo(organizationId, { kind, value }, caller);
}

/**
 * The part of an answer that lies within the scope. Items of a list that lie outside are left out, and with them the
 * count of all; an answer about one thing is there whole or not at all.
 * @throws {ScopeError} where the answer lies outside, or nothing tells where it lies.
 */
export async function restrictAnswer(
  operation: Operation,
  answer: unknown,
  scope: Scope,
  caller: Caller,
): Promise<unknown> {
  const { effect, tellsOf, path, title } = operation;
  if (effect !== 'read' || !isScoped(scope)) return answer;
  if (tellsOf === undefined) {
    if (spacesOf(scope) === undefined || 'spaceId' in path) return answer;
    throw new ScopeError(
      `${title} tells of more than this server may reach, which cannot be told apart.`,
    );
  }
  if (tellsOf === 'no-space' || typeof answer !== 'object' || answer === null) return answer;
  if ('answer' in tellsOf) {
    const value = at(answer, tellsOf.answer);
    if (value !== undefined && (await isReachable('space', value, scope, caller))) return answer;
    throw new ScopeError('What was found is outside of what this server may reach.');
  }
  const { items, of = 'space' } = tellsOf;
  const { count: _, ...list } = answer as { items?: unknown[]; count?: number };
  const kept: unknown[] = [];
  for (const item of list.items ?? []) {
    const value = at(item, items);
    if (value !== undefined && (await isReachable(of, value, scope, caller))) kept.push(item);
  }
  return { ...list, items: kept };
}

async function isReachable(
  kind: 'space' | 'organization',
  value: string,
  scope: Scope,
  caller: Caller,
): Promise<boolean> {
  const { organizationId } = scope.pinned;
  if (kind === 'organization') return organizationId === undefined || organizationId === value;
  const spaces = spacesOf(scope);
  if (spaces) return spaces.has(value);
  return (
    organizationId === undefined || isOrganized({ kind, value }, organizationId, scope, caller)
  );
}

function at(value: unknown, path: string): string | undefined {
  let found = value;
  for (const name of path.split('.')) {
    found = (found as Arguments | null | undefined)?.[name];
  }
  return typeof found === 'string' ? found : undefined;
}
