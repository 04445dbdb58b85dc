import { commonLines } from '@docs-platform-mcp/markdown';
import { sanitizeText } from '../../text/index.ts';
import { loadTokenizer } from '../views/tokens.ts';

/** Less than this may have been left out on purpose. */
const LEAST_CHARACTERS = 300;

/** The part of the lines in between that are still there when a text was cut and edited. */
const KEPT_SHARE = 0.5;

/** Lines that an edit may have added where the text was cut. */
const MAX_ADDED = 5;

/** The part of an answer that the text has for sure; the rest may be what stands around it, such as pages below. */
const TEXT_SHARE = 0.6;

/**
 * Whether a page or section is too long for one answer and this looks like the part of it that was shown, written
 * back as the whole: what was left out would be lost.
 */
export async function isCutBack(
  { stored, written }: { stored: string; written: string },
  maxTokens = Number.POSITIVE_INFINITY,
): Promise<boolean> {
  const most = maxTokens * TEXT_SHARE;
  if (Buffer.byteLength(stored) <= most) return false;
  const shown = sanitizeText(stored);
  return looksCut(shown, sanitizeText(written)) && !(await loadTokenizer()).fits(shown, most);
}

/** It has the lines of one stretch, nearly as they were, and nothing in place of a long stretch before or behind. */
function looksCut(shown: string, written: string): boolean {
  const [all, kept] = [shown.split('\n'), written.split('\n')];
  const pairs = commonLines(all, kept).filter(([line]) => all[line]?.trim() !== '');
  const [first, last] = [pairs[0], pairs.at(-1)];
  if (!first || !last) return false;
  const inside = count(all.slice(first[0], last[0] + 1));
  if (pairs.length < inside * KEPT_SHARE) return false;
  const isMissing = (lines: readonly string[], instead: readonly string[]) =>
    lines.join('\n').trim().length >= LEAST_CHARACTERS && count(instead) <= MAX_ADDED;
  return (
    isMissing(all.slice(last[0] + 1), kept.slice(last[1] + 1)) ||
    isMissing(all.slice(0, first[0]), kept.slice(0, first[1]))
  );
}

function count(lines: readonly string[]): number {
  return lines.filter((line) => line.trim() !== '').length;
}
