import type { ContentLocation } from '../../../content/index.ts';
import type { PageNode } from '../../../operations/index.ts';
import type { Steps } from '../workflow.ts';
import type { PageEdit } from './changes.ts';
import { brokenLinks, type LinkEffects, readLinksBefore, uncheckedLinks } from './link-effects.ts';

/** Texts that are about to be written, and the pages on which they drop or reword a heading. */
interface PlannedTexts {
  changes: readonly PageEdit[];
  reworded: ReadonlySet<string>;
}

/** The links that texts would break if they were written; undefined if there are none. */
export async function predictLinkEffects(
  source: ContentLocation,
  tree: readonly PageNode[],
  planned: PlannedTexts,
  steps: Steps,
): Promise<LinkEffects | undefined> {
  const { changes, reworded } = planned;
  const before = await readLinksBefore(source, tree, planned, steps);
  if (!before) return undefined;
  if (before.unknown !== undefined) return uncheckedLinks(before.unknown);
  const texts = new Map(changes.map(({ page, document }) => [page, document?.markdown]));
  const linking = before.links.filter(({ to }) => reworded.has(to)).map(({ from }) => from);
  const [{ audit }, { newLinks }, { readTexts }] = await Promise.all([
    import('../audit-links/audit.ts'),
    import('../audit-links/broken-by.ts'),
    import('../../../content/find/index.ts'),
  ]);
  const pages = new Set([...linking, ...reworded]);
  const read = await readTexts(source, () => pages, steps.caller);
  const after = read.texts.map((text) => ({
    ...text,
    markdown: texts.get(text.page.id) ?? text.markdown,
  }));
  const { bad } = await audit(source, { ...read, texts: after }, steps, before.fragments);
  const broken = bad.filter(({ status }) => status === 'broken');
  const nowhere = newLinks(broken, before.broken);
  return nowhere.length > 0 ? brokenLinks(linking.length, nowhere) : undefined;
}
