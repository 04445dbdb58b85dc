import {
  type ContentLocation,
  changeOf,
  type PageWithParent,
  pageChangesOf,
  placedPages,
} from '../../../content/index.ts';
import { type OutputOf, operations } from '../../../operations/index.ts';
import { toldBy } from '../../../text/index.ts';
import { runJob } from '../../jobs/run.ts';
import { Refusal } from '../../refusal.ts';
import type { PageEdit } from '../open-change-request/changes.ts';
import { refuseLostLinks } from '../open-change-request/lost-links.ts';
import type { Steps } from '../workflow.ts';
import { orderedSteps, type PagesById, type UndoPlan, type UndoStep } from './plan.ts';

/** The operations for undoing a merged change request. */
export const UNDO_READS = [
  operations.getCurrentRevision,
  operations.listRevisionPages,
  operations.getRevisionPage,
];

/** Revisions before and after a merge, and the current one. */
export interface Undone {
  spaceId: string;
  changeRequestId: string;
  base: string;
  head: string;
  now: string;
  /** The content to write to. */
  source: ContentLocation;
}

/** Computes the changes that revert what changed between two revisions, and keep later changes. */
export async function undoPlan(
  { spaceId, changeRequestId, base, head, now, source }: Undone,
  steps: Steps,
): Promise<UndoPlan> {
  const [was, made, is] = await Promise.all(
    [base, head, now].map(async (revisionId) => {
      const { pages } = await steps.send(operations.listRevisionPages, { spaceId, revisionId });
      return placedPages(pages) as PagesById;
    }),
  );
  const textOf = (revisionId: string) => async (pageId: string) =>
    (await steps.send(operations.getRevisionPage, { spaceId, revisionId, pageId })).markdown ?? '';
  const texts = { was: textOf(base), made: textOf(head), is: textOf(now) };
  const found: UndoStep[] = [];
  const merged = new Set<string>();
  for await (const { page, change } of pageChangesOf({ spaceId, changeRequestId }, steps, {
    base,
    head,
  })) {
    const sides = { was: was?.get(page.id), made: made?.get(page.id), is: is?.get(page.id) };
    const { keepsLater, ...step } = await stepFor(page.id, base, sides, texts);
    const losesLinks = step.change?.document && (await isLosingLinks(step.change, source, steps));
    if (keepsLater) merged.add(page.id);
    found.push({
      ...{ page, made: change.change },
      ...(losesLinks ? { left: LOSES_LINKS } : step),
    });
    await steps.context.onProgress?.(found.length, `looked at ${page.title}`);
  }
  return { merged, ...orderedSteps(inReadingOrder(found, was, made), is ?? new Map()) };
}

const LOSES_LINKS = 'changed since, and it has broken links, which writing it would drop';

async function isLosingLinks(change: PageEdit, source: ContentLocation, steps: Steps) {
  try {
    return (await refuseLostLinks(source, [change], steps)).length > 0;
  } catch (error) {
    if (error instanceof Refusal) return true;
    throw error;
  }
}

/** Former pages in their former order, then the created ones. */
function inReadingOrder(
  found: readonly UndoStep[],
  ...trees: (PagesById | undefined)[]
): UndoStep[] {
  const order = new Map(
    [...new Set(trees.flatMap((tree) => [...(tree?.keys() ?? [])]))].map((id, at) => [id, at]),
  );
  const at = ({ page }: UndoStep) => order.get(page.id) ?? 0;
  return [...found].sort((one, other) => at(one) - at(other));
}

interface ThreeStates<T> {
  was: T;
  made: T;
  is: T;
}

type TextReaders = ThreeStates<(pageId: string) => Promise<string>>;

type UndoResult = Pick<UndoStep, 'change' | 'parent' | 'left'> & { keepsLater?: true };

async function stepFor(
  page: string,
  revision: string,
  sides: ThreeStates<PageWithParent | undefined>,
  texts: TextReaders,
): Promise<UndoResult> {
  const { was, made, is } = sides;
  if (!is) {
    if (!was) return { left: 'deleted since' };
    if (made) return { left: 'deleted since; restore_page with its pageId brings it back' };
    return { change: { operation: 'revert_page', page, revision }, parent: was.parent };
  }
  if (!made) return { left: 'it is there again' };
  if (
    await isAsIn(
      made,
      is,
      () => texts.made(page),
      () => texts.is(page),
    )
  ) {
    if (!was) return { change: { operation: 'delete_page', page } };
    return { change: { operation: 'revert_page', page, revision }, parent: was.parent };
  }
  if (!was) return { left: 'created by it, and changed since' };
  return withLaterKept(page, { was, made, is }, texts);
}

/** Whether a page is unchanged; reads the text if the trees do not show that. */
export async function isAsIn(
  earlier: PageWithParent,
  later: PageWithParent,
  ...texts: [() => Promise<string>, () => Promise<string>]
): Promise<boolean> {
  const change = changeOf(earlier, later);
  if (change !== undefined && change !== 'edited') return false;
  if (change === undefined && earlier.page.documentId !== undefined) return true;
  const [one, other] = await Promise.all(texts.map((read) => read()));
  return one === other;
}

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

async function withLaterKept(
  page: string,
  sides: ThreeStates<PageWithParent>,
  texts: TextReaders,
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
  const [base, first, second] = await Promise.all([
    texts.made(page),
    texts.is(page),
    texts.was(page),
  ]);
  const merge = {
    base,
    first: { text: first, label: 'now' },
    second: { text: second, label: 'before' },
  };
  if (base !== second && first !== second) {
    const { text, conflict } = await runJob('mergeTexts', merge);
    if (conflict) {
      const parts = await runJob('shownMarkedParts', text);
      const sections = [...new Set(parts.flatMap(({ section }) => section ?? []))].slice(0, 5);
      const where =
        sections.length > 0 ? `: ${sections.map((one) => toldBy(one, 'heading')).join(', ')}` : '';
      return { left: `the same place was changed again since${where}` };
    }
    if (text !== first) undone.document = { markdown: text };
  }
  if (Object.keys(undone).length === 0) return { left: 'it already is as before' };
  return {
    change: { operation: 'update_page', page, ...undone } as PageEdit,
    parent: undone.into === undefined ? is.parent : was.parent,
    keepsLater: true,
  };
}
