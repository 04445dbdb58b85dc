/** Words that carry no meaning in a question. */
export const ASKING: ReadonlySet<string> = new Set(
  `a able about after afterwards again against all already also am an and any anybody anyone anything are as at be because been before being between both but by can could did do
  does doing done during each else everybody everyone everything for from had has have how i if in into is it its itself just later many may me might most much must my
  need never no nobody nothing not of on one only or our per please s shall should so somebody still than that the their them then there these they this those
  through to together too toward towards under until upon us was we were what when where whether which while who whom whose why
  will with within without would yet you your`.split(/\s+/),
);

/** Words that say little about the subject of a question: an answer rarely repeats them. */
export const LIGHT: ReadonlySet<string> = new Set(
  `actually apply applies allow allowed allows another available become becomes best call called calls case certain compare compared contain contains
  considered correct correctly count counts current currently describe differ difference differences different document documentation docs easy
  easily ever every exactly exist exists explain feature features field find fire fires flag function get gets getting give got
  gives go goes going good happen happens help include included includes kind know let lets like list location look made make makes mean means measured method
  name named needed needs normally number off offer offers once option out page people person parameter path place possible property provide provided provides purpose
  really require required requires return returned returns right same see several set sets setting show shows since someone something step steps support
  supported supports take takes tell thing things tool try type types typically up use used uses user users using usually value various
  want way ways when within work works come comes kinds`.split(/\s+/),
);

/** Expressions of two words in a question that have a synonym of one word. */
const TWO_WORDS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:turn|switch)(?:ing)?(?: (?:it|that|them|this|those))? off\b/gi, 'disable'],
  [/\b(?:turn|switch)(?:ing)?(?: (?:it|that|them|this|those))? on\b/gi, 'enable'],
  [/\bset(?:ting)? up\b/gi, 'configure'],
  [
    /(?<!\b(?:an?|access|activity|audit|each|error|event|my|our|server|that|the|this|your) )\b(?:(?:sign|log)(?:ging|ing)? in(?:to)?|log(?:ging)? on(?:to)?)\b/gi,
    'login',
  ],
  [/\b(?:sign|log)(?:s|ged|ging|ing)? (?:out|off)\b/gi, 'logout'],
  [/\b(are|goes|is|was) down\b/gi, '$1 unavailable'],
  [/\bsign(?:ing)? up\b/gi, 'signup'],
  [/\bfind(?:ing)? out\b/gi, 'detect'],
  [/\b((?:after|once|when) (?:\S+ ){1,3}?(?:are|is)) done\b/gi, '$1 finished'],
  [/\bbring(?:ing)? back\b/gi, 'restore'],
  [/\bgo(?:ing)? on\b/gi, 'continue'],
  [/\bgo(?:es|ing)? (?:beyond|over)\b/gi, 'exceed'],
  [/\bget(?:ting)? rid of\b/gi, 'delete'],
  [/\b(?:opt|opting) out(?: of)?\b/gi, 'disable'],
  [/\b(?:pop|pops|popping|show|shows|showing) up\b/gi, 'appear'],
  [/\b(?:and|then) start over\b/gi, ''],
  [/\bshut(?:ting)? down\b/gi, 'stop'],
  [/\bback(?:ing)? up\b/gi, 'backup'],
  [/\broll(?:ing)? back\b/gi, 'rollback'],
  [/\bsend(?:ing)? (?=(?:\S+ ){0,2}?back\b)/gi, 'return '],
  [/\bruns? out\b(?! of)/gi, 'expires'],
  [/\bfree trial/gi, 'trial'],
  [/\bnon-(?=\p{L})/giu, ''],
  [/\bout of the box\b/gi, 'by default'],
  [/^((?:can|does|do|may|must|should|will|would) )(?:my|our|the) (?:company|employer)\b/gi, '$1we'],
  [
    /^((?:are|is) there (?:an?|any|some) .{1,60}?) (?:that |which )?(?:I|one|we|you) (?:can|could) (?:play|practi[cs]e|test|try|use)(?: (?:around|in|it|on|out|with)){0,2}(?=[?.!]|$)/gi,
    '$1',
  ],
  [/\bwithout (?:paying|extra costs?)(?: anything| extra| more)?(?=[?.!]|$)/gi, 'for free'],
  [/\bhow (?:cold|cool)\b/gi, 'minimum temperature'],
  [/\bhow (?:hot|warm)\b/gi, 'maximum temperature'],
  [/\bat most\b/gi, 'maximum'],
  [/\bat least\b/gi, 'minimum'],
  [
    /\b(?:biggest|highest|largest)(?= \p{L}+ [^.]{0,40}\b(?:accepts?|allowed|can|supports?)\b)/giu,
    'maximum',
  ],
  [/\b(?:earliest|oldest) ((?:\S+ ){0,3}?)(?:build|release|version)\b/gi, 'minimum $1version'],
  [/\bat (?:once|the same time)\b/gi, 'concurrently'],
  [/\b(e?mail) address(es)?\b/gi, '$1'],
  [/\boperating systems?\b/gi, 'os'],
  [/\bcommand[- ]lines?\b/gi, 'cli'],
  [/\bpull requests?\b/gi, 'pr'],
  [/\b(?:two|multi)[- ](?:factor|step)\b/gi, '2fa'],
  [/\bsingle[- ]sign[- ]on\b/gi, 'sso'],
  [/\b(?:keep|keeps|kept) (?=\w+ing\b)/gi, ''],
  [/\b(?:keep|stop)(?:ping|s)? (?=(?:\S+ ){1,4}from \w+ing\b)/gi, 'prevent '],
  [
    /\b(?:at (?:the|this) moment|at present|right now|nowadays|these days|as of (?:now|today))\b/gi,
    '',
  ],
  [
    /\b(?:(?:by|for|on|until) )?(?:next (?:month|week|year|(?:mon|tues|wednes|thurs|fri|satur|sun)day)|today|tomorrow|tonight)\b/gi,
    '',
  ],
];

