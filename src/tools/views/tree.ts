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
  async shrink(facts, { fits, mostCharacters }) {
    const { slug } = await import('github-slugger');
    const { pages, files, ...rest } = facts;
    const lines = outline((pages ?? []) as PageNode[], 0, slug);
    const fileCount = Array.isArray(files) ? { filesLeftOut: `${files.length}: list_files` } : {};
    const cut = (count: number): Facts => ({
      ...rest,
      ...fileCount,
      count: lines.length,
      outline: lines.slice(0, count).join('\n'),
      cut:
        count < lines.length
          ? `The tree is shown as an outline; ${lines.length - count} of ${lines.length} pages are left out. Find them with search_space.`
          : 'Outline: title (id) and, where the title does not tell it, the last part of the path. For more of each page name the fields you need.',
    });
    return cut(largest(countWithin(lines, mostCharacters), (count) => fits(cut(count))));
  },
};

/** One line for each page; the path follows from those above, and its last part mostly from the title. */
function outline(pages: PageNode[], depth: number, slugOf: (title: string) => string): string[] {
  return pages.flatMap(({ id, title = '', path = '', pages: below = [] }) => {
    const slug = path.slice(path.lastIndexOf('/') + 1);
    const told = slug === '' || slug === slugOf(title) ? '' : ` /${slug}`;
    return [`${' '.repeat(depth)}${title} (${id})${told}`, ...outline(below, depth + 1, slugOf)];
  });
}
