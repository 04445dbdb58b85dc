import { z } from 'zod';
import { toolset } from './define.ts';
import { listOf } from './outputs/common.ts';
import {
  JSONDocument,
  ListRevisionPagesResult,
  Revision,
  RevisionFile,
  RevisionPage,
  RevisionReusableContent,
  RevisionSemanticChanges,
} from './outputs/content.ts';
import { contentView, format, paging } from './params.ts';

const operation = toolset('revisions', {}, { service: 'current' });

export const revisions = {
  getRevision: operation({
    id: 'getRevisionById',
    tool: 'get_revision',
    summary:
      'Read a revision of a space: parents, pages, files. Start from the revision of a space or change request.',
    route: 'GET /v1/spaces/{spaceId}/revisions/{revisionId}',
    effect: 'read',
    query: { ...contentView },
    view: 'object',
    output: Revision,
  }),
  getRevisionChanges: operation({
    id: 'getRevisionSemanticChanges',
    tool: 'get_revision_changes',
    summary: 'List what a revision changed.',
    route: 'GET /v1/spaces/{spaceId}/revisions/{revisionId}/changes',
    effect: 'read',
    query: { ...contentView, limit: z.number().optional() },
    view: 'object',
    output: RevisionSemanticChanges,
  }),
  listRevisionPages: operation({
    id: 'listPagesInRevisionById',
    tool: 'list_revision_pages',
    summary: 'Read the table of contents as a revision had it.',
    route: 'GET /v1/spaces/{spaceId}/revisions/{revisionId}/pages',
    effect: 'read',
    query: { ...contentView },
    view: 'tree',
    output: ListRevisionPagesResult,
  }),
  listRevisionFiles: operation({
    id: 'listFilesInRevisionById',
    tool: 'list_revision_files',
    summary: 'List the files of a revision.',
    route: 'GET /v1/spaces/{spaceId}/revisions/{revisionId}/files',
    effect: 'read',
    query: { ...paging, ...contentView },
    output: listOf(RevisionFile),
  }),
  getRevisionFile: operation({
    id: 'getFileInRevisionById',
    tool: 'get_revision_file',
    summary: 'Read a file of a revision, with its image or text.',
    route: 'GET /v1/spaces/{spaceId}/revisions/{revisionId}/files/{fileId}',
    effect: 'read',
    query: { ...contentView },
    output: RevisionFile,
  }),
  getRevisionPage: operation({
    id: 'getPageInRevisionById',
    tool: 'get_revision_page',
    summary: 'Read a page as a revision had it.',
    route: 'GET /v1/spaces/{spaceId}/revisions/{revisionId}/page/{pageId}',
    effect: 'read',
    query: { format, ...contentView },
    fixedQuery: { 'format.markdown.refs': 'stable' },
    view: 'page',
    output: RevisionPage,
  }),
  getRevisionPageByPath: operation({
    id: 'getPageInRevisionByPath',
    tool: 'get_revision_page_by_path',
    summary: 'Read a page of a revision by its path.',
    route: 'GET /v1/spaces/{spaceId}/revisions/{revisionId}/path/{pagePath}',
    effect: 'read',
    query: { format, ...contentView },
    fixedQuery: { 'format.markdown.refs': 'stable' },
    view: 'page',
    output: RevisionPage,
  }),
  getRevisionPageNodes: operation({
    id: 'getPageDocumentInRevisionById',
    tool: 'get_revision_page_nodes',
    summary: 'Read the document of a page of a revision as its tree of nodes.',
    route: 'GET /v1/spaces/{spaceId}/revisions/{revisionId}/page/{pageId}/document',
    since: '0.130.0',
    effect: 'read',
    view: 'object',
    output: JSONDocument,
  }),
  getRevisionReusableContent: operation({
    id: 'getReusableContentInRevisionById',
    tool: 'get_revision_reusable_content',
    summary: 'Read reusable content as a revision had it.',
    route: 'GET /v1/spaces/{spaceId}/revisions/{revisionId}/reusable-contents/{reusableContentId}',
    effect: 'read',
    query: { ...contentView },
    view: 'object',
    output: RevisionReusableContent,
  }),
};
