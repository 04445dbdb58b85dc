import type { ChangeRequestLocation } from '../../../content/index.ts';
import { CHANGES_AT_ONCE } from '../../../operations/content-changes.ts';
import { operations, type PageNode } from '../../../operations/index.ts';
import { sanitizeText } from '../../../text/index.ts';
import type { PageWrite } from '../../edits/text-changes.ts';
import { withoutTitleLine } from '../../edits/title-line.ts';
import { verifyWrites } from '../../edits/verify.ts';
import { runJob } from '../../jobs/run.ts';
import type { Steps } from '../workflow.ts';

/** The changes of a page in the tree. */
export interface TreeWrite extends PageWrite {
  page: PageNode;
}

/**
 * Writes pages of a change request and reads them back.
 * @returns the texts that were read, by page, and a note about links of which the platform kept only the text.
 * @throws {Refusal} if the platform stored something other than requested; then everything is as before.
 */
export async function writePages(
  location: ChangeRequestLocation,
  revision: string,
  writes: readonly TreeWrite[],
  steps: Steps,
): Promise<{ stored: ReadonlyMap<string, string>; note?: string }> {
  for (let from = 0; from < writes.length; from += CHANGES_AT_ONCE) {
    const to = Math.min(from + CHANGES_AT_ONCE, writes.length);
    const changes = writes.slice(from, to).map(changeOf);
    await steps.send(operations.editChangeRequestContent, { ...location, changes });
    await steps.finish(`wrote ${to} of ${writes.length} pages`);
  }
  const stored = new Map<string, string>();
  const caller = steps.context;
  const verified = await verifyWrites(location, { revision }, writes, caller, ({ page }, text) => {
    stored.set(page.id, text);
    return steps.finish('read again', page.title);
  });
  return { stored, ...verified };
}

/** The change of a page as a short diff, including title and description. */
export async function diffOf({ page, before, after, fields }: PageWrite): Promise<string> {
  const lines = Object.entries(fields).map(
    ([name, value]) =>
      `-${name}: ${sanitizeText(page[name as keyof typeof fields] ?? '')}\n+${name}: ${sanitizeText(value)}\n`,
  );
  const hunks =
    before === undefined || after === undefined ? '' : await runJob('hunksOf', { before, after });
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
