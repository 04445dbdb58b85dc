import type { Fields } from '../../json/index.ts';
import {
  type Arguments,
  type HeldRole,
  list,
  type Operation,
  operations,
} from '../../operations/index.ts';
import { ifReadable } from '../if-readable.ts';
import { isNamedIn, type RoleHolder, roleHolders } from '../runs/role-holders.ts';
import type { CallContext } from '../tool.ts';

/** Maximum entries of a list. Whoever is behind them may have any role. */
const MAX_READ = 2000;

/**
 * The roles that the people and teams of a call have on its target, and those of the members of these teams: a grant to
 * a team takes precedence over roles that they have from further up. Undefined if they cannot be read.
 */
export async function presentRoles(
  operation: Operation,
  args: Arguments,
  target: Fields | undefined,
  context: CallContext,
): Promise<HeldRole[] | undefined> {
  const readBacks = operation.readBack?.(args, {}) ?? [];
  const lists = await Promise.all(
    readBacks.map(({ from, args: given }) => holdersIn(from, given, context)),
  );
  const members = await Promise.all(
    ((args.teams as string[] | undefined) ?? []).map((teamId) =>
      membersOf(teamId, args.organizationId ?? target?.organization, context),
    ),
  );
  if ([...lists, ...members].includes(undefined)) return undefined;
  const ids = new Set(members.flat().map((member) => member?.id));
  const isNamed = isNamedIn(operation, args);
  return lists
    .flatMap((holders) => holders ?? [])
    .filter((holder) => isNamed(holder) || ids.has(holder.id))
    .map(({ id = '', name = id, role }) => ({ id, name, role }));
}

function membersOf(teamId: string, organizationId: unknown, context: CallContext) {
  if (typeof organizationId !== 'string') return undefined;
  return holdersIn(operations.listTeamMembers, { organizationId, teamId }, context);
}

async function holdersIn(
  from: Operation,
  args: Arguments,
  context: CallContext,
): Promise<RoleHolder[] | undefined> {
  if (context.isExcluded?.(from.tool)) return undefined;
  const path = Object.fromEntries(Object.keys(from.path).map((name) => [name, args[name]]));
  const items = await ifReadable(() => list(from, path, context, MAX_READ));
  return items && items.length < MAX_READ ? roleHolders(items) : undefined;
}