/** A question with one word for each expression of two: `turn off` is to disable. */
export function withSingleVerbs(question: string): string {
  return TWO_WORDS.reduce((text, [verb, word]) => text.replaceAll(verb, word), question);
}

/** Opposites: the answer to whether something is required may be that it is optional. */
const OPPOSITES: readonly (readonly [string, string])[] = [
  ['development', 'production'],
  ['enabled', 'disabled'],
  ['free', 'paid'],
  ['mandatory', 'optional'],
  ['private', 'public'],
  ['required', 'optional'],
  ['allowed', 'forbidden'],
  ['allowed', 'prohibited'],
  ['available', 'deprecated'],
  ['used', 'deprecated'],
  ['supported', 'deprecated'],
  ['supported', 'discontinued'],
  ['supported', 'unsupported'],
  ['synchronous', 'asynchronous'],
];

/** Prefixes that make a word its opposite: `unacceptable`, `invisible`. */
const NOT = ['un', 'in', 'im', 'non'];

/** Endings of words that have such an opposite. */
const QUALITY = /.{3}(?:[ai]ble|al|ary|ate|ed|ful|ive)$/;

/** The words that an answer to a question for yes or no may have instead of a word. */
export function oppositesOf(word: string): string[] {
  const others = OPPOSITES.flatMap(([one, other]) => {
    if (word === one) return [other];
    return word === other ? [one] : [];
  });
  return QUALITY.test(word) ? [...others, ...NOT.map((prefix) => prefix + word)] : others;
}

/** Words of a question for what replaces a thing. Only where it is said to be replaced is that said. */
export const REPLACES =
  /^(?:replac|supersed|deprecat|equivalent|counterpart|ersetz|remplac|reempla|substitu|sostitu|vervang)/;

/** An approximate stem of a word. */
export function stemOf(word: string): string {
  return word.length > 4 ? word.replace(/(?:ing|ed|es|s|e)$/, '') : word.replace(/(?<!^i?o)s$/, '');
}
