import type { PageNode } from '../operations/index.ts';
import type { JobCaller } from '../thread-pool.ts';
import { type ContentState, stateOf } from './content-state.ts';
import type { Sender } from './sender.ts';
import { changeOf, type PageWithParent, pagesWithParents, reorderedPages } from './tree-changes.ts';
import { visibleDiff } from './visible-diff.ts';

export interface ChangeRequestLocation {
  spaceId: string;
  changeRequestId: string;
}

/** The change to one page. */
export interface PageChange {
  page: string;
  title: string;
  /** A description, such as `edited, renamed from "Limits"`. */
  change: string;
  /** The hunks of a unified diff of the page's markdown as readers see it; absent if the text is unchanged, and for a deleted page. */
  diff?: string;
}

const EDITED_UNSEEN = 'edited, but nothing that readers see';

/** A page that a change request changes: its new state, or its old one if it is deleted. */
export interface ChangedPage {
  page: PageNode;
  /** Its old state; absent for a created page. */
  before: PageNode | undefined;
  change: PageChange;
  /** All pages before and after. */
  trees: { before: readonly PageNode[]; after: readonly PageNode[] };
  /** A diff that removes all of its old text, which is read on demand. */
  removal(): Promise<string>;
}

/** The revisions between which a change request's own changes lie. */
export interface Ends {
  /** The revision of primary content that it began from, or was last updated from. */
  base: string;
  /** Its present content, or its result after the merge. */
  head: string;
  /** A change request to compare with, where revisions cannot be read. */
  otherRequest: string;
}

/** Whether a change request made a difference itself; changes by others are not reported. */
export type IsOwn = (id: string, is: PageWithParent | undefined) => boolean;

/** The text of a page before a change, with links as the later text spells them where they lead to the same places. */
export type Respell = (
  texts: { page: string; before: string; after: string },
  trees: { before: readonly PageNode[]; after: readonly PageNode[] },
) => Promise<string>;

/**
 * Yields the pages that a change request changes between two revisions or, without these, compared with current
 * primary content.
 */
export async function* pageChangesOf(
  location: ChangeRequestLocation,
  sender: Sender,
  { base, head, otherRequest }: Partial<Ends> = {},
  isOwn: IsOwn = () => true,
  respell?: Respell,
): AsyncGenerator<ChangedPage> {
  const { spaceId } = location;
  const { caller } = sender;
  const from = base === undefined ? { changeRequestId: otherRequest } : { revisionId: base };
  const sides: ComparedStates = [
    stateOf({ spaceId, ...from }, sender),
    stateOf(head === undefined ? location : { spaceId, revisionId: head }, sender),
  ];
  const [earlier, later] = await Promise.all([sides[0].tree(), sides[1].tree()]);
  const trees = { before: earlier, after: later };
  const [before, after] = [pagesWithParents(earlier), pagesWithParents(later)];
  const spelled: Spelled = (page, was, is) =>
    respell?.({ page, before: was, after: is }, trees) ?? was;
  const reordered = reorderedPages(before, after);
  for (const [id, { page }] of new Map([...before, ...after])) {
    const was = before.get(id);
    if (!isOwn(id, after.get(id))) continue;
    const change = await comparePage(
      { sides, spelled, caller },
      [was, after.get(id)],
      reordered.get(id),
    );
    const removal = async () =>
      visibleDiff({ before: await sides[0].markdown(id), after: '' }, caller);
    if (change) yield { page, before: was?.page, change, trees, removal };
  }
}

/** The states before and after. */
type ComparedStates = readonly [before: ContentState, after: ContentState];

type Spelled = (page: string, was: string, is: string) => Promise<string> | string;

async function comparePage(
  { sides, spelled, caller }: { sides: ComparedStates; spelled: Spelled; caller: JobCaller },
  [before, after]: readonly [PageWithParent | undefined, PageWithParent | undefined],
  reordered: string | undefined,
): Promise<PageChange | undefined> {
  const { id, title } = (after ?? before)?.page ?? { id: '', title: '' };
  if (!after) return { page: id, title, change: 'deleted' };
  const made = [changeOf(before, after), reordered].filter(Boolean).join(', ');
  const { documentId } = after.page;
  if (before && documentId !== undefined && documentId === before.page.documentId) {
    return made === '' ? undefined : { page: id, title, change: made };
  }
  const [stored, is] = await Promise.all([before && sides[0].markdown(id), sides[1].markdown(id)]);
  const was = stored === undefined ? undefined : await spelled(id, stored, is);
  if (was === is) {
    const besides = made.replace(/^edited(, )?/, '');
    return besides === '' ? undefined : { page: id, title, change: besides };
  }
  const diff = await visibleDiff({ before: was ?? '', after: is }, caller);
  const edited = diff === '' ? EDITED_UNSEEN : 'edited';
  const change = made === '' ? edited : made.replace(/^edited(?=,|$)/, edited);
  return { page: id, title, change, diff };
}
