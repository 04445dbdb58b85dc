import { oneStep } from '../search/rank.ts';
import type { PageKey } from '../search/search.ts';
import type { Database } from '../store/database.ts';
import { dispensableIn, withoutWord } from './dispensable.ts';
import { type AnswerKind, isAmountNoun } from './kind.ts';
import { completePassages, type PassageHit } from './passages.ts';
import type { QuestionPart } from './question.ts';
import { messagePassages } from './quoted-message.ts';
import { LIGHT } from './vocabulary.ts';

/** What a passage that lacks a word of the question has of the others, and how well it fits. */
const ENOUGH_OF_OTHERS = 0.9;
const FITS = 0.98;

/** The same if its words show the kind of answer that the question asks for, such as a time. */
const FITS_OF_KIND = 0.92;
const TELLING: ReadonlySet<AnswerKind> = new Set(['bytes', 'date', 'duration', 'hours', 'price']);

/** Without so many other words, a question asks for something else. */
const MIN_LEFT = 2;

/** The same if the answer is yes or no, which any word may decide. */
const MIN_LEFT_OF_YES_OR_NO = 3;

/** The same without two words. */
const MIN_LEFT_OF_TWO = 4;

/** Each word, and each pair of them, is another search. */
const MAX_DISPENSED = 4;

/**
 * The passages that answer one part of a question, the best first. If none does, those that only lack a word or two for which
 * documentation often has others, and fit the rest of the question well.
 */
export function passagesFor(
  db: Database,
  spaces: readonly string[],
  asked: QuestionPart,
  shows: (page: PageKey) => boolean,
  most: number,
): PassageHit[] {
  // What is found for one question is not examined again while the next is.
  const passagesOf = (part: QuestionPart) =>
    oneStep(`passages of ${JSON.stringify([part, spaces, most])}`, () =>
      completePassages(db, spaces, part, shows, most),
    );
  const complete = passagesOf(asked);
  if (complete.length > 0) return complete;
  const withMessage = messagePassages(db, spaces, asked.said, shows, most);
  if (withMessage.length > 0 || asked.isDefinition) return withMessage;
  const isEnough = ({ words, quantity }: QuestionPart, least: number) => {
    const telling = words.filter((word) => !LIGHT.has(word));
    return telling.length >= least && (!quantity || telling.some((word) => !isAmountNoun(word)));
  };
  const fits = TELLING.has(asked.kind) ? FITS_OF_KIND : FITS;
  const answersWithout = (left: readonly QuestionPart[]) => {
    const found = left.map((less) =>
      passagesOf(less).filter(
        ({ passage }) => passage.covered >= ENOUGH_OF_OTHERS && passage.score >= fits,
      ),
    );
    return found.reduce((one, other) => (scoreOf(other) > scoreOf(one) ? other : one), []);
  };
  const words = dispensableIn(db, spaces, asked).slice(0, MAX_DISPENSED);
  const least = asked.isYesOrNo ? MIN_LEFT_OF_YES_OR_NO : MIN_LEFT;
  const withoutOne = words.map((word) => withoutWord(asked, word));
  const found = answersWithout(withoutOne.filter((less) => isEnough(less, least)));
  if (found.length > 0) return found;
  const withoutTwo = withoutOne.flatMap((less, at) =>
    words.slice(at + 1).map((word) => withoutWord(less, word)),
  );
  return answersWithout(withoutTwo.filter((less) => isEnough(less, MIN_LEFT_OF_TWO)));
}

/** The passage that comes closest to a question which none answers, if it has half of it. */
export function closestPassage(
  db: Database,
  spaces: readonly string[],
  asked: QuestionPart,
  shows: (page: PageKey) => boolean,
): PassageHit[] {
  const part = { ...asked, isLenient: true };
  return oneStep(`closest to ${JSON.stringify([part, spaces])}`, () =>
    completePassages(db, spaces, part, shows, 1),
  );
}

function scoreOf([best]: readonly PassageHit[]): number {
  return best?.passage.score ?? 0;
}
