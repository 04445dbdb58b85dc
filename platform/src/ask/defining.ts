/** Questions that ask what something is, in several languages. */
export const DEFINES = new RegExp(
  [
    `^(?:what(?: is| are|['’]s)|who(?: is| are|['’]s)(?!.* for$)) |^what (?:can|do|does) .+ (?:do|mean|stand for)$`,
    `^(?:was|wer) (?:ist|sind|bedeutet|bedeuten|heißt|bezeichnet|macht) |^was versteht man unter `,
    `^qu['’]est[- ]ce qu|^c['’]est quoi|^que (?:signifie|veut dire) |^qui (?:est|sont) `,
    `^¿?qu[eé] (?:es|son|significan?) |^o que (?:é|são|significam?) `,
    `^(?:che )?cos['’]è |^(?:che )?cosa (?:è|sono|significa) |^wat (?:is|zijn|betekent) `,
    `^что (?:такое|значит|означает) `,
    `^(?:什[么麼]是|何[谓謂])|是什[么麼][?？]?$|是什[么麼]意思`,
    `とは(?:何|なん|どう|[?？]?$)|って何|は何(?:です|[?？]?$)`,
    `(?:무엇|뭐|뭔)(?:인가|입니까|이에요|예요|인지|이죠|가요|을 의미)|(?:이란|란)[?？]?$`,
  ].join('|'),
  'i',
);

/** `What does Falcon do`. */
const ASKS_FOR_EFFECT = /^what (?:can|do|does) .+ do$/i;

/** A verb in the third person. */
const ACTS = /^[a-z]{2,}[^\Ws]s$/;

const ARTICLES = new Set(
  'a an the der die das ein eine le la les un une el los las o os uma il lo gli de het een'.split(
    ' ',
  ),
);

/** Verbs of definitions. */
export const COPULAS: ReadonlySet<string> = new Set(
  `is are means refers represents defines describes stands lets allows enables ist sind bezeichnet bedeutet beschreibt est
   serve serves sont désigne signifie es son significa é são è sono zijn betekent это`.split(/\s+/),
);

/** What may be before a definition: `In Falcon, a view is …`. */
const PREFACE = /^(?:in|within|en|dans|nel) [^,.]{1,30}, /i;

/** What follows the subject of a sentence that only describes it: `Views are private`. */
const DESCRIBES = /^\W*(?:is|are) (?!an?\b|the\b|any|one|what|how|where|when|used)/;

/** Words right before a name: `also known as a perch`. */
const NAMING = /\b(?:known as|called|termed|named|abbreviated(?: as| to)?|referred to as)$/;

const SEPARATOR = /: | [-–—=→⇒] | [-=]> |：/;

/** What may follow the subject of a definition in languages without spaces: `X（Y）：`, `X 是指`, `Xとは`, `X란`. */
const JOINED_COPULA = /^(?:是指|是一|指的|即|とは|이란|란|[:：])/;

/** The same for words that also begin many other sentences. */
const TOPIC_MARK = /^(?:是|は|은|는)/;

/** The end of a definition in Japanese: `Xは、…のことです`. */
const JAPANESE_END = /^は[^。]*(?:のこと|を指し|を意味し|と呼ば)/;

/** Another name of the subject. */
const OTHER_NAME = /^[（(][^）)]{1,60}[）)]/;

/** What may be between a subject and its verb: `X (Y) is`, `X, also called Y, is`. */
const ASIDE = /^(?:\([^()]{1,80}\)|,[^,.:;]{1,80},)\s*(\p{L}+)/u;

/** Particles within a subject: `X가 높다`. */
const PARTICLES = new Set('가 이 의 을 를 の 的 之'.split(' '));

/** Minimum letters of an abbreviation. */
const MIN_LETTERS = 2;

/** The confidence that a text is a definition, from 0 to 1. */
const SURE = 1;
const LIKELY = 0.5;

/** How a text begins: where its first words about the subject end, and the word after them. */
export interface Beginning {
  /** The words before the subject. */
  before: readonly string[];
  /** The subject as the text has it. */
  subject: readonly string[];
  next: string | undefined;
}

/**
 * The confidence that a text begins like a definition, from 0 to 1: `A view is …`, `View: …`. `countWords` counts the
 * words of a text.
 */
export function definitionIn(
  text: string,
  { before: words, subject, next }: Beginning,
  countWords: (text: string) => number,
): number {
  // `port: 80` is a value.
  if (/^\S+[:=] \w\S*$/.test(text)) return 0;
  const isShort = isAbbreviation(subject, words);
  if ((isShort && subject.length === 1) || isNamed(subject, words)) return SURE;
  const before = isShort ? [] : words.slice(countWords(PREFACE.exec(text)?.[0] ?? ''));
  if (subject.length === 0 || before.some((word) => !ARTICLES.has(word) && !/^\d+$/.test(word)))
    return 0;
  const length = before.length + subject.length;
  if (text.startsWith('|')) return countWords(text.split('|', 2)[1] ?? '') === length ? SURE : 0;
  const end = text.search(SEPARATOR);
  const last = subject.at(-1) ?? '';
  const at = text.toLowerCase().indexOf(last);
  const rest = at < 0 ? '' : text.slice(at + last.length);
  if (COPULAS.has(next ?? '')) return DESCRIBES.test(rest) ? LIKELY : SURE;
  if (end > 0 && countWords(text.slice(0, end)) === length) return SURE;
  const after = rest.trimStart().replace(OTHER_NAME, '').trimStart();
  if (JOINED_COPULA.test(after) || JAPANESE_END.test(after)) return SURE;
  const verb = ASIDE.exec(rest.trimStart())?.[1];
  if (verb !== undefined && COPULAS.has(verb.toLowerCase())) return SURE;
  return TOPIC_MARK.test(after) ? LIKELY : 0;
}

/** The confidence that a text tells what its subject does, if a question asks that: `Falcon lands …`. */
export function effectIn(question: string, { before, next = '' }: Beginning): number {
  const isSubject = before.every((word) => ARTICLES.has(word)) && ACTS.test(next);
  return isSubject && ASKS_FOR_EFFECT.test(question) ? LIKELY : 0;
}

/** `This is also known as a perch`. */
function isNamed(subject: readonly string[], before: readonly string[]): boolean {
  const words = before.filter((word) => !ARTICLES.has(word));
  return subject.length > 0 && NAMING.test(words.join(' '));
}

/** `Domain Name System (DNS)`: the words before the subject, with or without articles, begin with its letters. */
function isAbbreviation([subject = '']: readonly string[], before: readonly string[]) {
  return [before, before.filter((word) => !ARTICLES.has(word))].some((words) => {
    const letters = words.map(([letter]) => letter).join('');
    return words.length >= MIN_LETTERS && (letters === subject || `${letters}s` === subject);
  });
}

/** Whether a text begins with the verb of a definition, whose subject is above it: `It is …`, `Es una …`. */
export function startsWithVerb(text: string): boolean {
  const [verb = ''] = /^\p{L}+/u.exec(text.toLowerCase().replace(/^(?:it|this|they) /, '')) ?? [];
  return COPULAS.has(verb);
}

/** Whether a word says what a subject is, and may follow it: `A dropzone component is …`. */
export function isClass(word: string): boolean {
  return /^(?:app|attribute|component|command|feature|field|file|node|option|page|parameter|property|service|setting|tool|type|widget)s?$/.test(
    word,
  );
}

/** Whether a word belongs to a subject between two of its words. */
export function isParticle(word: string): boolean {
  return PARTICLES.has(word);
}
