import { flattenPages } from '../../content/index.ts';
import type { PageNode } from '../../operations/index.ts';
import { withoutSlashes } from '../../uris/index.ts';
import { type NameCandidate, oneNamed } from './candidates.ts';
import { FINDERS } from './kinds.ts';

const known = new WeakMap<readonly PageNode[], readonly NameCandidate[]>();

/** What the name of a page can refer to in a tree. One call often names several pages of the same tree. */
export function pageCandidates(tree: readonly PageNode[]): readonly NameCandidate[] {
  const candidates =
    known.get(tree) ??
    flattenPages(tree).map(({ id, title, path }) => ({
      ...{ id, title },
      also: [path, `/${path}`],
      within: path,
    }));
  known.set(tree, candidates);
  return candidates;
}

/** A page path in the tree's form: people add slashes around it, and file names. */
export function pathless(name: string, candidates: readonly NameCandidate[]): string {
  if (candidates.some(({ title, also = [] }) => title === name || also.includes(name))) return name;
  return withoutSlashes(name).replace(/(\/README)?\.md$/, '');
}

/**
 * The id of the page that an id, a path or a title refers to.
 * @throws {Refusal} if there are none or several, listing the candidates.
 */
export function pageNamed(tree: readonly PageNode[], name: string): string {
  const candidates = pageCandidates(tree);
  return oneNamed(pathless(name, candidates), 'page', candidates, FINDERS.page);
}
