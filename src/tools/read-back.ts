import { type Arguments, idsIn, list, type Operation } from '../operations/index.ts';
import { whereReadable } from './readable.ts';
import type { CallContext } from './tool.ts';

const MAX_READ = 500;
const MAX_SHOWN = 50;

/** Maximum number of people to name besides those of the call. */
const MAX_OTHERS = 8;

/** A grant or a membership in a list of the platform. */
interface HeldRole {
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

/**
 * The answer of a write that returns little, with the current state of the call's people and teams, and of everybody
 * else if requested. If that cannot be read, the answer stays unchanged: the write is done.
 */
export async function withReadBack(
  operation: Operation,
  args: Arguments,
  answer: unknown,
  context: CallContext,
): Promise<unknown> {
  const lists = operation.readBack?.(args, answer as Arguments) ?? [];
  const now: object[] = [];
  const everybody: string[] = [];
  const ids = new Set(idsIn(operation.input, args).map(({ value }) => value));
  for (const { from, args: where, everybody: isAll } of lists) {
    if (context.isExcluded?.(from.tool)) continue;
    const path = Object.fromEntries(Object.keys(from.path).map((name) => [name, where[name]]));
    const items = await whereReadable(() => list(from, path, context, MAX_READ));
    const held = ((items ?? []) as HeldRole[]).map(told);
    if (isAll) everybody.push(...held.map(({ name, role }) => `${name}: ${role}`));
    else now.push(...held.filter(({ id }) => id !== undefined && ids.has(id)));
  }
  if (now.length === 0) return answer;
  const more = everybody.length - MAX_OTHERS;
  return {
    ...('ok' in operation.output.shape ? { ok: true } : (answer as object)),
    now: now.slice(0, MAX_SHOWN),
    ...(everybody.length > 0 && {
      everybody: [...everybody.slice(0, MAX_OTHERS), ...(more > 0 ? [`and ${more} more`] : [])],
    }),
  };
}

function told({ role, permission, user, team, organization }: HeldRole) {
  const { id, displayName, title } = user ?? organization?.user ?? team ?? {};
  return { id, name: displayName ?? title, role: permission ?? team?.role ?? role ?? null };
}
