import { conceptsAbove, type ExaminedSection } from './examined-section.ts';

/** `Does Falcon have a mobile app?` asks for one that belongs to what the documentation is about. */
const ASKS_FOR_OWN = /^(?:(?:do|does) (?:\S+ ){1,3}have|is there) (?:an?|any) /i;

/** Words before what belongs to somebody else: `your app`, `the bank's app`. */
const OF_OTHERS = /^(?:customers?|her|his|s|their|users?|your)$/;

/** Whether a text has the thing that a question asks for only as that of somebody else. */
export function isOfOthers(examined: ExaminedSection, at: number): boolean {
  const { part, concepts, around, section } = examined;
  if (!ASKS_FOR_OWN.test(part.text)) return false;
  const own = new Set(
    [...concepts.keys()].filter((concept) => !concepts[concept]?.light && !around.has(concept)),
  );
  const above = conceptsAbove(examined);
  if ([...own].some((concept) => above.has(concept))) return false;
  const { tokens = [] } = section.blocks[at] ?? {};
  const mentions = tokens.flatMap(({ concept }, place) =>
    own.has(concept) && !own.has(tokens[place - 1]?.concept ?? -1) ? [place] : [],
  );
  return (
    mentions.length > 0 &&
    mentions.every((place) => {
      const [owner, before] = tokens.slice(Math.max(0, place - 2), place);
      return OF_OTHERS.test((before ?? owner)?.text ?? '') && !around.has(owner?.concept ?? -1);
    })
  );
}
