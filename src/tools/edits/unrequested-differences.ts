import {
  differencesBetween,
  type LineDifference,
  Markdown,
  withoutDeletedTargets,
} from '@docs-platform-mcp/markdown';
import type { PageNode } from '../../operations/index.ts';
import { asGiven } from '../../text/as-given.ts';
import { LinkTargetParser } from '../workflows/audit-links/link-target.ts';
import { PageTargets } from '../workflows/page-targets.ts';

const MAX_NAMED = 5;
const MAX_SHOWN = 120;

/** A page, and the page tree of its space before and after an edit. */
export interface EditedTree {
  spaceId: string;
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
  /** Identifies the pages that links led to before the edit, and those that they lead to now. */
  tree?: EditedTree;
}

/**
 * The lines outside of the edited ones that the platform stored differently from what was sent; undefined if there are
 * none. A link that leads to the same page as before counts as the same, and so does one that led nowhere and that the
 * platform found a page for. The platform may normalise edited lines as it likes, and keep only the text of links that
 * the service itself wrote for deleted targets.
 */
export function unrequestedDifferences({
  before,
  sent,
  stored,
  alsoTouched = [],
  tree,
}: SentAndStored) {
  const is = tree ? pathsToPageIds(stored, tree, tree.after) : stored;
  const texts = [before, sent].map((text) =>
    tree ? withFoundPages(pathsToPageIds(text, tree, tree.before), is) : text,
  );
  const [was = '', asked = '', got = ''] = [...texts, is].map((text) =>
    withoutDeletedTargets(text.trim()),
  );
  const touched = editedLines(differencesBetween(was, asked), alsoTouched);
  const problems = differencesBetween(asked, got)
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
  return asGiven(text, MAX_SHOWN);
}

const aims = new LinkTargetParser([]);

/** A text with the ids of the pages that its links lead to in place of their addresses, which change when pages move. */
function pathsToPageIds(markdown: string, tree: EditedTree, pages: readonly PageNode[]): string {
  const addressIn = pageAddresses(tree, pages);
  return Markdown.read(markdown).retargeted(({ url }) => addressIn(url));
}

/** Converts addresses on a page to those by the ids of other pages; undefined for those that lead elsewhere. */
export function pageAddresses(
  { spaceId, pageId }: EditedTree,
  pages: readonly PageNode[],
): (url: string) => string | undefined {
  const targets = new PageTargets(pages);
  const own = targets.at(pageId)?.path ?? '';
  return (url) => {
    const aim = aims.of(url);
    if (aim.to === 'page' && aim.space === spaceId) {
      return addressOf(targets.at(aim.page ?? aim.path ?? ''), aim.fragment);
    }
    if (aim.to !== 'path') return undefined;
    const { path, fragment } = aim;
    const page = path.startsWith('/') ? targets.at(path.slice(1)) : targets.relative(path, own);
    return addressOf(page, fragment);
  };
}

function addressOf(page: PageNode | undefined, fragment: string): string | undefined {
  return page && `${PAGES}${page.id}${fragment === '' ? '' : `#${fragment}`}`;
}

/** The beginning of a link that leads to a page, whose id follows. */
const PAGES = '/pages/';

/**
 * The text with links by paths that lead to no page replaced, one by one, by those that the platform wrote in their
 * places, if they lead to pages. Unchanged if the number of links differs.
 */
function withFoundPages(markdown: string, stored: string): string {
  const text = Markdown.read(markdown);
  const { references } = text.references;
  const theirs = Markdown.read(stored).references.references;
  if (references.length !== theirs.length) return markdown;
  const found = new Map(references.map(({ whole }, index) => [whole.start, theirs[index]?.url]));
  return text.retargeted(({ url, whole }) => {
    const target = found.get(whole.start);
    const leadsNowhere = aims.of(url).to === 'path' && !url.startsWith(PAGES);
    return leadsNowhere && target?.startsWith(PAGES) ? target : undefined;
  });
}
