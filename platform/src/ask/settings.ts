import { isComment } from './kind.ts';
import type { Sentence } from './marks.ts';

/** A setting in code with a number: `backup-limit: 3`. */
const NUMERIC = /^\s*["']?[\w.-]+["']?\s*[:=]\s*["']?-?\d/;

/** Whether a block is a comment that tells what the number of the setting below it is. */
export function explainsNumber(blocks: readonly Sentence[], at: number): boolean {
  return isComment(blocks[at]?.text ?? '') && NUMERIC.test(blocks[at + 1]?.text ?? '');
}
