import { type PageNode, patch } from '../../../content/index.ts';
import { operationOf, send } from '../../../operations/index.ts';
import { withoutTitleLine } from '../../edits/title-line.ts';
import { CHANGES_AT_ONCE, type PageWrite, verifyWrites } from '../../edits/verify.ts';
import type { Steps } from '../workflow.ts';
import type { ChangeRequestPlace } from './request.ts';

/** What is to be written on a page of the tree. */
export interface TreeWrite extends PageWrite {
  page: PageNode;
}

/**
 * Writes pages of a change request and reads them back.
 * @throws {Refusal} where the platform stored something else than was asked for; all is then as it was.
 */
export async function writePages(
  place: ChangeRequestPlace,
  revision: string,
  writes: readonly TreeWrite[],
  steps: Steps,
): Promise<void> {
  for (let from = 0; from < writes.length; from += CHANGES_AT_ONCE) {
    const to = Math.min(from + CHANGES_AT_ONCE, writes.length);
    const changes = writes.slice(from, to).map(changeOf);
    await send(operationOf('edit_change_request_content'), { ...place, changes }, steps.context);
    await steps.finish(`wrote ${to} of ${writes.length} pages`);
  }
  await verifyWrites(place, revision, writes, steps.context, ({ page }) =>
    steps.finish(`read ${page.title} again`),
  );
}

/** The change of a page as a short diff, title and description included. */
export function diffOf({ page, before, after, fields }: PageWrite): string {
  const lines = Object.entries(fields).map(
    ([name, value]) => `-${name}: ${page[name as keyof typeof fields] ?? ''}\n+${name}: ${value}\n`,
  );
  const hunks = before === undefined || after === undefined ? '' : hunksOf(before, after);
  return (lines.join('') + hunks).trimEnd();
}

function hunksOf(before: string, after: string): string {
  const text = patch(['', ''], [before, after], 0);
  return text.slice(text.indexOf('@@'));
}

function changeOf({ page, after, fields }: TreeWrite): object {
  return {
    operation: 'update_page',
    page: page.id,
    ...fields,
    ...(after !== undefined && { document: { markdown: withoutTitleLine(after, page.title) } }),
  };
}
