import type { JsonSchema } from '../surface/schema.ts';
import { ADDRESS_NAMES, canonicalValue, NAME_SYNONYMS } from './synonyms.ts';

/** Values of `page` that are a position in a list and not a page. */
const CURSOR = 'next.page of the last result';

const NONE: ReadonlyMap<string, string> = new Map();

/**
 * The real names of an object's members, for those with other names. A name that could mean several arguments, or an
 * argument that is present too, is left to validation, and so is every misspelt name.
 */
export function canonicalNames(
  value: Readonly<Record<string, unknown>>,
  { properties = {}, required = [], additionalProperties }: JsonSchema,
): ReadonlyMap<string, string> {
  if (additionalProperties) return NONE;
  const given = Object.keys(value);
  const misplaced = misplacedMember(value, properties, required);
  const unknown = given.filter((name) => !Object.hasOwn(properties, name));
  if (unknown.length === 0 && misplaced === undefined) return NONE;
  const missing = (name: string) =>
    missingId(
      name,
      required.filter((one) => !given.includes(one)),
    );
  const renamed = new Map<string, string>(misplaced && [misplaced]);
  for (const name of unknown) {
    if (renamed.has(name)) continue;
    const camelCased = camelCase(name);
    const alike = Object.entries(properties)
      .filter(([known, { description }]) => description !== CURSOR && isNameFor(camelCased, known))
      .map(([known]) => known);
    const isTaken = (one: string) => given.includes(one) || [...renamed.values()].includes(one);
    const own =
      onlyMatch(
        camelCased,
        alike.filter((one) => !isTaken(one)),
      ) ?? missing(camelCased);
    if (own !== undefined && !isTaken(own)) renamed.set(name, own);
  }
  return renamed;
}

/** Decides between several arguments that a name can stand for. */
function onlyMatch(name: string, alike: readonly string[]): string | undefined {
  const own = [`${name}Id`, 'changeRequestId'].find((one) => alike.includes(one));
  if (own !== undefined) return own;
  // A text is read as markdown where a tree could be given, too.
  if (alike.length === 2 && alike.includes('markdown')) return 'markdown';
  return alike.length === 1 ? alike[0] : undefined;
}

const ID_OR_SLUG = /(?:Id|Slug)$/;

/**
 * The id that a call gives as `id` or `name`: the only one that it lacks or, for an address, which contains all of
 * them, the last one.
 */
function missingId(name: string, lacking: readonly string[]): string | undefined {
  const ids = lacking.filter((one) => ID_OR_SLUG.test(one));
  if (ADDRESS_NAMES.has(name)) return ids.at(-1);
  return ids.length === 1 && ['id', 'name', 'title'].includes(name) ? ids[0] : undefined;
}

const MAX_NAME = 40;

