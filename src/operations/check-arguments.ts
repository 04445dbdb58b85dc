import type { Arguments, Operation } from './define.ts';
import { givenOf, wordList } from './rules.ts';

/**
 * The rules across arguments that types cannot state: an update must change something, and the
 * operation's own rule. Returns what to give instead, or undefined when the arguments are fine.
 */
export function checkArguments(operation: Operation, args: Arguments): string | undefined {
  return emptyUpdate(operation, args) ?? operation.check?.(args);
}

function emptyUpdate({ effect, method, body }: Operation, args: Arguments): string | undefined {
  const updates = effect === 'update' && (method === 'PATCH' || method === 'PUT');
  const fields = Object.keys(body);
  if (!updates || givenOf(args, fields).length > 0) return undefined;
  return `nothing to change: give at least one of ${wordList(fields)}`;
}
