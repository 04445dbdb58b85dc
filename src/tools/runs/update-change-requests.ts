import { z } from 'zod';
import { PlatformError } from '../../client/index.ts';
import { type Arguments, type ArgumentsOf, operations, send } from '../../operations/index.ts';
import { ChangeRequestId } from '../../operations/params.ts';
import { quoted } from '../../text/index.ts';
import { Refusal } from '../refusal.ts';
import type { CallContext } from '../tool.ts';

const MAX_MORE = 50;

/** The arguments of the tool besides those of the operation. */
export const moreChangeRequests = {
  moreChangeRequests: z.array(ChangeRequestId.describe('')).max(MAX_MORE).optional(),
};

/** Updates a change request, or several in the same way, and names those that could not be updated. */
export async function sendChangeRequestUpdates(
  _operation: unknown,
  { moreChangeRequests: more = [], ...args }: Arguments,
  context: CallContext,
): Promise<unknown> {
  const given = args as ArgumentsOf<typeof operations.updateChangeRequest>;
  const ids = [...new Set([given.changeRequestId, ...(more as string[])])];
  if (ids.length === 1) return send(operations.updateChangeRequest, given, context);
  if (given.subject !== undefined) {
    throw new Refusal(
      'Nothing was sent: a subject is for one change request; leave out the others.',
    );
  }
  const changeRequests: object[] = [];
  const failed: string[] = [];
  let problem: unknown;
  for (const changeRequestId of ids) {
    try {
      const one = { ...given, changeRequestId };
      const { id, number, status } = await send(operations.updateChangeRequest, one, context);
      changeRequests.push({ id, number, status });
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      problem ??= error;
      failed.push(`${changeRequestId}: ${quoted(error.platformMessage ?? error.message)}`);
    }
  }
  if (changeRequests.length === 0) throw problem;
  return { changeRequests, ...(failed.length > 0 && { failed }) };
}
