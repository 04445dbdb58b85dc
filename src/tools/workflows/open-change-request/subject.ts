import { flattenPages } from '../../../content/index.ts';
import type { PageNode } from '../../../operations/index.ts';
import type { PageEdit } from './changes.ts';

const MAX_SUBJECT = 100;

const VERBS: Readonly<Partial<Record<PageEdit['operation'], string>>> = {
  insert_page: 'Add',
  delete_page: 'Delete',
  revert_page: 'Restore',
  insert_files: 'Add files to',
};

/** The subject of a change request if the call has none: what happens to which page, or to how many. */
export function subjectOf(changes: readonly PageEdit[], tree: readonly PageNode[]): string {
  const titles = new Map(flattenPages(tree).map(({ id, title }) => [id, title]));
  const acts = new Set(changes.map(({ operation }) => VERBS[operation] ?? 'Edit'));
  const [act = 'Edit', another] = acts;
  const pages = new Set(
    changes.flatMap(({ page, title }) => titles.get(page ?? '') ?? title ?? []),
  );
  const [only, more] = pages;
  const what = more === undefined ? (only ?? 'pages') : `${pages.size} pages`;
  const subject = `${another === undefined ? act : 'Edit'} ${what}`.replaceAll(/\s+/g, ' ');
  return subject.length > MAX_SUBJECT ? `${subject.slice(0, MAX_SUBJECT - 1)}…` : subject;
}
