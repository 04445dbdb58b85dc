/** Words that carry no meaning in a question. */
export const ASKING: ReadonlySet<string> = new Set(
  `a able about after against all also am an and any are as at be because been before being between both but by can could did do
  does doing done during each else for from had has have how i if in into is it its just many may me might most much must my
  need no not of on one only or our per please s shall should so than that the their them then there these they this those
  through to together too toward towards under upon us was we were what when where whether which while who whom whose why
  will with within without would you your`.split(/\s+/),
);

/** Words that say little about the subject of a question: an answer rarely repeats them. */
export const LIGHT: ReadonlySet<string> = new Set(
  `actually allow allowed allows another available best call called calls case certain compare compared contain contains
  correct correctly current currently describe differ difference differences different document documentation docs easy
  easily ever every exactly exist exists explain feature features field find fire fires flag function get gets getting give
  gives good happen happens help include included includes kind know like list location look made make makes mean means method
  name named needed needs normally number off offer offers once option out page people person parameter path place possible property provide provided provides purpose
  really require required requires return returned returns right same several set sets setting show shows since someone something step steps support
  supported supports take takes tell thing things tool type types typically up use used uses user users using usually value various
  want way ways when within work works come comes kinds`.split(/\s+/),
);

/**
 * Groups of synonyms in documentation, including forms that do not share a stem. Two words with an underscore between
 * them are one expression.
 */
const GROUPS = `
retain retained retention keep kept stored
price prices pricing cost costs charge charged fee fees
delete deleted deletion remove removed removal
maximum max largest highest limit
minimum min smallest lowest least
request requests req
second seconds sec
minute minutes min
millisecond milliseconds ms
configure configuration config setup set_up
environment environments env
repository repositories repo
application applications app apps
authenticate authentication auth
database databases db
directory directories folder dir
parameter parameters param argument
create creating add adding addition
connect connecting connection integrate
change changed modify modified edit edited
picture image
expire expires expiry expiration lifetime validity
login signin log_in sign_in logon log_on
signup sign_up register registration
replace replaces replaced replacement supersede superseded supersedes deprecated deprecates
mail email
kind kinds type types
throttle throttled throttling limit limits
verify verifies verification validate validates validation check checks
often interval
long duration
flag option
fast quickly
frequency often
enable enables enabled enabling activate activates activated activating turn_on switch_on
disable disables disabled disabling deactivate deactivates deactivated turn_off switch_off
affect affects affected effect effects impact impacts
prevent prevents prevented avoid avoids ensure ensures
twice duplicate duplicates duplicated duplication
safe safely recommended
fix fixes fixed resolve resolves resolved solve solves solved solution solutions troubleshoot troubleshooting`;

const SAME = new Map<string, Set<string>>();
for (const group of GROUPS.trim().split('\n')) {
  const words = group.split(' ').map((word) => word.replaceAll('_', ' '));
  for (const word of words) {
    const known = SAME.get(word) ?? new Set();
    for (const other of words) known.add(other);
    SAME.set(word, known);
  }
}

/** Verbs of two words in a question that have a synonym of one word. */
const TWO_WORDS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:turn|turning|switch|switching) off\b/gi, 'disable'],
  [/\b(?:turn|turning|switch|switching) on\b/gi, 'enable'],
  [/\bset(?:ting)? up\b/gi, 'configure'],
  [/\b(?:sign|signing|log|logging) in(?:to)?\b|\blog(?:ging)? on(?:to)?\b/gi, 'login'],
  [/\bsign(?:ing)? up\b/gi, 'signup'],
];

/** A question with one word for each verb of two: `turn off` is to disable. */
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
  ['supported', 'unsupported'],
  ['synchronous', 'asynchronous'],
];

/** The words that an answer to a question for yes or no may have instead of a word. */
export function oppositesOf(word: string): string[] {
  return OPPOSITES.flatMap(([one, other]) => {
    if (word === one) return [other];
    return word === other ? [one] : [];
  });
}

const NUMBERS = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');

/** Other words for a word, itself not among them. */
export function othersFor(word: string): string[] {
  const number = NUMBERS.indexOf(word);
  const digit = /^\d+$/.test(word) ? NUMBERS[Number(word)] : undefined;
  const others = [...(SAME.get(word) ?? []), ...(number >= 0 ? [String(number)] : [])];
  return [...others, ...(digit ? [digit] : [])].filter((other) => other !== word);
}
