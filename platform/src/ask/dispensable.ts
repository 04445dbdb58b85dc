import type { QuestionPart } from './question.ts';
import { stemOf } from './vocabulary.ts';

/**
 * Verbs, adjectives and general nouns for which documentation often has other words, or none. Without one of them, a
 * question still asks for the same.
 */
const ORDINARY = new Set(
  `accept acceptable accomplish achieve act actual additional adequate adjust affect affected afterwards agree aim
  allowed alone alternative anymore apparently appear approach appropriate around arrive ask aspect assign attempt
  avoid aware away back bad banned basic basically become beforehand begin behave behavior behaviour believe belong
  benefit big boring bother bring broken calculated care carry case cause chance charged choice clearly close come
  common commonly complain complete completely complicated concern concrete confuse confused confusing consequence
  consist constantly convenient counts cover crucial cut daily danger dangerous deal decide dedicated deeply
  definitely demand depend depending desired despite detail determine differently difficult directly dirty disappear
  discover distinguish drawback early effect effort elsewhere enough ensure entire entirely especially essential etc
  even eventually everywhere exact exceed except existing expect expected explanation express extra face facing fact
  fair favourite feasible fetch final finally fine fit flagged forbid forbidden forget forgot formally former
  forward frequent frequently fresh full fully further gain general generally giant goal great guarantee guess hand
  handle handled hang happening happy hard hardly hear hold honor honour hope huge idea ideal identify ignore
  illegal immediately impact impossible improve incoming indicate individual influence initial initially inside
  instead insufficient intend intended interesting internally invalid involve issue item jump keep kick lack large
  lately lead leave legal less lie likely limited list little live lose lost lot main mainly maintain manage manner
  manual manually matter maximal mention mess minimal miss missing mistake mix modern moment move near necessarily
  necessary neither new nice normal notice nowadays objective observe obtain obvious occasion occur officially often
  okay old opportunity opposed ordinary original originally outside overall part partial particular partly perfect
  perform perhaps permanent permanently permitted pick plain plus pop popular potential precise precisely prefer
  preferred preparation prepare presence present press pretty previous previously primarily prior probably problem
  proceed produce prohibited promise proper properly prove purely put quick quickly quite rarely rather reach ready
  real realise realize reason recently recognise recognize recommended refer reflect regard regarding regardless
  regular regularly related relation relevant remain remember renew reply report resolve respect respond responsible
  rest result role roughly round routine rule safely satisfy say says scenario seem select selects separately serious setting
  settle share shortly should show sign significant similar simple simply simultaneously sit situation skip slow
  slowly smart smooth solve sometimes somewhere soon sort special specific specifically stand start state stay still
  stop straight strange strict strictly strong stuck stupid succeed successful successfully sudden suddenly
  sufficient suggest suitable sum suppose supposed sure symptom talk task technically tend terrible think through
  thus time topic total totally touch treat trick trouble true trust turn typical unable unacceptable unclear
  underlying unexpected unfortunately unhealthy unique unlike unnecessary unusual urgent versus very via visible
  wait watch weird well while whole wish wonder word worst worth wrong yet`
    .split(/\s+/)
    .map(stemOf),
);

/** An amount of somebody's own, such as `50000 values`, which no documentation mentions. */
const FIGURE = /^\d{2,}k?$/;

/** The words of a question that say least, one of which an answer may lack if it has all others. */
export function dispensableIn(part: QuestionPart): string[] {
  const { words, names, proper, asked, action, quantity, near, counted, kindNouns } = part;
  const needed = new Set([
    ...names,
    ...proper,
    ...near,
    ...kindNouns,
    ...[asked, action, quantity, counted === undefined ? undefined : words[counted]],
  ]);
  const isFigure = (word: string) => kindNouns.length === 0 && FIGURE.test(word);
  return words.filter(
    (word) => (ORDINARY.has(stemOf(word)) || isFigure(word)) && !needed.has(word),
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
