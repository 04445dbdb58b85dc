import {
  type ChangeRequestLocation,
  type ContentLocation,
  type ContentState,
  changeOf,
  type Ends,
  type PageWithParent,
  pageChangesOf,
  pagesWithParents,
  reorderedPages,
} from '../../../content/index.ts';
import { type OutputOf, operations } from '../../../operations/index.ts';
import { quoted } from '../../../text/index.ts';
import type { JobCaller } from '../../../thread-pool.ts';
import { runJob } from '../../jobs/run.ts';
import { Refusal } from '../../refusal.ts';
import type { PageEdit } from '../open-change-request/changes.ts';
import { refuseLostLinks } from '../open-change-request/lost-links.ts';
import type { Steps } from '../workflow.ts';
import { orderSteps, type PagesById, type UndoPlan, type UndoStep } from './plan.ts';
import type { KeptPassage } from './undo-in-text.ts';

/** The operations for undoing a merged change request. */
export const UNDO_READS = [
  operations.getCurrentRevision,
  operations.listRevisionPages,
  operations.getRevisionPage,
  operations.listChangeRequests,
  operations.listChangeRequestPages,
  operations.getChangeRequestPage,
  operations.listPages,
  operations.getPage,
];

/** A merge, and the content in which to undo it. */
export interface UndoInput {
  location: ChangeRequestLocation;
  /** The revision before the merge. */
  revision: string;
  /** Where the changes of the merge lie. */
  ends: Partial<Ends>;
  /** The content before the merge, after it, and now. */
  states: ThreeStates<ContentState>;
  /** Whether the content before is known exactly. If not, no text, page or deletion is derived from it. */
  isExact: boolean;
  /** The content to write to. */
  source: ContentLocation;
}

/** Computes the changes that revert what a merge changed, and keep later changes. */
export async function planSteps(
  { location, revision, ends, states, isExact, source }: UndoInput,
  steps: Steps,
): Promise<UndoPlan> {
  const pagesOf = async (state: ContentState): Promise<PagesById> =>
    pagesWithParents(await state.tree());
  const [was, made, is] = await Promise.all([
    pagesOf(states.was),
    pagesOf(states.made),
    pagesOf(states.is),
  ]);
  const found: UndoStep[] = [];
  const merged = new Map<string, KeptPassage[]>();
  const elsewhere = reorderedPages(was, is);
  for await (const { page, change } of pageChangesOf(location, steps, ends)) {
    const sides = { was: was.get(page.id), made: made.get(page.id), is: is.get(page.id) };
    const { keepsLater, ...step } = await (isExact ? undoStep : cautiousUndoStep)(
      { id: page.id, revision },
      sides,
      states,
      steps.caller,
    );
    const isLosing = step.change?.document && (await losesLinks(step.change, source, steps));
    if (keepsLater) merged.set(page.id, keepsLater);
    if (step.left === ALREADY_UNDONE && elsewhere.has(page.id)) step.left = OTHER_PLACE;
    found.push({
      ...{ page, made: change.change },
      ...(isLosing ? { left: LOSES_LINKS } : step),
    });
    await steps.caller.onProgress?.(found.length, `looked at ${quoted(page.title)}`);
  }
  return { merged, ...orderSteps(inReadingOrder(found, was, made), is) };
}

export const LOSES_LINKS = 'changed since, and it has broken links, which writing it would drop';

export async function losesLinks(change: PageEdit, source: ContentLocation, steps: Steps) {
  try {
    return (await refuseLostLinks(source, [change], steps)).length > 0;
  } catch (error) {
    if (error instanceof Refusal) return true;
    throw error;
  }
}

/** Former pages in their former order, then the created ones. */
function inReadingOrder(found: readonly UndoStep[], ...trees: PagesById[]): UndoStep[] {
  const order = new Map(
    [...new Set(trees.flatMap((tree) => [...tree.keys()]))].map((id, at) => [id, at]),
  );
  const at = ({ page }: UndoStep) => order.get(page.id) ?? 0;
  return [...found].sort((one, other) => at(one) - at(other));
}

/** The contents before a merge, after it, and now. */
export interface ThreeStates<T> {
  was: T;
  made: T;
  is: T;
}

export type UndoResult = Pick<UndoStep, 'change' | 'parent' | 'left' | 'places'> & {
  /** Set if later changes of the page stay: the passages where they replaced what would be undone. */
  keepsLater?: KeptPassage[];
};

interface UndonePage {
  id: string;
  /** The revision before the merge. */
  revision: string;
}

