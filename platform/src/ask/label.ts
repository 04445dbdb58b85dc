import type { ExaminedSection } from './examined-section.ts';
import { IDENTIFIER, KIND_NOUNS } from './question.ts';
import { conceptsIn } from './topics.ts';

const LABEL = /^.{1,40}[:：]$/;

/**
 * The word that an answer may lack below a label: in a section whose heading names a function, `Events:` tells which
 * events it emits. Undefined if the block is no label, or lacks more of the question, or a name.
 */
export function impliedByLabel(
  { section, part, concepts, inBlock }: ExaminedSection,
  at: number,
): number | undefined {
  const asked = concepts.findIndex(({ word }) => word === part.asked);
  const label = inBlock[at];
  if (!label?.has(asked) || !LABEL.test(section.blocks[at]?.text ?? '')) return undefined;
  const heading = conceptsIn(section.heading);
  const others = [...concepts.keys()].filter((one) => one !== asked && !concepts[one]?.light);
  const [lacking, ...more] = others.filter((one) => !heading.has(one) && !label.has(one));
  const isName = part.names.includes(concepts[lacking ?? -1]?.word ?? '');
  return more.length === 0 && others.length > 1 && !isName ? lacking : undefined;
}

/** Whether a question asks for the name of a variable or the like, and a block or the line above it has one. */
export function namesThing({ section: { blocks }, part }: ExaminedSection, at: number): boolean {
  if (!KIND_NOUNS.has(part.asked ?? '')) return false;
  return [at - 1, at].some((place) => IDENTIFIER.test(blocks[place]?.text ?? ''));
}
