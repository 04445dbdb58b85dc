import type { Arguments } from './define.ts';
import type { FoundId, IdKind } from './ids.ts';

/** Parameters that an operator can pin, and the kind of what they name. */
const PINNED_KINDS = {
  organizationId: 'organization',
  spaceId: 'space',
  siteId: 'site',
} as const satisfies Record<string, IdKind>;

/** What an operator narrowed a server to. */
export interface Scope {
  /** Values that are supplied, by parameter; no other is let through. */
  readonly pinned: Readonly<Record<string, string>>;
  /** The only spaces that may be named; absent: any. */
  readonly allowedSpaces?: ReadonlySet<string> | undefined;
}

export const UNSCOPED: Scope = { pinned: {} };

/** An argument leads out of what the operator narrowed the server to. */
export class ScopeError extends Error {}

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

/** Whether an operator narrowed the server to anything. */
export function isScoped({ pinned, allowedSpaces }: Scope): boolean {
  return allowedSpaces !== undefined || Object.keys(pinned).length > 0;
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

/**
 * Whether what a write changes is sure to lie within the scope: a server that is narrowed to spaces or a site
 * has no way to tell where a write leads that names neither.
 */
export function writesWithin({ pinned, allowedSpaces }: Scope, names: readonly string[]): boolean {
  const anchors = [
    ...(pinned.spaceId !== undefined || allowedSpaces ? ['spaceId'] : []),
    ...(pinned.siteId === undefined ? [] : ['siteId']),
  ];
  return anchors.length === 0 || anchors.some((name) => names.includes(name));
}

function refuseOthers(ids: readonly FoundId[], kind: IdKind, allowed: ReadonlySet<string>): void {
  const other = ids.find((id) => id.kind === kind && !allowed.has(id.value));
  if (other === undefined) return;
  throw new ScopeError(
    `${other.path.join('.')} ${JSON.stringify(other.value)} is outside of what this server may reach: ${[...allowed].join(', ')}. Nothing was sent.`,
  );
}
