/** What a question compares, in several languages: `the difference between X and Y`. */
const COMPARED: readonly RegExp[] = [
  /\b(?:differences?|distinction) between (.+?) and (.+)/i,
  /\bhow (?:do|does|is|are) (.+?) (?:differ|different) from (.+)/i,
  /\b(?:unterschiede?|unterscheidung) zwischen (.+?) und (.+)/i,
  /\bdiff[ée]rences? entre (.+?) et (.+)/i,
  /\bdiferencias? entre (.+?) [ye] (.+)/i,
  /\bdiferen[çc]as? entre (.+?) e (.+)/i,
  /\bdifferenz[ae] (?:tra|fra) (.+?) ed? (.+)/i,
  /\bverschil(?:len)? tussen (.+?) en (.+)/i,
  /(?:разниц[аы]|отличи[ея]|различи[ея]) между (.+?) и (.+)/i,
];

/** Words of a text that contrasts two things. */
const CONTRAST =
  /\b(?:differs?|differences?|different (?:from|to|than)|(?:different|two) (?:kind|mode|type|way)s|unlike|whereas|versus|vs|compared (?:to|with)|in contrast|as opposed|not the same|n['’]t the same)\b|unterschied|unterscheid|hingegen|dagegen|diff[ée]rence|diffère|tandis que|contrairement|diferencia|diferen[çc]a|mientras que|enquanto|differenz|verschil|отлич|разниц|различ|区别|區別|差别|差別|差异|差異|不同于|不同於/i;

const END = /(?<![?？.!\s])[?？.!\s]+$/;

/** In Chinese, the word follows: `X和Y有什么区别`. */
const CHINESE = /区别|區別|差别|差別|差异|差異|不同/;
const CHINESE_AND = /[和与與跟]/;
const CHINESE_LINK = /之间|之間|有什么|有什麼|有何|的/;

/** Where things are compared: `between Smart and Always for the import`. */
const CONTEXT = /(?<=\S) (?:for|in|on|regarding|when|within) .+$/i;

/** Whether a question says where the things that it compares are. */
export function comparesWithin(question: string): boolean {
  return COMPARED.some((pattern) => {
    const [, one = '', other = ''] = pattern.exec(question.replace(END, '')) ?? [];
    return !CONTEXT.test(one) && CONTEXT.test(other);
  });
}

/** In `between an S1 and an S2 bug`, both are bugs. */
const NUMBERED = /^(?:(?:an?|the) )?\p{L}{0,8}\d+$/u;
const NUMBERED_NOUN = /^((?:(?:an?|the) )?\p{L}{0,8}\d+) \p{L}+$/u;

/** The two things that a question compares; undefined if it compares nothing. */
export function comparedIn(question: string): readonly [string, string] | undefined {
  for (const pattern of COMPARED) {
    const [, one, other] = pattern.exec(question.replace(END, '')) ?? [];
    const [, numbered] = NUMBERED.test(one ?? '') ? (NUMBERED_NOUN.exec(other ?? '') ?? []) : [];
    if (one && numbered) return [one, numbered];
    if (one && other) return [one, CONTEXT.test(one) ? other : other.replace(CONTEXT, '')];
  }
  return comparedInChinese(question);
}

function comparedInChinese(question: string): readonly [string, string] | undefined {
  const [before = '', after] = question.split(CHINESE, 2);
  if (after === undefined) return undefined;
  const [one, other, more] = before.split(CHINESE_LINK, 1).join('').split(CHINESE_AND);
  return one && other && more === undefined ? [one, other] : undefined;
}

/** Whether a text contrasts things. */
export function contrasts(text: string): boolean {
  return CONTRAST.test(text);
}
