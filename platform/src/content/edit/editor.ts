import { notFound, unprocessable } from '../../errors.ts';
import type { Bytes } from '../../services/outbound.ts';
import type { Database } from '../../store/database.ts';
import { type ChangeRequest, commitDraft, draftOf, requireActive } from '../change-requests.ts';
import { saveDocument } from '../documents.ts';
import type { Actor, Draft } from '../draft.ts';
import { storeLinks } from '../link-resolution.ts';
import type { File, Page } from '../model.ts';
import { settle } from '../settle.ts';
import type { Change } from './changes.ts';
import { deletePage } from './delete-page.ts';
import { insertFiles } from './insert-files.ts';
import { revertPage } from './revert-page.ts';
import { insertPage, updatePage } from './write-page.ts';

/** What became of one page. */
export interface Outcome {
  kind: 'created' | 'updated' | 'deleted';
  page: string;
  ref?: string;
}

export interface EditResult {
  outcomes: Outcome[];
  files: { file: File; ref?: string }[];
}

/** One editing call while it runs. */
export class Edit {
  readonly outcomes = new Map<string, Outcome>();
  readonly files: EditResult['files'] = [];
  readonly refs = { pages: new Map<string, string>(), files: new Map<string, string>() };
  /** Texts to be kept once all pages are where they belong, by page. */
  readonly texts = new Map<string, string>();

  readonly draft: Draft;
  readonly request: ChangeRequest;
  /** Contents of the files that are given by URL. */
  readonly fetched: ReadonlyMap<string, Bytes>;

  /** A leading heading stays in the text of a page that is replaced, though it is the page's title. */
  readonly keepsTitle: boolean;

  constructor(
    draft: Draft,
    request: ChangeRequest,
    fetched: ReadonlyMap<string, Bytes>,
    keepsTitle: boolean,
  ) {
    this.draft = draft;
    this.request = request;
    this.fetched = fetched;
    this.keepsTitle = keepsTitle;
  }

  /** The page in the change request as edited so far; 404 otherwise. */
  page(id: string): Page {
    const page = this.draft.page(id);
    if (!page) throw notFound(`Page ${id}`);
    return page;
  }

  /** Remembers what became of a page over all changes of the call. */
  record(outcome: Outcome): void {
    const before = this.outcomes.get(outcome.page);
    if (before?.kind === 'created' && outcome.kind === 'updated') return;
    if (before?.kind === 'created' && outcome.kind === 'deleted') {
      this.outcomes.delete(outcome.page);
    } else {
      this.outcomes.set(outcome.page, outcome);
    }
  }

  /** Gives a label to a page or file made in this call; 422 when it is taken. */
  label(kind: 'pages' | 'files', ref: string | undefined, id: string): void {
    if (ref === undefined) return;
    if (this.refs.pages.has(ref) || this.refs.files.has(ref)) {
      throw unprocessable(`ref ${ref} is used twice; give each a label of its own`);
    }
    this.refs[kind].set(ref, id);
  }
}

/**
 * Applies changes to a change request as one new revision. Throws without having written anything that a rollback
 * of the surrounding transaction does not undo: 404 for a missing page, 409 when the change request is closed,
 * 422 for what cannot be applied. The message names the change.
 */
export function editContent(
  db: Database,
  request: ChangeRequest,
  actor: Actor,
  changes: readonly Change[],
  fetched: ReadonlyMap<string, Bytes>,
  keepsTitle = false,
): EditResult {
  requireActive(request, 'edited');
  const edit = new Edit(draftOf(db, request, actor), request, fetched, keepsTitle);
  for (const [index, change] of changes.entries()) {
    atChange(index, () => apply(edit, change));
  }
  settle(edit.draft, [...edit.draft.touched]);
  keepTexts(edit);
  commitDraft(edit.draft, request, 'edits');
  return { outcomes: [...edit.outcomes.values()], files: edit.files };
}

function apply(edit: Edit, change: Change): void {
  if (change.operation === 'update_page') updatePage(edit, change);
  else if (change.operation === 'insert_page') insertPage(edit, change);
  else if (change.operation === 'delete_page') deletePage(edit, change.page);
  else if (change.operation === 'revert_page') revertPage(edit, change);
  else insertFiles(edit, change);
}

/** Links are resolved last: they may lead to pages that later changes made or moved. */
function keepTexts({ draft, texts, refs }: Edit): void {
  for (const [id, text] of texts) {
    const page = draft.page(id);
    if (!page) continue;
    const place = { db: draft.db, view: draft.view, page };
    const document = saveDocument(
      draft.db,
      storeLinks(place, text, refs, () => null),
    );
    draft.change({ ...page, document });
  }
}

function atChange(index: number, work: () => void): void {
  try {
    work();
  } catch (error) {
    if (error instanceof Error) error.message = `changes[${index}]: ${error.message}`;
    throw error;
  }
}
