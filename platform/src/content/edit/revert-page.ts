import { changedRuns } from '@docs-platform-mcp/markdown/repository';
import { notFound } from '../../errors.ts';
import { BLOCKS } from '../../markdown/tasks.ts';
import { computed } from '../../workers/computed.ts';
import { readDocument, saveDocument } from '../documents.ts';
import type { ContentState, Page } from '../model.ts';
import { revisionOf, stateAt } from '../revisions.ts';
import { pages } from '../tables.ts';
import type { RevertPage } from './changes.ts';
import type { Edit } from './edit.ts';
import { deletePage } from './write-page.ts';

/** Reverts a page, or some of its blocks, to a revision; by default to the base of the change request. */
export function revertPage(edit: Edit, change: RevertPage): void {
  const { draft } = edit;
  const source = sourceState(edit, change.revision);
  const earlier = pages.find(draft.db, source, change.page);
  const current = draft.page(change.page);
  if (!earlier && !current) throw notFound(`Page ${change.page}`);
  edit.texts.delete(change.page);
  if (!earlier) {
    deletePage(edit, change.page);
    return;
  }
  const reverted =
    change.block && current ? withBlocks(edit, current, earlier, change.block) : earlier;
  draft.put(reverted);
  edit.record({ kind: current ? 'updated' : 'created', page: change.page });
}

function sourceState({ draft, request }: Edit, revision: string | undefined): ContentState {
  if (revision === undefined) return { ...draft.state, overlay: null };
  const found = revisionOf(draft.db, request.space, revision);
  if (found.branch !== request.space && found.branch !== request.id) throw notFound('Revision');
  return stateAt(found);
}

/** The current page with the named blocks reverted. A block may be named by its key before or after the change. */
function withBlocks(edit: Edit, current: Page, earlier: Page, keys: readonly string[]): Page {
  const { db, actor } = edit.draft;
  const now = computed(BLOCKS, readDocument(db, current.document));
  const then = computed(BLOCKS, readDocument(db, earlier.document));
  const requested = new Set(keys);
  const known = new Set([...now, ...then].map(({ key }) => key));
  const missing = keys.find((key) => !known.has(key));
  if (missing !== undefined) throw notFound(`Block ${missing}`);
  const result: string[] = [];
  let done = 0;
  for (const { from, to, sideFrom, sideTo } of changedRuns(
    now.map(({ source }) => source),
    then.map(({ source }) => source),
  )) {
    result.push(...now.slice(done, from).map(({ source }) => source));
    const left = now.slice(from, to);
    const right = then.slice(sideFrom, sideTo);
    // With as many blocks before as after, each has its counterpart. Otherwise the whole changed run is reverted.
    const paired = left.length === right.length;
    const all = [...left, ...right].some(({ key }) => requested.has(key));
    for (let index = 0; index < Math.max(left.length, right.length); index += 1) {
      const pair = [left[index], right[index]].some((block) => block && requested.has(block.key));
      const chosen = (paired ? pair : all) ? right[index] : left[index];
      if (chosen) result.push(chosen.source);
    }
    done = to;
  }
  result.push(...now.slice(done).map(({ source }) => source));
  return { ...current, document: saveDocument(db, result.join('\n\n')), updatedAt: actor.at };
}
