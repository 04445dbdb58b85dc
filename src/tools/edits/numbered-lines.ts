import { excerptOf, shownExcerpt } from '../../content/find/index.ts';
import { asGiven } from '../../text/as-given.ts';
import { fencedExactly } from '../../text/index.ts';
import type { TextRange } from './similar-text.ts';

/** The name of a page's lines in the marks around them. */
export const LINES = 'lines of the page';

/** Maximum number of lines, and of places in one line, to show. */
const MAX_NAMED = 10;

/** Characters of a line to show around the only place in it, and around several. */
const AROUND = 100;
const MAX_SHOWN = 600;

interface NumberedLine {
  /** Counted from 1. */
  number: number;
  text: string;
  start: number;
}

/** The line of a text in which an offset lies, looking from a line before it. */
export function lineAt(
  text: string,
  at: number,
  from: Omit<NumberedLine, 'text'> = { number: 1, start: 0 },
): NumberedLine {
  let { number, start } = from;
  let end = text.indexOf('\n', start);
  while (end !== -1 && end < at) {
    [number, start, end] = [number + 1, end + 1, text.indexOf('\n', end + 1)];
  }
  return { number, start, text: text.slice(start, end === -1 ? undefined : end) };
}

/** The lines in which matches begin, each once, with the text around the matches; they are in order. */
export function listLines(text: string, matches: readonly TextRange[]): string {
  const found: { line: NumberedLine; places: [TextRange, ...TextRange[]] }[] = [];
  for (const match of matches) {
    const last = found.at(-1);
    const line = lineAt(text, match.start, last?.line);
    const [start, end] = [match.start - line.start, match.end - line.start];
    const place = { start, end: Math.min(end, line.text.length) };
    if (last?.line.number !== line.number) found.push({ line, places: [place] });
    else if (last.places.length < MAX_NAMED) last.places.push(place);
    if (found.length > MAX_NAMED) break;
  }
  const named = found.slice(0, MAX_NAMED).map(({ line, places }) => {
    const shown = shownExcerpt(excerptOf(line.text, places), AROUND);
    return `line ${line.number}: ${asGiven(shown, MAX_SHOWN)}`;
  });
  const quotedLines = fencedExactly(named.join('; '), LINES);
  return found.length > MAX_NAMED ? `${quotedLines}; and more` : quotedLines;
}
