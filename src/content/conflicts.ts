import { Markdown, namesOf } from '@docs-platform-mcp/markdown';
import type { PageNode } from '../operations/index.ts';
import { codeRanges, isWithinSpans } from '../text/index.ts';
import { changeOf, type PageWithParent, placedPages } from './tree-changes.ts';

/** A part of a text that contains both sides of a merge. */
export interface MarkedPart {
  /** Line of its first mark, counted from 1. */
  line: number;
  /** The section that contains it, by the name that edits accept; absent before the first heading. */
  section?: string;
  /** The conflict as written in the text, from the first marker to the last. */
  marked: string;
}

/** A page that both sides of a merge changed differently, apart from its text. */
export interface SettingConflict {
  page: string;
  title: string;
  /** The subject, such as `title` or `deletion`. */
  setting: string;
  primary: string;
  changeRequest: string;
  /** The value after the merge. */
  now: string;
}

/** The versions of a page in a merge: the common base, both sides, and the result. */
export interface MergedTrees {
  base: readonly PageNode[];
  primary: readonly PageNode[];
  changeRequest: readonly PageNode[];
  after: readonly PageNode[];
}

const OPENS = /^<{7}(?: |$)/;
const SPLITS = /^={7}$/;
const CLOSES = /^>{7}(?: |$)/;

/** The parts of a text between conflict markers, in order. Markers that documentation shows as code do not count. */
export function markedParts(markdown: string): MarkedPart[] {
  if (!markdown.includes('<<<<<<<')) return [];
  const found = partsOf(markdown);
  if (found.length === 0) return [];
  const isCode = isWithinSpans(codeRanges(markdown));
  const sectionOf = sectionFinder(markdown);
  return found
    .filter((part) => !isCode(part))
    .map(({ start, end, line }) => ({
      line,
      ...sectionOf({ start, end }),
      marked: markdown.slice(start, end),
    }));
}

/** Finds the section that contains a part of a text, by the name that edits accept. The parts must come in order. */
export function sectionFinder(
  markdown: string,
): (part: { start: number; end: number }) => { section?: string } {
  const { sections } = Markdown.read(markdown);
  const names = namesOf(sections);
  let next = 0;
  return ({ start, end }) => {
    while ((sections[next]?.start ?? Number.POSITIVE_INFINITY) <= start) next += 1;
    let at = next - 1;
    while (at >= 0 && end > (sections[at]?.end ?? 0)) at = sections[at]?.parent ?? -1;
    const section = names[at];
    return section === undefined ? {} : { section };
  };
}

interface NumberedRange {
  start: number;
  end: number;
  line: number;
}

function partsOf(markdown: string): NumberedRange[] {
  const parts: NumberedRange[] = [];
  let begun: { start: number; line: number; split: boolean } | undefined;
  let start = 0;
  for (const [index, text] of markdown.split('\n').entries()) {
    const end = start + text.length;
    if (OPENS.test(text)) begun = { start, line: index + 1, split: false };
    else if (begun && SPLITS.test(text)) begun.split = true;
    else if (begun?.split && CLOSES.test(text)) {
      parts.push({ start: begun.start, end, line: begun.line });
      begun = undefined;
    }
    start = end + 1;
  }
  return parts;
}

/** What both sides set differently on the same page since they diverged. */
export function settingConflicts(trees: MergedTrees): SettingConflict[] {
  const [base, primary, request, after] = (
    ['base', 'primary', 'changeRequest', 'after'] as const
  ).map((side) => placedPages(trees[side])) as [PagesById, PagesById, PagesById, PagesById];
  return [...base].flatMap(([id, was]) => {
    const sides: PageStates = { was, primary: primary.get(id), request: request.get(id) };
    const now = after.get(id);
    const { title } = (now ?? was).page;
    return conflictsOf(sides, now).map((conflict) => ({ page: id, title, ...conflict }));
  });
}

type PagesById = Map<string, PageWithParent>;

interface PageStates {
  was: PageWithParent;
  primary: PageWithParent | undefined;
  request: PageWithParent | undefined;
}

type Conflict = Omit<SettingConflict, 'page' | 'title'>;

function conflictsOf(
  { was, primary, request }: PageStates,
  now: PageWithParent | undefined,
): Conflict[] {
  if (!primary || !request) {
    const [theirs, ours] = [changeOf(was, primary), changeOf(was, request)];
    if (!theirs || !ours || theirs === ours) return [];
    const fate = now ? 'the page is there' : 'the page is deleted';
    return [{ setting: 'deletion', primary: theirs, changeRequest: ours, now: fate }];
  }
  return Object.entries(SETTINGS).flatMap(([setting, read]) => {
    const [before, theirs, ours] = [was, primary, request].map(read) as [string, string, string];
    if (theirs === before || ours === before || theirs === ours) return [];
    return [{ setting, primary: theirs, changeRequest: ours, now: now ? read(now) : 'deleted' }];
  });
}

const SETTINGS: Readonly<Record<string, (placed: PageWithParent) => string>> = {
  title: ({ page }) => page.title,
  description: ({ page }) => page.description ?? '',
  path: ({ page }) => page.path ?? '',
};
