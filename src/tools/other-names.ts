import type { JsonSchema } from './schema.ts';

/**
 * Other names that callers use for an argument, by its real name. For a mere misspelling, the refusal suggests the
 * name.
 */
const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  commentId: ['id', 'comment', 'threadId'],
  changeRequestId: ['existing', 'changeRequest'],
  reply: ['text', 'markdown', 'body'],
  resolve: ['resolved'],
  existing: ['changeRequestId', 'changeRequest'],
  page: ['pageId', 'path'],
  pages: ['page', 'pageId', 'pageIds'],
  into: ['parent', 'parentId', 'parentPage'],
  at: ['position', 'index'],
  after: ['behind', 'previous'],
  subject: ['title', 'name'],
  changes: ['edits', 'operations', 'change', 'edit'],
  operation: ['type', 'op', 'action', 'kind'],
  old: ['find', 'search', 'oldText', 'old_text', 'old_string', 'pattern'],
  new: ['replace', 'replacement', 'newText', 'new_text', 'new_string', 'with'],
  text: ['query', 'find', 'search', 'pattern'],
  query: ['text', 'question', 'search'],
  heading: ['section'],
  section: ['heading'],
  markdown: ['text', 'content', 'body'],
  document: ['markdown', 'text', 'content', 'body'],
  body: ['markdown', 'text', 'content', 'comment'],
};

/** Other names that callers use for a kind of change, by its real name. */
const OTHER_VALUES: Readonly<Record<string, readonly string[]>> = {
  update_page: ['move_page', 'rename_page', 'edit_page', 'replace_page', 'move', 'rename'],
  insert_page: ['create_page', 'add_page', 'new_page', 'insert'],
  delete_page: ['remove_page', 'delete'],
  revert_page: ['restore_page', 'restore', 'revert'],
  insert_files: ['insert_file', 'add_files', 'add_file', 'upload_file', 'upload_files'],
  replace_text: ['replace', 'find_and_replace', 'edit_text', 'change_text'],
  replace_section: ['edit_section', 'update_section'],
  insert_text: ['append_text', 'prepend_text', 'add_text', 'append', 'prepend'],
};

/** Values of `page` that are a position in a list and not a page. */
const CURSOR = 'next.page of the last result';

const NONE: ReadonlyMap<string, string> = new Map();

/**
 * The real names of an object's members, for those with other names. A name that could mean several arguments, or an
 * argument that is present too, is left to validation, and so is every misspelt name.
 */
export function ownNames(
  given: readonly string[],
  { properties = {}, additionalProperties }: JsonSchema,
): ReadonlyMap<string, string> {
  const unknown = given.filter((name) => !Object.hasOwn(properties, name));
  if (unknown.length === 0 || additionalProperties) return NONE;
  const meant = new Map<string, string>();
  for (const name of unknown) {
    const [own, another] = Object.entries(properties)
      .filter(
        ([known, { description }]) => OTHER_NAMES[known]?.includes(name) && description !== CURSOR,
      )
      .map(([known]) => known);
    const isTaken = (one: string) => given.includes(one) || [...meant.values()].includes(one);
    if (own !== undefined && another === undefined && !isTaken(own)) meant.set(name, own);
  }
  return meant;
}

/** The value that a word stands for; the word itself if there is none. */
export function ownValue(word: string, possible: readonly unknown[]): string {
  if (possible.includes(word)) return word;
  const own = possible.find((value) => OTHER_VALUES[String(value)]?.includes(word));
  return own === undefined ? word : String(own);
}

/** Wraps a text in an object that has a member for it. */
export function asTextOf(
  text: string,
  { properties = {} }: JsonSchema,
): { markdown: string } | undefined {
  return Object.hasOwn(properties, 'markdown') ? { markdown: text } : undefined;
}
