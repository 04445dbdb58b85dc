import type { ChangeRequestLocation } from '../../../content/index.ts';
import { CHANGES_AT_ONCE } from '../../../operations/content-changes.ts';
import { operations, type PageNode } from '../../../operations/index.ts';
import { sanitizeText } from '../../../text/index.ts';
import type { JobCaller } from '../../../thread-pool.ts';
import type { PageWrite } from '../../edits/text-changes.ts';
import { withoutTitleLine } from '../../edits/title-line.ts';
import {
  checkWrites,
  type DoubtfulWrite,
  describeDoubtful,
  lostLinkAdvice,
  resetPages,
} from '../../edits/verify.ts';
import { runJob } from '../../jobs/run.ts';
import { RevertedEdit } from '../../refusal.ts';
import type { Steps } from '../workflow.ts';

/** The changes of a page in the tree. */
export interface TreeWrite extends PageWrite {
  page: PageNode;
}

/** The outcome of writing pages. */
export interface WrittenPages<W extends TreeWrite> {
  /** The writes that were kept. */
  kept: readonly W[];
  /** The texts of the pages that were kept, as they were read back, by page. */
  stored: ReadonlyMap<string, string>;
  /** The pages that were reset, because the platform changed more than was requested. */
  doubtful: readonly DoubtfulWrite<W>[];
  /** A note on links of which the platform kept only the text. */
  note?: string;
}

/**
 * Writes pages of a change request and reads them back. Pages on which the platform changed more than was requested are
 * reset to their former state. @throws {RevertedEdit} if none could be kept; then everything is as before.
 */
export async function writePages<W extends TreeWrite>(
  location: ChangeRequestLocation,
  before: { revision: string; pages: readonly PageNode[] },
  writes: readonly W[],
  steps: Steps,
): Promise<WrittenPages<W>> {
  for (let from = 0; from < writes.length; from += CHANGES_AT_ONCE) {
    const to = Math.min(from + CHANGES_AT_ONCE, writes.length);
    const changes = writes.slice(from, to).map(changeOf);
    await steps.send(operations.editChangeRequestContent, { ...location, changes });
    await steps.finish(`wrote ${to} of ${writes.length} pages`);
  }
  const stored = new Map<string, string>();
  const { caller } = steps;
  const { doubtful, ...note } = await checkWrites(
    location,
    before,
    writes,
    caller,
    ({ page }, text) => {
      stored.set(page.id, text);
      return steps.report('read again', page.title);
    },
  );
  if (doubtful.length === 0) return { kept: writes, stored, doubtful, ...note };
  const back = doubtful.map(({ write }) => write);
  await resetPages(location, before.revision, back, caller);
  if (back.length === writes.length) {
    const advice = lostLinkAdvice(doubtful).replace(
      /^ (?=.)/,
      ' In open_change_request_with_edits, ',
    );
    throw new RevertedEdit(`${describeDoubtful(doubtful)} These pages were reset.${advice}`);
  }
  for (const { page } of back) stored.delete(page.id);
  return { kept: writes.filter((write) => !back.includes(write)), stored, doubtful, ...note };
}

/** The change of a page as a short diff, including title and description. */
export async function diffOf(
  { page, before, after, fields }: PageWrite,
  caller: JobCaller,
): Promise<string> {
  const lines = Object.entries(fields).map(
    ([name, value]) =>
      `-${name}: ${sanitizeText(page[name as keyof typeof fields] ?? '')}\n+${name}: ${sanitizeText(value)}\n`,
  );
  const hunks =
    before === undefined || after === undefined
      ? ''
      : await runJob('hunksOf', { before, after }, caller);
  return (lines.join('') + hunks).trimEnd();
}

function changeOf({ page, after, fields }: TreeWrite) {
  return {
    operation: 'update_page' as const,
    page: page.id,
    ...fields,
    ...(after !== undefined && { document: { markdown: withoutTitleLine(after, page.title) } }),
  };
}
