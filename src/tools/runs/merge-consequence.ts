import { type Arguments, operations, send } from '../../operations/index.ts';
import { quoted } from '../../text/index.ts';
import { ifReadable } from '../if-readable.ts';
import { refuseExcluded } from '../refusal.ts';
import type { CallContext } from '../tool.ts';
import { brokenLinksOn } from '../workflows/open-change-request/links-to-deleted.ts';
import { brokenElsewhere } from '../workflows/review/deletions.ts';
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
    const asked = await requestedChanges(location, new Steps(refuseExcluded(context)));
    const broken = deletesPages(merged?.changes)
      ? await brokenElsewhere(location, [], new Steps(refuseExcluded(context)))
      : [];
    const links = brokenLinksOn(broken.map(({ title }) => title));
    return [effectOf(merged?.changes), links, asked].filter(Boolean).join(' ');
  });
  // The merge itself says what is wrong.
  return consequence ?? '';
}

/** Whether a page is among the deleted things; a list that is cut short may lack it. */
function deletesPages(changes: unknown): boolean {
  return Array.isArray(changes) && changes.some((change) => /: deleted$|^… /.test(String(change)));
}

function effectOf(changes: unknown): string {
  if (changes === 'none') return 'It changes no page.';
  if (!Array.isArray(changes)) return '';
  const named = changes.map((change) => quoted(String(change)));
  return `Readers will then see its changes: ${named.join(', ')}.`;
}
