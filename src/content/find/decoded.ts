import { DecodedText, encodedAs } from '@docs-platform-mcp/markdown';
import { codeRanges, isWithinSpans } from '../../text/index.ts';
import type { Matches, Pattern, TextMatch } from './pattern.ts';

/**
 * The matches in a markdown text as readers see it: `APIKEY_PATH` also matches `APIKEY\_PATH`. A pattern that can match
 * a backslash or an ampersand also matches the text as it is written.
 */
export async function findDecoded(pattern: Pattern, text: string): Promise<Matches> {
  if (!text.includes('\\') && !text.includes('&')) return pattern.find(text);
  const decoded = new DecodedText(text, isWithinSpans(codeRanges(text)));
  if (decoded.text === text) return pattern.find(text);
  const { matches, linesLeftOut } = await pattern.find(decoded.text);
  const read = matches.map((match) => {
    const { start, end } = decoded.inSource(match);
    return { ...match, start, end, isDecoded: text.slice(start, end) !== match.groups[0] };
  });
  if (!pattern.isOfSource) return { matches: read, linesLeftOut };
  const written = await pattern.find(text);
  return { matches: combineMatches(read, written.matches), linesLeftOut };
}

/** All of the first matches, and those of the others that overlap none of them, in order. */
function combineMatches(first: readonly TextMatch[], others: readonly TextMatch[]): TextMatch[] {
  let next = 0;
  const apart = others.filter(({ start, end }) => {
    while (next < first.length && (first[next] as TextMatch).end <= start) next += 1;
    return (first[next]?.start ?? Number.POSITIVE_INFINITY) >= end;
  });
  return [...first, ...apart].sort((one, other) => one.start - other.start);
}

/** The replacement of a match, encoded like the match if that was found in the text as readers see it. */
export function encodedReplacement(match: TextMatch, text: string, replacement: string): string {
  return match.isDecoded ? encodedAs(text.slice(match.start, match.end), replacement) : replacement;
}
