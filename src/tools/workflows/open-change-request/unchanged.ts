import { flattenPages } from '../../../content/index.ts';
import type { PageNode } from '../../../operations/index.ts';
import { isEmptyUpdate } from '../../edits/expand.ts';
import { Refusal } from '../../refusal.ts';
import type { PageEdit } from './changes.ts';

interface CurrentPage {
  page: PageNode;
  parent: string | null;
  index: number;
  markdown: string | undefined;
}

const UNCHANGED =
  'Nothing was sent, and no change request was opened: the pages already are as these changes would make them.';

/**
 * Refuses changes that leave every page unchanged, before a change request is opened for them. Compares only texts that
 * were read.
 * @throws {Refusal}
 */
export function refuseUnchanged(
  tree: readonly PageNode[],
  changes: readonly PageEdit[],
  texts: ReadonlyMap<string, { markdown?: string }>,
): void {
  const stored = new Map<string, CurrentPage>();
  const note = (pages: readonly PageNode[], parent: string | null) => {
    for (const [index, page] of pages.entries()) {
      stored.set(page.id, { page, parent, index, markdown: texts.get(page.id)?.markdown });
    }
  };
  note(tree, null);
  for (const { id, pages = [] } of flattenPages(tree)) note(pages, id);
  if (changes.every((change) => changesNothing(change, stored.get(change.page ?? '')))) {
    throw new Refusal(UNCHANGED);
  }
}

function changesNothing(change: PageEdit, stored: CurrentPage | undefined): boolean {
  if (isEmptyUpdate(change)) return true;
  const { operation, page: _, document, into, at, ...settings } = change;
  if (operation !== 'update_page' || !stored) return false;
  const { page, parent, index, markdown } = stored;
  const kept: Readonly<Record<string, unknown>> = { description: '', hidden: false, ...page };
  return (
    (document === undefined || (markdown !== undefined && document.markdown === markdown)) &&
    (into === undefined || into === parent) &&
    (at === undefined || at === index) &&
    Object.entries(settings).every(([name, value]) => value === undefined || kept[name] === value)
  );
}
