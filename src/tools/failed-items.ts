import type { Arguments, ItemOutcome } from '../operations/index.ts';
import type { Tool } from './tool.ts';

/**
 * Reports a call in which some items failed: each of them with its reason, and the outcome of the others. Undefined
 * if all succeeded.
 */
export function failedItems(
  { operation, outcomes: told }: Tool,
  facts: Arguments,
  args: Arguments,
): string | undefined {
  const outcomes = (told ?? operation?.outcomes)?.(facts, args) ?? [];
  const failed = outcomes.filter((outcome) => outcome.failed);
  if (failed.length === 0) return undefined;
  const others = outcomes.filter((outcome) => !outcome.failed);
  const count = `${failed.length} of ${outcomes.length} ${outcomes.length === 1 ? 'item' : 'items'} failed`;
  const done =
    others.length > 0
      ? `Done, so not to be repeated: ${listed(others, ({ item, outcome }) => `${item} (${outcome})`)}.`
      : 'Nothing else was to be done.';
  return `${count}. ${listed(failed, ({ item, outcome }) => `${item}: ${outcome}`)}. ${done}`;
}

function listed(outcomes: readonly ItemOutcome[], say: (outcome: ItemOutcome) => string): string {
  return outcomes.map(say).join('; ');
}
