import { fields, pickFields } from './fields.ts';
import { countWithin, largest } from './longest.ts';
import type { Facts, View } from './view.ts';

interface PageNode {
  id: string;
  title?: string;
  path?: string;
  pages?: PageNode[];
}

/** A page tree that does not fit becomes an indented outline: title, id and path of each page. */
export const treeView: View = {
  params: { fields },
  select: pickFields,
  shrink(facts, { fits, mostCharacters }) {
    const { pages, files, ...rest } = facts;
    const lines = outline((pages ?? []) as PageNode[], 0);
    const fileCount = Array.isArray(files) ? { filesLeftOut: `${files.length}: list_files` } : {};
    const cut = (count: number): Facts => ({
      ...rest,
      ...fileCount,
      outline: lines.slice(0, count).join('\n'),
      cut:
        count < lines.length
          ? `The tree is shown as an outline; ${lines.length - count} of ${lines.length} pages are left out. Find them with search_space.`
          : 'The tree is shown as an outline: title, id, path. For more of each page name the fields you need.',
    });
    return cut(largest(countWithin(lines, mostCharacters), (count) => fits(cut(count))));
  },
};

function outline(pages: PageNode[], depth: number): string[] {
  return pages.flatMap(({ id, title, path, pages: below = [] }) => [
    `${'  '.repeat(depth)}- ${title} (${id}) /${path ?? ''}`,
    ...outline(below, depth + 1),
  ]);
}
