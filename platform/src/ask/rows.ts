import { wordsInOrder } from '../search/words.ts';
import type { ExaminedSection } from './examined-section.ts';

/** Whether a block is the row of the field or the like that a question names: the one that begins with its name. */
export function isRowOfMember({ section, part, heads }: ExaminedSection, at: number): boolean {
  if (heads[at] === undefined) return false;
  const cells = section.blocks[at]?.text.split('|') ?? [];
  const words = wordsInOrder(cells.find((cell) => cell.trim()) ?? '');
  return part.members.some((member) => words.includes(member));
}

/** Words as close as in the titles above a table need not be in its rows. */
const ABOVE = 0.8;

/**
 * The lines of a table that answer a question whose best row is this one: its head, this row, other rows that have the
 * same words of the question, and those that have a word which this one lacks, as in `the limits of Free and Pro`.
 * Undefined if the block is no row, or the question asks for a list.
 */
export function answeringRows(
  { section, part, concepts, inBlock, heads, above }: ExaminedSection,
  at: number,
): readonly number[] | undefined {
  const head = heads[at];
  if (head === undefined || part.form !== undefined) return undefined;
  const telling = [...concepts.keys()].filter((concept) => !concepts[concept]?.light);
  const asked = telling.filter((concept) => inBlock[at]?.has(concept));
  const lacking = telling.filter(
    (concept) =>
      !inBlock[at]?.has(concept) && !inBlock[head]?.has(concept) && (above[concept] ?? 0) < ABOVE,
  );
  return section.blocks.flatMap(({ text }, place) => {
    if (place === head) return [place];
    if (heads[place] !== head) return [];
    const has = (concept: number) => inBlock[place]?.has(concept) === true;
    const isRule = /^[|:\s-]+$/.test(text);
    return isRule || asked.every(has) || lacking.some(has) ? [place] : [];
  });
}
