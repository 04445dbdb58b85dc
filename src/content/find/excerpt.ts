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
}

/** The characters of the longest excerpt. */
export const WIDE = 1_200;

/** How far an end is moved so that no word is cut. */
const MAX_WORD = 30;

/** The longest excerpt of a line. */
export function excerptOf(line: string, start: number, end: number, last = end): Excerpt {
  return narrowed({ text: line, start, end, last, more: [false, false] }, WIDE);
}

/**
 * An excerpt as text, of about this many characters, with all matches if they fit, and the whole first one unless that
 * is longer than any excerpt.
 */
export function shownExcerpt(excerpt: Excerpt, width: number): string {
  const { text, more } = narrowed(excerpt, width);
  return `${more[0] ? '…' : ''}${text.trim()}${more[1] ? '…' : ''}`;
}

function narrowed(excerpt: Excerpt, width: number): Excerpt {
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
  return whole(text, at);
}

/** The end of the last word at or before an offset, if there is one soon enough after the match. */
function wordEnd(text: string, at: number, match: number): number {
  const least = Math.max(match, at - MAX_WORD);
  for (let place = at; place >= least; place -= 1) if (isSpace(text, place)) return place;
  return whole(text, at);
}

function isSpace(text: string, at: number): boolean {
  return /\s/.test(text.charAt(at));
}

/** The offset, or the one before it if it lies within a surrogate pair. */
function whole(text: string, at: number): number {
  return /[\uDC00-\uDFFF]/.test(text.charAt(at)) ? at - 1 : at;
}
