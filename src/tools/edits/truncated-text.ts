import { commonLines } from '@docs-platform-mcp/markdown';
import { sanitizeText } from '../../text/index.ts';
import { loadTokenizer } from '../views/tokens.ts';

/** Fewer characters than this may have been removed on purpose. */
const MIN_CHARACTERS = 300;

/** Minimum share of lines that survive when a truncated text was edited. */
const KEPT_SHARE = 0.5;

/** Maximum number of lines that an edit adds where the text was cut off. */
const MAX_ADDED = 5;

/** The share of an answer that is certainly text; the rest may be other fields, such as child pages. */
export const TEXT_SHARE = 0.6;

/**
 * Whether a page or section is too long for one answer, and this text looks like its truncated version, written back as
 * if it were complete. The omitted part would be lost.
 */
export async function isTruncatedText({
  stored,
  written,
  maxTokens = Number.POSITIVE_INFINITY,
}: {
  stored: string;
  written: string;
  /** Maximum number of tokens of a text in an answer. */
  maxTokens?: number;
}): Promise<boolean> {
  const most = maxTokens * TEXT_SHARE;
  if (Buffer.byteLength(stored) <= most) return false;
  const shown = sanitizeText(stored);
  return looksTruncated(shown, sanitizeText(written)) && !(await loadTokenizer()).fits(shown, most);
}

/** Whether a text is one contiguous, nearly unchanged range of lines, and the long part before or after it is missing. */
function looksTruncated(shown: string, written: string): boolean {
  const [all, kept] = [shown.split('\n'), written.split('\n')];
  const pairs = commonLines(all, kept).filter(([line]) => all[line]?.trim() !== '');
  const [first, last] = [pairs[0], pairs.at(-1)];
  if (!first || !last) return false;
  const inside = countLines(all.slice(first[0], last[0] + 1));
  if (pairs.length < inside * KEPT_SHARE) return false;
  const isMissing = (lines: readonly string[], instead: readonly string[]) =>
    lines.join('\n').trim().length >= MIN_CHARACTERS && countLines(instead) <= MAX_ADDED;
  return (
    isMissing(all.slice(last[0] + 1), kept.slice(last[1] + 1)) ||
    isMissing(all.slice(0, first[0]), kept.slice(0, first[1]))
  );
}

function countLines(lines: readonly string[]): number {
  return lines.filter((line) => line.trim() !== '').length;
}
