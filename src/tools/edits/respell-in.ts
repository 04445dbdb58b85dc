import { pagesWithPaths, type Respell } from '../../content/index.ts';
import type { PageNode } from '../../operations/index.ts';
import type { JobCaller } from '../../thread-pool.ts';
import { runJob } from '../jobs/run.ts';

/** Respells texts between two trees of a space; texts between trees with the same paths stay as they are. */
export function respellIn(spaceId: string, caller: JobCaller): Respell {
  const paths = new WeakMap<readonly PageNode[], { pages: PageNode[]; key: string }>();
  const pathsIn = (tree: readonly PageNode[]) => {
    const known = paths.get(tree);
    if (known) return known;
    const pages = pagesWithPaths(tree);
    const key = JSON.stringify(pages.map(({ id, path }) => `${id} ${path}`).sort());
    paths.set(tree, { pages, key });
    return { pages, key };
  };
  return async ({ page: pageId, before, after }, trees) => {
    const [was, is] = [pathsIn(trees.before), pathsIn(trees.after)];
    if (before === after || was.key === is.key) return before;
    const tree = { spaceId, pageId, before: was.pages, after: is.pages };
    return runJob('respelled', { before, after, tree }, caller);
  };
}
