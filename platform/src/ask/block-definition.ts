import { wordsInOrder } from '../search/words.ts';
import type { Concept } from './concepts.ts';
import { definitionIn, effectIn, isClass, isParticle, startsWithVerb } from './defining.ts';
import type { ExaminedSection } from './examined-section.ts';
import { isTermOfGlossary } from './glossary.ts';
import { introduces } from './introduction.ts';
import type { Sentence } from './marks.ts';
import type { QuestionPart } from './question.ts';
import { conceptsIn, isMostlyAbout, shareOf } from './topics.ts';

/** Maximum characters of a value below its name. */
const MAX_VALUE = 60;

/** The confidence that a block defines the subject, which its title may name: `# Webhook`, `It is …`. */
export function definitionAt(examined: ExaminedSection, at: number): number {
  const { section, part, topic, concepts, question, isLead } = examined;
  const block = section.blocks[at];
  if (!block) return 0;
  const introduced = part.introduced ? introduces(part.introduced, block.text) : 0;
  if (introduced > 0) return introduced;
  // A term, and its value on the next line.
  const value = section.blocks[at + 1]?.text ?? '';
  const isValue = /\d/.test(value) && value.length <= MAX_VALUE && !isNext(block.text, value);
  if (shareOf(block.tokens) === 1 && isValue) return 1;
  if (at === 0 && isTermOfGlossary(examined)) return 1;
  const isBelow = isLead && at === 0 && isMostlyAbout(topic, concepts);
  return isBelow && startsWithVerb(block.text) ? 1 : defines(block, question, part, concepts);
}

/** Whether two names differ only in their numbers. */
function isNext(one: string, other: string): boolean {
  const [name, next] = [one, other].map((text) => text.replaceAll(/\d+/g, '0'));
  return name === next;
}

function weightOf(found: readonly number[], concepts: readonly Concept[]): number {
  return found.reduce((sum, concept) => sum + (concepts[concept]?.weight ?? 0), 0);
}

/** The confidence that a sentence begins like a definition of the subject, from 0 to 1. */
function defines(
  { text, tokens }: Sentence,
  question: readonly string[],
  part: QuestionPart,
  concepts: readonly Concept[],
): number {
  const first = tokens.findIndex(({ concept }) => concept >= 0);
  if (first < 0) return 0;
  let end = first;
  const isSubject = (at: number) => (tokens[at]?.concept ?? -1) >= 0;
  while (isSubject(end) || (isParticle(tokens[end]?.text ?? '') && isSubject(end + 1))) end += 1;
  // The apps of a product are not the product.
  const isName = part.names.includes(tokens[end - 1]?.text ?? '');
  if (!isName && isClass(tokens[end]?.text ?? '')) end += 1;
  const words = (from: number, to: number) => tokens.slice(from, to).map((token) => token.text);
  const beginning = {
    before: words(0, first).filter((word) => !question.includes(word)),
    subject: words(first, end),
    next: tokens[end]?.text,
  };
  const definition = definitionIn(text, beginning, (some) => wordsInOrder(some).length);
  const subject = conceptsIn(tokens.slice(first, end));
  const others = [...conceptsIn(tokens.slice(end)).keys()].filter((one) => !subject.has(one));
  const isAside = weightOf([...subject.keys()], concepts) < weightOf(others, concepts);
  return (isAside ? definition / 2 : definition) || effectIn(part.text, beginning);
}
