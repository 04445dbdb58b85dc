/**
 * Other names that callers use for an argument, by its real name. For a mere misspelling, the refusal suggests the
 * name.
 */
export const NAME_SYNONYMS: Readonly<Record<string, readonly string[]>> = {
  organizationId: ['org', 'orgId'],
  specSlug: ['spec', 'slug', 'specId', 'specification', 'openapiSpecSlug', 'specName', 'name'],
  commentId: ['id', 'comment', 'thread', 'threadId'],
  changeRequestId: ['existing', 'number', 'changeRequestNumber', 'cr', 'changeRequestIds'],
  pageId: ['path', 'title', 'slug', 'pagePath', 'pages', 'pageIds'],
  parentPage: ['parentPageId'],
  reply: ['text', 'markdown', 'body', 'answer', 'content', 'message', 'comment', 'response'],
  resolve: ['resolved'],
  existing: ['changeRequestId', 'changeRequest', 'changeRequestNumber', 'number'],
  threads: ['comments', 'answers', 'replies', 'threadIds', 'commentIds'],
  page: ['pageId', 'path', 'pagePath', 'pageTitle'],
  pages: ['page', 'pageId', 'pageIds', 'path', 'paths', 'under'],
  targetPage: ['pageId', 'path', 'pagePath'],
  into: ['parent', 'parentId', 'parentPage', 'parentPageId', 'newParent', 'to', 'destination'],
  title: ['name', 'newTitle', 'newName'],
  spaces: ['spaceIds', 'spaceNames'],
  exceptPages: [
    ...['except', 'exclude', 'excluding', 'skip', 'skipPages', 'notPages', 'ignorePages'],
    ...['excludePages', 'excludedPages', 'excludePageIds', 'exceptPageIds'],
  ],
  moreSpaces: ['spaces', 'spaceIds', 'spaceNames'],
  moreChangeRequests: ['changeRequests', 'changeRequestIds', 'numbers'],
  filter: ['query', 'search', 'title', 'text', 'subject'],
  under: ['parent', 'parentId', 'parentPage', 'parentPageId', 'path', 'pageId', 'pages', 'root'],
  nested: ['recursive'],
  limit: ['pageSize', 'perPage', 'maxResults', 'max', 'top', 'size', 'first', 'maxItems'],
  perPage: ['maxPerPage', 'limitPerPage', 'linesPerPage', 'matchesPerPage'],
  without: ['not', 'notContaining', 'lacking'],
  match: ['matchMode', 'matchType', 'mode'],
  in: ['scope', 'searchIn'],
  status: ['state', 'statuses'],
  contributor: ['author', 'user', 'createdBy', 'creator'],
  reviewers: ['reviewer', 'requestedReviewers'],
  revision: ['revisionId'],
  all: ['replaceAll', 'recursive', 'children', 'subpages', 'includeChildren', 'withSubpages'],
  copy: ['copyOf', 'copyFrom', 'source', 'sourcePage', 'sourcePageId', 'fromPage', 'from'],
  copySpaceId: ['copySpace', 'sourceSpace', 'sourceSpaceId', 'fromSpace', 'fromSpaceId'],
  preview: ['dryRun'],
  at: ['position', 'index'],
  after: ['behind', 'previous'],
  subject: ['title', 'name', 'commitMessage'],
  changes: ['edits', 'operations', 'change', 'edit', 'modifications', 'updates', 'replacements'],
  operation: ['type', 'op', 'action', 'kind'],
  old: ['find', 'search', 'oldText', 'oldString', 'oldStr', 'oldValue', 'pattern'],
  new: [
    ...['replace', 'replacement', 'newText', 'newString', 'newStr', 'newValue'],
    ...['with', 'replaceWith'],
  ],
  from: ['base', 'old', 'fromVersion', 'oldVersion', 'previousVersion', 'version1', 'before'],
  to: ['head', 'new', 'toVersion', 'newVersion', 'currentVersion', 'version2', 'after'],
  text: [
    ...['query', 'find', 'search', 'pattern', 'q', 'string', 'phrase', 'keyword', 'keywords'],
    ...['texts', 'terms', 'searchTerm', 'searchText', 'needle'],
  ],
  query: [
    ...['text', 'question', 'search', 'q', 'searchQuery', 'keyword', 'keywords', 'term', 'prompt'],
    ...['task', 'tool', 'name', 'operation', 'description'],
    ...['queries', 'terms', 'searchTerm', 'searchText'],
  ],
  toolset: ['toolsets'],
  name: ['operation', 'tool', 'toolName', 'operationName', 'operationId', 'title', 'label'],
  arguments: ['args', 'params', 'parameters', 'input', 'body', 'payload'],
  select: ['path', 'paths', 'schema', 'schemas', 'operation', 'endpoint', 'name'],
  heading: ['section', 'anchor', 'headingText', 'sectionHeading', 'sectionTitle'],
  section: ['heading', 'anchor', 'headingText', 'sectionHeading', 'sectionTitle', 'sections'],
  markdown: ['text', 'content', 'body', 'new', 'newText', 'newContent', 'newMarkdown', 'newBody'],
  document: ['markdown', 'text', 'content', 'body'],
  body: ['markdown', 'text', 'content', 'comment', 'message'],
};

