import {
  type ContentState,
  changesBetween,
  type PageChange,
  pagesWithParents,
  settingConflicts,
  shortenMarked,
} from '../../../content/index.ts';
import { operations } from '../../../operations/index.ts';
import { ifReadable } from '../../if-readable.ts';
import { runJob } from '../../jobs/run.ts';
import type { Steps } from '../workflow.ts';

/** The operations for predicting a merge. */
export const PREDICTION_READS = [
  operations.getCurrentRevision,
  operations.listRevisionPages,
  operations.getRevisionPage,
];

/** Maximum characters of a conflicting part to show. */
const MAX_SHOWN = 600;

interface OutdatedRequest {
  number: number;
  /** The content that it began from, or was last updated from. */
  base: ContentState;
  primary: ContentState;
  changeRequest: ContentState;
  /** Its own changes. */
  changes: readonly PageChange[];
}

/** Whether an outdated change request merges cleanly, or else the conflicts. */
export async function predictMerge(
  { number, changes, ...states }: OutdatedRequest,
  steps: Steps,
): Promise<object> {
  const [was, now] = await Promise.all([states.base.tree(), states.primary.tree()]);
  const theirs = new Set(changesBetween(was, now).map(({ page }) => page.id));
  const shared = changes.filter(({ page }) => theirs.has(page));
  const also = shared.length > 0 && { alsoChangedInPrimary: shared.map(({ title }) => title) };
  const found = await ifReadable(async () => {
    const pages = await states.changeRequest.tree();
    const trees = { base: was, primary: now, changeRequest: pages, after: pages };
    const settings = settingConflicts(trees).map(({ now: _, ...conflict }) => conflict);
    const isThere = [was, now, pages].map((tree) => pagesWithParents(tree));
    const texts = [];
    for (const { page, title, diff } of shared) {
      // A page that one side deleted is reported as such.
      if (diff === undefined || !isThere.every((ids) => ids.has(page))) continue;
      for (const part of await textConflicts(number, page, states)) {
        texts.push({ page, title, ...part });
      }
      await steps.finish('compared both sides of', title);
    }
    return [...settings, ...texts];
  });
  if (found === undefined) {
    return { warning: 'Primary content moved on. Update before merging.', ...also };
  }
  return found.length === 0
    ? { outlook: 'Primary content moved on, and this merges cleanly.', ...also }
    : {
        warning: `Primary content moved on: both sides changed ${found.length === 1 ? 'one place' : `${found.length} places`}. update_change_request_from_primary writes both sides into the pages, and tells how to settle them.`,
        ...also,
        conflicts: found,
      };
}

async function textConflicts(
  number: number,
  page: string,
  states: Pick<OutdatedRequest, 'base' | 'primary' | 'changeRequest'>,
) {
  const [base, primary, request] = await Promise.all([
    states.base.markdown(page),
    states.primary.markdown(page),
    states.changeRequest.markdown(page),
  ]);
  const { text, conflict } = await runJob('mergeTexts', {
    base,
    first: { text: primary, label: 'primary content' },
    second: { text: request, label: `change request ${number}` },
  });
  if (!conflict) return [];
  const parts = await runJob('shownMarkedParts', text);
  return parts.map(({ section, marked }) => ({
    ...(section !== undefined && { section }),
    both: shortenMarked(marked, MAX_SHOWN).marked,
  }));
}
