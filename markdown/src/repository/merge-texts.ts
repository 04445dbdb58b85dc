import { normalizeText } from './parse.ts';
import { mergeLines, type Region } from './three-way.ts';

export interface MergedText {
  text: string;
  conflict: boolean;
}

/** Two descendants of one text, and their labels in conflict markers. */
export interface TextSides {
  base: string;
  first: { text: string; label: string };
  second: { text: string; label: string };
}

/**
 * Three-way merge of two texts by lines. Lines that both sides changed stay in both versions, between conflict
 * markers. Blank lines around the markers make them paragraphs of their own: directly below a line of text, a row of
 * equals signs would turn it into a heading.
 */
export function mergeTexts({ base, first, second }: TextSides): MergedText {
  const lines = (text: string) => text.split('\n');
  const { regions, isCoarse } = mergeLines(lines(base), lines(first.text), lines(second.text));
  const note = isCoarse ? ' (too different to be compared line by line)' : '';
  let conflict = false;
  const merged = regions.flatMap((region) => {
    if ('lines' in region) return region.lines;
    conflict = true;
    return [
      '',
      `<<<<<<< ${first.label}`,
      '',
      ...region.theirs,
      '',
      '=======',
      '',
      ...region.ours,
      '',
      `>>>>>>> ${second.label}${note}`,
      '',
    ];
  });
  return { text: normalizeText(merged.join('\n')), conflict };
}

export interface KeptText {
  text: string;
  /** Passages that both sides changed, in order. */
  conflicts: KeptPlace[];
}

/** A passage for which the first side was kept. */
export interface KeptPlace {
  /** Its first line in the merged text, counted from 0. */
  line: number;
  /** The number of its lines there. */
  count: number;
  kept: string;
  /** The other side. */
  other: string;
}

/** Changes of words conflict if no more than this lies between them: a space, a word and a space. */
const WORDS_APART = 3;

/**
 * Three-way merge of two texts by lines, and by words where both sides changed the same lines. Where both changed the
 * same words, the first side is kept.
 */
export function mergeKeepingFirst({ base, first, second }: Record<Side, string>): KeptText {
  const lines = (text: string) => text.split('\n');
  const merged: string[] = [];
  const conflicts: KeptPlace[] = [];
  for (const region of mergeLines(lines(base), lines(first), lines(second)).regions) {
    const settled =
      'lines' in region ? { lines: region.lines, places: [] } : settledByWords(region);
    conflicts.push(
      ...settled.places.map((place) => ({ ...place, line: place.line + merged.length })),
    );
    merged.push(...settled.lines);
  }
  return { text: merged.join('\n'), conflicts };
}

type Side = 'base' | 'first' | 'second';

type ConflictingLines = Exclude<Region, { lines: string[] }>;

function settledByWords({ base, theirs, ours }: ConflictingLines): {
  lines: string[];
  places: KeptPlace[];
} {
  const words = (lines: string[]) => lines.join('\n').match(/\n|[^\S\n]+|\S+/g) ?? [];
  const { regions } = mergeLines(words(base), words(theirs), words(ours), WORDS_APART);
  const [kept, other] = [new Writer(), new Writer()];
  const found = [];
  for (const region of regions) {
    const [mine, its] =
      'lines' in region ? [region.lines, region.lines] : [region.theirs, region.ours];
    const from = [kept.line, other.line];
    kept.write(mine);
    other.write(its);
    if (!('lines' in region)) found.push({ from, to: [kept.line, other.line] });
  }
  const [lines, otherLines] = [kept.lines(), other.lines()];
  const places = found.map(
    ({ from: [line = 0, otherLine = 0], to: [last = 0, otherLast = 0] }) => ({
      line,
      count: last + 1 - line,
      kept: lines.slice(line, last + 1).join('\n'),
      other: otherLines.slice(otherLine, otherLast + 1).join('\n'),
    }),
  );
  return { lines, places };
}

/** Words written one after the other, with the number of the line that is being written. */
class Writer {
  line = 0;
  readonly #words: string[] = [];

  write(words: readonly string[]): void {
    for (const word of words) {
      if (word === '\n') this.line += 1;
      this.#words.push(word);
    }
  }

  lines(): string[] {
    return this.#words.length === 0 ? [] : this.#words.join('').split('\n');
  }
}
