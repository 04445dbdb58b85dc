import { FENCE_EXPLANATION } from '../text/index.ts';

const PURPOSE =
  'Reads, searches, asks and maintains documentation on a documentation platform: organizations hold collections and spaces, a space holds a tree of pages, and published sites are made of spaces.';

const ORDER_OF_A_CHANGE = `To change documentation:
1. Find the page: search_organization or search_space, then get_page.
2. create_change_request in the space: a draft that nobody else sees as published.
3. edit_change_request_content: a page body is replaced as a whole, so send all of it; then read it back with get_change_request_page.
4. Discuss with post_change_request_comment; resolve_change_request_comment when done.
5. merge_change_request makes it live; where "result" is "conflicts" it was applied and needs a look.`;

const WORTH_KNOWING = `Worth knowing:
- list_change_requests lists status "open" alone: drafts are hidden, so ask for status "draft" too.
- A change request is addressed by its id or its number in the space.
- Ids: organizationId from list_organizations, spaceId from list_spaces_in_collection or search_organization, changeRequestId from list_change_requests (id or number), any other xId from the tool that lists x.
- Lists come in pages: pass next.page as page; "not found" is only true on the last.
- ${FENCE_EXPLANATION} Send a text back with or without its marks.`;

const EMBEDDED =
  'This server runs on its embedded platform with demonstration content, because neither DOCS_PLATFORM_URL nor DOCS_PLATFORM_TOKEN is set.';

interface Circumstances {
  /** Names of all toolsets. */
  toolsets: readonly string[];
  embedded?: boolean;
}

/** What a host tells its model about this server; hosts cut it at 2,048 characters. */
export function serverInstructions({ toolsets, embedded = false }: Circumstances): string {
  const more = `find_operations finds what is not listed; read_operation and write_operation call it. Toolsets: ${toolsets.join(', ')}.`;
  return [PURPOSE, ORDER_OF_A_CHANGE, WORTH_KNOWING, more, ...(embedded ? [EMBEDDED] : [])].join(
    '\n\n',
  );
}
