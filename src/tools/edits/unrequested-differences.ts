import {
  differencesBetween,
  type LineDifference,
  Markdown,
  withoutGone,
} from '@docs-platform-mcp/markdown';
import type { PageNode } from '../../operations/index.ts';
import { LinkTargets } from '../workflows/audit-links/link-target.ts';
import { PageTargets } from '../workflows/page-targets.ts';

const MAX_NAMED = 5;
const MAX_SHOWN = 120;

/** A page, and the page tree before and after an edit. */
export interface EditedTree {
  pageId: string;
  before: readonly PageNode[];
  after: readonly PageNode[];
}

interface SentAndStored {
  before: string;
  sent: string;
  stored: string;
  /** Lines of the sent text that also count as edited, counted from 1. */
  alsoTouched?: readonly number[];
  /** If the same edit changes the page tree: where links to pages led before, and where they lead now. */
  moves?: EditedTree;
}

/**
 * The lines outside of the edited ones that the platform stored differently from what was sent; undefined if there are
 * none. A link that leads to the same page as before counts as the same. The platform may normalise edited lines as it
 * likes, and keep only the text of links that the service itself wrote for deleted targets.
 */
export function unrequestedDifferences({
  before,
  sent,
  stored,
  alsoTouched = [],
  moves,
}: SentAndStored) {
  const led = (text: string, pages: readonly PageNode[] | undefined) =>
    moves && pages ? pathsToPageIds(text, moves.pageId, pages) : text;
  const [was = '', asked = '', is = ''] = [
    ...[before, sent].map((text) => led(text, moves?.before)),
    led(stored, moves?.after),
  ].map((text) => withoutGone(text.trim()));
  const touched = editedLines(differencesBetween(was, asked), alsoTouched);
  const problems = differencesBetween(asked, is)
    .filter((difference) => !isRequested(difference, touched))
    .map(describeDifference);
  if (problems.length === 0) return undefined;
  const more = problems.length - MAX_NAMED;
  return [...problems.slice(0, MAX_NAMED), ...(more > 0 ? [`and ${more} more`] : [])].join('; ');
}

/** The numbers of the lines that edits wrote and, where they only removed lines, of the adjacent ones. */
function editedLines(
  edits: readonly LineDifference[],
  also: readonly number[],
): ReadonlySet<number> {
  const touched = new Set(also);
  for (const { line, added } of edits) {
    for (let place = 0; place < added.length; place += 1) touched.add(line.after + place);
    if (added.length === 0) touched.add(line.after - 1).add(line.after);
  }
  return touched;
}

function isRequested(
  { line: { before: from }, removed }: LineDifference,
  touched: ReadonlySet<number>,
): boolean {
  return removed.length > 0
    ? removed.every((_, index) => touched.has(from + index))
    : touched.has(from - 1) || touched.has(from);
}

function describeDifference({ line, removed, added }: LineDifference): string {
  return `line ${line.before}: ${quoted(removed)} became ${quoted(added)}`;
}

function quoted(lines: readonly string[]): string {
  if (lines.length === 0) return 'nothing';
  const text = lines.join('\n');
  return JSON.stringify(text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text);
}

const aims = new LinkTargets([]);

/** A text with the ids of the pages that its links lead to in place of their paths, which change when pages move. */
function pathsToPageIds(markdown: string, pageId: string, pages: readonly PageNode[]): string {
  const targets = new PageTargets(pages);
  const own = targets.at(pageId)?.path ?? '';
  return Markdown.read(markdown).redirected(({ url }) => {
    const aim = aims.of(url);
    if (aim.to !== 'path') return undefined;
    const { path, fragment } = aim;
    const page = path.startsWith('/') ? targets.at(path.slice(1)) : targets.relative(path, own);
    return page && `/pages/${page.id}${fragment === '' ? '' : `#${fragment}`}`;
  });
}
