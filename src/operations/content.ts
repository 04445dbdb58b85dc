import { z } from 'zod';
import { toolset } from './define.ts';
import {
  File,
  FileBacklinks,
  Files,
  ImportResult,
  Page,
  PageLinks,
  Pages,
  Revision,
  SpaceHits,
} from './outputs/content.ts';
import { contentView, format, ImportSource, ImportUrl, paging, SearchQuery } from './params.ts';

const operation = toolset('content');

export const content = [
  operation({
    id: 'searchSpaceContent',
    tool: 'search_space',
    summary: 'Search the pages of one space.',
    route: 'GET /v1/spaces/{spaceId}/search',
    effect: 'read',
    daily: true,
    query: { query: SearchQuery, ...paging },
    output: SpaceHits,
  }),
  operation({
    id: 'getCurrentRevision',
    tool: 'get_current_revision',
    summary:
      'Read the current revision of a space: page tree, files, parent revisions. Bodies: get_page.',
    route: 'GET /v1/spaces/{spaceId}/content',
    effect: 'read',
    query: contentView,
    output: Revision,
  }),
  operation({
    id: 'importContent',
    tool: 'import_content',
    summary:
      'Import from a public URL straight into primary content. For review, use import_change_request_content.',
    route: 'POST /v1/spaces/{spaceId}/content/import',
    effect: 'create',
    destructive: true,
    openWorld: true,
    body: { url: ImportUrl, source: ImportSource },
    output: ImportResult,
  }),
  operation({
    id: 'listPages',
    tool: 'list_pages',
    summary: 'List the page tree of a space: ids, titles and paths.',
    route: 'GET /v1/spaces/{spaceId}/content/pages',
    effect: 'read',
    daily: true,
    query: contentView,
    output: Pages,
  }),
  operation({
    id: 'listFiles',
    tool: 'list_files',
    summary: 'List the files of a space.',
    route: 'GET /v1/spaces/{spaceId}/content/files',
    effect: 'read',
    daily: true,
    query: { ...paging, ...contentView },
    output: Files,
  }),
  operation({
    id: 'getFileById',
    tool: 'get_file',
    summary: 'Read name, type, size and download URL of a file.',
    route: 'GET /v1/spaces/{spaceId}/content/files/{fileId}',
    effect: 'read',
    query: contentView,
    output: File,
  }),
  operation({
    id: 'listSpaceFileBacklinks',
    tool: 'list_file_backlinks',
    summary: 'List where a file is used.',
    route: 'GET /v1/spaces/{spaceId}/content/files/{fileId}/backlinks',
    effect: 'read',
    query: paging,
    output: FileBacklinks,
  }),
  operation({
    id: 'getPageById',
    tool: 'get_page',
    summary: 'Read a page of primary content with its body.',
    route: 'GET /v1/spaces/{spaceId}/content/page/{pageId}',
    effect: 'read',
    daily: true,
    query: { format, ...contentView },
    output: Page,
  }),
  operation({
    id: 'listPageLinksInSpace',
    tool: 'list_page_links',
    summary: 'List the links of a page, each ok, broken or in-app. Finds broken links.',
    route: 'GET /v1/spaces/{spaceId}/content/page/{pageId}/links',
    effect: 'read',
    daily: true,
    query: { ...paging, status: z.enum(['ok', 'broken', 'in-app']).optional() },
    output: PageLinks,
  }),
];
