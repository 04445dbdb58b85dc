import { z } from 'zod';
import { toolset } from '../define.ts';
import { idOf } from '../ids.ts';
import { listOf, NoContent } from '../outputs/common.ts';
import { ContentObject, contentView, format, paging } from '../params.ts';
import {
  FindContentByUrlResult,
  JSONDocument,
  OrganizationMember,
  PdfLink,
  RevisionPage,
  RevisionPageMetaLinks,
  RevisionReusableContent,
} from './outputs.ts';

const operation = toolset('content', {}, { beyondContract: true });

export const pages = [
  operation({
    id: 'getPageByPath',
    tool: 'get_page_by_path',
    summary: 'Read a page by its path, when no id is known.',
    route: 'GET /v1/spaces/{spaceId}/content/path/{pagePath}',
    effect: 'read',
    query: { format, ...contentView },
    fixedQuery: { 'format.markdown.refs': 'stable' },
    view: 'page',
    output: RevisionPage,
  }),
  operation({
    id: 'getReusableContentById',
    tool: 'get_reusable_content',
    summary: 'Read reusable content, which pages include.',
    route: 'GET /v1/spaces/{spaceId}/content/reusable-contents/{reusableContentId}',
    effect: 'read',
    query: { ...contentView },
    view: 'object',
    output: RevisionReusableContent,
  }),
  operation({
    id: 'getDocumentById',
    tool: 'get_document_nodes',
    summary: 'Read a document as its tree of nodes.',
    route: 'GET /v1/spaces/{spaceId}/documents/{documentId}',
    effect: 'read',
    view: 'object',
    output: JSONDocument,
  }),
  operation({
    id: 'listSpacePageMetaLinks',
    tool: 'list_page_meta_links',
    summary: 'Read canonical and alternate links of a page.',
    route: 'GET /v1/spaces/{spaceId}/content/page/{pageId}/meta-links',
    since: '0.167.0',
    effect: 'read',
    output: RevisionPageMetaLinks,
  }),
  operation({
    id: 'getSpacePDF',
    tool: 'get_space_pdf',
    summary: 'Get a PDF of a space, or of one page of it.',
    route: 'GET /v1/spaces/{spaceId}/pdf',
    effect: 'read',
    query: { only: z.boolean().optional(), page: idOf('page').optional() },
    output: PdfLink,
  }),
  operation({
    id: 'listCommentersInSpace',
    tool: 'list_space_commenters',
    summary: 'List who commented in a space.',
    route: 'GET /v1/spaces/{spaceId}/commenters',
    since: '0.130.0',
    effect: 'read',
    query: { ...paging },
    view: 'list',
    output: listOf(OrganizationMember),
  }),
  operation({
    id: 'applyTemplateToSpace',
    tool: 'apply_space_template',
    summary: 'Put a template into a space. Without `changeRequestId` it writes live content.',
    route: 'POST /v1/spaces/{spaceId}/content/template',
    since: '0.130.0',
    effect: 'create',
    destructive: true,
    body: {
      id: idOf('template'),
      params: z.strictObject({ contentRefs: ContentObject.optional() }).optional(),
      changeRequestId: idOf('changeRequest').optional(),
    },
    output: NoContent,
  }),
  operation({
    id: 'getContentByUrl',
    tool: 'find_content_by_url',
    summary: 'Turn the address of a page, space or change request in the app into ids.',
    route: 'GET /v1/urls/content',
    effect: 'read',
    query: { url: z.string() },
    output: FindContentByUrlResult,
  }),
];
