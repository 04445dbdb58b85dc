import type { JsonSchema } from './schema.ts';

/**
 * Other names that callers use for an argument, by its real name. For a mere misspelling, the refusal suggests the
 * name.
 */
const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  commentId: ['id', 'comment', 'threadId'],
  changeRequestId: ['existing', 'number', 'changeRequestNumber'],
  pageId: ['path', 'title', 'slug', 'pagePath'],
  reply: ['text', 'markdown', 'body'],
  resolve: ['resolved'],
  existing: ['changeRequestId', 'changeRequest', 'changeRequestNumber'],
  threads: ['comments', 'answers', 'replies'],
  page: ['pageId', 'path'],
  pages: ['page', 'pageId', 'pageIds', 'path', 'paths'],
  into: ['parent', 'parentId', 'parentPage', 'newParent', 'to', 'destination'],
  title: ['name', 'newTitle', 'newName'],
  filter: ['query', 'search', 'title', 'text'],
  under: ['parent', 'parentId', 'path', 'pageId', 'root'],
  status: ['state'],
  contributor: ['author', 'user', 'createdBy'],
  revision: ['revisionId'],
  all: ['replaceAll'],
  preview: ['dryRun'],
  at: ['position', 'index'],
  after: ['behind', 'previous'],
  subject: ['title', 'name'],
  changes: ['edits', 'operations', 'change', 'edit'],
  operation: ['type', 'op', 'action', 'kind'],
  old: ['find', 'search', 'oldText', 'oldString', 'pattern'],
  new: ['replace', 'replacement', 'newText', 'newString', 'with'],
  text: ['query', 'find', 'search', 'pattern', 'q'],
  query: ['text', 'question', 'search', 'q'],
  heading: ['section'],
  section: ['heading'],
  markdown: ['text', 'content', 'body'],
  document: ['markdown', 'text', 'content', 'body'],
  body: ['markdown', 'text', 'content', 'comment'],
};

/** Other names that callers use for a kind of change, or another choice, by its real name. */
const OTHER_VALUES: Readonly<Record<string, readonly string[]>> = {
  update_page: ['move_page', 'rename_page', 'edit_page', 'replace_page', 'move', 'rename'],
  insert_page: ['create_page', 'add_page', 'new_page', 'insert'],
  delete_page: ['remove_page', 'delete'],
  revert_page: ['restore_page', 'restore', 'revert'],
  insert_files: ['insert_file', 'add_files', 'add_file', 'upload_file', 'upload_files'],
  replace_text: ['replace', 'find_and_replace', 'edit_text', 'change_text'],
  replace_section: ['edit_section', 'update_section'],
  insert_text: ['append_text', 'prepend_text', 'add_text', 'append', 'prepend'],
  text: ['literal', 'exact', 'plain', 'string'],
  words: ['word', 'whole_words', 'whole_word'],
  regex: ['regexp', 're2', 'regular_expression'],
  open: ['review', 'in_review', 'ready', 'ready_for_review'],
};

/** Values of `page` that are a position in a list and not a page. */
const CURSOR = 'next.page of the last result';

const NONE: ReadonlyMap<string, string> = new Map();

/**
 * The real names of an object's members, for those with other names. A name that could mean several arguments, or an
 * argument that is present too, is left to validation, and so is every misspelt name.
 */
export function ownNames(
  value: Readonly<Record<string, unknown>>,
  { properties = {}, required = [], additionalProperties }: JsonSchema,
): ReadonlyMap<string, string> {
  if (additionalProperties) return NONE;
  const given = Object.keys(value);
  const misplaced = misplacedIn(value, properties, required);
  const unknown = given.filter((name) => !Object.hasOwn(properties, name));
  if (unknown.length === 0 && misplaced === undefined) return NONE;
  const meant = new Map<string, string>(misplaced && [misplaced]);
  for (const name of unknown) {
    if (meant.has(name)) continue;
    const inOurCase = camelCase(name);
    const alike = Object.entries(properties)
      .filter(([known, { description }]) => description !== CURSOR && means(inOurCase, known))
      .map(([known]) => known);
    const [own, another] = alike.includes(`${inOurCase}Id`) ? [`${inOurCase}Id`] : alike;
    const isTaken = (one: string) => given.includes(one) || [...meant.values()].includes(one);
    if (own !== undefined && another === undefined && !isTaken(own)) meant.set(name, own);
  }
  return meant;
}

const MAX_NAME = 40;

