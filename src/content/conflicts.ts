import { Markdown, namesOf } from '@docs-platform-mcp/markdown';
import type { PageNode } from '../operations/index.ts';
import { codeRanges, isWithinSpans } from '../text/index.ts';
import { changeOf, type PageWithParent, pagesWithParents } from './tree-changes.ts';

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
  const found = conflictRanges(markdown);
  if (found.length === 0) return [];
  const sectionOf = sectionFinder(markdown);
  return found.map(({ start, end, line }) => ({
    line,
    ...sectionOf({ start, end }),
    marked: markdown.slice(start, end),
  }));
}

/** The ranges of these parts. */
export function conflictRanges(markdown: string): NumberedRange[] {
  if (!markdown.includes('<<<<<<<')) return [];
  const found = partsOf(markdown);
  if (found.length === 0) return [];
  const isCode = isWithinSpans(codeRanges(markdown));
  return found.filter((part) => !isCode(part));
}

/** The sides of a conflict. */
export interface Sides {
  primary: string;
  changeRequest: string;
}

/** Both sides of a marked part. The first is that of primary content unless its marks say otherwise. */
export function sidesOf(marked: string): Sides {
  const { opens, first, second, closes } = conflictParts(marked);
  const isPrimary = (line: string) => /\bprimary\b/i.test(line);
  return isPrimary(closes) && !isPrimary(opens)
    ? { primary: second, changeRequest: first }
    : { primary: first, changeRequest: second };
}

function conflictParts(marked: string) {
  const lines = marked.split('\n');
  const split = lines.findIndex((line) => SPLITS.test(line));
  return {
    opens: lines[0] ?? '',
    first: lines.slice(1, split).join('\n').trim(),
    second: lines
      .slice(split + 1, -1)
      .join('\n')
      .trim(),
    closes: lines.at(-1) ?? '',
  };
}

/** Characters that both sides have in common and that are shown around what differs. */
const AROUND = 40;

/**
 * A marked part. If it is longer than this many characters, only the differences between its sides, each up to half
 * that many.
 */
export function shortenMarked(marked: string, most: number): { marked: string; cut?: true } {
  if (marked.length <= most) return { marked };
  const { opens, first, second, closes } = conflictParts(marked);
  const shortest = Math.min(first.length, second.length);
  let before = 0;
  while (before < shortest && first[before] === second[before]) before += 1;
  let after = 0;
  while (after < shortest - before && first.at(-1 - after) === second.at(-1 - after)) after += 1;
  const shown = (side: string) => {
    const from = Math.max(0, before - AROUND);
    const end = Math.min(side.length - after + AROUND, side.length, from + Math.floor(most / 2));
    return `${from > 0 ? '…' : ''}${side.slice(from, end)}${end < side.length ? '…' : ''}`;
  };
  return { marked: [opens, shown(first), '=======', shown(second), closes].join('\n'), cut: true };
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

export interface NumberedRange {
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
  ).map((side) => pagesWithParents(trees[side])) as [PagesById, PagesById, PagesById, PagesById];
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