/** Names for the address of the subject of a call, which contains all of its ids. */
export const ADDRESS_NAMES: ReadonlySet<string> = new Set(['url', 'address', 'link', 'href']);

/** Other names that callers use for a kind of change, or another choice, by its real name. */
const VALUE_SYNONYMS: Readonly<Record<string, readonly string[]>> = {
  update_page: ['move_page', 'rename_page', 'edit_page', 'replace_page', 'move', 'rename'],
  insert_page: [
    'create_page',
    'add_page',
    'new_page',
    'insert',
    'copy_page',
    'duplicate_page',
    'copy',
  ],
  delete_page: ['remove_page', 'delete'],
  revert_page: ['restore_page', 'restore', 'revert'],
  insert_files: ['insert_file', 'add_files', 'add_file', 'upload_file', 'upload_files'],
  replace_text: [
    ...['replace', 'find_and_replace', 'edit_text', 'change_text', 'str_replace', 'edit'],
  ],
  replace_section: ['edit_section', 'update_section'],
  insert_text: ['append_text', 'prepend_text', 'add_text', 'append', 'prepend'],
  settle: [
    'resolve',
    'resolve_conflict',
    'settle_conflict',
    'settle_conflicts',
    'resolve_conflicts',
  ],
  primary: ['main', 'live', 'primary_content', 'primary content'],
  changeRequest: ['change_request', 'change request', 'mine', 'ours'],
  text: ['literal', 'exact', 'plain', 'string', 'prose', 'body'],
  code: ['code_blocks', 'codeblocks', 'code_only'],
  headings: ['heading', 'titles'],
  words: ['word', 'whole_words', 'whole_word'],
  regex: ['regexp', 're2', 'regular_expression'],
  both: ['all', 'any', 'everywhere'],
  all: ['any', '*'],
  review: ['reviewer'],
  open: ['review', 'in_review', 'ready', 'ready_for_review', 'unresolved', 'pending'],
  archived: ['closed', 'close', 'archive'],
  markdown: ['md', 'mdx', 'text', 'plain', 'raw', 'string'],
  document: ['json'],
  admin: ['administrator'],
  create: ['creator'],
  edit: ['editor', 'write', 'writer'],
  comment: ['commenter'],
  read: ['reader', 'viewer', 'view', 'read_only'],
  start: ['top', 'first', 'beginning'],
  end: ['bottom', 'last'],
};

const MAX_WORD = 40;

/** The value that a word stands for, in any case; the word itself if there is none. */
export function canonicalValue(word: string, possible: readonly unknown[]): string {
  if (possible.includes(word) || word.length > MAX_WORD) return word;
  const small = word.toLowerCase();
  if (possible.includes(small)) return small;
  const own = possible.find((value) => VALUE_SYNONYMS[String(value)]?.includes(small));
  return own === undefined ? word : String(own);
}
