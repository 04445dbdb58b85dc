import { flattenPages, type PageNode } from '../../../content/index.ts';
import { Refusal } from '../../refusal.ts';
import type { Change } from './changes.ts';

/**
 * Refuses changes of pages that are not there, and labels that mean a page already, before a change request is opened
 * for them.
 * @throws {Refusal} naming the first.
 */
export function refuseUnknownPages(tree: readonly PageNode[], changes: readonly Change[]): void {
  const pages = flattenPages(tree);
  for (const [index, { operation, page, into, ref }] of changes.entries()) {
    // What was deleted is reverted by its id, too.
    const named = [operation === 'revert_page' ? undefined : page, into];
    const unknown = named.find((id) => id && !pages.some((known) => known.id === id));
    if (unknown) {
      throw new Refusal(
        `Nothing was written. changes[${index}]: the space has no page ${unknown}; list_pages shows their ids.`,
      );
    }
    if (ref !== undefined && pages.some(({ path }) => path === ref)) {
      throw new Refusal(
        `Nothing was written. changes[${index}]: ref ${ref} is the path of a page; choose another.`,
      );
    }
  }
}
