/** What a question asks for, if the words of an answer can show it. */
export type AnswerKind =
  | 'count'
  | 'duration'
  | 'price'
  | 'date'
  | 'hours'
  | 'who'
  | 'maker'
  | 'place'
  | 'number'
  | 'bytes'
  | 'extent'
  | 'length'
  | 'status'
  | 'ip'
  | 'address'
  | 'word'
  | 'text';

const NUMBER_WORD = [
  'one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|single(?![- ]sign)|(?<!at )once(?! (?:an?|all|it|our|that|the|they|this|we|you|your)\\b)|twice|unlimited|no limit',
  'zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|deux|trois|quatre|cinq|sept|huit|dix',
  'dos|tres|cuatro|cinco|siete|ocho|nueve|diez|dois|duas|três|quatro|sete|oito|due|tre|quattro|cinque|twee|drie|vijf',
].join('|');

/** Counts are written in digits or, if they are small, in words. */
export const COUNT = new RegExp(
  String.raw`\d|\b(?:${NUMBER_WORD})\b|(?<!\p{L})(?:два|три|четыре|пять|шесть|семь|восемь|девять|десять)(?!\p{L})|[一二三四五六七八九十百千两兩]`,
  'iu',
);

/** A number that is not part of a name or an index, such as those in `/v1` and `[0]`. */
const NUMBER = new RegExp(
  String.raw`(?<![\p{L}\p{N}_/.#[-])\d|(?<=(?:^|[\s|(~:])[-−])\d|\b(?:${NUMBER_WORD})\b`,
  'iu',
);

const DURATION =
  /(?:\d|\b(?:an?|each|every|few|several|per|once an?|one|two|three|four|five|six|seven|ten|twelve)\b)[\s-]*(?:(?:business|calendar|consecutive|first|full|more|working)[\s-])?(?:milli|micro|nano)?(?:ms|s|m|h|d|sec|secs|min|mins|seconds?|minutes?|hours?|days?|weeks?|months?|years?|epochs?|blocks?)\b|\bnever(?: expires?\b|\s*(?:[|.,;)]|$))|\b(?:forever|indefinite(?:ly)?|permanent(?:ly)?(?! (?:links?|redirects?)\b)|unlimited|hourly|daily|weekly|monthly|yearly|annual(?:ly)?)\b/i;

/** A duration whose unit is not beside its number: `the number of seconds to wait (default: 15)`. */
const UNIT_OF_TIME =
  /\b(?:(?:amount|number) of|in|unit:?) (?:milliseconds|seconds|minutes|hours|days|weeks|months|years)\b/i;

const OTHER_DURATION =
  /(?:\d|[一二三四五六七八九十百两兩半])\s*(?:个|個|か|ヶ|개|(?:premi[eè]re?s?|erste[nr]?|primer[oa]s|primeir[oa]s|prim[ie]|eerste|первых)\s)?(?:天|日|小时|小時|時間|时|分|秒|年|月|周|週|일|시간|분|초|년|월|주|วัน|ชั่วโมง|นาที|วินาที|เดือน|ปี|días?|horas?|semanas?|mes(?:es)?|años?|jours?|heures?|semaines?|mois|ans?\b|tagen?|stunden?|minuten|wochen?|monaten?|jahren?|dias?|giorn[io]|or[ae]\b|settiman[ae]|mes[ei]|ann[io]|dagen|uur|weken|maanden|дн|день|час|минут|секунд|недел|месяц|лет|год)/i;

const OTHER_PRICE =
  /元|円|원|руб|₩|₽|免费|免費|無料|무료|ฟรี|บาท|gratis|gratuit|kostenlos|precio|prix|preis|preço|prezzo/i;

/** An amount of something: `20`, `up to 5`, `≤ 10 per page`. */
const AMOUNT_CELL = new RegExp(
  String.raw`^(?:up to |max(?:imum)?\.? |at (?:most|least) |[~≤≥<>±] ?)?(?:\d|(?:${NUMBER_WORD})\b|[一二三四五六七八九十百千两兩])`,
  'i',
);

