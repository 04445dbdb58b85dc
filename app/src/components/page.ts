import { type Child, h, replaceChildren } from '../dom.ts';
import { firstLines, type Hunk, hunksOf, type PageExcerpt, piecesOf, wholeHunk } from '../hunks.ts';
import type { MakeLink } from '../markdown/html.ts';
import { commentsOn, type PageChange, type ReviewData } from '../review.ts';
import { type NoteActions, notesOf } from './notes.ts';
import { blocksAfter, renderedDiff } from './rendered-diff.ts';
import { textDiff } from './text-diff.ts';

export type Mode = 'rendered' | 'text';

/** The texts of a page, as far as they could be read. */
export interface PageTexts {
  before?: string;
  after?: string;
}

/** A longer page shows only its changed lines, at most this many. */
const MOST_LINES = 2_000;
const MOST_CHARACTERS = 120_000;

const KINDS = { created: 'Created', edited: 'Edited', deleted: 'Deleted' } as const;

/** The change of a page, in words. */
export function kindsOf({ change, movedFrom, diff }: PageChange): string[] {
  const isOnlyMoved = movedFrom !== undefined && hunksOf(diff ?? '').length === 0;
  return [...(isOnlyMoved ? [] : [KINDS[change]]), ...(movedFrom === undefined ? [] : ['Moved'])];
}

/** Shows what changed in one page. */
export function showPage(
  pane: HTMLElement,
  {
    review,
    change,
    texts,
    mode,
  }: { review: ReviewData; change: PageChange; texts: PageTexts; mode: Mode },
  { link, talk }: { link: MakeLink; talk: NoteActions },
): void {
  const all = hunksIn(change, texts);
  const hunks = shownOf(all);
  const pieces = piecesIn(hunks, texts);
  const comments = commentsOn(review, change);
  const badLinks = review.badLinks.filter(({ page }) => page === change.page);
  const notes = notesOf(comments, badLinks, blocksAfter(pieces), talk);
  const diff = mode === 'text' ? [textDiff(hunks, notes)] : renderedDiff(pieces, notes, link);
  const rendered = h('div', { class: `diff ${mode}` }, ...diff);
  const noteCount = rendered.querySelectorAll('.note').length;
  const unplaced =
    noteCount === notes.length ? [] : notes.filter((note) => !isShown(rendered, note.element()));
  replaceChildren(
    pane,
    h('h2', { tabindex: '-1' }, change.title),
    h('p', { class: 'kinds' }, ...kindsOf(change).map((kind) => badge(kind)), ' ', pathOf(change)),
    unplaced.length > 0 &&
      h('div', { class: 'unplaced' }, ...unplaced.map((note) => note.element())),
    all.length === 0 && h('p', { class: 'quiet' }, nothing(change)),
    hunks.length > 0 && rendered,
    countOf(hunks) < countOf(all) &&
      h('p', { class: 'quiet' }, 'The rest is omitted, because the change is too large.'),
  );
}

/** A word for the change of a page. */
export function badge(kind: string): HTMLElement {
  return h('span', { class: `badge ${kind.toLowerCase()}` }, kind);
}

function isShown(rendered: HTMLElement, note: HTMLElement): boolean {
  return [...rendered.querySelectorAll('.note')].some((shown) => shown.isEqualNode(note));
}

function pathOf({ path, movedFrom }: PageChange): Child {
  if (path === undefined) return undefined;
  if (movedFrom === undefined) return h('code', {}, `/${path}`);
  return h(
    'span',
    {},
    h('code', {}, `/${movedFrom}`),
    h('span', { 'aria-hidden': 'true' }, ' → '),
    h('span', { class: 'unseen' }, ' to '),
    h('code', {}, `/${path}`),
  );
}

function nothing({ change, movedFrom }: PageChange): string {
  if (change === 'deleted') return 'The page is deleted. Its text cannot be read here.';
  return movedFrom === undefined
    ? 'Its text did not change.'
    : 'It moved; its text did not change.';
}

function hunksIn({ change, diff = '' }: PageChange, { before }: PageTexts): Hunk[] {
  if (change === 'deleted') return before === undefined ? [] : [wholeHunk(before, 'removed')];
  return hunksOf(diff);
}

/** The hunks, up to a length that a person can look through. */
function shownOf(hunks: readonly Hunk[]): Hunk[] {
  let [lines, characters] = [0, 0];
  for (const { text } of hunks.flatMap((hunk) => hunk.lines)) {
    characters += text.length;
    if (lines === MOST_LINES || characters > MOST_CHARACTERS) break;
    lines += 1;
  }
  return firstLines(hunks, lines);
}

function countOf(hunks: readonly Hunk[]): number {
  return hunks.reduce((count, { lines }) => count + lines.length, 0);
}

/** Both texts in full if they are known, or the parts that the diff contains. */
function piecesIn(hunks: readonly Hunk[], { before, after }: PageTexts): PageExcerpt[] {
  const isWhole = before !== undefined && after !== undefined;
  return isWhole && isLittle(before) && isLittle(after)
    ? [{ before, after, line: 1 }]
    : piecesOf(hunks);
}

function isLittle(text: string): boolean {
  return text.length <= MOST_CHARACTERS && text.split('\n', MOST_LINES + 1).length <= MOST_LINES;
}
