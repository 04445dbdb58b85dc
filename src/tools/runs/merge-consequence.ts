import { type ChangeRequestLocation, pageChangesOf } from '../../content/index.ts';
import { type Arguments, type OutputOf, operations, send } from '../../operations/index.ts';
import { quoted } from '../../text/index.ts';
import { ifAvailable, ifReadable } from '../if-readable.ts';
import { refuseExcluded } from '../refusal.ts';
import type { CallContext } from '../tool.ts';
import { brokenLinksOn } from '../workflows/open-change-request/links-to-deleted.ts';
import { comparisonOf } from '../workflows/review/comparison.ts';
import { brokenElsewhere, mayBreakLinks } from '../workflows/review/deletions.ts';
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
    const steps = new Steps(refuseExcluded(context));
    const mayBreak =
      takesPagesAway(merged?.changes) ||
      (await ifAvailable(() => changesAnchors(location, request, steps)));
    const broken = mayBreak ? await brokenElsewhere(location, [], steps) : [];
    const links = brokenLinksOn(broken.map(({ title }) => title));
    return [effectOf(merged?.changes), links, asked].filter(Boolean).join(' ');
  });
  // The merge itself says what is wrong.
  return consequence ?? '';
}

/** Whether a page is deleted or moved; a list that is cut short may lack it. */
function takesPagesAway(changes: unknown): boolean {
  return (
    Array.isArray(changes) &&
    changes.some((change) => /: (?:.*, )?(?:deleted$|moved\b)|^… /.test(String(change)))
  );
}

/** Whether a change request drops or rewords a heading, to which links may lead. */
async function changesAnchors(
  location: ChangeRequestLocation,
  request: OutputOf<typeof operations.getChangeRequest>,
  steps: Steps,
): Promise<boolean> {
  const comparison = await comparisonOf(location, request, steps);
  if (comparison === undefined) return false;
  for await (const changed of pageChangesOf(location, steps, comparison.ends, comparison.isOwn)) {
    if (mayBreakLinks(changed)) return true;
  }
  return false;
}

function effectOf(changes: unknown): string {
  if (changes === 'none') return 'It changes no page.';
  if (!Array.isArray(changes)) return '';
  const named = changes.map((change) => quoted(String(change)));
  return `Readers will then see its changes: ${named.join(', ')}.`;
}
