import type { MarkedSection } from './marks.ts';
import { joinedText } from './topics.ts';

/** Code that has other signs than names and paths. */
const CODE = /`([^`\n]{1,160})`/g;
const SIGN = /[^\w\s.,:/$@#()-]/;

/** An option of a command. */
const OPTION = /(?<![\p{L}\p{N}-])--[a-z][\w-]*/giu;

/** Code in a question that is only itself with its signs, such as `[!a-z]` and `--keep-index`. */
export function literalsIn(text: string): string[] {
  const code = [...text.matchAll(CODE)].flatMap(([, code = '']) => (SIGN.test(code) ? [code] : []));
  return [...code, ...(text.match(OPTION) ?? [])];
}

/** Whether a block or the heading above it has all of this code as it is written. */
export function hasLiterals(
  { heading, blocks }: MarkedSection,
  at: number,
  literals: readonly string[],
): boolean {
  if (literals.length === 0) return true;
  const text = `${joinedText(heading)} ${blocks[at]?.text ?? ''}`.replaceAll('`', '');
  return literals.every((code) => text.includes(code));
}
