import { separateLetters } from '@docs-platform-mcp/markdown';
import { wordsInOrder, wordsOf } from '../search/words.ts';
import { comparedIn, comparesWithin } from './comparison.ts';
import { DEFINES } from './defining.ts';
import { type AnswerForm, formOf } from './form.ts';
import { type AnswerKind, kindOf, kindOfThing } from './kind.ts';
import { type EmptyWords, emptyWordsOf } from './languages.ts';
import { isGeneric, lightIn, numberIn, toolIn } from './light-words.ts';
import { literalsIn } from './literals.ts';
import { actionIn, alternativesIn, askedNoun, countedIn, tiersIn } from './subject.ts';
import { GENERAL, PAST, productOf, VERSION_WORDS } from './version.ts';
import { ASKING, LIGHT, REPLACES, withSingleVerbs } from './vocabulary.ts';

/** One part of a question. */
export interface QuestionPart {
  text: string;
  /** The same without what the sentences before it say, which it may not be about. */
  alone?: QuestionPart;
  /** The same without what it refers to, for the pages that answer the part before. */
  there?: QuestionPart;
  /** The ids of the only pages that may answer it. */
  within?: readonly string[];
  /** Whether to look for the closest passage, which may lack half of it. */
  isLenient?: boolean;
  /** Its subject, in lower case. */
  words: string[];
  /** Whether the answer is yes or no. */
  isYesOrNo: boolean;
  /** Products and other names. An answer must mention them. */
  names: string[];
  /** Those of functions, fields and the like. */
  members: string[];
  /** Words that are written as names, whatever their kind: `Falcon`, `NSO`. */
  proper: string[];
  /** Its numbers, which tell things of one name apart. */
  numbers: string[];
  /** What is said before it, and the question itself. */
  said: string;
  /** Code with signs, such as `[!a-z]`, which the index knows by its letters only. An answer has it as it is written. */
  literals: string[];
  /** Words such as `CAN` and `IT`, which are names in capitals only. An answer has them so. */
  capitals: string[];
  /** Words that matter in this question, though they rarely do in others. */
  stressed: string[];
  kind: AnswerKind;
  /** The noun after `which` or `what`. An answer must mention it, or a thing of this kind. */
  asked: string | undefined;
  /** The action that somebody asks how to do. An answer must mention it. */
  action: string | undefined;
  /** What a question asks to choose between: `kept or deleted`. */
  alternatives: readonly string[];
  /** Words beside an identifier that say what kind of thing it is: `status code` of `status code 422`. */
  kindNouns: string[];
  /** Words that say little in the language of the question. */
  light: string[];
  /** Words that an answer has in the same place as the others. */
  near: string[];
  /** Whether words have endings that the index does not know. */
  isInflected: boolean;
  /** The subject of a requested number, if a word such as `limit` may name it. */
  quantity: string | undefined;
  /** Which of the words to count. */
  counted: number | undefined;
  /** The word after a number in Chinese that the answer has, too: 台 of 几台. */
  measure: string | undefined;
  /** Adjacent words, by their indexes among the words. */
  pairs: readonly (readonly [number, number])[];
  /** A question about how to do something is answered with a whole section. */
  form: AnswerForm;
  /** Whether it asks what something is. */
  defines: boolean;
  /** Whether that is all it asks: not what its default is, or how it differs. */
  isDefinition: boolean;
  /** The subjects of the two things that it compares. An answer has both, and contrasts them. */
  compared: readonly (readonly string[])[];
  /** The questions about each of these things alone. */
  sides: readonly QuestionPart[];
  /** Whether only a section with its subject in the heading answers it. */
  isAboutTopic: boolean;
  /** The product of the space if the question asks what that is. */
  introduced: string | undefined;
  /** The product whose version is requested. */
  product: readonly string[] | undefined;
}

