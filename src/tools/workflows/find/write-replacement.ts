import type { ContentLocation } from '../../../content/index.ts';
import { reportUnsettled } from '../../edits/unsettled-conflicts.ts';
import type { DoubtfulWrite } from '../../edits/verify.ts';
import { Refusal } from '../../refusal.ts';
import { mergeFields, mergeRequest } from '../change/merge.ts';
import {
  editOrArchive,
  openOrFindRequest,
  requestSummary,
  updateRequest,
} from '../change/request.ts';
import { writePages } from '../change/write.ts';
import { textsOf } from '../find-in-pages.ts';
import { reportLinkEffects } from '../open-change-request/link-effects.ts';
import { markPlainLines } from '../open-change-request/lost-links.ts';
import type { Steps } from '../workflow.ts';
import { countLeft, limitDiffs, limitPages, type ReplacedPage } from './limit-diffs.ts';
import type { ReplacementPlan, SkippedPage } from './plan-replacement.ts';
import { wasPreviewed } from './previews.ts';
import { countOf, replacedPages, replacementSubject } from './replacement-summary.ts';
import { linkEdits, type ReplacedTree, type ReplacingArguments } from './replacers.ts';

/**
 * Writes the replacements into the named change request or a new one, and reads the pages back. Pages on which the
 * platform changed more are reset and reported; the others stay.
 */
export async function writeReplacement(
  plan: ReplacementPlan,
  args: ReplacingArguments,
  steps: Steps,
) {
  if (plan.refused !== undefined) throw new Refusal(plan.refused);
  const { source, replacer, read } = plan;
  const { spaceId, changeRequestId, old, match = 'text', status, merge = false } = args;
  const request = await openOrFindRequest(
    {
      spaceId,
      existing: changeRequestId,
      subject:
        args.subject ?? replacementSubject(replacer.isAtEnd ? undefined : old, args.new, match),
      expectedRevision: args.expectedRevision,
    },
    steps,
  );
  const location = { spaceId, changeRequestId: request.id };
  const writes = await plannedWrites(location, plan, args, steps);
  if (args.allowPlainLinks) await markPlainLines(source, writes, steps, read.tree);
  const isNew = changeRequestId === undefined;
  const before = { revision: request.revision, pages: read.tree };
  const { done, links } = await reportLinkEffects(
    source,
    await linkEdits(writes),
    steps,
    async () => ({
      done: await editOrArchive({ request, isNew }, spaceId, steps, () =>
        writePages(location, before, writes, steps),
      ),
      location,
    }),
  );
  const skipped = [...plan.skipped, ...done.doubtful.map(skippedPage)];
  const isMerged = merge && skipped.length === 0;
  await updateRequest(location, { ...(status && !isMerged && { status }) }, steps);
  const merged = isMerged ? await mergeRequest(location, steps) : undefined;
  return {
    ...(await requestSummary(location, steps)),
    ...(merge && !merged && { merged: false }),
    ...(merged &&
      mergeFields(
        merged,
        done.kept.map(({ page }) => page),
      )),
    ...skippedFields(skipped, { number: request.number, merge }),
    ...(await resultOf(plan, args, done, steps)),
    ...(links && { links }),
  };
}

/** The replacements that were kept, and the remaining matches. */
async function resultOf(
  { replacer, read, counts, isLiteral }: ReplacementPlan,
  { titles }: ReplacingArguments,
  { kept, stored, note }: Awaited<ReturnType<typeof writePages<ReplacedTree>>>,
  steps: Steps,
) {
  const { isAtEnd } = replacer;
  const left = isAtEnd
    ? 0
    : await countLeft(read, { writes: kept, stored }, (now) => replacer.find(now, true));
  const pages = await replacedPages(kept, steps.caller);
  return {
    replaced: countOf(kept),
    ...counts,
    changedPages: kept.length,
    ...(!isAtEnd && { left }),
    ...(left > 0 && !titles && { leftIn: LEFT_IN_TITLES }),
    ...(note !== undefined && { note }),
    ...(wasPreviewed(pages, steps.caller)
      ? previewedPages(pages)
      : await limitDiffs(pages, 'written', isLiteral)),
    ...(await reportUnsettled(
      kept.map(({ page, after }) => ({ page: page.id, markdown: after })),
      steps.caller,
    )),
  };
}

/** Pages whose diffs the caller has just seen. */
function previewedPages(pages: readonly ReplacedPage[]) {
  const { chosen, ...others } = limitPages(pages, 'written');
  return {
    pages: chosen.map(({ diff: _, ...page }) => page),
    ...others,
    diffs: 'as in the preview',
  };
}

function skippedPage({ write: { page }, problem }: DoubtfulWrite): SkippedPage {
  return { id: page.id, title: page.title, problem: `reset: ${problem}` };
}

/** The pages that stay unchanged, and what to do about them. */
function skippedFields(
  skipped: readonly SkippedPage[],
  { number, merge }: { number: number; merge: boolean },
) {
  if (skipped.length === 0) return {};
  const note = merge ? ' Nothing was merged; merge_change_request does it without them.' : '';
  return {
    skipped,
    skippedNote: `These pages are as before. Change them in open_change_request_with_edits with existing "${number}", whose allowPlainLinks: true sends links that become plain text.${note}`,
  };
}

/** The pages to write. A new change request may begin from newer content than what was searched. */
async function plannedWrites(
  location: ContentLocation,
  { replacer, planned }: ReplacementPlan,
  { changeRequestId, exceptPages }: ReplacingArguments,
  steps: Steps,
): Promise<readonly ReplacedTree[]> {
  if (changeRequestId !== undefined) return planned;
  const pages = planned.map(({ page }) => page.id);
  const chosen = new Set(pages);
  const again = await replacer.planAgain(await textsOf(location, { pages, exceptPages }, steps));
  return again.filter(({ page }) => chosen.has(page.id));
}

const LEFT_IN_TITLES = 'titles or descriptions, which titles: true includes';
