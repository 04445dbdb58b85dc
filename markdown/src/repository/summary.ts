import type { Link } from 'mdast';
import { EXIT, visit } from 'unist-util-visit';
import { headingText } from './page-parts.ts';
import { parseMarkdown } from './parse.ts';

/** An entry in a table of contents. */
export interface SummaryEntry {
  /** `other`: neither a page nor a link, such as a list that the service generates. */
  kind: 'page' | 'group' | 'other';
  title: string;
  /** Its different title in the table of contents: the title of the link. */
  linkTitle?: string;
  /** Its target, without markdown escapes; undefined for an entry without one. */
  url: string | undefined;
  /** The anchor that the heading of a group states, which is its slug. */
  anchor?: string;
  /** Index of its parent entry. */
  parent: number | undefined;
  /** Range of its own lines, up to the next entry. */
  start: number;
  end: number;
}

interface SummaryLine {
  start: number;
  text: string;
}

const ITEM = /^([ \t]*)(?:[*+-]|\d{1,9}[.)])(?:[ \t]+([^ \t].*)?)?$/;
const GROUP = /^ {0,3}#{2,6}[ \t]+([^ \t].*)?$/;
const RULE = /^ {0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$/;
const ANCHOR = /<a [^<>]*\bid="([^"<>]*)"/;
const FENCE = /^[ \t]*(?:(?:[*+-]|\d{1,9}[.)])[ \t]+)?(`{3,}|~{3,})/;

interface SummaryState {
  /** A group that a rule ends. */
  group: number | undefined;
  /** Possible parents of the next item, with their indentation. */
  above: { indent: number; index: number }[];
  fence: string | undefined;
}

/** The entries of a SUMMARY.md in order. Level-two headings start groups, which a rule ends. */
export function readSummary(summary: string): SummaryEntry[] {
  const entries: SummaryEntry[] = [];
  const state: SummaryState = { group: undefined, above: [], fence: undefined };
  for (const line of linesOf(summary)) {
    const entry = readLine(line, entries, state);
    if (!entry) continue;
    const before = entries.at(-1);
    if (before) before.end = line.start;
    entries.push({ ...entry, start: line.start, end: summary.length });
  }
  return entries;
}

function readLine(
  { text }: SummaryLine,
  entries: readonly SummaryEntry[],
  state: SummaryState,
): Omit<SummaryEntry, 'start' | 'end'> | undefined {
  const fence = FENCE.exec(text)?.[1];
  if (state.fence !== undefined) {
    if (fence?.startsWith(state.fence) && text.trim() === fence) state.fence = undefined;
    return undefined;
  }
  state.fence = fence;
  const group = GROUP.exec(text);
  if (group) {
    state.group = entries.length;
    state.above = [];
    const anchor = ANCHOR.exec(text)?.[1];
    return {
      kind: 'group',
      ...entryText(text.trim()),
      ...(anchor && { anchor }),
      url: undefined,
      parent: undefined,
    };
  }
  if (endsGroup(text)) {
    state.group = undefined;
    state.above = [];
    return undefined;
  }
  const item = ITEM.exec(text);
  if (!item) return undefined;
  const indent = columnsOf(item[1] ?? '');
  while ((state.above.at(-1)?.indent ?? -1) >= indent) state.above.pop();
  const parent = state.above.at(-1)?.index ?? state.group;
  if (fence !== undefined) return { kind: 'other', title: '', url: undefined, parent };
  state.above.push({ indent, index: entries.length });
  return { kind: 'page', ...entryText(item[2] ?? ''), parent };
}

/** The title of an entry, and its target if it is a link. */
function entryText(text: string): Pick<SummaryEntry, 'title' | 'linkTitle' | 'url'> {
  const [block] = parseMarkdown(text.slice(0, LONGEST_ENTRY)).children;
  if (!block || !('children' in block)) return { title: text.trim(), url: undefined };
  let link: Link | undefined;
  visit(block, 'link', (found) => {
    link = found;
    return EXIT;
  });
  const title = headingText(link ?? block);
  if (!link) return { title, url: undefined };
  return {
    title,
    linkTitle: link.title?.slice(0, MAX_LINK_TITLE) || undefined,
    url: link.url || undefined,
  };
}

const LONGEST_ENTRY = 4000;

/** Maximum characters of a title in the table of contents, which the platform sets. */
const MAX_LINK_TITLE = 100;

/** Whether a line ends a group. */
export function endsGroup(line: string): boolean {
  return RULE.test(line);
}

/** The width of an indentation. */
export function columnsOf(indent: string): number {
  return [...indent].reduce(
    (columns, sign) => columns + (sign === '\t' ? 4 - (columns % 4) : 1),
    0,
  );
}

function linesOf(text: string): SummaryLine[] {
  const lines: SummaryLine[] = [];
  const pattern = /([^\r\n]*)(\r\n|\n|\r|$)/y;
  while (pattern.lastIndex < text.length) {
    const start = pattern.lastIndex;
    lines.push({ start, text: pattern.exec(text)?.[1] ?? '' });
  }
  return lines;
}
