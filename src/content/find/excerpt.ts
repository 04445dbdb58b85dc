/** A part of a line around its matches. */
export interface Excerpt {
  text: string;
  /** The offsets of the first match. */
  start: number;
  end: number;
  /** The end of the last match, or of the text if that is earlier. */
  last: number;
  /** Whether the line has more before it, and after it. */
  more: readonly [before: boolean, after: boolean];
  /** Of a long line with several matches: pieces around all of them, as far as there is room. */
  pieces?: string;
  /** Whether matches lie beyond it. */
  isPart?: boolean;
}

/** The characters of the longest excerpt. */
export const WIDE = 1_200;

/** How far an end is moved so that no word is cut. */
const MAX_WORD = 30;

/** Characters that a piece of a line has before and after a match. */
const AROUND = [20, 40] as const;

/** Lines up to this length are shown whole more often than in pieces. */
const SHORT = 200;

interface Range {
  start: number;
  end: number;
}

/** The longest excerpt of a line, for the matches in it, in order. */
export function excerptOf(line: string, matches: readonly [Range, ...Range[]]): Excerpt {
  const [{ start, end }] = matches;
  const last = matches.at(-1)?.end ?? end;
  const reach = last - start <= WIDE ? last : end;
  const excerpt = shortenExcerpt(
    { text: line, start, end, last: reach, more: [false, false] },
    WIDE,
  );
  if (matches.length === 1 || line.length <= SHORT) return excerpt;
  return { ...excerpt, pieces: piecesOf(line, matches), isPart: reach < last };
}

function piecesOf(line: string, matches: readonly Range[]): string {
  let text = '';
  let done = 0;
  for (const { start, end } of matches) {
    const first = Math.max(done, start - AROUND[0]);
    const from = first === done ? done : wordStart(line, first, start);
    const last = Math.min(line.length, end + AROUND[1]);
    const to = last === line.length ? last : wordEnd(line, last, end);
    if (text.length > 0 && text.length + to - from > WIDE) break;
    if (to <= done) continue;
    text += `${from > done ? '…' : ''}${line.slice(from, to)}`;
    done = to;
  }
  return done < line.length ? `${text}…` : text;
}

/**
 * An excerpt as text, of about this many characters, with the whole first match unless that is longer than any excerpt.
 * If not all matches fit, it is pieces around each.
 */
export function shownExcerpt(excerpt: Excerpt, width: number): string {
  const { text, more, start, last } = shortenExcerpt(excerpt, width);
  const isPart = excerpt.isPart || last - start < excerpt.last - excerpt.start;
  if (isPart && excerpt.pieces !== undefined) return excerpt.pieces.trim();
  return `${more[0] ? '…' : ''}${text.trim()}${more[1] ? '…' : ''}`;
}

function shortenExcerpt(excerpt: Excerpt, width: number): Excerpt {
  const { text, start, more } = excerpt;
  if (text.length <= width) return excerpt;
  const end = excerpt.last - start <= width ? excerpt.last : Math.min(excerpt.end, start + WIDE);
  const around = Math.max(0, width - (end - start));
  const first = Math.max(0, Math.min(start - Math.floor(around / 3), text.length - width));
  const last = Math.min(text.length, Math.max(end, first + width));
  const from = first === 0 ? 0 : wordStart(text, first, start);
  const to = last === text.length ? last : wordEnd(text, last, end);
  return {
    text: text.slice(from, to),
    start: start - from,
    end: Math.min(excerpt.end, to) - from,
    last: Math.min(excerpt.last, to) - from,
    more: [more[0] || from > 0, more[1] || to < text.length],
  };
}

/** The start of the first word at or after an offset, if there is one soon enough before the match. */
function wordStart(text: string, at: number, match: number): number {
  const most = Math.min(match, at + MAX_WORD);
  for (let place = at; place <= most; place += 1) if (isSpace(text, place - 1)) return place;
  return characterStart(text, at);
}

/** The end of the last word at or before an offset, if there is one soon enough after the match. */
function wordEnd(text: string, at: number, match: number): number {
  const least = Math.max(match, at - MAX_WORD);
  for (let place = at; place >= least; place -= 1) if (isSpace(text, place)) return place;
  return characterStart(text, at);
}

function isSpace(text: string, at: number): boolean {
  return /\s/.test(text.charAt(at));
}

/** The offset, or the one before it if it lies within a surrogate pair. */
function characterStart(text: string, at: number): number {
  return /[\uDC00-\uDFFF]/.test(text.charAt(at)) ? at - 1 : at;
}