/** `page_id` as `pageId`. */
export function camelCase(name: string): string {
  return name.length > MAX_NAME || !name.includes('_')
    ? name
    : name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

const ID = /Id$/;

/** Whether a name is this argument's own, or another one for it: `space` and `spaceName` mean `spaceId`. */
function isNameFor(name: string, own: string): boolean {
  if (name === own || NAME_SYNONYMS[own]?.includes(name)) return true;
  const noun = own.replace(ID, '');
  return noun !== own && [noun, `${noun}Name`, `${noun}Title`].includes(name);
}

/** Arguments that name a page or several. */
const PAGES = ['pageId', 'pages', 'targetPage'];

/** A title of several words or a path, which no cursor looks like. */
const PAGE_NAME = /\s|^[a-z\d-]+(?:\/[a-z\d-]+)+$/;

/**
 * A member under the name of another argument, with its real name: a page under the name of a list's cursor, or the
 * text of a change under that of another kind of change.
 */
function misplacedMember(
  value: Readonly<Record<string, unknown>>,
  properties: Readonly<Record<string, JsonSchema>>,
  required: readonly string[],
): [given: string, own: string] | undefined {
  const has = (name: string) => Object.hasOwn(value, name);
  const { page } = value;
  if (typeof page === 'string' && properties.page?.description === CURSOR) {
    const { pattern } = properties.page;
    const isCursor =
      typeof pattern === 'string' ? new RegExp(pattern).test(page) : !PAGE_NAME.test(page);
    const target = PAGES.find((name) => Object.hasOwn(properties, name));
    if (target === undefined || has(target)) return undefined;
    return !isCursor || required.includes(target) ? ['page', target] : undefined;
  }
  const own = TEXT_OF_CHANGE[kindOf(value, properties)];
  if (own === undefined || has(own)) return undefined;
  const [text, another] = TEXTS.filter((name) => name !== own && has(name));
  return text !== undefined && another === undefined ? [text, own] : undefined;
}

/** The field with the text of a change to a part of a page. */
const TEXT_OF_CHANGE: Readonly<Record<string, string>> = {
  insert_text: 'new',
  replace_section: 'document',
};

const TEXTS = ['new', 'document', 'markdown', 'text', 'content', 'body'];

/** The kind of a change; empty for anything else. */
function kindOf(
  value: Readonly<Record<string, unknown>>,
  { operation }: Readonly<Record<string, JsonSchema>>,
): string {
  if (!operation?.enum?.includes('insert_text')) return '';
  const name = ['operation', ...(NAME_SYNONYMS.operation ?? [])].find((one) => one in value);
  const kind = name === undefined ? undefined : value[name];
  return typeof kind === 'string' ? canonicalValue(kind, operation.enum) : '';
}

/** An argument that follows from the value of another one. */
type FlagMeaning = (value: unknown) => [own: string, value: unknown] | undefined;

const whenTrue =
  (own: string, meant: string): FlagMeaning =>
  (value) =>
    isTrue(value) ? [own, meant] : undefined;

const isTrue = (value: unknown) => value === true || value === 'true';

const either =
  (own: string, whenTrue: unknown, whenFalse: unknown): FlagMeaning =>
  (value) =>
    isTrue(value)
      ? [own, whenTrue]
      : value === false || value === 'false'
        ? [own, whenFalse]
        : undefined;

const RESOLVED_BY_WORD: Readonly<Record<string, boolean>> = {
  resolved: true,
  resolve: true,
  closed: true,
  close: true,
  open: false,
  reopen: false,
  reopened: false,
  unresolved: false,
};

function resolveByWord(value: unknown): [own: string, value: unknown] | undefined {
  const word = typeof value === 'string' ? value.toLowerCase() : '';
  return Object.hasOwn(RESOLVED_BY_WORD, word) ? ['resolve', RESOLVED_BY_WORD[word]] : undefined;
}

/** Flags that callers expect for what another argument expresses. */
const FLAGS: Readonly<Record<string, FlagMeaning>> = {
  regex: whenTrue('match', 'regex'),
  isRegex: whenTrue('match', 'regex'),
  useRegex: whenTrue('match', 'regex'),
  wholeWord: whenTrue('match', 'words'),
  wholeWords: whenTrue('match', 'words'),
  caseSensitive: either('ignoreCase', false, true),
  matchCase: either('ignoreCase', false, true),
  caseInsensitive: either('ignoreCase', true, false),
  flags: (value) => (value === 'i' || value === 'gi' ? ['ignoreCase', true] : undefined),
  requestReview: whenTrue('status', 'open'),
  draft: either('status', 'draft', 'open'),
  excludeCode: whenTrue('in', 'text'),
  ignoreCode: whenTrue('in', 'text'),
  codeOnly: whenTrue('in', 'code'),
  includeCode: either('in', 'both', 'text'),
  skipUrls: whenTrue('addresses', 'false'),
  excludeUrls: whenTrue('addresses', 'false'),
  includeTitles: whenTrue('titles', 'true'),
  includeImages: whenTrue('images', 'true'),
  resolved: either('status', 'resolved', 'open'),
  namesOnly: whenTrue('names', 'true'),
  status: resolveByWord,
  state: resolveByWord,
  action: resolveByWord,
};

/** The equivalents in the schema of flags that it does not have, by the name of each flag. */
export function flagEquivalents(
  value: Readonly<Record<string, unknown>>,
  { properties = {} }: JsonSchema,
): ReadonlyMap<string, readonly [own: string, value: unknown]> {
  const equivalents = new Map<string, readonly [string, unknown]>();
  for (const [name, flag] of Object.entries(value)) {
    const inOurCase = camelCase(name);
    if (!Object.hasOwn(FLAGS, inOurCase) || Object.hasOwn(properties, inOurCase)) continue;
    const equivalent = FLAGS[inOurCase]?.(flag);
    const isOpen =
      equivalent &&
      Object.hasOwn(properties, equivalent[0]) &&
      !Object.hasOwn(value, equivalent[0]);
    if (isOpen) equivalents.set(name, equivalent);
  }
  return equivalents;
}

/** The text of an object that holds nothing else. */
export function soleText(value: Readonly<Record<string, unknown>>): string | undefined {
  const { markdown, ...rest } = value;
  return typeof markdown === 'string' && Object.keys(rest).length === 0 ? markdown : undefined;
}

/** Wraps a text in an object that has a member for it. */
export function wrapText(
  text: string,
  { properties = {} }: JsonSchema,
): { markdown: string } | undefined {
  return Object.hasOwn(properties, 'markdown') ? { markdown: text } : undefined;
}
