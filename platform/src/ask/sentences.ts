import { comparedIn } from './comparison.ts';

const SENTENCE = /(?<!\?)\?+\s+/;

const SPLIT =
  /[,;]?(?<!\s)\s+(?:(?<!\bone\s)and\s+(?=(?:also\s+)?(?:how|what|(?:(?:at|by|for|from|in|on|to|with)\s+)?which|when|where|who|why|is|are|does|do|can|the|a|an)\b)|und\s+(?=(?:wie|was|wo|wer|wann|warum|welche[mnrs]?|ist|sind|kann)\b)|et\s+(?=(?:comment|combien|quel(?:le)?s?|où|quand|pourquoi|qui|que)\s)|[ye]\s+(?=(?:cómo|cuánt[oa]s?|cuál(?:es)?|dónde|cuándo|qué|quién|como|quant[oaie]s?|qual[ei]?|quais|onde|quando|dove)\s))/i;

/** Where one sentence ends and another one begins. */
export const SENTENCE_END = /(?<=[.!?]) (?=\p{Lu})/u;

/** How a request without a question begins. */
const REQUEST = /^(?:please )?(?:compare|describe|explain|find|give|list|name|show|tell)\b/i;

const CONTRACTIONS: readonly (readonly [RegExp, string])[] = [
  [/\bwon['’]?t\b/gi, 'will not'],
  [/\bcan['’]?t\b/gi, 'can not'],
  [
    /(?<=\b(?:are|could|did|do|does|had|has|have|is|must|need|should|was|were|would))n['’]?t\b/gi,
    ' not',
  ],
  [/(?<=\b(?:how|that|there|what|where|who))['’]?s\b/gi, ' is'],
  [/(?<=\bi)['’]?m\b/g, ' am'],
  [/(?<=\bI)['’]m\b/g, ' am'],
  [/(?<=\b(?:they|we|what|you))['’]re\b/gi, ' are'],
  [/(?<=\b(?:i|they|we|you))['’]ve\b/gi, ' have'],
  [/(?<=\b(?:i|it|that|they|we|you))['’]ll\b/gi, ' will'],
  [/(?<=\b(?:i|it|they|we|you))['’]d\b/gi, ' would'],
];

/** A text with the words that its contractions stand for, such as `don't` and `we're`, and misspelt ones. */
export function withoutContractions(text: string): string {
  return CONTRACTIONS.reduce(
    (written, [contraction, words]) => written.replaceAll(contraction, words),
    text.replaceAll(/\p{L}+/gu, (word) => MISSPELT.get(word.toLowerCase()) ?? word),
  );
}

/** Words that ask, and words that typing errors do not turn into them. */
const OFTEN_MISSPELT = 'because before between could should what when where which without would';
const CORRECT = new Set('cold ween were wold'.split(' '));

/** The words that ask by the typing errors of one letter left out or two in the wrong order. */
const MISSPELT: ReadonlyMap<string, string> = new Map(
  OFTEN_MISSPELT.split(' ').flatMap((word) =>
    [...word].flatMap((letter, at): [string, string][] => {
      if (at === 0) return [];
      const rest = word.slice(at + 1);
      const [next = ''] = rest;
      const errors = [word.slice(0, at) + rest, word.slice(0, at) + next + letter + rest.slice(1)];
      return errors
        .filter((error) => error !== word && !CORRECT.has(error))
        .map((error) => [error, word]);
    }),
  ),
);

/** The questions of a text. `The difference between a bid and a lease` is one. */
export function splitQuestions(asked: string): string[] {
  return asked.split(SENTENCE).flatMap((sentence) => {
    const parts = sentence.split(SPLIT);
    const [first = '', second, ...rest] = parts;
    const isHalf = second !== undefined && comparedIn(sentence) && !comparedIn(first);
    return isHalf ? [`${first} and ${second}`, ...rest] : parts;
  });
}

/** What somebody does not want to do says nothing about what they want. */
const INSTEAD = /^(how .{12,}?) (?:instead of|rather than) [^?]+/i;

/** A question without what it does not want: `How do I update a build instead of adding one?` */
export function withoutContrast(question: string): string {
  return question.replace(INSTEAD, '$1');
}

/** A question without preceding sentences that ask nothing. */
export function withoutPreface(question: string): { asked: string; preface: string } {
  const sentences = question.split(SENTENCE_END);
  const isAsked = (sentence: string) => sentence.endsWith('?') || REQUEST.test(sentence);
  const asked = sentences.filter(isAsked).join(' ');
  if (asked === '') return { asked: question, preface: '' };
  return { asked, preface: sentences.filter((sentence) => !isAsked(sentence)).join(' ') };
}

/** What a question quotes, such as the message of an error. */
const QUOTED = /["“„]([^"“”„]{12,})["”]/;

/** The beginning of a message is compared; what follows may be particular to one case. */
const MAX_COMPARED = 30;

/** What a question quotes; undefined if that is nothing of some length. */
export function quotedText(question: string): string | undefined {
  return QUOTED.exec(question)?.[1];
}

/** The beginning of the message that a question quotes; undefined if it quotes none. */
export function quotedMessage(question: string): string | undefined {
  return quotedText(question)?.slice(0, MAX_COMPARED);
}
