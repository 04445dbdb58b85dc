import { toolset } from '../define.ts';
import { NoContent } from '../outputs/common.ts';
import { contentView, format } from '../params.ts';
import { RevisionPage, RevisionPageMetaLinks, RevisionReusableContent } from './outputs.ts';

const changeRequestContent = toolset('change-request-content', {}, { beyondContract: true });
const changeRequestComments = toolset('change-request-comments', {}, { beyondContract: true });

export const changeRequestPages = [
  changeRequestContent({
    id: 'getPageInChangeRequestByPath',
    tool: 'get_change_request_page_by_path',
    summary: 'Read a page of a change request by its path.',
    route: 'GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/path/{pagePath}',
    effect: 'read',
    query: { format, ...contentView },
    fixedQuery: { 'format.markdown.refs': 'stable' },
    view: 'page',
    output: RevisionPage,
  }),
  changeRequestContent({
    id: 'getReusableContentInChangeRequestById',
    tool: 'get_change_request_reusable_content',
    summary: 'Read reusable content as a change request has it.',
    route:
      'GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/reusable-contents/{reusableContentId}',
    effect: 'read',
    query: { ...contentView },
    view: 'object',
    output: RevisionReusableContent,
  }),
  changeRequestContent({
    id: 'listChangeRequestPageMetaLinks',
    tool: 'list_change_request_page_meta_links',
    summary: 'Read canonical and alternate links of a page of a change request.',
    route:
      'GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}/meta-links',
    since: '0.167.0',
    effect: 'read',
    output: RevisionPageMetaLinks,
  }),
  changeRequestComments({
    id: 'deleteCommentReplyInChangeRequest',
    tool: 'delete_change_request_comment_reply',
    summary: 'Delete a reply to a comment on a change request.',
    route:
      'DELETE /v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies/{commentReplyId}',
    effect: 'delete',
    output: NoContent,
  }),
];
