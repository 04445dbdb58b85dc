import type { PageText } from '../../../content/find/index.ts';
import { flattenPages } from '../../../content/index.ts';
import type { PageNode } from '../../../operations/index.ts';
import type { JobCaller } from '../../../thread-pool.ts';
import { turns } from '../../../turns.ts';
import { PageTargets } from '../page-targets.ts';
import { internalLinksIn, targetOf } from '../text-links.ts';

/** A link to one of some pages. */
export interface InboundLink {
  page: string;
  title: string;
  /** In the text of its page, counted from 1. */
  line: number;
  /** The title of the page that it leads to. */
  to: string;
}

/** The links to some pages of a space in the texts of others. */
export async function inboundLinks(
  pages: readonly PageNode[],
  texts: readonly PageText[],
  tree: readonly PageNode[],
  caller: JobCaller,
): Promise<InboundLink[]> {
  if (pages.length === 0) return [];
  const ids = new Set(pages.map(({ id }) => id));
  const names = pages.flatMap(({ id, path }) => [id, path?.split('/').at(-1) ?? id]);
  const targets = new PageTargets(flattenPages(tree));
  const found: InboundLink[] = [];
  const pause = turns();
  for (const { page, markdown = '' } of texts) {
    await pause();
    if (ids.has(page.id) || !names.some((name) => markdown.includes(name))) continue;
    for (const { url, line } of await internalLinksIn(markdown, caller)) {
      const target = targetOf(url, page, targets);
      if (target && ids.has(target.id)) {
        found.push({ page: page.id, title: page.title, line, to: target.title });
      }
    }
  }
  return found;
}
