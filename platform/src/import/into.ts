import {
  type ChangeRequest,
  changeRequestState,
  commitDraft,
  draftOf,
  requireActive,
} from '../content/change-requests.ts';
import type { Actor, Draft } from '../content/draft.ts';
import { writeGradually } from '../content/gradual.ts';
import { commitPrimary, draftOfPrimary } from '../content/primary.ts';
import { primaryHead, stateAt } from '../content/revisions.ts';
import { pages as pageTable } from '../content/tables.ts';
import { conflict, notFound, unprocessable } from '../errors.ts';
import { Stage } from '../git/stage.ts';
import { withoutSecrets } from '../runtime/outbound.ts';
import type { Database } from '../store/database.ts';
import type { SourcePage } from './source-tree.ts';
import { stageTree, type TreeInput } from './stage-tree.ts';

/** The target of an import. */
export interface ImportTarget {
  space: string;
  changeRequest?: ChangeRequest;
  /** The page that becomes the parent of the imported pages. */
  page?: string;
}

/** The loaded content and its origin. */
export type LoadedContent = Pick<TreeInput, 'files'> & {
  url: string;
  pages: readonly SourcePage[];
};

/** What an import has written. */
export interface ImportOutcome {
  revision: string;
  /** The number of pages and files that came from files of the import. */
  imported: number;
  /** Ids of the new pages by their keys. */
  ids: ReadonlyMap<string, string>;
}

/** Who imports, and where to. */
export interface ImportWork {
  actor: Actor;
  /** Finds the target in the current transaction, and throws if it may not be written to. */
  open: () => ImportTarget;
  /** Called in the transaction that publishes the import. */
  complete?: (outcome: ImportOutcome) => void;
  signal?: AbortSignal;
}

/** Gives up when every attempt finds a newer revision of the target. */
const MAX_ATTEMPTS = 20;

/**
 * Adds pages after the existing ones, as one new revision. Others can read and write meanwhile; all pages appear at
 * once, or none does.
 * @throws {ApiError} 404 if the parent page no longer exists, 409 if the change request is closed or keeps changing,
 * 422 if there are no pages.
 */
export async function importInto(
  db: Database,
  work: ImportWork,
  content: LoadedContent,
): Promise<ImportOutcome> {
  const { url, pages } = content;
  if (pages.length === 0)
    throw unprocessable(`${withoutSecrets(url)} holds no page that can be imported`);
  const stage = new Stage(db, work.actor.newId());
  try {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const outcome = await attemptImport(db, stage, work, content);
      if (outcome !== 'outdated') return outcome;
      await stage.clear();
    }
  } finally {
    await stage.clear();
  }
  throw conflict('The content kept changing; start the import again');
}

async function attemptImport(
  db: Database,
  stage: Stage,
  work: ImportWork,
  { files, pages }: LoadedContent,
): Promise<ImportOutcome | 'outdated'> {
  const { actor, open, signal = new AbortController().signal } = work;
  const { state, page: under, head } = db.read(() => openActive(db, open()));
  const staged = await stageTree(db, stage, actor, { state, pages, files, under }, signal);
  const begin = () => {
    const now = openActive(db, open());
    const { space, changeRequest } = now;
    const draft = changeRequest
      ? draftOf(db, changeRequest, actor)
      : draftOfPrimary(db, space, actor);
    return now.head === head ? { draft, layer: draft.layer } : undefined;
  };
  const outcome = await writeGradually(db, {
    begin,
    write: ({ layer }) => stage.copyContent(layer),
    commit: ({ draft }) => {
      const { changeRequest } = openActive(db, open());
      const outcome = { revision: publish(stage, draft, changeRequest), ...staged };
      work.complete?.(outcome);
      return outcome;
    },
  });
  return outcome ?? 'outdated';
}

/** The content of the target as it is now, with its revision. */
function openActive(db: Database, target: ImportTarget) {
  const { space, changeRequest, page } = target;
  if (changeRequest) requireActive(changeRequest, 'edited');
  const head = primaryHead(db, space);
  const state = changeRequest ? changeRequestState(changeRequest) : stateAt(head);
  if (page !== undefined && !pageTable.find(db, state, page)) throw notFound('Page');
  return { ...target, state, head: changeRequest ? changeRequest.revision : head.id };
}

/** Makes what is staged the newest revision of the target; returns its id. */
function publish(stage: Stage, draft: Draft, changeRequest: ChangeRequest | undefined): string {
  if (changeRequest) return commitDraft(draft, changeRequest, 'edits');
  stage.publishIndex(draft.layer);
  return commitPrimary(draft, 'edits');
}
