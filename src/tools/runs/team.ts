import { z } from 'zod';
import { PlatformError } from '../../client/index.ts';
import { idOf } from '../../operations/ids.ts';
import { type Arguments, type Operation, operations, send } from '../../operations/index.ts';
import type { CallContext } from '../tool.ts';
import { sendAndReadBack } from './role-holders.ts';

/** The arguments of the tool besides those of the operation. */
export const teamOwners = { owners: z.array(idOf('user')).optional() };

/** Creates a team with its members, makes some of them its owners, and reports who has which role. */
export function sendTeam(
  operation: Operation,
  { owners = [], ...args }: Arguments,
  context: CallContext,
): Promise<unknown> {
  const named = [...new Set(owners as string[])];
  const members = [...new Set([...((args.members as string[]) ?? []), ...named])];
  const team = members.length > 0 ? { ...args, members } : args;
  return sendAndReadBack(operation, team, context, async () => {
    const created = (await send(operation, team, context)) as { id: string };
    return { ...created, ...(await setOwners(args.organizationId, created.id, named, context)) };
  });
}

/** The team already exists, so a failure is reported beside it. */
async function setOwners(
  organizationId: unknown,
  teamId: string,
  owners: readonly string[],
  context: CallContext,
): Promise<{ note?: string }> {
  try {
    for (const userId of owners) {
      const membership = { organizationId: String(organizationId), teamId, userId };
      await send(operations.addTeamMember, { ...membership, role: 'owner' }, context);
    }
    return {};
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    return { note: `Not all owners were set: ${error.message}. update_team_members sets them.` };
  }
}
