import { countSections } from '../search/rank.ts';
import { anyOf } from '../search/words.ts';
import type { Database } from '../store/database.ts';
import { ORDINARY_WORDS } from './ordinary-words.ts';
import type { QuestionPart } from './question.ts';
import { LIGHT, stemOf } from './vocabulary.ts';

/** Words for which documentation often has others. Without one of them, a question still asks for the same. */
const ORDINARY = new Set(ORDINARY_WORDS.trim().split(/\s+/).map(stemOf));

/** Whether a word is of the everyday language, and no name. */
export function isEveryday(word: string): boolean {
  return ORDINARY.has(stemOf(word));
}

/** A word with this share of its sections in titles and headings, and in more than so many, is a term of the documentation. */
const SHARE_OF_TERM = 0.1;
const FEW_TITLES = 2;

/** `How accurate is …` asks for nothing else. */
const DEGREE = /^(?:also )?how (\S+) (?:are|did|do|does|is|was|were)\b/i;

/** An amount of somebody's own, such as `50000 values`, which no documentation mentions. */
const FIGURE = /^\d{2,}k?$/;

/** The words of a question that say least in these spaces, one of which an answer may lack if it has all others. */
export function dispensableIn(
  db: Database,
  spaces: readonly string[],
  part: QuestionPart,
): string[] {
  const { words, names, proper, asked, action, quantity, near, counted, kindNouns, alternatives } =
    part;
  const needed = new Set([
    ...names,
    ...proper,
    ...near,
    ...kindNouns,
    ...alternatives,
    ...[asked, action, quantity, counted === undefined ? undefined : words[counted]],
    ...kindsOf(part),
    DEGREE.exec(part.text)?.[1]?.toLowerCase(),
  ]);
  const isFigure = (word: string) => kindNouns.length === 0 && FIGURE.test(word);
  const isTerm = (word: string) => {
    const titles = countSections(db, spaces, `{title heading} : ${anyOf([word])}`);
    return titles > FEW_TITLES && titles > SHARE_OF_TERM * countSections(db, spaces, anyOf([word]));
  };
  const isOrdinary = (word: string) => isEveryday(word) && !isTerm(word);
  return words.filter(
    (word) => !needed.has(word) && !LIGHT.has(word) && (isFigure(word) || isOrdinary(word)),
  );
}

/** The words that say which kind of thing somebody asks to do something with, if the question has nothing else: `dark mode`. */
function kindsOf({ words, pairs, form, action }: QuestionPart): string[] {
  const objects = words.filter((word) => word !== action && !LIGHT.has(word));
  if (form !== 'steps' || objects.length > 2) return [];
  return pairs.flatMap(([left, right]) =>
    [left, right].every((at) => objects.includes(words[at] ?? '')) ? [words[left] ?? ''] : [],
  );
}

/** The question without one of its words. */
export function withoutWord(part: QuestionPart, word: string): QuestionPart {
  const at = part.words.indexOf(word);
  const moved = (index: number) => (index > at ? index - 1 : index);
  return {
    ...part,
    words: part.words.filter((other) => other !== word),
    counted: part.counted === undefined ? undefined : moved(part.counted),
    pairs: part.pairs
      .filter((pair) => !pair.includes(at))
      .map(([left, right]) => [moved(left), moved(right)]),
  };
}
