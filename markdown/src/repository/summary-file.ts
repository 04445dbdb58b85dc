import type { LaidOutPage, Layout } from './layout.ts';
import { printMarkdown } from './parse.ts';
import { columnsOf, endsGroup, type SummaryEntry } from './summary.ts';

/** A SUMMARY.md, and the page ids of its entries; null for an entry that is not a page. */
export interface SummaryFile {
  text: string;
  entries: (string | null)[];
}

/** The lines of an entry. */
interface Chunk {
  id: string | null;
  parent: string | null;
  title: string;
  linkTitle: string | undefined;
  isGroup: boolean;
  anchor: string | undefined;
  /** The entry's line without the line end, and the lines of text below it. */
  line: string;
  rest: string;
  /** The entry before it, and what is between them. */
  before: Chunk | undefined;
  gap: string;
}

/** A table of contents as it was last read or written. */
export interface FormerSummary {
  text: string | undefined;
  /** The page ids of its entries. */
  entries: (string | null)[];
  /** Its entries as written. */
  read: readonly SummaryEntry[];
}

/** Pages to list. */
export interface ListedPage extends Layout<LaidOutPage & { title: string; linkTitle?: string }> {
  /** Whether the page has a file. */
  isFile: boolean;
  /** The target of a page of type `link`, in the form that files use. */
  href: string | undefined;
  /** The slug of a group, if it does not follow from its title. */
  anchor?: string;
  /** Its title when the table of contents was last read or written, for an entry that does not state it. */
  formerTitle?: string;
}

/**
 * The table of contents of pages. Unchanged lines of the previous one are kept, and so are entries that are not
 * pages.
 */
export function summaryFile(
  pages: readonly ListedPage[],
  before: FormerSummary | undefined,
): SummaryFile {
  const former = before?.text ? chunksOf(before.text, before) : NOTHING;
  const listed = former.chunks.filter(({ id }) => id !== null);
  const unchanged =
    listed.length === pages.length &&
    pages.every((place, index) => {
      const chunk = listed[index];
      const { page } = place;
      return chunk?.id === page.id && chunk.parent === page.parent && isNamed(chunk, place);
    });
  if (before?.text !== undefined && unchanged) {
    return { text: before.text, entries: before.entries };
  }
  return new SummaryWriter(former).write(pages);
}

interface Chunks {
  /** The text above the first entry, and below the last. */
  head: string;
  chunks: readonly Chunk[];
  tail: string;
}

const NOTHING: Chunks = { head: '# Table of contents', chunks: [], tail: '\n' };

function chunksOf(raw: string, { entries: ids, read: entries }: FormerSummary): Chunks {
  const chunks: Chunk[] = [];
  const head = raw.slice(0, entries[0]?.start ?? raw.length);
  let gap = '';
  for (const [index, { kind, title, linkTitle, anchor, parent, start, end }] of entries.entries()) {
    const id = ids[index] ?? null;
    const lines = raw.slice(start, end);
    const text = withoutRules(lines);
    const [line] = /^[^\r\n]*/.exec(text) ?? [''];
    chunks.push({
      id,
      parent: parent === undefined ? null : (ids[parent] ?? null),
      title,
      linkTitle,
      isGroup: kind === 'group',
      anchor,
      line,
      rest: text.slice(line.length),
      before: chunks.at(-1),
      gap,
    });
    gap = lines.slice(text.length);
  }
  return { head, chunks, tail: chunks.length === 0 ? lineEndOf(raw) : gap };
}

/** The lines of an entry without blank lines and rules at their end. */
function withoutRules(lines: string): string {
  const parts = lines.split(/(\r\n|\n|\r)/);
  const last = parts.findLastIndex((part) => part.trim() !== '' && !endsGroup(part));
  return parts.slice(0, Math.max(last, 0) + 1).join('');
}

function lineEndOf(text: string): string {
  return text.includes('\r\n') ? '\r\n' : '\n';
}

