import { flattenPages } from '../../content/index.ts';
import type { PageNode } from '../../operations/index.ts';
import { withoutSlashes } from '../../uris/index.ts';
import { type Candidate, oneNamed } from './candidates.ts';

/** What a name of a page can mean in a tree. */
export function pageCandidates(tree: readonly PageNode[]): Candidate[] {
  return flattenPages(tree).map(({ id, title, path }) => ({
    ...{ id, title },
    also: [path, `/${path}`],
    within: path,
  }));
}

/** A path of a page as the tree has it: people write it with slashes around and the name of a file. */
export function pathless(name: string, candidates: readonly Candidate[]): string {
  if (candidates.some(({ title, also = [] }) => title === name || also.includes(name))) return name;
  return withoutSlashes(name).replace(/(\/README)?\.md$/, '');
}

/**
 * The id of the page of a tree that an id, a path or a title means.
 * @throws {Refusal} where it means none or several, with those that there are.
 */
export function pageNamed(tree: readonly PageNode[], name: string): string {
  const candidates = pageCandidates(tree);
  return oneNamed(pathless(name, candidates), 'page', candidates, 'list_pages');
}
