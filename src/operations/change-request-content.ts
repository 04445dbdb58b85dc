import { changes, checkChanges } from './content-changes.ts';
import { toolset } from './define.ts';
import { IMPORT_ENDED, LINKS_ENDED } from './lifetimes.ts';
import { ContentEdit } from './outputs/collaboration.ts';
import {
  File,
  FileBacklinks,
  Files,
  ImportResult,
  Page,
  PageLinks,
  Pages,
  Revision,
} from './outputs/content.ts';
import { contentView, format, ImportSource, ImportUrl, idFrom, paging } from './params.ts';

const operation = toolset('change-request-content', {
  pageId: idFrom('page', 'list_change_request_pages'),
  fileId: idFrom('file', 'list_change_request_files'),
});

export const changeRequestContent = [
  operation({
    id: 'getRevisionOfChangeRequestById',
    tool: 'get_change_request_revision',
    summary: 'Read its revision: page tree, files, parents.',
    route: 'GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/content',
    effect: 'read',
    query: contentView,
    view: 'tree',
    output: Revision,
  }),
  operation({
    id: 'importContentInChangeRequest',
    tool: 'import_change_request_content',
    summary: 'Import content from a public URL into a change request.',
    route: 'POST /v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/import',
    ...IMPORT_ENDED,
    effect: 'create',
    openWorld: true,
    body: { url: ImportUrl, source: ImportSource },
    output: ImportResult,
  }),
  operation({
    id: 'listPagesInChangeRequest',
    tool: 'list_change_request_pages',
    summary: 'List the page tree of a change request, edits included.',
    route: 'GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/pages',
    effect: 'read',
    daily: true,
    query: contentView,
    view: 'tree',
    output: Pages,
  }),
  operation({
    id: 'listFilesInChangeRequestById',
    tool: 'list_change_request_files',
    summary: 'List the files of a change request.',
    route: 'GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/files',
    effect: 'read',
    query: { ...paging, ...contentView },
    output: Files,
  }),
  operation({
    id: 'getFileInChangeRequestById',
    tool: 'get_change_request_file',
    summary: 'Read name, type, size and URL of a file.',
    route: 'GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/files/{fileId}',
    effect: 'read',
    query: contentView,
    output: File,
  }),
  operation({
    id: 'listChangeRequestFileBacklinks',
    tool: 'list_change_request_file_backlinks',
    summary: 'List where a file is used in a change request.',
    route:
      'GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/files/{fileId}/backlinks',
    ...LINKS_ENDED,
    effect: 'read',
    query: paging,
    output: FileBacklinks,
  }),
  operation({
    id: 'getPageInChangeRequestById',
    tool: 'get_change_request_page',
    summary: 'Read a page as a change request has it.',
    route: 'GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}',
    effect: 'read',
    daily: true,
    query: { format, ...contentView },
    view: 'page',
    output: Page,
  }),
  operation({
    id: 'listPageLinksInChangeRequest',
    tool: 'list_change_request_page_links',
    summary: 'List the links of a page in a change request: ok, broken or in-app.',
    route: 'GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}/links',
    ...LINKS_ENDED,
    effect: 'read',
    query: paging,
    output: PageLinks,
  }),
  operation({
    id: 'updateChangeRequestContent',
    tool: 'edit_change_request_content',
    summary:
      'Edit pages and files of a change request, all `changes` or none. A page body is replaced as a whole. New links that match nothing are refused.',
    route: 'POST /v1/spaces/{spaceId}/change-requests/{changeRequestId}/content',
    since: '0.201.0',
    effect: 'update',
    daily: true,
    openWorld: true,
    fixedQuery: { compat: false },
    body: { changes },
    check: checkChanges,
    revisionGuard: 'edit',
    output: ContentEdit,
  }),
];
