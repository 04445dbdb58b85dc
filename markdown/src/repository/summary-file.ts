import type { LaidOut, LaidOutPage } from './layout.ts';
import { printMarkdown } from './parse.ts';
import type { SummaryEntry } from './summary.ts';

/** A SUMMARY.md, and the page ids of its entries; null for an entry that is not a page. */
export interface SummaryFile {
  bytes: Uint8Array;
  entries: (string | null)[];
}

/** The lines of an entry. */
interface Chunk {
  id: string | null;
  parent: string | null;
  title: string;
  linkTitle: string | undefined;
  /** Its own line, without the line end. */
  line: string;
  /** The text after its line, up to the next entry. */
  rest: string;
}

/** A table of contents as it was last read or written. */
export interface FormerSummary {
  summary: Uint8Array | undefined;
  /** The page ids of its entries. */
  entries: (string | null)[];
  /** Its entries as written. */
  read: readonly SummaryEntry[];
}

/** Pages to list. */
export interface ListedPage extends LaidOut<LaidOutPage & { title: string; linkTitle?: string }> {
  /** Whether the page has a file. */
  isFile: boolean;
  /** The target of a page of type `link`, in the form that files use. */
  href: string | undefined;
}

/**
 * The table of contents of pages. Unchanged lines of the previous one are kept, and so are entries that are not
 * pages.
 */
export function summaryFile(
  pages: readonly ListedPage[],
  before: FormerSummary | undefined,
): SummaryFile {
  const raw =
    before?.summary && new TextDecoder('utf-8', { ignoreBOM: true }).decode(before.summary);
  const { head, chunks } = before && raw ? chunksOf(raw, before) : { head: HEAD, chunks: [] };
  const listed = chunks.filter(({ id }) => id !== null);
  const unchanged =
    listed.length === pages.length &&
    pages.every(({ page }, index) => {
      const chunk = listed[index];
      return chunk?.id === page.id && chunk.parent === page.parent && isNamed(chunk, page);
    });
  if (before?.summary && unchanged) return { bytes: before.summary, entries: before.entries };
  return rebuilt(head, chunks, pages, /\r\n/.test(raw ?? '') ? '\r\n' : '\n');
}

const HEAD = '# Table of contents\n\n';

function chunksOf(
  raw: string,
  { entries: ids, read: entries }: FormerSummary,
): { head: string; chunks: Chunk[] } {
  const chunks = entries.map(({ title, linkTitle, parent, start, end }, index) => {
    const text = raw.slice(start, end);
    const [line = ''] = /^[^\r\n]*/.exec(text) ?? [];
    const above = parent === undefined ? null : (ids[parent] ?? null);
    return {
      id: ids[index] ?? null,
      parent: above,
      title,
      linkTitle,
      line,
      rest: text.slice(line.length),
    };
  });
  return { head: raw.slice(0, entries[0]?.start ?? raw.length), chunks };
}

function rebuilt(
  head: string,
  chunks: readonly Chunk[],
  pages: readonly ListedPage[],
  lineEnd: string,
): SummaryFile {
  const byId = new Map(chunks.flatMap((chunk) => (chunk.id === null ? [] : [[chunk.id, chunk]])));
  const after = followers(chunks);
  const entries: (string | null)[] = [];
  const lines: string[] = [head.trimEnd() === '' ? '' : head.trimEnd() + lineEnd];
  let inGroup = false;
  let wasGroup = true;
  for (const place of pages) {
    const { page } = place;
    const chunk = byId.get(page.id);
    if (page.type === 'group') {
      lines.push(lineEnd + groupLine(place, chunk) + lineEnd);
      inGroup = true;
    } else {
      const ends = page.parent === null && inGroup;
      if (ends) lines.push(`${lineEnd}***${lineEnd}`);
      if (ends) inGroup = false;
      lines.push((ends || wasGroup ? lineEnd : '') + pageLine(place, chunk) + lineEnd);
    }
    wasGroup = page.type === 'group';
    entries.push(page.id);
    for (const other of after.get(page.id) ?? []) {
      lines.push(`${(other.line + other.rest).trimEnd()}${lineEnd}`);
      entries.push(null);
    }
  }
  return { bytes: Buffer.from(lines.join('')), entries };
}

/** Entries that are not pages, by the page that they follow. */
function followers(chunks: readonly Chunk[]): Map<string, Chunk[]> {
  const after = new Map<string, Chunk[]>();
  let last: string | undefined;
  for (const chunk of chunks) {
    if (chunk.id !== null) last = chunk.id;
    else if (last !== undefined) {
      const known = after.get(last);
      if (known) known.push(chunk);
      else after.set(last, [chunk]);
    }
  }
  return after;
}

function isNamed(chunk: Chunk, { title, linkTitle }: ListedPage['page']): boolean {
  return chunk.title === title && chunk.linkTitle === linkTitle;
}

function groupLine({ page }: ListedPage, chunk: Chunk | undefined): string {
  return chunk && isNamed(chunk, page) ? chunk.line : `## ${printed(page.title)}`;
}

function pageLine(place: ListedPage, chunk: Chunk | undefined): string {
  const { page, depth } = place;
  const indent = '  '.repeat(depth);
  if (chunk && isNamed(chunk, page)) return indent + chunk.line.trimStart();
  return `${indent}* ${entryText(place)}`;
}

function entryText({ page, path, href, isFile }: ListedPage): string {
  const url = href ?? (isFile && path !== undefined ? encodeURI(path) : undefined);
  if (url === undefined) return printed(page.title);
  const children = [{ type: 'text' as const, value: page.title }];
  return printMarkdown({
    type: 'paragraph',
    children: [{ type: 'link', url, title: page.linkTitle, children }],
  });
}

function printed(title: string): string {
  return printMarkdown({ type: 'paragraph', children: [{ type: 'text', value: title }] });
}