/** An amount of money, or "free". */
const AMOUNT =
  /[$€£¥]\s?\d|\d\s?(?:[$€£¥]|usd\b|eur\b|gbp\b)|\b(?:usd|eur|gbp)\s?\d|\bfree of charge\b|\bfor free\b|\b(?:is|are) (?:always )?free\b|\bno (?:extra |additional )?(?:cost|charge|fee)s?\b/i;

/** Words that indicate a price beside a number, and how far away that may be. */
const PRICE_BESIDE = /\b(?:prices?|priced|pricing|costs?|fees?|charges|charged)\b[^.,;\d]{0,24}\d/i;

function isPrice(text: string): boolean {
  return AMOUNT.test(text) || OTHER_PRICE.test(text) || PRICE_BESIDE.test(text);
}

const HOURS =
  /\d ?[ap]\.?m\b|\b\d?\d:\d\d\b|\b(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?s?\b|\b24\/7\b|\baround the clock\b/i;

const MONTH =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';

/** A year, or a month beside a day. */
const DATE = new RegExp(
  String.raw`\b(?:19|20)\d\d\b|\b${MONTH}\.? \d|\d(?:st|nd|rd|th)?\.? (?:of )?${MONTH}\b`,
  'i',
);

export function isDate(text: string): boolean {
  return DATE.test(text);
}

/** People to whom a permission is granted. */
export const WHO =
  /\bonly (?:\S+ ){1,5}?(?:are|can|has|have|is|may)\b|\bonly (?:accessible|available|for|open|visible)\b|\b(?:accepts?|considers?|reserved for|restricted to|welcomes?) \S|\b(?:exclusively|admins?|administrators?|owners?|members?|roles?|permissions?|privileges?|rights|editors?|teams?|anybody|anyone|everybody|everyone|nobody|authors?|maintainers?|reviewers?)\b/i;

/** How a text tells who made something. */
const MAKER =
  /\b(?:built|created|designed|developed|founded|made|maintained|owned|run|written) by (?:the )?\p{Lu}|\b(?:author|creator|founder|maintainer|owner)s?\b|^\p{Lu}\S* (?:\p{Lu}\S* |and ){0,4}(?:built|created|designed|develop(?:s|ed)|founded|made|maintains?|owns|runs|wrote)\b/u;

/** A text that states a default, and not only that there is one. */
export const DEFAULT_VALUE =
  /\bdefaults?(?:,? [\p{L}_]+){0,8},? is\b|\bdefault(?: value)? being\b|\b(?:are|is) (?:our|the) default\b|\bdefaults?(?: [\p{L}_]+){0,2}(?: to\b|:| =|\s*\()|\bdefault(?:ed|ing) to\b|\bdefault(?: value)? [-–—] |\bdefaults? \p{L}+ (?:[-–—:] ?)?\d|\bdefault:|\(default|\binitially (?:is |set )?(?:at|to)\b|\bif (?:you|i|we) (?:do not|don['’]t) (?:choose|define|give|pass|provide|set|specify)\b|\b(?:if|when) (?:it is |none is |nothing is |they are )?(?:not (?:given|provided|set|specified)|omitted|unset|unspecified)\b|\bby default|\bdefault(?: value)? of\b|\bdefault(?: \p{L}+){1,3} of \d|\bdefaults? (?:\d|(?:true|false|null|none|empty|on|off)\b)|\| *default|(?:默认|默認|预设|預設|デフォルト|기본)(?:[^。；，、]{0,20}?(?:为|為|是|：|: |は)|[^。；，、]{0,10}?\d)/iu;

/** How a text tells where something is: an address, a menu, a page. */
const PLACE =
  /\b(?:available|found|listed|located|saved|stored) (?:at|in|inside|on|under)\b|\b(?:go|head|navigate) to\b|\b(?:dashboard|directory|folder|menu|page|panel|settings|tab|website|página|pestaña|sección|carpeta|Seite|Ordner|Verzeichnis|onglet|dossier|pagina|scheda|cartella)\b|\S (?:>|→) \S|\w\\\w|(?<![\w./])(?:~|\.{1,2})?\/\w[\w.-]*\/\w|[页頁]面|目[录錄]|路[径徑]|控制台|位[于於]|ページ|フォルダ|画面|페이지|폴더|화면/i;

/** `How much Honey does …` asks for a number of coins or the like. */
export const AMOUNT_OF_NAME =
  /\b[Hh]ow much (?!(?:[CG]PU|RAM)\b)(\p{Lu}\p{L}+|\p{Ll}+\p{Lu}\p{L}*) (?:are|can|did|do|does|is|must|should|will|would)\b/u;

const ASKS: readonly (readonly [AnswerKind, RegExp])[] = [
  // The name of the setting states the unit.
  ['number', /\p{Ll}(?:Ms|Millis|Secs|Seconds|Minutes|Hours|Days)\b|_(?:ms|seconds|minutes)\b/u],
  [
    'price',
    /多少[钱錢]|(?:[价價]格|[费費]用).*多少|[费費]是多少|[费費]多少|料金|いくら|얼마(?:인가|예요|입니까|죠)|เท่าไ[หร]|cuánto cuesta|combien coûte|was kostet|wie viel kostet|quanto c[ou]sta|wat kost|сколько стоит/i,
  ],
  [
    'duration',
    /多久|多长时间|多長時間|どのくらいの期間|何[日時分秒年]|얼마나|며칠|นานเท่าไ|กี่วัน|cuánto tiempo|combien de temps|wie (?:lange|oft)\b|quanto tempo|hoe lang|как (?:долго|часто)/i,
  ],
  [
    'count',
    /多少[个個]|[几幾][个個台次天位名条條种種]|いくつ|何[個件人]|몇|กี่|cuánt[oa]s|combien d[e'’]|wie viele|quant[oa]s|quant[ie]\b|hoeveel|сколько/i,
  ],
  ['extent', /多大|サイズ|얼마나 [큰크]/],
  ['count', /\bhow many\b|\bnumber of\b/i],
  ['count', AMOUNT_OF_NAME],
  [
    'price',
    /\bhow much\b.*\b(?:cost|costs|charged?|price|pay)\b|^what (?:do|does|must|will) (?:\S+ )?(?:I|one|we|you) (?:have to )?pay\b|\bhow much (?:is|are) .*\b(?:editions?|licen[cs]es?|plans?|seats?|subscriptions?|tiers?)$|\b(?:precio|prix|preis|preço|prezzo)\b/i,
  ],
  ['price', /\b(?:price|fee|cost) (?:of|for)\b|^what (?:does|do|did|will|would) .+ costs?$/i],
  ['ip', /^(?:what|which) .*\bip(?:v[46])?(?: address(?:es)?)?(?: of\b.*)?$/i],
  [
    'address',
    /^(?:(?:at|from|on|to|under) )?(?:what|which) (?:\S+ ){0,5}?(?:e-?mail|address(?:es)?|endpoints?|urls?|host ?names?)(?: (?:are|can|do|does|for|is|of|should|to)\b.*)?$/i,
  ],
  ['length', /\bhow long (?:can|could|may|must|should) .* be$/i],
  ['duration', /\b(?:longest|maximum|minimum|shortest) (?:duration|period|time)\b/i],
  ['duration', /\bhow (?:long|often|old|fast|quickly|soon|frequently)\b/i],
  [
    'date',
    /^when (?:was|were|did)\b|^when (?:is|are|will) .*\b(?:deprecated|discontinued|released|removed|retired|shut down|switched off|unsupported)$|^(?:since|until) when\b|^(?:from|in|since|until) (?:what|which) year\b/i,
  ],
  [
    'hours',
    /^(?:at|from|until) (?:what|which) (?:hour|time)\b|^(?:on )?(?:what|which) day\b|^when (?:is|are) .*\bdays?$|^when (?:is|are|does|do) .*\b(?:opens?|operates?|reachable|staffed)$|\b(?:business|office|opening|working) hours\b/i,
  ],
  ['place', /^(?:where|dónde|wo|où|onde|dove|waar|где)(?!\p{L})|哪[里裡儿兒]|在哪|どこ|어디/iu],
  [
    'who',
    /^(?:who (?:can|may|is allowed)|(?:what|which) (?:permissions?|privileges?|rights|roles?))\b/i,
  ],
  [
    'maker',
    /^who (?:built|created|develop(?:s|ed)|designed|founded|made|maintains?|owns?|runs|wrote)\b/i,
  ],
  [
    'bytes',
    /\bhow (?:much|large|big) (?:\S+ ){0,3}(?:memory|ram|disk|storage|space|files?|uploads?|attachments?|images?)\b/i,
  ],
  ['extent', /\bhow (?:large|big) (?:can|could|is|are|may|must|should)\b/i],
  ['number', /\bhow (?:much|large|big|far|high|deep|heavy)\b/i],
  ['status', /^(?:what|which)(?: http)? (?:status|error|response) codes?\b(?!.*\b[1-5]\d\d\b)/i],
  ['number', /^(?!what happens ).*\b(?:versions?|numbers?|minimum|maximum|ports?)\b/i],
  ['number', /^what(?: is| are|['’]s) .*\b(?:limits?|size)\b/i],
  [
    'number',
    /^(?:what|which)(?: is| are|['’]s)?(?: the)? (?!an? )(?:\S+ ){0,2}?(?:bandwidth|capacity|commission|deposit|diameter|fees?|frequency|percentage|quorum|quota|radius|ratio|supply|temperature|threshold|voltage|weight)(?: (?:can|do|does|for|in|is|must|of|should|will)\b.*)?$/i,
  ],
  [
    'number',
    /\bdefault (?:\S+ ){0,2}?(?:age|count|delay|duration|interval|length|limit|period|port|size|time|timeout)s?\b/i,
  ],
  ['word', /\b(?:limits?|default|size)\b/i],
];

/** The kind of answer that a question asks for. */
export function kindOf(question: string): AnswerKind {
  const trimmed = question.trim().replace(/^¿|(?<![?\s])[?\s]+$/g, '');
  return ASKS.find(([, asks]) => asks.test(trimmed))?.[0] ?? 'text';
}

/** Words of questions for some kinds of answers, which have others. */
export const KIND_WORDS: { readonly [kind in AnswerKind]?: RegExp } = {
  count: /^(?:costs?|price)$/,
  duration: /^(?:keeps?|kept|lasts?|longest|remains?|retain(?:ed)?|shortest|stays?|stored|time)$/,
  hours: /^days?$/,
  place: /^(?:located|saved|stored)$/,
};

/** Nouns that name a number. */
const NUMERIC =
  /^(?:age|amount|bandwidth|capacity|commission|count|default|delay|deposit|diameter|duration|fee|frequency|height|interval|length|limit|maximum|minimum|number|percentage|period|port|quorum|quota|radius|range|ratio|size|supply|temperature|threshold|time|timeout|version|voltage|weight|width)s?$/;

/** Whether a noun names an amount, and not what has it: `maximum`, `size`. */
export function isAmountNoun(noun: string): boolean {
  return NUMERIC.test(noun);
}

/** Kinds of answers that are numbers. */
const NUMBERS: ReadonlySet<AnswerKind> = new Set([
  ...(['bytes', 'count', 'duration', 'extent', 'length', 'number', 'word'] as const),
]);

/** The kind of answer to a question for something with a name: `Which variable sets the port` asks for no number. */
export function kindOfThing(kind: AnswerKind, asked: string | undefined): AnswerKind {
  return NUMBERS.has(kind) && asked !== undefined && !isAmountNoun(asked) ? 'text' : kind;
}

const BOUND =
  /\b(?:up to|at most|no more than|not exceed|(?:larger|longer|more|bigger|greater|higher) than|limited to|under|exceeds?|over|within) [^.]{0,12}?\d/i;

const CODE_OF_STATUS = /(?<![\w.,-])[1-5]\d\d(?![\w.,-]\d|\w)/;

/** An HTTP status code is not an amount. */
const STATUS = /\b(?:http|status|code|error|returns?|response)[\s:=-]+(?:an? )?[1-5]\d\d\b/gi;

const BYTES = /\d\s?(?:[kmgtp]i?b|(?:kilo|mega|giga|tera)?(?:bytes?|bits?)|[kmgt](?!\w))\b/i;

/** A number of letters, lines or the like, or two dimensions. */
const LENGTH =
  /\d\+? ?(?:characters?|chars?|letters?|digits?|symbols?|words?|lines?|rows?|columns?|pixels?|px|entries|items?|pages?|records?)\b|\d ?(?:px)? ?[x×] ?\d/i;

const IP = /(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?!\.?\d)|[\da-f]{0,4}::[\da-f]|\blocalhost\b/i;

const ADDRESS =
  /\w:\/\/\w|\w@\w|\blocalhost\b|(?<![\w./])\/\w[\w-]*\/[\w{:]|\b[a-z][\w-]{0,62}(?:\.[a-z][\w-]{0,62}){0,9}\.[a-z]{2,10}(?:\/|:\d|\b(?![.(]))/i;

/** The number of an item in a list. */
const ITEM = /^\s*\d+[.)]\s/;

/** A number in code is not a count. */
const CODE =
  / {2}# |^[\w"'-]+: ?[\w"'].*,$|=>|\) ?[;{*]|^ {2,}\S|^(?:<[A-Z]\w*[\s>]|[├└│])|^\s*["'][\w-]+["'] ?:/;

/** How a line of code ends, and an item of a list in prose may. */
const END_OF_CODE = /[;{}\\]$/;

/** Words of sentences; code hardly has two of them. */
const OF_SENTENCES = /(?<![\w.])(?:an?|are|be|by|is|of|on|that|the|this|will|you)(?![\w.(])/gi;

/** Whether a cell of a table is an amount, and not a text with a number somewhere. */
export function isAmount(cell: string): boolean {
  return AMOUNT_CELL.test(cell.trim());
}

/** Whether a text looks like a line of code. */
export function isCode(text: string): boolean {
  if (CODE.test(text)) return true;
  return END_OF_CODE.test(text) && (text.match(OF_SENTENCES)?.length ?? 0) < 2;
}

/** A comment of several words in code, or one behind a value that tells its default. */
const COMMENT =
  /^\s*(?:#|\/\/|--|\*|<!--) ?\p{L}\S* \S+ \S|\s(?:#|\/\/) ?(?:[Dd]efault|DEFAULT)s?\b/u;

export function isComment(text: string): boolean {
  return COMMENT.test(text);
}

/** `20 req/min`, `300/second`: so many in a time are what is allowed. */
const FREQUENCY =
  /\d ?(?:calls?|messages?|queries|reqs?|requests?)? ?\/ ?(?:s|secs?|seconds?|m|mins?|minutes?|h|hours?|d|days?)\b|\d (?:calls?|messages?|queries|reqs?|requests?)\b[^.;]{0,40}?\b(?:each|every|per|within)\b/i;

const RANGE = /\d\s?(?:[-–…]|\.\.+|to)\s?\d/;

const PERCENTAGE = /\d\s?%|\d percent\b/;

/** How a text shows things without their names: `0 to 5` is a range, `.webp` a format, and `GET /pets` an endpoint. */
const UNNAMED: readonly (readonly [RegExp, RegExp])[] = [
  [/^(?:limit|rate)s?$/, FREQUENCY],
  [/^(?:percentages?|proportion|shares?)$/, PERCENTAGE],
  [/^(?:extensions?|formats?)$/, /(?<![\w./])\.[a-z][a-z\d]{1,7}\b(?![/(])/],
  [/^(?:limits?|maximum)$/, BOUND],
  [/^(?:colou?r|hex)s?$/, /#[\da-f]{6}\b/i],
  [/^ports?$/, /\w:\/\/[^\s/]*:\d{2,5}\b/],
  [/^minimum$/, /\d\+? or (?:above|higher|later|more|newer)\b|(?:≥|>=|\bat least) ?\d/i],
  [/^temperatures?$/, /\d ?°? ?[cf]\b/i],
  [/^urls?$/, /\w:\/\/\w/],
  [/^e?mails?$/, /\w@\w/],
  [
    /^packages?$/,
    /\b(?:apt|apt-get|brew|cargo|composer|dnf|dotnet|gem|go|npm|pip3?|pnpm|yarn|yum) (?:add|get|i|install|require)\b/,
  ],
  [/^endpoints?$/, /\b(?:DELETE|GET|PATCH|POST|PUT) \/\S/],
  [/^headers?$/, /\b(?:X-[A-Z][\w-]+|Accept|Authorization|Content-Type|Cookie)\b/],
  [/^ranges?$/, RANGE],
  [/^(?:costs?|fees?|pric(?:es?|ing))$/, AMOUNT],
  [/^(?:heavy|weight|weighs?)$/, /\d\s?(?:[mk]?g|lbs?|oz)\b/],
];

const SIZE = /^sizes?$/;

/** Whether a text may show a thing without its name. */
export function isImplied(name: string): boolean {
  return SIZE.test(name) || UNNAMED.some(([named]) => named.test(name));
}

/** Whether a text shows a thing without its name: a size, a bound such as `up to 20`, a command that installs a package. */
export function showsUnnamed(name: string, text: string): boolean {
  if (SIZE.test(name)) return isSize(text);
  return UNNAMED.some(([named, stated]) => named.test(name) && stated.test(text));
}

/** Whether a text states a size: a number of bytes, or dimensions. */
export function isSize(text: string): boolean {
  return BYTES.test(text) || LENGTH.test(text);
}

/** Whether a text contains what such a question asks for. */
export function tells(kind: AnswerKind, text: string): boolean {
  if (kind === 'duration') {
    const isElsewhere = UNIT_OF_TIME.test(text) && NUMBER.test(text);
    return isElsewhere || DURATION.test(text) || OTHER_DURATION.test(text);
  }
  if (kind === 'price') return isPrice(text);
  if (kind === 'date') return isDate(text);
  if (kind === 'hours') return HOURS.test(text);
  if (kind === 'count') return COUNT.test(text) && (!isCode(text) || isComment(text));
  if (kind === 'bytes') return BYTES.test(text);
  if (kind === 'extent')
    return isSize(text) || [AMOUNT, PERCENTAGE, RANGE].some((shown) => shown.test(text));
  if (kind === 'length') return LENGTH.test(text) || DURATION.test(text);
  if (kind === 'ip') return IP.test(text);
  if (kind === 'address') return IP.test(text) || ADDRESS.test(text);
  if (kind === 'status') return CODE_OF_STATUS.test(text);
  if (kind === 'who') return WHO.test(text);
  if (kind === 'maker') return MAKER.test(text);
  if (kind === 'place') return PLACE.test(text) || ADDRESS.test(text);
  if (kind === 'number') return NUMBER.test(text.replace(ITEM, '').replaceAll(STATUS, ''));
  return true;
}

/** Questions that code may answer. */
export const ASKS_FOR_CODE =
  /\b(?:call|code|command|example|header|json|payload|query|request|response|snippet|syntax|yaml)s?\b/i;
