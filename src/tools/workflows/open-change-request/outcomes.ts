import { flattenPages } from '../../../content/index.ts';
import type { PageNode } from '../../../operations/index.ts';

/** What happened to the existing text of a page. */
export type TextOutcome = 'edited' | 'restored' | 'restored, edited';

/** The outcome for one page, compared with the tree before. */
export interface ShownOutcome {
  id: string;
  title: string;
  path?: string;
  /** Such as `moved, text unchanged`. */
  outcome: string;
  /** Its position among its siblings. */
  position?: string;
}

interface TreePosition {
  page: PageNode;
  parent: PageNode | undefined;
  index: number;
  siblings: number;
  /** Title of the sibling before it. */
  previous: string | undefined;
}

/**
 * The outcome of an edit for the pages that it touched, from the trees before and after it. `placed` are the pages that
 * it positioned; others may have shifted among their siblings.
 */
export function outcomesOf(
  before: readonly PageNode[],
  after: readonly PageNode[],
  touched: ReadonlySet<string>,
  texts: ReadonlyMap<string, TextOutcome>,
  placed: ReadonlySet<string>,
): ShownOutcome[] {
  const was = positionsIn(before);
  const is = positionsIn(after);
  return [...touched].map((id) => {
    const [earlier, now] = [was.get(id), is.get(id)];
    if (!now) return { id, title: earlier?.page.title ?? id, outcome: 'deleted' };
    const { title, path } = now.page;
    const isMoved =
      earlier?.parent?.id !== now.parent?.id || (placed.has(id) && earlier?.index !== now.index);
    return {
      id,
      title,
      path,
      outcome: outcomeOf(earlier, now, isMoved, texts.get(id)),
      ...((isMoved || !earlier) && { position: positionOf(now) }),
    };
  });
}

function outcomeOf(
  earlier: TreePosition | undefined,
  now: TreePosition,
  isMoved: boolean,
  text: TextOutcome | undefined,
): string {
  if (!earlier) return 'created';
  const done = [
    earlier.page.title !== now.page.title && `renamed from ${JSON.stringify(earlier.page.title)}`,
    isMoved && 'moved',
    text,
  ].filter(Boolean);
  if (done.length === 0) return 'settings changed, text unchanged';
  return text ? done.join(', ') : `${done.join(', ')}, text unchanged`;
}

function positionOf({ parent, index, siblings, previous }: TreePosition): string {
  const neighbour = previous === undefined ? '' : `after ${previous}, `;
  return `${neighbour}${index + 1} of ${siblings} ${parent ? `under ${parent.title}` : 'at the root'}`;
}

function positionsIn(tree: readonly PageNode[]): Map<string, TreePosition> {
  const places = new Map<string, TreePosition>();
  const note = (pages: readonly PageNode[], parent: PageNode | undefined) => {
    for (const [index, page] of pages.entries()) {
      places.set(page.id, {
        page,
        parent,
        index,
        siblings: pages.length,
        previous: pages[index - 1]?.title,
      });
    }
  };
  note(tree, undefined);
  for (const page of flattenPages(tree)) note(page.pages ?? [], page);
  return places;
}
