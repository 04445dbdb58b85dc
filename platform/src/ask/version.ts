/** The title and heading above a text. */
interface SectionHeadings {
  title: string;
  heading: string;
}

const ASKED_OF = /\bversions?\s+(?:of|de|di|von)\s+(.+)/i;
const ASKED_BEFORE =
  /(?:\b(?:which|what|welche[nr]?)|^(?:earliest|latest|lowest|minimum|oldest))\s+((?:\S+\s+){1,6}?)(?:versions?|(?<=\d )builds?)\b/i;

/** `Java-Version`. */
const JOINED = /-(?=version)/gi;

/** Words that end the name of a product in a question. */
const VERBS = new Set(
  `am and are be can could did do does for has have i if in is it may might must need needs needed on or require
  required requires run running runs shall should support supported supports to was we were when will with work
  werden wird works would you benötigt braucht brauche est faut il ist muss necesita nécessite pour precisa serve`.split(
    /\s+/,
  ),
);

/** In `Which version added …`, the verb is not part of the product. */
export const PAST = /..ed$/;

/** Words that qualify a version, and words that may be about any product. */
export const GENERAL: ReadonlySet<string> = new Set(
  `a an app api application cli client current exact extension framework latest library lowest minimal minimum newest
  of oldest our package plugin product recommended required sdk server service software supported the tool your`.split(
    /\s+/,
  ),
);

/** Text between a product and its version: `Python, version 3.9`, `Ruby >= 2.7`. */
const BETWEEN = new Set(
  `ab and as at be current currently der framework from höher in is jdk jre later latest least lts min minimum must oder or ou release
  require required requires runtime sdk series since starting the than v version versions`.split(
    /\s+/,
  ),
);

const MAX_BETWEEN = 6;

const TOKEN = /\.?[\p{L}\p{N}][\p{L}\p{N}.+#]*|\|/gu;
const VERSION = /^(?:v\.?)?\d+(?:\.(?:\d+|x))*\+?$/;
/** A bare count in a table may be anything. */
const SURE_VERSION = /[.v+]/;

/** The words of a question that ask for a version, whatever the product. */
export const VERSION_WORDS: ReadonlySet<string> = new Set(
  'build builds earliest latest minimum need needed needs newest oldest recommended require required requires run running runs support supported supports version versions'.split(
    ' ',
  ),
);

/** `Since which version of Falcon are …` asks when something was added to it, and not which version something needs. */
const SINCE =
  /^(?:also )?(?:as of|from|since|starting (?:from|with)|until|up to) (?:what|which) versions? of\b/i;

/** The product whose version a question asks for; undefined if it asks for no version, or names no product. */
export function productOf(question: string): string[] | undefined {
  if (SINCE.test(question)) return undefined;
  const after = tokensOf(ASKED_OF.exec(question)?.[1] ?? '');
  const end = after.findIndex((token) => VERBS.has(token) || PAST.test(token));
  const named = after.length > 0 ? after.slice(0, end < 0 ? undefined : end) : before(question);
  const product = named.filter((token) => !GENERAL.has(token));
  return product.length > 0 ? product : undefined;
}

function before(question: string): string[] {
  const words = tokensOf(ASKED_BEFORE.exec(question.replaceAll(JOINED, ' '))?.[1] ?? '');
  return words.some((word) => VERBS.has(word) && !GENERAL.has(word)) ? [] : words;
}

/** Whether a line states a version of this product, rather than some other number. */
export function tellsVersion(
  line: string,
  product: readonly string[],
  place: SectionHeadings,
): boolean {
  if (namesRelease(line, product)) return true;
  const tokens = tokensOf(line.replaceAll(/\([^()\d]{1,30}\)/g, ' '));
  const inTable = tokens.includes('|');
  const words = tokens.filter((token) => token !== '|');
  const isAbout = isNamedAfter(place.title, product) || isNamedAfter(place.heading, product);
  return words.some((_, at) => {
    const isNamed = product.every((token, index) => words[at + index] === token);
    if (isNamed && isVersion(words, at + product.length, inTable)) return true;
    if (!/^versions?$/.test(words[at] ?? '')) return false;
    const next = words[at + 1] ?? '';
    if (isAbout && isVersion(words, at + 1, inTable)) return true;
    return VERSION.test(next) && words[at + 2] === 'of' && includes(words.slice(at + 3), product);
  });
}

/** A release with a name instead of a number: `macOS Catalina or above`. */
const RELEASE =
  /^\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+)? (?:and|or) (?:above|higher|later|newer|up)(?!\p{L})/u;
const MAX_RELEASE = 5;

function namesRelease(line: string, product: readonly string[]): boolean {
  const words = line.split(' ');
  return words.some(
    (word, at) =>
      word.toLowerCase() === product.at(-1) &&
      RELEASE.test(words.slice(at + 1, at + MAX_RELEASE).join(' ')),
  );
}

/** Maximum characters of the head of a table, which is read for each row. */
const MAX_HEAD = 1_000;

/** Whether a row of a table states a version in a column for the versions of this product. */
export function tellsVersionInColumn(
  row: string,
  head: string,
  product: readonly string[],
): boolean {
  if (head.length > MAX_HEAD) return false;
  const cells = row.split('|');
  return head.split('|').some((name, column) => {
    const words = tokensOf(name);
    if (!words.some((word) => /^versions?$/.test(word))) return false;
    const others = words.filter((word) => !/^versions?$/.test(word));
    const initials = others.map(([letter]) => letter).join('');
    const isNamed = includes(others, product) || product.join('') === initials;
    return isNamed && tokensOf(cells[column] ?? '').some((word) => VERSION.test(word));
  });
}

function isVersion(words: readonly string[], from: number, inTable: boolean): boolean {
  let at = from;
  while (at < from + MAX_BETWEEN && (BETWEEN.has(words[at] ?? '') || GENERAL.has(words[at] ?? '')))
    at += 1;
  const word = words[at] ?? '';
  if (VERSION.test(word)) return !inTable || SURE_VERSION.test(word);
  // `Falcon Studio 25.0 or later`
  const [version = '', or = ''] = words.slice(at + 1);
  return VERSION.test(version) && SURE_VERSION.test(version) && /^(?:and|or)$/.test(or);
}

/** `Falcon SDK` is named after Falcon; `Falcon plugin for Heron` is not. */
function isNamedAfter(title: string, product: readonly string[]): boolean {
  const words = tokensOf(title).filter((token) => !GENERAL.has(token) && !BETWEEN.has(token));
  return words.length === product.length && includes(words, product);
}

function includes(words: readonly string[], product: readonly string[]): boolean {
  return product.every((token) => words.includes(token));
}

function tokensOf(text: string): string[] {
  return (text.match(TOKEN) ?? []).map((token) => token.toLowerCase().replace(/\.$/, ''));
}
