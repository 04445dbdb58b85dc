import { Markdown } from '@docs-platform-mcp/markdown';
import type { PageNode } from '../../operations/index.ts';
import { type EditedTree, pageAddresses } from './unrequested-differences.ts';

/** Two states of a text, and the page trees that belong to them. */
interface TwoStates {
  before: string;
  after: string;
  tree: EditedTree;
}

/**
 * The former text with those links spelled as in the later one that lead to the same places: when pages move, the
 * service writes links anew.
 */
export function respelled({ before, after, tree }: TwoStates): string {
  const [targetThen, targetNow] = [targetsIn(tree, tree.before), targetsIn(tree, tree.after)];
  const spellings = new Map<string, Set<string>>();
  for (const { url } of Markdown.read(after).references.references) {
    const target = targetNow(url);
    if (target === undefined) continue;
    const known = spellings.get(target) ?? new Set();
    spellings.set(target, known.add(url));
  }
  return Markdown.read(before).retargeted(({ url }) => {
    const known = spellings.get(targetThen(url) ?? '');
    return known?.has(url) ? undefined : known?.values().next().value;
  });
}

/** The page and the anchor that an address on the page leads to. */
function targetsIn(tree: EditedTree, pages: readonly PageNode[]) {
  const addressOf = pageAddresses(tree, pages);
  const self = `/pages/${tree.pageId}`;
  return (url: string) => (url.startsWith('#') ? `${self}${url}` : addressOf(url));
}
