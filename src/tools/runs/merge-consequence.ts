import { PlatformError } from '../../client/index.ts';
import { type Arguments, operations, send } from '../../operations/index.ts';
import { quoted } from '../../text/index.ts';
import type { CallContext } from '../tool.ts';
import { addChanges } from './add-changes.ts';

/** One sentence for a person: which pages a merge changes for readers, as far as the service reports them. */
export async function consequenceOfMerge(
  { spaceId, changeRequestId }: Arguments,
  context: CallContext,
): Promise<string> {
  const { tool } = operations.getChangeRequest;
  if (context.isExcluded?.(tool)) return '';
  const location = { spaceId: String(spaceId), changeRequestId: String(changeRequestId) };
  try {
    const request = await send(operations.getChangeRequest, location, context);
    const [merged] = await addChanges(location.spaceId, [request], context);
    if (merged?.changes === 'none') return 'It changes no page.';
    if (!Array.isArray(merged?.changes)) return '';
    const named = merged.changes.map((change) => quoted(change));
    return `Readers will then see its changes: ${named.join(', ')}.`;
  } catch (error) {
    // The merge itself says what is wrong.
    if (error instanceof PlatformError) return '';
    throw error;
  }
}
