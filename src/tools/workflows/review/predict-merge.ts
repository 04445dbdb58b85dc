import {
  type ContentState,
  changesBetween,
  type PageChange,
  type PageWithParent,
  pageFingerprint,
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

const ALL_LIVE =
  'Primary content has all of this already: merging would change nothing, so it can be archived.';

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
    const sides = [was, now, pages].map((tree) => pagesWithParents(tree));
    const conflicts: object[] = [...settings];
    const live: string[] = [];
    for (const { page, title, change, diff } of shared) {
      const placed = sides.map((ids) => ids.get(page));
      // A page that one side deleted is reported as such.
      const isText = diff !== undefined && change !== 'deleted' && placed.every(Boolean);
      const merged = isText ? await mergeText(number, page, states, steps) : undefined;
      for (const part of merged?.conflicts ?? []) conflicts.push({ page, title, ...part });
      if (isPlacedLike(placed) && merged?.isLive !== false) live.push(title);
      await steps.finish('compared both sides of', title);
    }
    return { conflicts, live };
  });
  if (found === undefined) {
    return { warning: 'Primary content moved on. Update before merging.', ...also };
  }
  const { conflicts, live } = found;
  if (conflicts.length === 0 && live.length === changes.length) return { outlook: ALL_LIVE };
  const facts = { ...also, ...(live.length > 0 && { alreadyLive: live }) };
  return conflicts.length === 0
    ? { outlook: 'Primary content moved on, and this merges cleanly.', ...facts }
    : {
        warning: `Primary content moved on: both sides changed ${conflicts.length === 1 ? 'one place' : `${conflicts.length} places`}. update_change_request_from_primary writes both sides into the pages, and says how to settle them.`,
        ...facts,
        conflicts,
      };
}

/** A page of a tree that may lack it. */
type Placed = PageWithParent | undefined;

/** Whether primary content has the position and the settings that a change request gives to a page. */
function isPlacedLike(sides: readonly Placed[]): boolean {
  const [was, now, is] = sides.map((placed) => placed && settingsFingerprint(placed));
  return is === now || (is === was && now !== undefined);
}

function settingsFingerprint({ page: { documentId: _, ...page }, parent }: PageWithParent): string {
  return pageFingerprint({ page, parent });
}

async function mergeText(
  number: number,
  page: string,
  states: Pick<OutdatedRequest, 'base' | 'primary' | 'changeRequest'>,
  { caller }: Steps,
) {
  const [base, primary, request] = await Promise.all([
    states.base.markdown(page),
    states.primary.markdown(page),
    states.changeRequest.markdown(page),
  ]);
  const { text, conflict } = await runJob(
    'mergeTexts',
    {
      base,
      first: { text: primary, label: 'primary content' },
      second: { text: request, label: `change request ${number}` },
    },
    caller,
  );
  if (!conflict) return { conflicts: [], isLive: text === primary };
  const parts = await runJob('shownMarkedParts', text, caller);
  const conflicts = parts.map(({ section, marked }) => ({
    ...(section !== undefined && { section }),
    both: shortenMarked(marked, MAX_SHOWN).marked,
  }));
  return { conflicts, isLive: false };
}
