import {
  addressFrom,
  type ListedPage,
  type Paths,
  readSummary,
  summaryFile,
} from '@docs-platform-mcp/markdown/repository';
import type { Table } from './local-tree.ts';

type Listed = Omit<ListedPage, 'isFile' | 'href' | 'page'> & {
  page: ListedPage['page'] & { href?: string };
};

/** The table of contents of pages in reading order. Keeps existing lines that are still correct. */
export function writtenSummary(
  pages: readonly Listed[],
  paths: Paths,
  { text, entries }: Pick<Table, 'text' | 'entries'>,
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
    text === undefined
      ? undefined
      : { summary: Buffer.from(text), entries, read: readSummary(text) };
  return Buffer.from(summaryFile(listed, former).bytes).toString('utf8');
}
