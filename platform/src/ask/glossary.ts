import type { ExaminedSection } from './examined-section.ts';
import { conceptsIn, shareOf } from './topics.ts';

/** Words in the titles of pages that define terms. */
export const GLOSSARY: readonly string[] = [
  'concepts',
  'definitions',
  'glossary',
  'terminology',
  'vocabulary',
];

/** Whether a section of a glossary has the subject of a question as its heading. */
export function isTermOfGlossary({ section, concepts, isKnown }: ExaminedSection): boolean {
  if (![...section.title, ...section.above].some(({ text }) => GLOSSARY.includes(text)))
    return false;
  const found = conceptsIn(section.heading);
  const isThere = concepts.every(({ light }, at) => light || found.has(at) || isKnown(at));
  return found.size > 0 && isThere && shareOf(section.heading) > 1 / 2;
}