/** The indentation of an entry, and its mark. */
const MARK = /^([ \t]*)((?:[*+-]|#{2,6}|\d{1,9}[.)])[ \t]+)?/;

interface Mark {
  indent: string;
  mark: string;
}

function markOf(line: string): Mark {
  const [, indent = '', mark = ''] = MARK.exec(line) ?? [];
  return { indent, mark: mark || '* ' };
}

/** Writes a table of contents, and reuses the lines of the former one that still fit. */
class SummaryWriter {
  readonly #former: Chunks;
  readonly #lineEnd: string;
  readonly #entries: (string | null)[] = [];
  /** The marks of each item, and of the last item below each page. */
  readonly #marks = new Map<string, Mark>();
  readonly #below = new Map<string | null, Mark>();
  /** The marks of the first item below each page before. */
  readonly #formerBelow: ReadonlyMap<string | null, Mark>;
  #text = '';
  #last: Chunk | undefined;
  #inGroup = false;
  #wasGroup = false;

  constructor(former: Chunks) {
    this.#former = former;
    const { head, chunks, tail } = former;
    this.#lineEnd = lineEndOf([head, ...chunks.map(({ gap }) => gap), tail].join(' '));
    const items = chunks.filter(({ id, isGroup }) => id !== null && !isGroup);
    this.#formerBelow = new Map(
      items.toReversed().map(({ parent, line }) => [parent, markOf(line)]),
    );
  }

  write(pages: readonly ListedPage[]): SummaryFile {
    const { head, chunks, tail } = this.#former;
    const byId = new Map(chunks.flatMap((chunk) => (chunk.id ? [[chunk.id, chunk]] : [])));
    const others = followers(chunks, pages);
    this.#writeOthers(others.get(null));
    for (const place of pages) {
      this.#writePage(place, byId.get(place.page.id));
      this.#writeOthers(others.get(place.page.id));
    }
    const text = this.#entries.length === 0 ? head.trimEnd() : this.#text;
    return { text: text + tail, entries: this.#entries };
  }

  #writeOthers(others: readonly Chunk[] = []): void {
    for (const other of others) {
      const ends = other.parent === null && this.#inGroup;
      this.#append(other.line + other.rest, other, ends);
      this.#inGroup &&= !ends;
      this.#wasGroup = false;
      this.#entries.push(null);
    }
  }

  #writePage(place: ListedPage, chunk: Chunk | undefined): void {
    const { page } = place;
    const stays = chunk?.parent === page.parent ? chunk : undefined;
    const isGroup = page.type === 'group';
    const ends = !isGroup && page.parent === null && this.#inGroup;
    const { indent, mark } = isGroup ? groupMark(chunk) : this.#markOf(place, stays);
    const line =
      chunk && isNamed(chunk, place)
        ? indent + chunk.line.trimStart()
        : indent + mark + (isGroup ? groupText(place) : entryText(place));
    this.#append(line + (chunk?.rest ?? ''), stays, ends, isGroup);
    this.#last = chunk;
    this.#inGroup = isGroup || (this.#inGroup && !ends);
    this.#wasGroup = isGroup;
    this.#entries.push(page.id);
  }

  /** Appends an entry, with the former distance to the entry before it unless that is no longer valid. */
  #append(text: string, chunk: Chunk | undefined, ends: boolean, isGroup = false): void {
    const { head, chunks } = this.#former;
    const lineEnd = this.#lineEnd;
    if (this.#entries.length === 0) {
      const blank = head.trim() === '' ? '' : lineEnd + lineEnd;
      this.#text = chunk && chunk === chunks[0] ? head : head.trimEnd() + blank;
    } else if (chunk?.before && this.#fits(chunk, chunk.before, ends)) {
      this.#text += chunk.gap;
    } else {
      if (ends) this.#text += `${lineEnd}${lineEnd}***`;
      this.#text += ends || isGroup || this.#wasGroup ? lineEnd + lineEnd : lineEnd;
    }
    this.#text += text;
    this.#last = chunk;
  }

  /** Whether the lines above an entry still fit, given whether it ends a group. */
  #fits({ gap }: Chunk, before: Chunk, ends: boolean): boolean {
    const hasRule = gap.split(/\r\n|\n|\r/).some(endsGroup);
    if (before === this.#last) return hasRule || !ends;
    return hasRule === ends && before.isGroup === this.#wasGroup;
  }

  #markOf({ page }: ListedPage, chunk: Chunk | undefined): Mark {
    const { parent } = page;
    const above = this.#marks.get(parent ?? '');
    const beside = this.#below.get(parent);
    const fits = ({ indent }: Mark) =>
      (!above || columnsOf(indent) > columnsOf(above.indent)) &&
      (!beside || columnsOf(indent) <= columnsOf(beside.indent));
    const known = [chunk && markOf(chunk.line), beside, this.#formerBelow.get(parent)];
    const below = above ? { ...above, indent: `${above.indent}  ` } : FIRST_MARK;
    const mark = known.find((given) => given && fits(given)) ?? below;
    this.#marks.set(page.id, mark);
    this.#below.set(parent, mark);
    return mark;
  }
}

