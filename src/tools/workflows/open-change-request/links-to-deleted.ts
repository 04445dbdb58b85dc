import { type ContentLocation, flattenPages, readersOf } from '../../../content/index.ts';
import { quoted } from '../../../text/index.ts';
import { ifAvailable } from '../../if-readable.ts';
import { refuseExcluded } from '../../refusal.ts';
import type { CallContext } from '../../tool.ts';
import { Steps } from '../workflow.ts';
import type { PageEdit } from './changes.ts';
import { idsBelow, readLinksBefore } from './link-effects.ts';

const MAX_NAMED = 6;

/**
 * A sentence for a person that names the pages whose links a merge breaks because it deletes pages; empty if there are
 * none. Pages that the same call edits are left out: it may mend their links.
 */
export async function linksToDeleted(
  source: ContentLocation,
  all: readonly PageEdit[],
  context: CallContext,
): Promise<string> {
  const changes = all.filter((change) => {
    return change.operation === 'delete_page' && change.linksTo === undefined;
  });
  if (changes.length === 0) return '';
  const steps = new Steps(refuseExcluded(context));
  const titles = await ifAvailable(async () => {
    const { pages: tree } = await steps.send(readersOf(source).pages, source);
    const edits = { changes, reworded: new Set<string>() };
    const { links = [] } = (await readLinksBefore(source, tree, edits, steps)) ?? {};
    const deleted = idsBelow(tree, new Set(changes.map(({ page = '' }) => page)));
    const others = new Set([...deleted, ...all.map(({ page }) => page)]);
    const from = new Set(links.flatMap((link) => (deleted.has(link.to) ? link.from : [])));
    return flattenPages(tree).flatMap(({ id, title }) =>
      from.has(id) && !others.has(id) ? title : [],
    );
  });
  return brokenLinksOn(titles ?? []);
}

/** A sentence that names pages whose links break. */
export function brokenLinksOn(titles: readonly string[]): string {
  if (titles.length === 0) return '';
  const named = [...new Set(titles)].map(quoted);
  const more = named.length > MAX_NAMED ? ` and ${named.length - MAX_NAMED} more` : '';
  return `Links then lead nowhere on ${named.slice(0, MAX_NAMED).join(', ')}${more}.`;
}
