import { unprocessable } from '../../errors.ts';
import { markdownOf } from '../../markdown/from-document.ts';
import { targetsIn } from '../../markdown/links.ts';
import { requireShort } from '../../markdown/submission.ts';
import { SUBMISSION, TEXT_FACTS } from '../../markdown/tasks.ts';
import type { Database } from '../../store/database.ts';
import { precompute } from '../../workers/computed.ts';
import { type ChangeRequest, commitDraft, draftOf, requireActive } from '../change-requests.ts';
import { readDocument, saveDocument } from '../documents.ts';
import type { Actor } from '../draft.ts';
import { storedPicture, storeLinks } from '../link-resolution.ts';
import { urlsOf, withPresentation } from '../presentation.ts';
import { repairTree } from '../repair-tree.ts';
import type { ContentChange } from './changes.ts';
import { Edit, type EditResult, type StoredFiles } from './edit.ts';
import { insertFiles } from './insert-files.ts';
import { revertPage } from './revert-page.ts';
import { deletePage, insertPage, updatePage } from './write-page.ts';

/**
 * Applies changes to a change request as one new revision. Throws without having written anything that a rollback
 * of the surrounding transaction does not undo: 404 for a missing page, 409 when the change request is closed,
 * 422 for what cannot be applied. The message names the change.
 */
export function editContent(
  db: Database,
  request: ChangeRequest,
  actor: Actor,
  changes: readonly ContentChange[],
  files: StoredFiles,
  keepsTitle = false,
): EditResult {
  requireActive(request, 'edited');
  const edit = new Edit(draftOf(db, request, actor), request, files, keepsTitle);
  prepareTexts(changes);
  for (const [index, change] of changes.entries()) {
    atChange(index, () => apply(edit, change));
  }
  repairTree(edit.draft, [...edit.draft.touched]);
  keepTexts(edit);
  commitDraft(edit.draft, request, 'edits');
  return { outcomes: [...edit.outcomes.values()], files: edit.files };
}

function apply(edit: Edit, change: ContentChange): void {
  if (change.operation === 'update_page') updatePage(edit, change);
  else if (change.operation === 'insert_page') insertPage(edit, change);
  else if (change.operation === 'delete_page') deletePage(edit, change.page);
  else if (change.operation === 'revert_page') revertPage(edit, change);
  else insertFiles(edit, change);
}

/**
 * Links are resolved last: they may lead to pages that later changes create or move. A broken link stays if the page
 * had it before.
 */
function keepTexts({ draft, texts, frontmatter, refs }: Edit): void {
  precompute(TEXT_FACTS, [...texts.values()]);
  const stored = [...texts].flatMap(([id, text]) => {
    const page = draft.page(id);
    if (!page) return [];
    const place = { db: draft.db, state: draft.state, page };
    const known = targetsIn(readDocument(draft.db, page.document));
    const unmatched = (url: string) => (known.has(url) ? url : null);
    const attributes = withPresentation(page.attributes, frontmatter.get(id) ?? {}, (cover) => {
      const isOwn = urlsOf(page.attributes).includes(cover);
      const kept = storedPicture(place, cover, refs) ?? (isOwn ? cover : undefined);
      if (kept === undefined) throw unprocessable(`cover: ${cover} is no file of the space`);
      return kept;
    });
    return [
      { page: { ...page, attributes }, text: storeLinks(place, text, refs, unmatched, known) },
    ];
  });
  precompute(
    TEXT_FACTS,
    stored.map(({ text }) => text),
  );
  for (const { page, text } of stored) {
    draft.change({ ...page, document: saveDocument(draft.db, text) });
  }
}

/** Large texts are parsed in parallel. */
function prepareTexts(changes: readonly ContentChange[]): void {
  const texts = changes.flatMap((change) =>
    'document' in change && change.document ? [markdownOf(change.document)] : [],
  );
  requireShort(texts, 'An edit');
  precompute(SUBMISSION, texts);
}

function atChange(index: number, work: () => void): void {
  try {
    work();
  } catch (error) {
    if (error instanceof Error) error.message = `changes[${index}]: ${error.message}`;
    throw error;
  }
}
