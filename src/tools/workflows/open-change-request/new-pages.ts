import type { JobCaller } from '../../../thread-pool.ts';
import { isTextChange } from '../../edits/text-changes.ts';
import { runJob } from '../../jobs/run.ts';
import { Refusal } from '../../refusal.ts';
import type { PageEdit } from './changes.ts';

/** Changes, with those of new pages merged into the insertion of the page. */
interface MergedChanges {
  changes: PageEdit[];
  /** The index of each given change among them; for a change of a new page, the index of the page. */
  indexes: readonly number[];
}

/**
 * Makes changes of pages that the same call inserts, which they name by ref, part of the new pages: the service knows
 * these only after the call.
 * @throws {Refusal} for a change that does not fit, or that a new page cannot have.
 */
export async function mergeIntoNewPages(
  given: readonly PageEdit[],
  caller: JobCaller,
): Promise<MergedChanges> {
  const inserts = new Map<string, number>();
  const changes: PageEdit[] = [];
  const indexes: number[] = [];
  for (const [index, change] of given.entries()) {
    const { operation, page = '', ref } = change;
    const at = operation === 'insert_page' ? undefined : inserts.get(page);
    if (at === undefined) {
      if (operation === 'insert_page' && ref !== undefined) inserts.set(ref, changes.length);
      indexes.push(changes.length);
      changes.push(change);
      continue;
    }
    changes[at] = await mergeChange(changes[at] as PageEdit, change, index, caller);
    indexes.push(at);
  }
  return { changes, indexes };
}

const COPIED_SECTION =
  ' section is a place on the new page; name the part of a page to copy in copy: "page#section".';

/** Whether a change names a section of a page that has none yet. */
function namesNoSection({ section }: PageEdit, markdown: string): boolean {
  return section !== undefined && !/^ {0,3}#/m.test(markdown);
}

async function mergeChange(
  insert: PageEdit,
  change: PageEdit,
  index: number,
  caller: JobCaller,
): Promise<PageEdit> {
  if (isTextChange(change)) {
    const page = { title: insert.title ?? '', markdown: insert.document?.markdown ?? '' };
    const changed = await runJob('changeText', { change, page }, caller);
    if ('misfit' in changed) {
      const hint = namesNoSection(change, page.markdown) ? COPIED_SECTION : '';
      throw new Refusal(`Nothing was written. changes[${index}]: ${changed.misfit}${hint}`);
    }
    return { ...insert, document: { markdown: changed.text } };
  }
  if (change.operation !== 'update_page') {
    throw new Refusal(
      `Nothing was written. changes[${index}]: ${change.operation} needs an existing page, and ${change.page} is one that this call inserts.`,
    );
  }
  const { operation: _, page: __, ...settings } = change;
  return { ...withoutPlace(insert, settings), ...settings };
}

/** The new page without its position, if it is given another. */
function withoutPlace(insert: PageEdit, { into, at, before, after }: Partial<PageEdit>): PageEdit {
  if ([into, at, before, after].every((one) => one === undefined)) return insert;
  const { into: _, at: __, before: ___, after: ____, ...rest } = insert;
  return rest;
}