const FIRST_MARK: Mark = { indent: '', mark: '* ' };

function groupMark(chunk: Chunk | undefined): Mark {
  return chunk?.isGroup ? markOf(chunk.line) : { indent: '', mark: '## ' };
}

/**
 * Entries that are not pages, by the page that they follow; null for those before all pages. An entry after a page that
 * was removed or moved away stays below its parent, and is removed only with that.
 */
function followers(
  chunks: readonly Chunk[],
  pages: readonly ListedPage[],
): Map<string | null, Chunk[]> {
  const parents = new Map<string | null, string | null>();
  for (const { page } of pages) parents.set(page.id, page.parent);
  const byId = new Map(chunks.map((chunk) => [chunk.id, chunk]));
  const lasts = new Map<string | null, string | null>();
  const after = new Map<string | null, Chunk[]>();
  for (const chunk of chunks) {
    const { id, parent } = chunk;
    if (id === null) {
      if (parent !== null && !parents.has(parent)) continue;
      const last = lasts.get(parent) ?? null;
      const known = after.get(last);
      if (known) known.push(chunk);
      else after.set(last, [chunk]);
    } else if (parents.has(id)) {
      lasts.set(id, id);
      let above: Chunk | undefined = chunk;
      while (above && parents.get(above.id) === above.parent) {
        lasts.set(above.parent, id);
        above = above.parent === null ? undefined : byId.get(above.parent);
      }
    }
  }
  return after;
}

function isNamed(chunk: Chunk, { page, formerTitle, anchor }: ListedPage): boolean {
  const title = chunk.title === '' ? formerTitle : chunk.title;
  const anchors = [anchor, page.slug, page.slug.replace(TAKEN, '')];
  if (chunk.isGroup && !anchors.includes(chunk.anchor)) return false;
  return title === page.title && chunk.linkTitle === page.linkTitle;
}

/** What follows a slug that another page has already. */
const TAKEN = /-\d+$/;

function groupText({ page, anchor }: ListedPage): string {
  const title = printTitle(page.title);
  return anchor === undefined ? title : `${title} <a href="#${anchor}" id="${anchor}"></a>`;
}

function entryText({ page, path, href, isFile }: ListedPage): string {
  const url = href ?? (isFile && path !== undefined ? encodeURI(path) : undefined);
  if (url === undefined) return printTitle(page.title);
  const children = [{ type: 'text' as const, value: page.title }];
  return printMarkdown({
    type: 'paragraph',
    children: [{ type: 'link', url, title: page.linkTitle, children }],
  });
}

function printTitle(title: string): string {
  return printMarkdown({ type: 'paragraph', children: [{ type: 'text', value: title }] });
}
