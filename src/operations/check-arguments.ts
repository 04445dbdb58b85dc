import type { Arguments, Operation } from './define.ts';
import { givenOf, wordList } from './rules.ts';

/**
 * Rules across arguments that types cannot express: an update must change something, and the operation's own rule.
 * Returns what to pass instead, or undefined if the arguments are valid.
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
