import { FENCE_EXPLANATION } from '../text/index.ts';

const PURPOSE =
  'Reads, searches, asks and maintains documentation on a documentation platform: organizations hold collections and spaces, a space holds a tree of pages, and published sites are made of spaces.';

const WORK = `Most work takes these:
- get_context: where you are. find_in_pages finds exact text; search_* ranks, and needs all words.
- open_change_request_with_edits: any edits in one call; replace_text for a few words, insert_text at an end, copy for other pages' text, replace_in_pages for all. "open" asks for review, merge makes it live.
- review_change_request and list_open_threads: what changes, what waits; answer_threads answers.
- To undo: page_history tells who changed a page, restore_page restores it.
- Update an outdated change request before merging: a merge with result "conflicts" makes both sides live; \`settle\` says how to settle it.`;

const WORTH_KNOWING = `Worth knowing:
- Where an id is asked for, a title, path, e-mail or pasted address does; organizationId may be left out where it follows.
- Link to a page by /pages/{id} or by the path that get_page shows.
- list_change_requests lists "open" alone; drafts need status "draft".
- Answers omit what few need: name \`fields\`, or ["*"].
- Lists come in pages: pass next.page as page.
- ${FENCE_EXPLANATION} Send a text back with or without its marks.`;

const EMBEDDED =
  'This server runs on its embedded platform with demonstration content, because neither DOCS_PLATFORM_URL nor DOCS_PLATFORM_TOKEN is set.';

interface Circumstances {
  /** Names of all toolsets. */
  toolsets: readonly string[];
  embedded?: boolean;
}

/** The text that a host gives its model about this server. Hosts truncate it at 2,048 characters. */
export function serverInstructions({ toolsets, embedded = false }: Circumstances): string {
  const more = `find_operations finds what is not listed; read_operation and write_operation call it. Toolsets: ${toolsets.join(', ')}.`;
  return [PURPOSE, WORK, WORTH_KNOWING, more, ...(embedded ? [EMBEDDED] : [])].join('\n\n');
}
