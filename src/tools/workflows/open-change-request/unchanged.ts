import { flattenPages } from '../../../content/index.ts';
import type { PageNode } from '../../../operations/index.ts';
import type { JobCaller } from '../../../thread-pool.ts';
import { type ExpandedChanges, isEmptyUpdate } from '../../edits/expand.ts';
import { runJob } from '../../jobs/run.ts';
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
export async function refuseUnchanged(
  tree: readonly PageNode[],
  { changes, writes }: ExpandedChanges,
  texts: ReadonlyMap<string, { markdown?: string }>,
  caller: JobCaller,
): Promise<void> {
  const stored = new Map<string, CurrentPage>();
  const note = (pages: readonly PageNode[], parent: string | null) => {
    for (const [index, page] of pages.entries()) {
      stored.set(page.id, { page, parent, index, markdown: texts.get(page.id)?.markdown });
    }
  };
  note(tree, null);
  for (const { id, pages = [] } of flattenPages(tree)) note(pages, id);
  for (const [index, change] of changes.entries()) {
    const page = stored.get(change.page ?? '');
    const isSame = async (sent: string) => {
      const { page: { title } = { title: '' }, markdown: original } = page ?? {};
      if (original === undefined || writes.has(index)) return sent === original;
      return (await runJob('prepareText', { title, original, markdown: sent }, caller)) === 'same';
    };
    if (!(await changesNothing(change, page, isSame))) return;
  }
  throw new Refusal(UNCHANGED);
}

async function changesNothing(
  change: PageEdit,
  stored: CurrentPage | undefined,
  isSame: (text: string) => Promise<boolean>,
): Promise<boolean> {
  if (isEmptyUpdate(change)) return true;
  const { operation, page: _, document, into, at, ...settings } = change;
  if (operation !== 'update_page' || !stored) return false;
  const { page, parent, index } = stored;
  const kept: Readonly<Record<string, unknown>> = { description: '', hidden: false, ...page };
  return (
    (into === undefined || into === parent) &&
    (at === undefined || at === index) &&
    Object.entries(settings).every(
      ([name, value]) => value === undefined || kept[name] === value,
    ) &&
    (document === undefined ||
      (document.markdown !== undefined && (await isSame(document.markdown))))
  );
}
