import { commonLines, entityAt, Markdown } from '@docs-platform-mcp/markdown';
import { CONFUSABLE } from '../../text/index.ts';
import type { TextRange } from './similar-text.ts';
import type { TextEdit } from './text-edits.ts';

/** A character as readers see it, and the range of the source that stands for it. */
interface Unit extends TextRange {
  shown: string;
}

const WORD = /[\p{L}\p{N}]/u;
const TOKEN = /[\p{L}\p{N}]+|\s+|[^\p{L}\p{N}\s]/gu;
const SPACES = /\s+/y;
const TAG = /<\/?[a-z][^<>]{0,500}>/iy;
const ESCAPE = /\\[!-/:-@[-`{-~\n]/y;
const MARKS = '*`~[';

/** Marks in a changed passage would be added to, or taken from, those of the page. */
const HAS_MARKS = /[*`~[\]<>\\]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/u;

/** Characters that the target of a link has at most. */
const MAX_TARGET = 2_000;

/** The character at an offset as readers see it: its length in the source, and its text, which is empty for marks. */
function readAt(text: string, at: number, last: string): { length: number; shown: string } {
  const [character = ''] = String.fromCodePoint(text.codePointAt(at) ?? 0);
  const { length } = character;
  if (MARKS.includes(character)) return { length, shown: '' };
  if (character === ']' && text[at + 1] === '(') return { length: targetAt(text, at), shown: '' };
  if (character === ']' || character === '\\') {
    const isEscape = character === ']' || matchAt(ESCAPE, text, at) > 0;
    return { length, shown: isEscape ? '' : character };
  }
  if (character === '<') {
    const tag = matchAt(TAG, text, at);
    if (tag > 0) return { length: tag, shown: '' };
  }
  if (character === '_' && !(WORD.test(last) && WORD.test(text[at + 1] ?? ''))) {
    return { length, shown: '' };
  }
  const entity = character === '&' ? entityAt(text, at) : undefined;
  return entity ? { length: entity.length, shown: entity.text } : { length, shown: character };
}

function matchAt(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0].length ?? 0;
}

/** The length of the end of a link: from its bracket to the end of its target. */
function targetAt(text: string, at: number): number {
  let depth = 0;
  const most = Math.min(text.length, at + MAX_TARGET);
  for (let end = at + 1; end < most && text[end] !== '\n'; end += 1) {
    if (text[end] === '(') depth += 1;
    if (text[end] === ')') depth -= 1;
    if (depth === 0) return end + 1 - at;
  }
  return 1;
}

/**
 * A text as readers see it, with quotation marks, dashes and spaces of one kind each; blank lines stay apart from other
 * spaces. Without its marks too, if these are left out.
 */
function unitsOf(text: string, withoutMarks: boolean): Unit[] {
  const units: Unit[] = [];
  for (let start = 0; start < text.length; ) {
    const last = units.at(-1);
    const run = matchAt(SPACES, text, start);
    if (run > 0) {
      const end = start + run;
      const isBlank = text.slice(start, end).split('\n').length > 2;
      if (last && /\s/.test(last.shown) && last.end === start) last.end = end;
      else if (!/\s/.test(last?.shown ?? ''))
        units.push({ start, end, shown: isBlank ? '\n' : ' ' });
      start = end;
      continue;
    }
    const [character = ''] = String.fromCodePoint(text.codePointAt(start) ?? 0);
    const { length, shown } = withoutMarks
      ? readAt(text, start, last?.shown ?? '')
      : { length: character.length, shown: character };
    const end = start + length;
    const one = [...shown].map((each) => CONFUSABLE[each] ?? each).join('');
    if (one !== '' && !(/^\s$/.test(one) && /^\s$/.test(last?.shown ?? ''))) {
      units.push({ start, end, shown: one });
    }
    start = end;
  }
  return units;
}

/** Where a text occurs once in another apart from quotation marks, dashes, spaces and, if left out, marks. */
interface Place {
  /** The units of the other text, and those of the text among them: from its first to behind its last. */
  units: readonly Unit[];
  from: number;
  to: number;
}

function onlyPlace(sought: readonly Unit[], units: readonly Unit[]): Place | 'several' | undefined {
  const offsets: number[] = [];
  let page = '';
  for (const { shown } of units) {
    offsets.push(page.length);
    page += shown;
  }
  const text = sought.map(({ shown }) => shown).join('');
  const at = page.indexOf(text);
  if (at === -1 || text === '') return undefined;
  if (page.includes(text, at + 1)) return 'several';
  const from = offsets.indexOf(at);
  const to = at + text.length === page.length ? units.length : offsets.indexOf(at + text.length);
  return from === -1 || to === -1 ? undefined : { units, from, to };
}

/** A text that occurs once in another, apart from punctuation, spaces or marks. */
interface LooseMatch extends Place {
  withoutMarks: boolean;
}

function matchLoosely(old: string, shown: string): LooseMatch | undefined {
  for (const withoutMarks of [false, true]) {
    const place = onlyPlace(unitsOf(old.trim(), withoutMarks), unitsOf(shown, withoutMarks));
    if (place === 'several') return undefined;
    if (place) return { ...place, withoutMarks };
  }
  return undefined;
}

/** The only range of a text in which another occurs, apart from punctuation, spaces or marks. */
export function findLoosely(old: string, shown: string): TextRange | undefined {
  const { units, from, to } = matchLoosely(old, shown) ?? { units: [], from: 0, to: 0 };
  const [first, last] = [units[from], units[to - 1]];
  return first && last && { start: first.start, end: last.end };
}

/**
 * The edits that replace a text by another where the page has it once, apart from punctuation, spaces or marks. Only the
 * words that differ between the two are replaced, so that the page keeps all of its own marks; undefined if it would
 * not.
 */
export function looseEdits(
  old: string,
  replacement: string,
  shown: string,
  [begin, behind]: readonly [number, number],
): TextEdit[] | undefined {
  const part = shown.slice(begin, behind);
  const match = matchLoosely(old, part);
  if (!match || old === replacement) return undefined;
  const { units, from, to, withoutMarks } = match;
  const [first, last] = [units[from] as Unit, units[to - 1] as Unit];
  const within = { start: first.start, end: last.end };
  if (withoutMarks && isInCode(part, within)) return undefined;
  const [wanted, added] = withoutOuterSpaces(old, replacement);
  const own = unitsOf(wanted, withoutMarks);
  const edits: TextEdit[] = [];
  const changed = differences(wanted, added);
  if (withoutMarks && !keepsMostWords(wanted, changed)) return undefined;
  for (const { start, end, text } of changed) {
    if (withoutMarks && HAS_MARKS.test(wanted.slice(start, end) + text)) return undefined;
    if (text.includes('\n') && wanted !== part.slice(within.start, within.end)) return undefined;
    const a = own.findIndex((unit) => unit.start >= start);
    const b = own.findIndex((unit) => unit.start >= end);
    const at = rangeOf(
      { units, length: part.length },
      from + (a === -1 ? own.length : a),
      from + (b === -1 ? own.length : b),
    );
    if (!at || (text === '' && isAllOfMarked(units, at))) return undefined;
    edits.push(replacing({ ...at, text }, part));
  }
  if (!saysThat(edits, added, { shown: part, within, withoutMarks })) return undefined;
  return edits.map((edit) => ({ ...edit, start: edit.start + begin, end: edit.end + begin }));
}

/** The edit, which replaces at least one character. */
function replacing({ start, end, text }: TextEdit, shown: string): TextEdit {
  if (end > start) return { start, end, text };
  if (start === 0) return { start, end: 1, text: text + shown.slice(0, 1) };
  return { start: start - 1, end, text: shown.slice(start - 1, start) + text };
}

/** Whether a text is reworded in places rather than replaced: the marks of a replaced one would be around other words. */
function keepsMostWords(text: string, changed: readonly TextEdit[]): boolean {
  const removed = changed.map(({ start, end }) => text.slice(start, end)).join(' ');
  return wordsIn(removed) * 2 <= wordsIn(text);
}

function wordsIn(text: string): number {
  return tokensOf(text).filter((token) => WORD.test(token)).length;
}

function isInCode(shown: string, { start, end }: TextRange): boolean {
  return Markdown.read(shown).blocks.some(
    (block) => block.type === 'code' && block.start < end && start < block.end,
  );
}

/** Both texts without the spaces around the first, which the other has as well or lacks. */
function withoutOuterSpaces(old: string, replacement: string): [string, string] {
  const wanted = old.trim();
  const lead = old.slice(0, old.length - old.trimStart().length);
  const tail = old.slice(old.trimEnd().length);
  const from = replacement.startsWith(lead) ? lead.length : 0;
  const to = replacement.endsWith(tail) ? replacement.length - tail.length : replacement.length;
  return [wanted, replacement.slice(from, Math.max(from, to))];
}

/** What to replace in a text, word by word, to get another. */
function differences(before: string, after: string): TextEdit[] {
  const [was, is] = [tokensOf(before), tokensOf(after)];
  const found: TextEdit[] = [];
  let [a, b, at] = [0, 0, 0];
  for (const [nextA, nextB] of [...commonLines(was, is), [was.length, is.length]] as const) {
    const removed = was.slice(a, nextA).join('');
    const text = is.slice(b, nextB).join('');
    if (removed !== text) found.push({ start: at, end: at + removed.length, text });
    at += removed.length + (was[nextA]?.length ?? 0);
    [a, b] = [nextA + 1, nextB + 1];
  }
  return found;
}

function tokensOf(text: string): readonly string[] {
  return text.match(TOKEN) ?? [];
}

/** The range of the source from one unit to behind another; undefined if marks are in between. */
function rangeOf(
  { units, length }: { units: readonly Unit[]; length: number },
  from: number,
  to: number,
): TextRange | undefined {
  if (from === to) {
    const at = between(units, from, length);
    return at === undefined ? undefined : { start: at, end: at };
  }
  for (let at = from; at + 1 < to; at += 1) {
    if (units[at]?.end !== units[at + 1]?.start) return undefined;
  }
  const [first, last] = [units[from], units[to - 1]];
  return first && last && { start: first.start, end: last.end };
}

/** The place between two units, outside of the marks that end or begin there; undefined if both do. */
function between(units: readonly Unit[], index: number, end: number): number | undefined {
  const [before, after] = [units[index - 1], units[index]];
  if (!before) return 0;
  if (!after) return end;
  if (before.end === after.start) return before.end;
  const [ends, begins] = [!/\s/.test(before.shown), !/\s/.test(after.shown)];
  if (ends === begins) return undefined;
  return ends ? after.start : before.end;
}

/** Whether a range is all of a passage between marks, which would be empty without it. */
function isAllOfMarked(units: readonly Unit[], { start, end }: TextRange): boolean {
  return !units.some((unit) => unit.end === start) && !units.some((unit) => unit.start === end);
}

interface Edited {
  shown: string;
  within: TextRange;
  withoutMarks: boolean;
}

/** Whether readers see the wanted text after the edits. */
function saysThat(
  edits: readonly TextEdit[],
  wanted: string,
  { shown, within, withoutMarks }: Edited,
): boolean {
  let [text, done] = ['', Math.min(within.start, edits[0]?.start ?? within.start)];
  for (const { start, end, text: added } of edits) {
    text += shown.slice(done, start) + added;
    done = end;
  }
  const seen = (one: string) =>
    unitsOf(one, withoutMarks)
      .map((unit) => unit.shown)
      .join('')
      .trim();
  return seen(text + shown.slice(done, Math.max(done, within.end))) === seen(wanted);
}
