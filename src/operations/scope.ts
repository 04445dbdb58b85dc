import type { Arguments } from './define.ts';
import type { FoundId, IdKind } from './ids.ts';

/** Parameters that an operator can pin, and the kind of what they name. */
const PINNED_KINDS = {
  organizationId: 'organization',
  spaceId: 'space',
  siteId: 'site',
} as const satisfies Record<string, IdKind>;

/** What an operator restricted a server to. */
export interface Scope {
  /** Values that are supplied, by parameter; no other is let through. */
  readonly pinned: Readonly<Record<string, string>>;
  /** The only spaces that may be named; absent: any. */
  readonly allowedSpaces?: ReadonlySet<string>;
}

export const UNSCOPED: Scope = { pinned: {} };

/** What the operator and the caller leave open, for the ways that do not go through a tool. */
export interface Access {
  readonly scope: Scope;
  /** Whether the tool of this name was excluded, and with it every other way to the same operation. */
  isExcluded(tool: string): boolean;
}

/** An argument leads out of what the operator restricted the server to. */
export class ScopeError extends Error {}

/** Whether an operator restricted the server to anything. */
export function isScoped({ pinned, allowedSpaces }: Scope): boolean {
  return allowedSpaces !== undefined || Object.keys(pinned).length > 0;
}

/** The spaces that may be reached; undefined where there is no such restriction. */
export function spacesOf({ pinned, allowedSpaces }: Scope): ReadonlySet<string> | undefined {
  return pinned.spaceId === undefined ? allowedSpaces : new Set([pinned.spaceId]);
}

/** The arguments with the pinned ones that the operation takes. */
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
 * Lets ids pass that stay within the scope.
 * @throws {ScopeError} naming the first that does not, and what is allowed.
 */
export function enforceScope({ pinned, allowedSpaces }: Scope, ids: readonly FoundId[]): void {
  for (const [parameter, value] of Object.entries(pinned)) {
    const kind = PINNED_KINDS[parameter as keyof typeof PINNED_KINDS];
    refuseOthers(ids, kind, new Set([value]));
  }
  if (allowedSpaces) refuseOthers(ids, 'space', allowedSpaces);
}

/** What decides whether a tool can lead out of a scope. */
export interface Reach {
  readonly effect: 'read' | 'create' | 'update' | 'delete';
  /** Arguments that every call has and that say where it leads. */
  readonly anchors: readonly string[];
  /** Whether its answers can be restricted although no argument says where it leads. */
  readonly tells?: true;
}

/** Arguments that name an organization, or what belongs to one. */
const ORGANIZED = ['organizationId', 'spaceId', 'collectionId'];

/**
 * Whether what a call changes or tells is sure to lie within the scope: a server that is restricted to spaces, a site
 * or an organization cannot tell where a call leads that names none of them.
 */
export function isWithin(scope: Scope, { effect, anchors, tells }: Reach): boolean {
  const { pinned } = scope;
  if (effect === 'read' && tells) return true;
  const isSite = effect !== 'read' && pinned.siteId !== undefined;
  const needed = [...(spacesOf(scope) ? ['spaceId'] : []), ...(isSite ? ['siteId'] : [])];
  if (needed.length > 0 && !needed.some((name) => anchors.includes(name))) return false;
  return pinned.organizationId === undefined || anchors.some((name) => ORGANIZED.includes(name));
}

function refuseOthers(ids: readonly FoundId[], kind: IdKind, allowed: ReadonlySet<string>): void {
  const other = ids.find((id) => id.kind === kind && !allowed.has(id.value));
  if (other !== undefined) throw outOfReach(other, [...allowed].join(', '));
}

/** The refusal of an id, which says what is within reach. */
export function outOfReach({ path, value }: Pick<FoundId, 'path' | 'value'>, within: string) {
  return new ScopeError(
    `${path.join('.')} ${JSON.stringify(value)} is outside of what this server may reach: ${within}. Nothing was sent.`,
  );
}
