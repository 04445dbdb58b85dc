import { commentFilters, edited, newComment, resolved } from './comments.ts';
import { toolset } from './define.ts';
import { Comment, CommentReplies, CommentReply, Comments } from './outputs/collaboration.ts';
import { NoContent } from './outputs/common.ts';
import { CommentText, formatOfComments as format, idFrom, paging } from './params.ts';

const operation = toolset('change-request-comments', {
  commentId: idFrom('comment', 'list_change_request_comments'),
  commentReplyId: idFrom('commentReply', 'list_change_request_comment_replies'),
});

export const changeRequestComments = {
  listChangeRequestComments: operation({
    id: 'listCommentsInChangeRequest',
    tool: 'list_change_request_comments',
    summary: 'List the comments on a change request, newest first.',
    route: 'GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments',
    effect: 'read',
    byDefault: true,
    query: commentFilters,
    output: Comments,
  }),
  postChangeRequestComment: operation({
    id: 'postCommentInChangeRequest',
    tool: 'post_change_request_comment',
    summary: 'Comment on a change request, or a page or block in it.',
    tasks: [
      'leave a note on a draft',
      'tell the author what is wrong',
      'ask the author of a change something',
      'say that a paragraph of a draft is wrong',
      'comment on a draft',
    ],
    route: 'POST /v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments',
    effect: 'create',
    byDefault: true,
    body: newComment,
    output: Comment,
  }),
  getChangeRequestComment: operation({
    id: 'getCommentInChangeRequest',
    tool: 'get_change_request_comment',
    summary: 'Read one comment on a change request.',
    route: 'GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}',
    effect: 'read',
    query: { format },
    output: Comment,
  }),
  updateChangeRequestComment: operation({
    id: 'updateCommentInChangeRequest',
    tool: 'update_change_request_comment',
    summary: 'Edit a comment on a change request or react to it.',
    tasks: [
      'edit what i said in a review',
      'reword a review comment',
      'thumbs up for a review comment',
      'react to a review comment with an emoji',
    ],
    route: 'PUT /v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}',
    effect: 'update',
    body: { resolved: resolved.optional(), ...edited },
    output: Comment,
  }),
  resolveChangeRequestComment: operation({
    id: 'updateCommentInChangeRequest',
    tool: 'resolve_change_request_comment',
    summary: 'Resolve a comment on a change request, or reopen it with false.',
    tasks: [
      'mark a review comment as done',
      'close a discussion in a draft',
      'open a discussion in a draft again',
    ],
    route: 'PUT /v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}',
    effect: 'update',
    body: { resolved },
    output: Comment,
  }),
  deleteChangeRequestComment: operation({
    id: 'deleteCommentInChangeRequest',
    tool: 'delete_change_request_comment',
    summary: 'Delete a comment on a change request.',
    tasks: [
      'take back a review comment',
      'delete a comment of a draft',
      'remove my comment from a review',
    ],
    route: 'DELETE /v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}',
    effect: 'delete',
    output: NoContent,
  }),
  listChangeRequestCommentReplies: operation({
    id: 'listCommentRepliesInChangeRequest',
    tool: 'list_change_request_comment_replies',
    summary: 'List the replies to a comment on a change request.',
    route:
      'GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies',
    effect: 'read',
    query: { ...paging, format },
    output: CommentReplies,
  }),
  postChangeRequestCommentReply: operation({
    id: 'postCommentReplyInChangeRequest',
    tool: 'post_change_request_comment_reply',
    summary: 'Reply to a comment on a change request.',
    tasks: ['answer a comment of a reviewer', 'reply in a review'],
    route:
      'POST /v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies',
    effect: 'create',
    query: { format },
    body: { body: CommentText },
    output: CommentReply,
  }),
  getChangeRequestCommentReply: operation({
    id: 'getCommentReplyInChangeRequest',
    tool: 'get_change_request_comment_reply',
    summary: 'Read one reply to a comment on a change request.',
    route:
      'GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies/{commentReplyId}',
    effect: 'read',
    query: { format },
    output: CommentReply,
  }),
  updateChangeRequestCommentReply: operation({
    id: 'updateCommentReplyInChangeRequest',
    tool: 'update_change_request_comment_reply',
    summary: 'Edit a reply, react to it, or resolve its thread.',
    route:
      'PUT /v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies/{commentReplyId}',
    effect: 'update',
    body: { resolved: resolved.optional(), ...edited },
    output: CommentReply,
  }),
  deleteChangeRequestCommentReply: operation({
    id: 'deleteCommentReplyInChangeRequest',
    tool: 'delete_change_request_comment_reply',
    summary: 'Delete a reply to a comment on a change request.',
    tasks: ['take back a reply in a review'],
    route:
      'DELETE /v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies/{commentReplyId}',
    service: 'current',
    effect: 'delete',
    output: NoContent,
  }),
};
