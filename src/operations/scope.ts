import { asGiven } from '../text/as-given.ts';
import type { Arguments } from './define.ts';
import type { FoundId, IdKind } from './ids.ts';

/** Parameters that an operator can pin, and the kind of their ids. */
const PINNED_KINDS = {
  organizationId: 'organization',
  spaceId: 'space',
  siteId: 'site',
} as const satisfies Record<string, IdKind>;

/** The operator's restrictions of a server. */
export interface Scope {
  /** Pinned values by parameter: supplied, and the only ones accepted. */
  readonly pinned: Readonly<Record<string, string>>;
  /** The only spaces that are allowed; absent: all. */
  readonly allowedSpaces?: ReadonlySet<string>;
}

export const UNSCOPED: Scope = { pinned: {} };

/** What operator and caller allow, for code paths that do not go through a tool. */
export interface Access {
  readonly scope: Scope;
  /** Whether the tool with this name was excluded, and with it everything else that reaches its operation. */
  isExcluded(tool: string): boolean;
}

/** An argument is outside of the operator's restrictions. */
export class ScopeError extends Error {}

/** Whether a server is restricted at all. */
export function isScoped({ pinned, allowedSpaces }: Scope): boolean {
  return allowedSpaces !== undefined || Object.keys(pinned).length > 0;
}

/** The allowed spaces; undefined if there is no such restriction. */
export function allowedSpacesOf({ pinned, allowedSpaces }: Scope): ReadonlySet<string> | undefined {
  return pinned.spaceId === undefined ? allowedSpaces : new Set([pinned.spaceId]);
}

/** The arguments, with the pinned ones that the operation takes. */
export function supplyPinned(
  { pinned }: Scope,
  args: Arguments,
  names: readonly string[],
): Arguments {
  const supplied = Object.entries(pinned).filter(
    ([name]) => names.includes(name) && args[name] === undefined,
  );
  return supplied.length > 0 ? { ...args, ...Object.fromEntries(supplied) } : args;
}

/**
 * Passes ids within the scope.
 * @throws {ScopeError} naming the first id outside of it, and what is allowed.
 */
export function enforceScope({ pinned, allowedSpaces }: Scope, ids: readonly FoundId[]): void {
  for (const [parameter, value] of Object.entries(pinned)) {
    const kind = PINNED_KINDS[parameter as keyof typeof PINNED_KINDS];
    refuseOtherIds(ids, kind, new Set([value]));
  }
  if (allowedSpaces) refuseOtherIds(ids, 'space', allowedSpaces);
}

/** The facts that decide whether a tool can leave a scope. */
export interface ToolReach {
  readonly effect: 'read' | 'create' | 'update' | 'delete';
  /** Arguments that every call has and that determine its location. */
  readonly anchors: readonly string[];
  /** Whether its answers can be restricted although no argument determines a location. */
  readonly restrictsAnswers?: true;
}

/** Arguments that name an organization, or something that belongs to one. */
const ORGANIZATION_ARGUMENTS = ['organizationId', 'spaceId', 'collectionId'];

/**
 * Whether everything that a call changes or returns is certain to be within the scope. A server that is restricted to
 * spaces, a site or an organization cannot check a call that names none of them.
 */
export function isWithinScope(
  scope: Scope,
  { effect, anchors, restrictsAnswers }: ToolReach,
): boolean {
  const { pinned } = scope;
  if (effect === 'read' && restrictsAnswers) return true;
  const isSite = effect !== 'read' && pinned.siteId !== undefined;
  const needed = [...(allowedSpacesOf(scope) ? ['spaceId'] : []), ...(isSite ? ['siteId'] : [])];
  if (needed.length > 0 && !needed.some((name) => anchors.includes(name))) return false;
  return (
    pinned.organizationId === undefined ||
    anchors.some((name) => ORGANIZATION_ARGUMENTS.includes(name))
  );
}

function refuseOtherIds(ids: readonly FoundId[], kind: IdKind, allowed: ReadonlySet<string>): void {
  const other = ids.find((id) => id.kind === kind && !allowed.has(id.value));
  if (other !== undefined) throw outOfScope(other, [...allowed].join(', '));
}

/** The refusal of an id, naming what is allowed. */
export function outOfScope({ path, value }: Pick<FoundId, 'path' | 'value'>, within: string) {
  return new ScopeError(
    `${path.join('.')} ${asGiven(value)} is outside of what this server may reach: ${within}. Nothing was sent.`,
  );
}
