import { type ContentLocation, flattenPages, readersOf } from '../../../content/index.ts';
import { send } from '../../../operations/index.ts';
import { quoted } from '../../../text/index.ts';
import { ifAvailable } from '../../if-readable.ts';
import { refuseExcluded } from '../../refusal.ts';
import type { CallContext } from '../../tool.ts';
import { Steps } from '../workflow.ts';
import type { PageEdit } from './changes.ts';

const MAX_PAGES = 1_000;
const MAX_NAMED = 6;

/**
 * A sentence for a person that names the pages whose links a merge breaks because it deletes pages; empty if there are
 * none. Pages that the same call edits are left out: it may mend their links.
 */
export async function linksToDeleted(
  source: ContentLocation,
  changes: readonly PageEdit[],
  context: CallContext,
): Promise<string> {
  const plain = changes.filter((change) => {
    return change.operation === 'delete_page' && change.linksTo === undefined;
  });
  if (plain.length === 0) return '';
  const caller = refuseExcluded(context);
  const found = await ifAvailable(async () => {
    const { pages: tree } = await send(readersOf(source).pages, source, caller);
    if (flattenPages(tree).length > MAX_PAGES) return [];
    const ids = new Set(plain.map(({ page }) => page));
    const roots = flattenPages(tree).filter(({ id }) => ids.has(id));
    const deleted = new Set(flattenPages(roots).map(({ id }) => id));
    const edited = new Set(changes.map(({ page }) => page));
    const [{ linksBetween }, { readTexts }] = await Promise.all([
      import('../audit-links/audit.ts'),
      import('../../../content/find/index.ts'),
    ]);
    const rest = () => new Set(flattenPages(tree).flatMap(({ id }) => (edited.has(id) ? [] : id)));
    const read = await readTexts(source, rest, caller);
    const links = await linksBetween(source, read, new Steps(caller));
    const from = new Set(
      links.flatMap((link) => (deleted.has(link.to) && !deleted.has(link.from) ? [link.from] : [])),
    );
    return flattenPages(tree).filter(({ id }) => from.has(id));
  });
  return brokenLinksOn((found ?? []).map(({ title }) => title));
}

/** A sentence that names pages whose links break. */
export function brokenLinksOn(titles: readonly string[]): string {
  if (titles.length === 0) return '';
  const named = [...new Set(titles)].map(quoted);
  const more = named.length > MAX_NAMED ? ` and ${named.length - MAX_NAMED} more` : '';
  return `Links then lead nowhere on ${named.slice(0, MAX_NAMED).join(', ')}${more}.`;
}
