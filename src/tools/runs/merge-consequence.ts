import { type Arguments, operations, send } from '../../operations/index.ts';
import { quoted } from '../../text/index.ts';
import { ifReadable } from '../if-readable.ts';
import type { CallContext } from '../tool.ts';
import { requestedChanges } from '../workflows/review/verdicts.ts';
import { Steps } from '../workflows/workflow.ts';
import { addChanges } from './add-changes.ts';

/**
 * Sentences for a person: which pages a merge changes for readers, as far as the service reports them, and who asked for
 * changes.
 */
export async function consequenceOfMerge(
  { spaceId, changeRequestId }: Arguments,
  context: CallContext,
): Promise<string> {
  const { tool } = operations.getChangeRequest;
  if (context.isExcluded?.(tool)) return '';
  const location = { spaceId: String(spaceId), changeRequestId: String(changeRequestId) };
  const consequence = await ifReadable(async () => {
    const request = await send(operations.getChangeRequest, location, context);
    const [merged] = await addChanges(location.spaceId, [request], context);
    const asked = await requestedChanges(location, new Steps(context));
    return [effectOf(merged?.changes), asked].filter(Boolean).join(' ');
  });
  // The merge itself says what is wrong.
  return consequence ?? '';
}

function effectOf(changes: unknown): string {
  if (changes === 'none') return 'It changes no page.';
  if (!Array.isArray(changes)) return '';
  const named = changes.map((change) => quoted(String(change)));
  return `Readers will then see its changes: ${named.join(', ')}.`;
}
