/** What a question asks for, where the words of an answer show it. */
export type Kind = 'count' | 'duration' | 'price' | 'date' | 'who' | 'number' | 'word' | 'text';

const NUMBER_WORD =
  'one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|single|(?<!at )once|twice|unlimited|no limit';

/** Counts are written in digits or, if they are small, in words. */
export const COUNT = new RegExp(String.raw`\d|\b(?:${NUMBER_WORD})\b`, 'i');

const DURATION =
  /(?:\d|\b(?:an?|each|every|per|once an?|one|two|three|four|five|six|seven|ten|twelve)\b)[\s-]*(?:milli|micro|nano)?(?:ms|s|m|h|d|sec|secs|min|mins|seconds?|minutes?|hours?|days?|weeks?|months?|years?|epochs?|blocks?)\b|\bnever(?: expires?\b|\s*(?:[|.,;)]|$))|\b(?:forever|indefinite(?:ly)?|permanent(?:ly)?|unlimited|hourly|daily|weekly|monthly|yearly|annually)\b/i;

const PRICE = /[$€£¥]|\b(?:free|usd|eur|gbp|prices?|pricing|costs?|fees?|charge[ds]?)\b/i;

const DATE =
  /\b(?:19|20)\d\d\b|\b(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b/i;

/** People whom a permission is given to. */
export const WHO =
  /\b(?:only|admins?|administrators?|owners?|members?|roles?|permissions?|editors?|teams?|anyone|everyone|authors?)\b/i;

/** Where a text tells a default, and not only that there is one. */
export const DEFAULT_VALUE =
  /\bdefaults?(?: \p{L}+){0,2}(?: is\b| to\b|:| =|\s*\()|\bdefault:|\(default|\bby default|\| *default/iu;

const ASKS: readonly (readonly [Kind, RegExp])[] = [
  ['count', /\bhow many\b/i],
  ['price', /\bhow much\b.*\b(?:cost|costs|charged?|price|pay)\b/i],
  ['price', /\b(?:price|fee|cost) (?:of|for)\b/i],
  ['duration', /\bhow (?:long|often|old|fast|quickly|soon|frequently)\b/i],
  ['date', /^when (?:was|were|did)\b/i],
  ['who', /^who (?:can|may|is allowed)\b/i],
  ['number', /\bhow (?:much|large|big|far|high|deep)\b/i],
  ['number', /\b(?:versions?|numbers?|minimum|maximum|ports?)\b/i],
  ['word', /\b(?:limits?|default|size)\b/i],
];

/** The kind of answer that a question asks for. */
export function kindOf(question: string): Kind {
  return ASKS.find(([, asks]) => asks.test(question.trim()))?.[0] ?? 'text';
}

/** A number in code counts nothing. */
const CODE = /[;{}\\]$|=>|\) ?[;{*]/;

/** Whether a text has what such a question asks for. */
export function tells(kind: Kind, text: string): boolean {
  if (kind === 'duration') return DURATION.test(text);
  if (kind === 'price') return PRICE.test(text);
  if (kind === 'date') return DATE.test(text);
  if (kind === 'count') return COUNT.test(text) && !CODE.test(text);
  if (kind === 'number') return COUNT.test(text);
  return true;
}
