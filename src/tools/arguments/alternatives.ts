import type { Tool } from '../tool.ts';
import { camelCase } from './canonical-names.ts';

const EXACT = 'find_in_pages finds an exact text, words or a regex';
const SUBJECT = 'a change request has a subject; post_change_request_comment says more';
const REVIEWERS =
  'open_change_request_with_edits takes them, and find_operations "request_reviewers" asks them later';
const ONE_SPACE = 'search_space searches one space';
const CUT = 'a long text is cut by itself; section or offset shows a part of it';
const DATES = 'it neither selects nor sorts by date';
const ALL_PAGES = 'it shows all pages that change';
const OF_ONE_PAGE = 'list_space_comments with pageId and status "open" lists those of one page';
const PREVIEW = 'preview_operation shows what a call would send';

/**
 * What to do instead of passing an argument that callers expect and a tool lacks, by argument, for all tools that match
 * a pattern.
 */
const ALTERNATIVES: Readonly<Record<string, readonly (readonly [RegExp, string])[]>> = {
  exact: [[/^search_/, EXACT]],
  match: [[/^search_/, EXACT]],
  mode: [[/^search_/, EXACT]],
  regex: [
    [/^search_/, EXACT],
    [/edit/, 'replace_in_pages replaces a regex, on one page or many'],
  ],
  filter: [[/^search_/, 'query holds all words']],
  space: [[/^search_organization$/, ONE_SPACE]],
  spaceId: [
    [/^search_organization$/, ONE_SPACE],
    [/^ask_/, 'it answers from all spaces; name the product in the question'],
  ],
  spaceIds: [[/^search_organization$/, ONE_SPACE]],
  spaces: [
    [/^search_organization$/, ONE_SPACE],
    [/./, 'one space each call'],
  ],
  organizationId: [
    [
      /^list_change_requests$/,
      'find_operations "list_organization_change_requests" lists those of all spaces',
    ],
    [/^find_in_pages$/, 'give spaceId, and the other spaces as moreSpaces'],
  ],
  description: [[/change_request|replace_in_pages/, SUBJECT]],
  comment: [[/change_request|replace_in_pages/, SUBJECT]],
  reviewers: [[/change_request|replace_in_pages/, REVIEWERS]],
  changes: [[/^create_change_request$/, 'open_change_request_with_edits makes them in a new one']],
  nested: [[/^list_spaces_in_collection$/, 'get_context shows the spaces of all collections']],
  recursive: [[/^list_spaces_in_collection$/, 'get_context shows the spaces of all collections']],
  titles: [[/^find_in_pages$/, 'list_pages with a filter finds titles']],
  pages: [
    [/^search_/, EXACT],
    [/^review_/, ALL_PAGES],
  ],
  page: [[/^review_/, ALL_PAGES]],
  pageId: [[/^list_open_threads$/, OF_ONE_PAGE]],
  pagePath: [[/^list_open_threads$/, OF_ONE_PAGE]],
  targetPage: [[/^list_open_threads$/, OF_ONE_PAGE]],
  merge: [[/^replace_in_pages$/, 'merge_change_request merges it']],
  preview: [[/./, PREVIEW]],
  dryRun: [[/./, PREVIEW]],
  limit: [[/_page$/, CUT]],
  maxTokens: [[/_page$/, CUT]],
  maxLength: [[/_page$/, CUT]],
  lines: [[/_page$/, CUT]],
  revision: [[/^get_page$/, 'find_operations "get_revision_page" reads an earlier one']],
  revisionId: [[/^get_page$/, 'find_operations "get_revision_page" reads an earlier one']],
  since: [[/./, DATES]],
  until: [[/./, DATES]],
  sort: [[/^list_/, DATES]],
  order: [[/^list_/, DATES]],
  context: [
    [/^find_in_pages$/, 'each match shows its line; get_page with section shows what is around it'],
  ],
  contextLines: [
    [/^find_in_pages$/, 'each match shows its line; get_page with section shows what is around it'],
  ],
  countOnly: [[/^find_in_pages$/, 'perPage 0 shows counts']],
  pagesOnly: [[/^find_in_pages$/, 'perPage 0 shows only the pages']],
  exclude: [[/in_pages$/, 'without leaves out pages that have a text']],
  excludePages: [[/in_pages$/, 'name the others in pages']],
  before: [[/^restore_page$/, 'changeRequestId restores as before it']],
  date: [[/^restore_page$/, 'page_history shows the revision or change request of a date']],
  replyTo: [[/comment$/, 'answer_threads replies']],
  changeRequestId: [[/^post_space_comment$/, 'post_change_request_comment comments on one']],
  external: [[/^audit_links$/, 'external addresses are counted and listed, not opened']],
  checkExternal: [[/^audit_links$/, 'external addresses are counted and listed, not opened']],
  target: [[/^audit_links$/, 'find_in_pages with the path of the page finds the links to it']],
  to: [[/^audit_links$/, 'find_in_pages with the path of the page finds the links to it']],
  section: [[/comment$/, 'name the section in body']],
};

/** How to achieve what an unknown argument requests; undefined if there is no advice. */
export function alternativeTo({ name }: Tool, argument: string): string | undefined {
  const own = camelCase(argument);
  if (!Object.hasOwn(ALTERNATIVES, own)) return undefined;
  return ALTERNATIVES[own]?.find(([tools]) => tools.test(name))?.[1];
}
