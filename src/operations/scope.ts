import type { Arguments } from './define.ts';

/** Parameters that an operator can pin, and the other arguments that name the same kind of thing. */
const ALIASES: Readonly<Record<string, readonly string[]>> = {
  organizationId: ['organization'],
  spaceId: ['space', 'spaces'],
  siteId: [],
};

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

/**
 * Lets arguments pass that stay within the scope.
 * @throws {ScopeError} naming the argument and what is allowed.
 */
export function enforceScope({ pinned, allowedSpaces }: Scope, args: Arguments): void {
  for (const [parameter, value] of Object.entries(pinned)) {
    refuseOthers(args, parameter, new Set([value]));
  }
  if (allowedSpaces) refuseOthers(args, 'spaceId', allowedSpaces);
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

function refuseOthers(args: Arguments, parameter: string, allowed: ReadonlySet<string>): void {
  for (const name of [parameter, ...(ALIASES[parameter] ?? [])]) {
    const other = [args[name]]
      .flat()
      .find((value) => value !== undefined && !allowed.has(String(value)));
    if (other !== undefined) {
      throw new ScopeError(
        `${name} ${JSON.stringify(other)} is outside of what this server may reach: ${[...allowed].join(', ')}. Nothing was sent.`,
      );
    }
  }
}
