import { notFound, unprocessable } from '../../errors.ts';
import type { ChangeRequest } from '../change-requests.ts';
import type { Draft } from '../draft.ts';
import type { File, Page } from '../model.ts';
import type { NewFile } from './changes.ts';

/** The outcome for one page. */
export interface PageOutcome {
  kind: 'created' | 'updated' | 'deleted';
  page: string;
  ref?: string;
}

export interface EditResult {
  outcomes: PageOutcome[];
  files: { file: File; ref?: string }[];
}

/** The content of a new file. */
export type StoredContent = Omit<File, 'id' | 'deleted' | 'name'>;

/** The contents of the new files in a call, which were stored before it. */
export type StoredFiles = ReadonlyMap<NewFile, StoredContent>;

/** The state of one editing call. */
export class Edit {
  readonly outcomes = new Map<string, PageOutcome>();
  readonly files: EditResult['files'] = [];
  readonly refs = { pages: new Map<string, string>(), files: new Map<string, string>() };
  /** Texts to store once all pages are in place, by page. */
  readonly texts = new Map<string, string>();
  /** The frontmatter of these texts. */
  readonly frontmatter = new Map<string, Readonly<Record<string, unknown>>>();

  /** Pages that moved, with those below them, counted again in each move. */
  moved = 0;

  readonly draft: Draft;
  readonly request: ChangeRequest;
  /** The contents of the new files. */
  readonly stored: StoredFiles;

  /** Whether a replaced page keeps its leading heading although it repeats the title. */
  readonly keepsTitle: boolean;

  constructor(draft: Draft, request: ChangeRequest, stored: StoredFiles, keepsTitle: boolean) {
    this.draft = draft;
    this.request = request;
    this.stored = stored;
    this.keepsTitle = keepsTitle;
  }

  /** The page in the change request as edited so far; 404 otherwise. */
  page(id: string): Page {
    const page = this.draft.page(id);
    if (!page) throw notFound(`Page ${id}`);
    return page;
  }

  /** Records the outcome for a page across all changes of the call. */
  record(outcome: PageOutcome): void {
    const before = this.outcomes.get(outcome.page);
    if (before?.kind === 'created' && outcome.kind === 'updated') return;
    if (before?.kind === 'created' && outcome.kind === 'deleted') {
      this.outcomes.delete(outcome.page);
    } else {
      this.outcomes.set(outcome.page, outcome);
    }
  }

  /** Labels a page or file created in this call; 422 if the label is taken. */
  label(kind: 'pages' | 'files', ref: string | undefined, id: string): void {
    if (ref === undefined) return;
    if (this.refs.pages.has(ref) || this.refs.files.has(ref)) {
      throw unprocessable(`ref ${ref} is used twice; give each a label of its own`);
    }
    this.refs[kind].set(ref, id);
  }
}