/** `How long` is not about what is long, nor `Combien de temps` or `At what time` about time. */
const HOW_MUCH =
  /\b(?:at|from|in|since|until) (?:what|which) (?:hour|time|year)\b|\bhow (?:long|often|large|big|old|far|fast|frequently|high|quickly|soon)\b|combien de temps|cu[aá]nto tiempo|quanto tempo|wie viel zeit|сколько времени|多[长長]时?時?[间間]/gi;

const QUANTITY = /\b(?:limit|limits|default|size|minimum|maximum)\b/i;

const OTHER_DEFAULT = /默认|默認|预设|預設|デフォルト|기본값/;

/** `Why is … by default?` and `Where is … by default?` ask for no default. */
const PLACE_OR_REASON = /^(?:and |also )?(?:where|why)\b|哪[里裡儿]|在哪|どこ|어디/i;

/** `Why is there no web version?` asks for no number. */
const REASON = /^(?:and |also )?why\b/i;

/** `Which field counts how many pages …` asks for the field. */
const ASKS_FOR_NAME =
  /^(?:also )?(?:what|which) (?!(?:are|did|do|does|is|was|were) ).+ how (?:big|fast|large|long|many|much|often|old)\b/i;

/** Numbers, also those with a point. */
export const NUMBERS_IN = /(?<![\w.])\d+(?:\.\d+)*(?![\w.]\w)/g;

const NUMBER_OF = /\bnumber of\b/i;

const YES_OR_NO =
  /^(?:also )?(?:are|can|could|did|do|does|has|have|is|may|must|should|was|were|will)\b|吗$|嗎$/i;

export const IDENTIFIER = /(?<![\w.])\d{3,}(?![\w.])|\w_\w|\p{Ll}\p{Lu}|(?<!\S)--\w/u;

export const KIND_NOUNS: ReadonlySet<string> = new Set(
  'code codes command error errors exit field function header http method option parameter response setting status variable'.split(
    ' ',
  ),
);

/** A longer question asks for more than a definition. */
const MAX_DEFINING_WORDS = 8;

/** `Pass/fail` is one term. */
const SLASH = /(?<=\p{L})\/(?=\p{L})/gu;

/** What a question asks for if it asks for one property of a thing. */
const PROPERTY =
  /\b(?:of|for|von|für|du|del?|des)\b|standardwert|maximal|mindest|par défaut|por defecto|predefinito|[的の]|의 |默认|預設|デフォルト|기본값/i;

