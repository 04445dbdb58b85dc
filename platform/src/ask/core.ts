import { closeness, conceptsAbove, type ExaminedSection } from './examined-section.ts';
import { DEFAULT_VALUE } from './kind.ts';
import { itemsAround } from './list-owners.ts';
import { HAS } from './requirements.ts';
import { explainsNumber } from './settings.ts';

/** The blocks of a section that answer a question, with the titles above them and the head of their table. */
export interface Core {
  from: number;
  /** The index after the last one. */
  to: number;
  /** The telling words of the question that they have. */
  found: ReadonlySet<number>;
  /** Those that the titles above do not have. */
  own: ReadonlySet<number>;
}

/** How far away the other words of a question may be. */
const MAX_AWAY = 3;

/** The fewest blocks around the best one that have as much of the question as all around it. */
export function coreOf(examined: ExaminedSection, at: number): Core {
  const { section, part, concepts, inBlock, around } = examined;
  const values = closeness(examined, at);
  const found = new Set(
    [...concepts.keys()].filter(
      (concept) => !concepts[concept]?.light && (values[concept] ?? 0) >= HAS,
    ),
  );
  const above = conceptsAboveBlock(examined, at);
  const inItems = itemsAround(examined.owners, at).flatMap((item) => conceptsAt(examined, item));
  const lacking = new Set(
    [...found].filter((concept) => !around.has(concept) && !inBlock[at]?.has(concept)),
  );
  // What a title only names, a line may deny.
  if (!part.isYesOrNo) for (const concept of [...above, ...inItems]) lacking.delete(concept);
  let [from, to] = [at, at + 1];
  for (let away = 1; away <= MAX_AWAY && lacking.size > 0; away += 1) {
    for (const place of [at - away, at + away]) {
      const more = [...(inBlock[place]?.keys() ?? [])].filter((concept) => lacking.has(concept));
      if (more.length === 0) continue;
      for (const concept of more) lacking.delete(concept);
      [from, to] = [Math.min(from, place), Math.max(to, place + 1)];
    }
  }
  const states = (place: number) => DEFAULT_VALUE.test(section.blocks[place]?.text ?? '');
  if (part.quantity === 'default' && to === at + 1 && !states(at) && states(to)) to += 1;
  if (part.kind === 'count' && to === at + 1 && explainsNumber(section.blocks, at)) to += 1;
  if (part.isYesOrNo) [from, to] = withoutEdges(inBlock, at, from, to);
  const own = [...found].filter((concept) => !around.has(concept) && !above.includes(concept));
  return { from, to, found, own: new Set(own) };
}

/** The concepts of the titles above a block, and of the head of its table. */
function conceptsAboveBlock(examined: ExaminedSection, at: number): readonly number[] {
  return [...conceptsAbove(examined).keys(), ...conceptsAt(examined, examined.heads[at] ?? -1)];
}

function conceptsAt({ inBlock }: ExaminedSection, at: number): number[] {
  return [...(inBlock[at]?.keys() ?? [])];
}

/** A range around a block without those at its edges whose words the other ones have, too. */
function withoutEdges(
  inBlock: ExaminedSection['inBlock'],
  at: number,
  start: number,
  end: number,
): readonly [number, number] {
  let [from, to] = [start, end];
  const isSaid = (place: number) =>
    [...(inBlock[place]?.keys() ?? [])].every((concept) =>
      inBlock.slice(from, to).some((found, other) => from + other !== place && found.has(concept)),
    );
  while (from < at && isSaid(from)) from += 1;
  while (to > at + 1 && isSaid(to - 1)) to -= 1;
  return [from, to];
}