async function undoStep(
  { id: page, revision }: UndonePage,
  sides: ThreeStates<PageWithParent | undefined>,
  states: ThreeStates<ContentState>,
  caller: JobCaller,
): Promise<UndoResult> {
  const { was, made, is } = sides;
  if (!is) {
    if (!was) return { left: 'deleted since' };
    if (made) return { left: 'deleted since then; restore_page with its pageId restores it' };
    return { change: { operation: 'revert_page', page, revision }, parent: was.parent };
  }
  if (!made) return { left: 'it is there again' };
  if (await isUnchangedSince({ page, made, is }, states)) {
    if (!was) return { change: { operation: 'delete_page', page } };
    return { change: { operation: 'revert_page', page, revision }, parent: was.parent };
  }
  if (!was) return { left: 'created by it, and changed since' };
  return undoKeepingLater(page, { was, made, is }, states, caller);
}

async function cautiousUndoStep(
  { id: page, revision }: UndonePage,
  { was, made, is }: ThreeStates<PageWithParent | undefined>,
  states: ThreeStates<ContentState>,
): Promise<UndoResult> {
  if (!was) return { left: is ? 'new since then; delete it with delete_page' : 'deleted since' };
  if (!made) {
    return {
      left: is
        ? 'it is there again'
        : 'deleted since then; restore_page with its pageId restores it',
    };
  }
  if (!is) return { left: 'deleted since; restore_page with its pageId restores it' };
  return (await isUnchangedSince({ page, made, is }, states))
    ? { change: { operation: 'revert_page', page, revision }, parent: was.parent }
    : { left: 'changed since' };
}

/** Whether a page is unchanged since the merge; reads the text if the trees do not show that. */
export async function isUnchangedSince(
  { page, made, is }: { page: string; made: PageWithParent; is: PageWithParent },
  states: Pick<ThreeStates<ContentState>, 'made' | 'is'>,
): Promise<boolean> {
  const change = changeOf(made, is);
  if (change !== undefined && change !== 'edited') return false;
  if (change === undefined && made.page.documentId !== undefined) return true;
  const [one, other] = await Promise.all([states.made.markdown(page), states.is.markdown(page)]);
  return one === other;
}

const CHANGED_AGAIN = 'the same passage was changed again since then';

const BREAKS_BLOCKS = 'changed since, and its blocks would not match without the earlier change';

/** Why a page stays unchanged if nothing of the change request is left on it. */
export const ALREADY_UNDONE = 'it is already as before';

const OTHER_PLACE =
  'changed since, and only its place among the pages beside it still differs, which update_page with at changes';

type PageSetting = keyof OutputOf<typeof operations.getPage> & ('title' | 'description' | 'hidden');

const SETTINGS: Readonly<
  Record<PageSetting | 'slug' | 'into', (placed: PageWithParent) => unknown>
> = {
  title: ({ page }) => page.title,
  slug: ({ page: { path = '' } }) => path.slice(path.lastIndexOf('/') + 1),
  description: ({ page }) => page.description ?? '',
  hidden: ({ page }) => page.hidden === true,
  into: ({ parent }) => parent ?? null,
};

export async function undoKeepingLater(
  page: string,
  sides: ThreeStates<PageWithParent>,
  states: ThreeStates<ContentState>,
  caller: JobCaller,
): Promise<UndoResult> {
  const { was, made, is } = sides;
  const undone: Record<string, unknown> = {};
  for (const [name, of] of Object.entries(SETTINGS)) {
    const [former, left, present] = [of(was), of(made), of(is)];
    if (former === left || former === present) continue;
    if (left !== present) {
      return { left: `its ${name === 'into' ? 'place' : name} was changed again since` };
    }
    undone[name] = former;
  }
  const texts = {
    was: await states.was.markdown(page),
    made: await states.made.markdown(page),
    is: await states.is.markdown(page),
  };
  let kept: KeptPassage[] = [];
  if (texts.made !== texts.was && texts.is !== texts.was) {
    const done = await runJob('undoInText', texts, caller);
    kept = done.kept;
    const change = { before: texts.is, after: done.text };
    if (await runJob('describeBroken', change, caller)) return { left: BREAKS_BLOCKS };
    if (done.text !== texts.is) undone.document = { markdown: done.text };
  }
  if (Object.keys(undone).length === 0) {
    return kept.length === 0 ? { left: ALREADY_UNDONE } : { left: CHANGED_AGAIN, places: kept };
  }
  return {
    change: { operation: 'update_page', page, ...undone } as PageEdit,
    parent: undone.into === undefined ? is.parent : was.parent,
    keepsLater: kept,
  };
}
