import { type ContentLocation, readersOf } from '../../content/index.ts';
import { send } from '../../operations/index.ts';
import type { CallContext } from '../tool.ts';
import type { PageEdit } from '../workflows/open-change-request/changes.ts';
import { truncatedPageRefusal } from './expand.ts';

/** A change that writes the text of a page as a tree. */
export function writesTree({ operation, document }: PageEdit): boolean {
  return operation === 'update_page' && document?.document !== undefined;
}

/**
 * Whether a change that writes a tree changes the text of its page.
 * @throws {Refusal} if the tree is only the part of the text that was shown.
 */
export async function changesTree(
  { page: pageId = '', document }: PageEdit,
  location: ContentLocation,
  context: CallContext,
): Promise<boolean> {
  const read = { ...location, pageId, format: 'document' as const };
  const stored = await send(readersOf(location).page, read, context);
  const { compareDocuments } = await import('./compare-documents.ts');
  const { maxResultTokens } = context;
  const result = await compareDocuments(stored.document, document?.document, maxResultTokens);
  if (result === 'cut') throw truncatedPageRefusal(pageId);
  return result === 'changed';
}
