import type { ContentLocation } from '../../content/index.ts';
import { type Caller, operations, send, serviceOf } from '../../operations/index.ts';
import { Refusal } from '../refusal.ts';
import type { PageEdit } from '../workflows/open-change-request/changes.ts';
import type { OriginalPage } from './expand.ts';
import { isTextChange } from './text-changes.ts';

type ReadPage = (page: string) => Promise<OriginalPage>;

/**
 * Reads pages as the changes of parts of their texts find them: if the same call reverts a page first, its reverted text.
 * Its functions throw a Refusal for a revert after such a change, and if the reverted text cannot be read.
 */
export function readAfterReverts(
  changes: readonly PageEdit[],
  location: ContentLocation,
  read: ReadPage,
  caller: Caller,
): ReadPage {
  return async (page) => {
    const at = changes.findLastIndex((one) => one.operation === 'revert_page' && one.page === page);
    const revert = changes[at];
    const first = changes.findIndex((one) => isTextChange(one) && one.page === page);
    if (!revert || first === -1) return read(page);
    if (first < at) {
      throw new Refusal(
        `Nothing was written. changes[${at}] reverts page ${page}, which would undo changes[${first}]; give it first.`,
      );
    }
    const readReverted = revert.block ? undefined : await revertedReader(revert, location, caller);
    if (!readReverted) {
      throw new Refusal(
        `Nothing was written. The text that changes[${at}] restores cannot be read beforehand, so changes[${first}] cannot change a part of it; give the revert in one call, and the others in the next.`,
      );
    }
    return readReverted === 'same' ? read(page) : readReverted(page);
  };
}

/** Reads the text to which a page is reverted: of its revision, or else that which the change request began from. */
async function revertedReader(
  { revision }: PageEdit,
  { spaceId, changeRequestId }: ContentLocation,
  caller: Caller,
): Promise<ReadPage | 'same' | undefined> {
  const hasRevisions = (await serviceOf(caller)) !== 'contract';
  const of = (revisionId: string) => (pageId: string) =>
    send(operations.getRevisionPage, { spaceId, revisionId, pageId }, caller);
  if (revision !== undefined) return hasRevisions ? of(revision) : undefined;
  if (changeRequestId === undefined) return 'same';
  const request = await send(operations.getChangeRequest, { spaceId, changeRequestId }, caller);
  if (!request.outdated) {
    return (pageId) => send(operations.getPage, { spaceId, pageId }, caller);
  }
  const base = request.revisionMergedAncestor ?? request.revisionInitial;
  return hasRevisions && base !== undefined ? of(base) : undefined;
}

/** Reads each page only once. */
export function readOnce(
  read: (page: string) => Promise<OriginalPage>,
): (page: string) => Promise<OriginalPage> {
  const known = new Map<string, Promise<OriginalPage>>();
  return (page) => {
    const found = known.get(page) ?? read(page);
    known.set(page, found);
    return found;
  };
}