/** `page_id` as `pageId`. */
function camelCase(name: string): string {
  return name.length > MAX_NAME
    ? name
    : name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

const ID = /Id$/;

/** Whether a name is this argument's own, or another one for it: `space` and `spaceName` mean `spaceId`. */
function means(name: string, own: string): boolean {
  if (name === own || OTHER_NAMES[own]?.includes(name)) return true;
  const thing = own.replace(ID, '');
  return thing !== own && [thing, `${thing}Name`, `${thing}Title`].includes(name);
}

/**
 * A member under a name that belongs to another argument: a page under that of the cursor of a list, or the text of a
 * change under that of another kind of change. With its own name.
 */
function misplacedIn(
  value: Readonly<Record<string, unknown>>,
  properties: Readonly<Record<string, JsonSchema>>,
  required: readonly string[],
): [given: string, own: string] | undefined {
  const has = (name: string) => Object.hasOwn(value, name);
  const { page } = value;
  if (typeof page === 'string' && properties.page?.description === CURSOR) {
    const { pattern } = properties.page;
    const isCursor = typeof pattern !== 'string' || new RegExp(pattern).test(page);
    const wanted = ['pageId', 'pages'].find((name) => Object.hasOwn(properties, name));
    if (wanted === undefined || has(wanted)) return undefined;
    return !isCursor || required.includes(wanted) ? ['page', wanted] : undefined;
  }
  const own = TEXT_OF_CHANGE[kindOf(value, properties)];
  if (own === undefined || has(own)) return undefined;
  const [text, another] = TEXTS.filter((name) => name !== own && has(name));
  return text !== undefined && another === undefined ? [text, own] : undefined;
}

/** What holds the text of a change of a part of a page. */
const TEXT_OF_CHANGE: Readonly<Record<string, string>> = {
  insert_text: 'new',
  replace_section: 'document',
};

const TEXTS = ['new', 'document', 'markdown', 'text', 'content', 'body'];

/** The kind of a change; empty for what is none. */
function kindOf(
  value: Readonly<Record<string, unknown>>,
  { operation }: Readonly<Record<string, JsonSchema>>,
): string {
  if (!operation?.enum?.includes('insert_text')) return '';
  const name = ['operation', ...(OTHER_NAMES.operation ?? [])].find((one) => one in value);
  const kind = name === undefined ? undefined : value[name];
  return typeof kind === 'string' ? ownValue(kind, operation.enum) : '';
}

/** An argument that is told by the value of another one. */
type AsFlag = (value: unknown) => [own: string, value: unknown] | undefined;

const whenTrue =
  (own: string, meant: string): AsFlag =>
  (value) =>
    value === true ? [own, meant] : undefined;

/** Flags that callers expect where another argument tells the same. */
const FLAGS: Readonly<Record<string, AsFlag>> = {
  regex: whenTrue('match', 'regex'),
  isRegex: whenTrue('match', 'regex'),
  useRegex: whenTrue('match', 'regex'),
  wholeWord: whenTrue('match', 'words'),
  wholeWords: whenTrue('match', 'words'),
  caseSensitive: (value) => (typeof value === 'boolean' ? ['ignoreCase', !value] : undefined),
  matchCase: (value) => (typeof value === 'boolean' ? ['ignoreCase', !value] : undefined),
  caseInsensitive: (value) => (typeof value === 'boolean' ? ['ignoreCase', value] : undefined),
  requestReview: whenTrue('status', 'open'),
};

/** What flags that the schema does not have say in its words, by the name of each flag. */
export function flagsIn(
  value: Readonly<Record<string, unknown>>,
  { properties = {} }: JsonSchema,
): ReadonlyMap<string, readonly [own: string, value: unknown]> {
  const told = new Map<string, readonly [string, unknown]>();
  for (const [name, flag] of Object.entries(value)) {
    const inOurCase = camelCase(name);
    if (!Object.hasOwn(FLAGS, inOurCase) || Object.hasOwn(properties, inOurCase)) continue;
    const meant = FLAGS[inOurCase]?.(flag);
    const isOpen = meant && Object.hasOwn(properties, meant[0]) && !Object.hasOwn(value, meant[0]);
    if (isOpen) told.set(name, meant);
  }
  return told;
}

/** The value that a word stands for; the word itself if there is none. */
export function ownValue(word: string, possible: readonly unknown[]): string {
  if (possible.includes(word)) return word;
  const own = possible.find((value) => OTHER_VALUES[String(value)]?.includes(word));
  return own === undefined ? word : String(own);
}

/** The text of an object that holds nothing else. */
export function textIn(value: Readonly<Record<string, unknown>>): string | undefined {
  const { markdown, ...rest } = value;
  return typeof markdown === 'string' && Object.keys(rest).length === 0 ? markdown : undefined;
}

/** Wraps a text in an object that has a member for it. */
export function asTextOf(
  text: string,
  { properties = {} }: JsonSchema,
): { markdown: string } | undefined {
  return Object.hasOwn(properties, 'markdown') ? { markdown: text } : undefined;
}
