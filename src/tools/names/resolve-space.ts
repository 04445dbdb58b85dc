import { PlatformError } from '../../client/index.ts';
import {
  type Arguments,
  idsIn,
  operations,
  requireWithin,
  type Scope,
  send,
} from '../../operations/index.ts';
import { asGiven } from '../../text/as-given.ts';
import { parseNamedArguments } from '../arguments/parse.ts';
import { operationTool } from '../operation-tool.ts';
import { Refusal } from '../refusal.ts';
import type { CallContext } from '../tool.ts';
import { mayBeTitle } from './kinds.ts';

/**
 * The id of a space, given by id, address or title, within the operator's limits.
 * @throws {Refusal} for a name with no match or several, listing the candidates; {ScopeError} {PlatformError}
 */
export async function resolveSpace(
  name: string,
  context: CallContext,
  scope: Scope,
): Promise<string> {
  const reader = operations.listPages;
  const tool = operationTool(reader);
  const check = async (args: Arguments): Promise<string> => {
    await requireWithin(scope, idsIn(tool.input, args), context);
    const spaceId = String(args.spaceId);
    await send(reader, { spaceId }, context);
    return spaceId;
  };
  const args = await parseNamedArguments(tool, { spaceId: name }, scope, context);
  try {
    return await check(args);
  } catch (error) {
    const isUnknown = error instanceof PlatformError && error.status === 404;
    if (!isUnknown || !mayBeTitle(name)) throw error;
    const { resolveTitles } = await import('./resolve-titles.ts');
    const { args: named } = await resolveTitles(tool, { spaceId: name }, context, scope);
    if (!named) {
      throw new Refusal(
        `No space is named ${asGiven(name)}, and none has this id: give its id, its address or its title.`,
      );
    }
    return check(named);
  }
}
