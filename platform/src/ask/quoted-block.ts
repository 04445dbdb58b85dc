import { COMPLETES } from './fact-lines.ts';
import { ANNOUNCES } from './list-owners.ts';
import type { Sentence } from './marks.ts';
import { isRow } from './rows.ts';

/** Lists and code are quoted to their end, unless they are longer. */
export const MAX_LIST = 1500;

/** What may precede the actual beginning of a text: `Note: However, …`. */
const REMARK = /^(?:important|note|please note|tip|warning)\b[:,]? */i;

/** How a text begins that cannot be understood without the one before it. */
const REFERS_BACK =
  /^(?:(?:after|before|during|for|in|on|once|until|with|without) (?:that|this|these|those|such|both)\b|(?:accordingly|additionally|also|as such|besides|but|consequently|even better|further(?:more)?|hence|however|in (?:addition|contrast)|instead|it|its|likewise|moreover|otherwise|similarly|so|that|then|therefore|these|they|this|those|thus)\b)/i;

/** How a line begins that only leads elsewhere. */
const LEADS_ELSEWHERE =
  /^\W*(?:(?:please )?(?:check out|click here|learn more|read (?:more|our|the)|refer to|see|visit)|(?:to|you can) (?:find out|learn|read) more|for (?:\w+ ){0,2}(?:details|help|information|instructions)|more (?:details|information))\b/i;

const MAX_LEADING = 200;

function withoutRemark(block: Sentence | undefined): string {
  return block?.text.replace(REMARK, '') ?? '';
}

export function refersBack(block: Sentence | undefined): boolean {
  return REFERS_BACK.test(withoutRemark(block));
}

/** Whether a text limits the one before it, or tells how to get what that has. */
export function completes(block: Sentence | undefined): boolean {
  return COMPLETES.test(withoutRemark(block));
}

/** Whether a block only leads to another page. */
export function leadsElsewhere({ text, role }: Sentence): boolean {
  return role !== 'item' && text.length <= MAX_LEADING && LEADS_ELSEWHERE.test(text);
}

/** Whether a block announces the ones below it: `Choose one of the following:`. */
export function announces(blocks: readonly Sentence[], at: number): boolean {
  const text = blocks[at]?.text ?? '';
  if (/[:：]$/.test(text)) return true;
  const next = blocks[at + 1];
  const isListed = next?.role === 'item' || next?.role === 'code' || isRow(next);
  return isListed && ANNOUNCES.test(text);
}

/** The end of the list, the table or the code that begins at a block, or else of the block. */
export function endOfList(blocks: readonly Sentence[], from: number): number {
  const first = blocks[from];
  if (!first) return from;
  if (first.role !== 'item' && first.role !== 'code' && !isRow(first)) return from + 1;
  return endOf(blocks, from, MAX_LIST, (block) => !goesOn(first, block));
}

/** Whether a block is in the same list, table or code as its first one. */
function goesOn(first: Sentence, block: Sentence): boolean {
  if (isRow(first)) return isRow(block);
  return first.role === 'item' ? block.containers >= first.containers : block.role === 'code';
}

/** The end of the blocks from one on: before the first that is not theirs, or that makes them longer than that. */
export function endOf(
  blocks: readonly Sentence[],
  from: number,
  most: number,
  isOther: (block: Sentence) => boolean = () => false,
): number {
  let size = 0;
  const end = blocks.findIndex((block, place) => {
    if (place < from) return false;
    size += block.text.length;
    return size > most || isOther(block);
  });
  return end < 0 ? blocks.length : end;
}