const PROPERTY_OF = /^(?:what|which)(?: is| are| was|['’]s) the (\S+(?: \S+){0,2}?) of\b/i;

/** Maximum words of the subject of a definition. */
const MAX_DEFINED = 3;

/** The longest words determine the subject of a question; more would only take longer. */
const MAX_WORDS = 14;

function longestOf(words: readonly string[]): ReadonlySet<string> {
  const longestFirst = words.toSorted((one, other) => other.length - one.length);
  return new Set(longestFirst.slice(0, MAX_WORDS));
}

/** What a part of a question asks, with what the part before it is about if it refers to that. */
export function partOf(text: string, before: QuestionPart | undefined): QuestionPart {
  const form = formOf(text);
  const product = form === 'steps' || REASON.test(text) ? undefined : productOf(text);
  const subject = subjectOf(text);
  const all = [...new Set([...subject.words, ...(before?.words ?? [])])];
  const longest = longestOf(all);
  const words = all.filter(
    (word) => longest.has(word) && !(product && (VERSION_WORDS.has(word) || PAST.test(word))),
  );
  const asksForStatus = kindOf(text) === 'status';
  const isNamed = asksForStatus || IDENTIFIER.test(text);
  const kindNouns = words.filter((word) => isNamed && KIND_NOUNS.has(word));
  const counted = words.indexOf(countedIn(text) ?? '');
  const sides = (comparedIn(text) ?? []).map((side) => definingPart(side));
  const isYesOrNo = !subject.isInflected && YES_OR_NO.test(text);
  const isForText = isYesOrNo || form === 'steps' || ASKS_FOR_NAME.test(text) || REASON.test(text);
  const asked = subject.isInflected || asksForStatus ? undefined : tellingNoun(text);
  const kind = isForText ? 'text' : kindOfThing(kindOf(withSingleVerbs(text)), asked);
  const defines = form === undefined && asksForDefinition(text);
  const says = sayingWords(text);
  const quantity = isForText || form === 'needs' ? undefined : quantityIn(text);
  return {
    text: text.replace(/(?<!\?)\?+$/, ''),
    words,
    isYesOrNo,
    names: namesOf(text, subject, words, before?.names),
    members: membersIn(text, words),
    proper: properIn(text, subject),
    numbers: text.match(NUMBERS_IN) ?? [],
    said: [before?.said, text].filter(Boolean).join(' '),
    literals: literalsIn(text),
    capitals: capitalsIn(text),
    stressed: NUMBER_OF.test(text) ? [] : ['number'],
    asked,
    action: form === 'steps' && !subject.isInflected ? actionIn(text) : undefined,
    alternatives: isYesOrNo ? alternativesIn(text) : [],
    kindNouns,
    light: lightIn(text, words, subject.isLight),
    near: nearIn(text, words).filter((word) => REPLACES.test(word) || says(word)),
    isInflected: subject.isInflected,
    kind,
    quantity,
    counted: counted < 0 ? undefined : counted,
    measure: /[几幾](\p{Script=Han})/u.exec(text)?.[1],
    pairs: kindNouns.length > 0 ? [] : pairsIn(text, words, says),
    form,
    defines,
    isDefinition:
      defines &&
      kind === 'text' &&
      quantity === undefined &&
      sides.length === 0 &&
      words.length <= MAX_DEFINED &&
      !PROPERTY.test(text) &&
      !IDENTIFIER.test(text),
    compared: sides.map((side) => side.words.filter((word) => words.includes(word))),
    // Elsewhere, the same words may be names of other things.
    sides: comparesWithin(text) ? [] : sides,
    isAboutTopic: false,
    introduced: undefined,
    product,
  };
}

function asksForDefinition(text: string): boolean {
  return (
    DEFINES.test(text.trim().replace(/(?<![?？])[?？]+$/u, '')) &&
    wordsInOrder(text.replaceAll(SLASH, '')).length <= MAX_DEFINING_WORDS
  );
}

/** Words for what replaces a thing, and those of the property that a question asks for. */
function nearIn(text: string, words: readonly string[]): string[] {
  const property = subjectOf(PROPERTY_OF.exec(text)?.[1] ?? '').words;
  return words.filter((word) => REPLACES.test(word) || property.includes(word));
}

/** The names in a question and in the one before that it refers to. */
function namesOf(
  text: string,
  { hasCapitalNouns }: QuestionSubject,
  words: readonly string[],
  before: readonly string[] = [],
): string[] {
  const own = [...namesIn(text, hasCapitalNouns), ...membersIn(text, words)];
  return [...new Set([...own, ...before])];
}

/** `The upload method` is a method of this name. */
const MEMBER =
  /\bthe (\w+) (?:argument|attribute|class|command|element|event|field|flag|function|header|hook|method|option|parameter|property|setting|variable)\b/gi;

/** The names of functions, fields and the like, which no other word stands for. */
function membersIn(text: string, words: readonly string[]): string[] {
  return [...text.matchAll(MEMBER)].flatMap(([, name = '']) => {
    const word = name.toLowerCase();
    return words.includes(word) && !LIGHT.has(word) && !GENERAL.has(word) ? [word] : [];
  });
}

/** Words that are written as names, apart from those that say little. */
function properIn(text: string, { hasCapitalNouns }: QuestionSubject): string[] {
  const dotted = wordsOf((text.match(DOTTED) ?? []).join(' '));
  return [...namesIn(text, hasCapitalNouns), ...acronymsIn(text), ...dotted].filter(
    (word) => !ASKING.has(word) && !LIGHT.has(word) && !GENERAL.has(word),
  );
}

function capitalsIn(text: string): string[] {
  return [...acronymsIn(text)].filter((word) => ASKING.has(word)).map((word) => word.toUpperCase());
}

/** The subject of a requested amount. */
function quantityIn(text: string): string | undefined {
  if (PLACE_OR_REASON.test(text)) return undefined;
  if (OTHER_DEFAULT.test(text)) return 'default';
  return QUANTITY.exec(withSingleVerbs(text))?.[0].toLowerCase();
}

/** The question that asks what something is. */
function definingPart(subject: string): QuestionPart {
  const part = partOf(subject, undefined);
  return {
    ...part,
    names: part.words,
    kind: 'text',
    quantity: undefined,
    defines: true,
    isAboutTopic: true,
  };
}

/**
 * Words that name nothing together with their neighbours: verbs, prepositions, and those of `maximum number` and `disk
 * I/O`.
 */
const UNPAIRED = new Set(
  'above below beyond cost costs exist exists happen happens io mean means number work works'.split(
    ' ',
  ),
);

/** Whether a word names something, alone or together with its neighbours. */
function sayingWords(text: string): (word: string) => boolean {
  const others = new Set([...tiersIn(text), numberIn(text)]);
  return (word) => !LIGHT.has(word) && !others.has(word);
}

/** A name such as `example.dev`. */
const DOTTED = /(?<![\p{L}\p{N}.])[\p{L}\p{N}]+\.\p{L}{2,}(?![\p{L}\p{N}.])/gu;

/** The noun after `which` or `what`, if an answer must mention it or a thing of this kind. */
function tellingNoun(text: string): string | undefined {
  return isGeneric(text) || toolIn(text) ? undefined : askedNoun(text);
}

/** Adjacent words of those that say something. */
function pairsIn(
  text: string,
  words: readonly string[],
  says: (word: string) => boolean,
): (readonly [number, number])[] {
  const all = wordsInOrder(text);
  return all.slice(1).flatMap((word, at) => {
    const before = all[at] ?? '';
    const left = words.indexOf(before);
    const right = words.indexOf(word);
    const isPair = left >= 0 && right >= 0 && left !== right;
    return isPair && [before, word].every((one) => says(one) && !UNPAIRED.has(one))
      ? [[left, right]]
      : [];
  });
}

interface QuestionSubject extends Omit<EmptyWords, 'isAsking'> {
  words: string[];
}

/** The words of a question that are about its subject. */
export function subjectOf(text: string): QuestionSubject {
  const { isAsking, ...language } = emptyWordsOf(wordsInOrder(text), ASKING);
  const acronyms = acronymsIn(text);
  const words = wordsOf(withSingleVerbs(text.replaceAll(HOW_MUCH, ' '))).filter(
    (word) => (!isAsking(word) && !/^[几幾]/.test(word)) || acronyms.has(word),
  );
  return { words, ...language };
}

/**
 * Words in capitals, such as `DID` and `IT`, in lower case: they name something unless the whole question is in
 * capitals.
 */
function acronymsIn(text: string): Set<string> {
  const isShouted = !/\p{Ll}/u.test(text);
  const words = isShouted
    ? []
    : (text.match(/(?<![\p{L}\p{N}])\p{Lu}{2,}(?![\p{L}\p{N}])/gu) ?? []);
  return new Set(words.map((word) => word.toLowerCase()));
}

/**
 * Words with a capital that do not begin the sentence and are not entirely in capitals. In languages whose nouns have a
 * capital, only words with a further one are names.
 */
function namesIn(text: string, hasCapitalNouns: boolean): string[] {
  const words = separateLetters(text, ' ').match(/[\p{L}\p{N}][\p{L}\p{N}.+#-]*/gu) ?? [];
  const named = words
    .slice(1)
    .filter(
      (word) => (!hasCapitalNouns && /^\p{Lu}.*\p{Ll}/u.test(word)) || /\p{Ll}\p{Lu}/u.test(word),
    );
  return subjectOf(named.join(' ')).words;
}
