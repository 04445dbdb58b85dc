import { CONFUSABLE } from '../../text/index.ts';

const WORD = /[\p{L}\p{N}]+/gu;

/** Minimum share of its words that a line has to have to resemble a text. */
const MIN_SHARED = 0.5;

/** A text with easily confused characters normalised, and the original position of each part. */
interface FoldedText {
  text: string;
  /** For each UTF-16 unit of the text, where its original begins. */
  offsets: number[];
}

type Fold = (character: string) => string;

/** Composed and decomposed forms of a letter are equal. */
const foldComposition: Fold = (character) =>
  character < '\u0080' ? character : character.normalize('NFD');

/** Upper and lower case are equal, and so are all kinds of quotation marks, dashes and spaces. */
const foldAlike: Fold = (character) => {
  const one = CONFUSABLE[character] ?? character;
  return one.trim() === '' ? ' ' : (one < '\u0080' ? one : one.normalize('NFKD')).toLowerCase();
};

/** Folds a text; of a run of spaces, only the first is kept. */
function foldText(original: string, fold: Fold): FoldedText {
  const parts: string[] = [];
  const offsets: number[] = [];
  let last = '';
  let offset = 0;
  for (const character of original) {
    const one = fold(character);
    const shown = fold === foldAlike && one === ' ' && last === ' ' ? '' : one;
    parts.push(shown);
    for (let unit = 0; unit < shown.length; unit += 1) offsets.push(offset);
    last = one;
    offset += character.length;
  }
  return { text: parts.join(''), offsets };
}

/** A range of a text: start offset, and exclusive end offset. */
export interface TextRange {
  start: number;
  end: number;
}

/** Where a text occurs in another in a canonically equivalent form. */
export function findEquivalent(searched: string, text: string): TextRange[] {
  return findFolded(
    foldText(searched, foldComposition).text,
    foldText(text, foldComposition),
    text.length,
  );
}

/** Where a text occurs in another apart from easily confused characters. */
export function findConfusable(searched: string, text: string): TextRange[] {
  return findFolded(
    foldText(searched, foldAlike).text.trim(),
    foldText(text, foldAlike),
    text.length,
  );
}

/** Maximum number of characters to examine before the search is given up. */
const MAX_REFUSED = 1_000;

const COMBINING_MARK = /^\p{M}/u;

function findFolded(sought: string, { text, offsets }: FoldedText, length: number): TextRange[] {
  if (sought === '') return [];
  const found: TextRange[] = [];
  let at = text.indexOf(sought);
  for (let refused = 0; at !== -1 && refused < MAX_REFUSED; ) {
    const after = at + sought.length;
    const start = offsets[at] ?? 0;
    // A mark belongs to the letter before it.
    const isWhole =
      offsets[at - 1] !== start &&
      offsets[after] !== offsets[after - 1] &&
      !COMBINING_MARK.test(text.slice(after, after + 2));
    if (isWhole) found.push({ start, end: offsets[after] ?? length });
    else refused += 1;
    at = text.indexOf(sought, isWhole ? after : at + 1);
  }
  return found;
}

const EMPHASIS = /[*_`]/g;

/** The lines that contain a text of several words if marks of emphasis are left out of both. */
export function linesSaying(text: string, shown: string): TextRange[] {
  const searched = text.replaceAll(EMPHASIS, '').trim();
  const found: TextRange[] = [];
  let start = 0;
  for (const line of shown.split('\n')) {
    const end = start + line.length;
    if (searched.includes(' ') && line.replaceAll(EMPHASIS, '').includes(searched)) {
      found.push({ start, end });
    }
    start = end + 1;
  }
  return found;
}

/** The start of the line that shares most words with a text; undefined if none shares many. */
export function nearestLine(searched: string, text: string): number | undefined {
  const words = new Set(wordsOf(searched));
  let [best, most] = [-1, 0];
  let start = 0;
  for (const line of text.split('\n')) {
    const shared = new Set(wordsOf(line).filter((word) => words.has(word))).size;
    if (shared > most) [best, most] = [start, shared];
    start += line.length + 1;
  }
  return most > 0 && most >= words.size * MIN_SHARED ? best : undefined;
}

function wordsOf(text: string): string[] {
  return foldText(text, foldAlike).text.match(WORD) ?? [];
}
