import {
  addressFrom,
  type ListedPage,
  type RepositoryPaths,
  readSummary,
  type SummaryEntry,
  summaryFile,
} from '@docs-platform-mcp/markdown/repository';
import { type FolderTree, fileOf } from './local-tree.ts';

type SummaryPage = Omit<ListedPage, 'isFile' | 'href' | 'page'> & {
  page: ListedPage['page'] & { href?: string };
};

/** The table of contents of pages in reading order. Keeps existing lines that are still correct. */
export function summaryText(
  pages: readonly SummaryPage[],
  paths: RepositoryPaths,
  { text, entries }: Pick<FolderTree, 'text' | 'entries'>,
): string {
  const listed = pages.map(({ page, path, depth }) => {
    const { href } = page;
    return {
      page,
      path,
      depth,
      isFile: path !== undefined,
      href: href === undefined ? undefined : (addressFrom('', paths, href) ?? href),
    };
  });
  const former =
    text === undefined ? undefined : { text, entries, read: entriesOf(text, entries, paths) };
  return summaryFile(listed, former).text;
}

/** The entries of a table of contents. One that names a former path has no title, so that it is written anew. */
function entriesOf(
  text: string,
  ids: FolderTree['entries'],
  { pages }: RepositoryPaths,
): SummaryEntry[] {
  return readSummary(text).map((entry, index) => {
    const path = fileOf(entry.url);
    const now = pages.get(ids[index] ?? '');
    return path === undefined || now === undefined || now === path
      ? entry
      : { ...entry, title: '' };
  });
}
