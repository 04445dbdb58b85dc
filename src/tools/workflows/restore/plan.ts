import type { PageWithParent } from '../../../content/index.ts';
import type { PageNode } from '../../../operations/index.ts';
import { fencedInline } from '../../../text/index.ts';
import type { PageEdit } from '../open-change-request/changes.ts';
import { type KeptPassage, limitPassages } from './undo-in-text.ts';

/** A page that stays as it is, and why. */
export interface LeftPage {
  id: string;
  title: string;
  /** The effect of the change request on it. */
  change: string;
  left: string;
  /** The passages that were changed again. */
  places?: KeptPassage[];
}

/** The changes that undo a change request as far as they can. */
export interface UndoPlan {
  changes: PageEdit[];
  left: LeftPage[];
  /** Pages whose later changes are kept, with the passages where these replaced what would be undone. */
  merged: ReadonlyMap<string, KeptPassage[]>;
  note?: string;
}

/** Pages by their ids. */
export type PagesById = ReadonlyMap<string, PageWithParent>;

/** The action for a page of the change request: a change that undoes its part, or why it stays unchanged. */
export interface UndoStep {
  page: PageNode;
  /** The effect of the change request on it. */
  made: string;
  change?: PageEdit;
  /** Its parent afterwards. */
  parent?: string;
  left?: string;
  places?: KeptPassage[];
}

/**
 * Skips pages whose former parent was deleted, and those whose change would also affect pages that stay. Orders the
 * others so that they can be applied: restored pages before their subpages, deletions last, from the bottom up.
 */
export function orderSteps(
  steps: readonly UndoStep[],
  now: PagesById,
): Pick<UndoPlan, 'changes' | 'left'> {
  const doing = new Map(steps.filter(({ change }) => change).map((step) => [step.page.id, step]));
  const left = steps.filter(({ change }) => !change);
  const leave = (step: UndoStep, reason: string) => {
    doing.delete(step.page.id);
    left.push({ page: step.page, made: step.made, left: reason });
  };
  for (let found = true; found; ) {
    found = false;
    for (const step of [...doing.values()].reverse()) {
      const reason = obstacle(step, doing, now);
      if (reason === undefined) continue;
      leave(step, reason);
      found = true;
    }
  }
  const changes = [...doing.values()].flatMap(({ change }) => change ?? []);
  const deletions = changes.filter(({ operation }) => operation === 'delete_page').reverse();
  return {
    changes: [...changes.filter(({ operation }) => operation !== 'delete_page'), ...deletions],
    left: left.map(({ page: { id, title }, made, left: reason = '', places }) => ({
      ...{ id, title, change: made, left: reason },
      ...(places && { places: limitPassages(places) }),
    })),
  };
}

function obstacle(
  { page, change, parent }: UndoStep,
  doing: ReadonlyMap<string, UndoStep>,
  now: PagesById,
): string | undefined {
  if (change?.operation === 'delete_page') {
    const stays = [...now.values()].find(
      (below) => below.parent === page.id && !isMovedAway(below.page.id, doing),
    );
    return stays && `${fencedInline(stays.page.title, 'title')} is below it`;
  }
  const seen = new Set([page.id]);
  for (let above = parent; above !== undefined; ) {
    if (seen.has(above)) return 'its former place is now below itself';
    seen.add(above);
    const step = doing.get(above);
    if (step?.change?.operation === 'delete_page' || !(step || now.has(above))) {
      return 'its former parent page was deleted';
    }
    above = step ? step.parent : now.get(above)?.parent;
  }
  return undefined;
}

/** Whether the undo moves a page; a page that the change request created was no page's former parent. */
function isMovedAway(id: string, doing: ReadonlyMap<string, UndoStep>): boolean {
  const { change } = doing.get(id) ?? {};
  return change?.operation !== 'update_page' ? change !== undefined : change.into !== undefined;
}
