import { type Arguments, idsIn, list, type Operation } from '../../operations/index.ts';
import { ifAvailable } from '../if-readable.ts';
import type { CallContext } from '../tool.ts';
import { compareRoles } from './roles.ts';

const MAX_READ = 500;
const MAX_SHOWN = 50;

/** Maximum number of people to name besides those of the call. */
const MAX_OTHERS = 4;

/** A grant or a membership in a list of the platform. */
interface ListedRole {
  role?: string | null;
  permission?: string | null;
  user?: NamedGrantee;
  team?: NamedGrantee & { role?: string };
  /** The membership in the organization of a member of a team. */
  organization?: { user?: NamedGrantee };
}

interface NamedGrantee {
  id?: string;
  displayName?: string;
  title?: string;
}

/** Who holds which role, from one list of the platform. */
export interface RoleHolder {
  id: string | undefined;
  name: string | undefined;
  role: string | null;
}

type ReadBack = ReturnType<NonNullable<Operation['readBack']>>[number];

/**
 * Sends a write that returns little. Adds to its answer the resulting roles of the people and teams in the call, and of
 * everybody else if requested; and the people whose role it lowered, since a grant overrides those further up. If that
 * cannot be read, the answer stays unchanged: the write is done.
 */
export async function sendAndReadBack(
  operation: Operation,
  args: Arguments,
  context: CallContext,
  send: () => Promise<unknown>,
): Promise<unknown> {
  const readBacks = (known: Arguments) => operation.readBack?.(args, known) ?? [];
  const [compared] = readBacks({}).filter(({ effective }) => effective);
  const before = compared && (await rolesIn(compared, context));
  const answer = await send();
  const isNamed = isNamedIn(operation, args);
  const granted: RoleHolder[] = [];
  const besides: RoleHolder[] = [];
  for (const back of readBacks((answer ?? {}) as Arguments).filter((one) => !one.effective)) {
    const roles = (await rolesIn(back, context)) ?? [];
    granted.push(...roles.filter(isNamed));
    if (back.everybody) besides.push(...roles.filter((one) => !isNamed(one)));
  }
  if (granted.length === 0) return answer;
  const inEffect = compared ? ((await rolesIn(compared, context)) ?? []) : [];
  const had = new Map(loweredFrom(before ?? [], inEffect).map(({ id, role }) => [id, role]));
  const shown = (one: RoleHolder) =>
    `${one.name}: ${one.role ?? 'none'}${had.has(one.id) ? `, was ${had.get(one.id)}` : ''}`;
  const rest = inEffect.filter((one) => !isNamed(one));
  const lowered = rest.filter(({ id }) => had.has(id)).map(shown);
  const unchanged = compared?.effective === 'shown' ? rest.filter(({ id }) => !had.has(id)) : [];
  const others = [...unchanged, ...besides].map(shown);
  return {
    ...('ok' in operation.output.shape ? {} : (answer as object)),
    now: firstOf(granted.map(shown), MAX_SHOWN),
    ...(lowered.length > 0 && { lowered: firstOf(lowered, MAX_OTHERS) }),
    ...(others.length > 0 && { others: firstOf(others, MAX_OTHERS) }),
  };
}

/** Whether a call names somebody. */
export function isNamedIn(operation: Operation, args: Arguments) {
  const ids = new Set(idsIn(operation.input, args).map(({ value }) => value));
  return ({ id }: RoleHolder): boolean => id !== undefined && ids.has(id);
}

/** Who holds which role according to the items of a list. */
export function roleHolders(items: readonly unknown[]): RoleHolder[] {
  return (items as readonly ListedRole[]).map(roleHolder);
}

async function rolesIn(
  { from, args }: ReadBack,
  context: CallContext,
): Promise<RoleHolder[] | undefined> {
  if (context.isExcluded?.(from.tool)) return undefined;
  const path = Object.fromEntries(Object.keys(from.path).map((name) => [name, args[name]]));
  const items = await ifAvailable(() => list(from, path, context, MAX_READ));
  return items && roleHolders(items);
}

function roleHolder({ role, permission, user, team, organization }: ListedRole): RoleHolder {
  const { id, displayName, title } = user ?? organization?.user ?? team ?? {};
  return { id, name: displayName ?? title, role: permission ?? team?.role ?? role ?? null };
}

/** The people whose role was higher before, with that role. */
function loweredFrom(before: readonly RoleHolder[], after: readonly RoleHolder[]): RoleHolder[] {
  const roles = new Map(after.map(({ id, role }) => [id, role]));
  return before.filter(({ id, role }) => compareRoles(role, roles.get(id) ?? null) < 0);
}

function firstOf(all: readonly string[], most: number): string[] {
  const more = all.length - most;
  return more > 0 ? [...all.slice(0, most), `and ${more} more`] : [...all];
}
