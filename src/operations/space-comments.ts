import { commentFilters, edited, newComment, resolved } from './comments.ts';
import { toolset } from './define.ts';
import { Comment, CommentReplies, CommentReply, Comments } from './outputs/collaboration.ts';
import { NoContent } from './outputs/common.ts';
import { CommentText, formatOfComments as format, paging } from './params.ts';

const operation = toolset('space-comments');

export const spaceComments = {
  listSpaceComments: operation({
    id: 'listCommentsInSpace',
    tool: 'list_space_comments',
    summary: 'List the comments on a space, newest first.',
    route: 'GET /v1/spaces/{spaceId}/comments',
    effect: 'read',
    byDefault: true,
    query: commentFilters,
    output: Comments,
  }),
  postSpaceComment: operation({
    id: 'postCommentInSpace',
    tool: 'post_space_comment',
    summary: 'Comment on a space, or a page or block in it.',
    route: 'POST /v1/spaces/{spaceId}/comments',
    effect: 'create',
    byDefault: true,
    body: newComment,
    output: Comment,
  }),
  getSpaceComment: operation({
    id: 'getCommentInSpace',
    tool: 'get_space_comment',
    summary: 'Read one comment on a space.',
    route: 'GET /v1/spaces/{spaceId}/comments/{commentId}',
    effect: 'read',
    query: { format },
    output: Comment,
  }),
  updateSpaceComment: operation({
    id: 'updateCommentInSpace',
    tool: 'update_space_comment',
    summary: 'Edit a comment on a space or react to it.',
    route: 'PUT /v1/spaces/{spaceId}/comments/{commentId}',
    effect: 'update',
    body: { resolved: resolved.optional(), ...edited },
    output: Comment,
  }),
  resolveSpaceComment: operation({
    id: 'updateCommentInSpace',
    tool: 'resolve_space_comment',
    summary: 'Resolve a comment on a space, or reopen it with false.',
    route: 'PUT /v1/spaces/{spaceId}/comments/{commentId}',
    effect: 'update',
    body: { resolved },
    output: Comment,
  }),
  deleteSpaceComment: operation({
    id: 'deleteCommentInSpace',
    tool: 'delete_space_comment',
    summary: 'Delete a comment on a space.',
    route: 'DELETE /v1/spaces/{spaceId}/comments/{commentId}',
    effect: 'delete',
    output: NoContent,
  }),
  listSpaceCommentReplies: operation({
    id: 'listCommentRepliesInSpace',
    tool: 'list_space_comment_replies',
    summary: 'List the replies to a comment on a space.',
    route: 'GET /v1/spaces/{spaceId}/comments/{commentId}/replies',
    effect: 'read',
    query: { ...paging, format },
    output: CommentReplies,
  }),
  postSpaceCommentReply: operation({
    id: 'postCommentReplyInSpace',
    tool: 'post_space_comment_reply',
    summary: 'Reply to a comment on a space.',
    route: 'POST /v1/spaces/{spaceId}/comments/{commentId}/replies',
    effect: 'create',
    body: { body: CommentText },
    output: CommentReply,
  }),
  getSpaceCommentReply: operation({
    id: 'getCommentReplyInSpace',
    tool: 'get_space_comment_reply',
    summary: 'Read one reply to a comment on a space.',
    route: 'GET /v1/spaces/{spaceId}/comments/{commentId}/replies/{commentReplyId}',
    effect: 'read',
    query: { format },
    output: CommentReply,
  }),
  updateSpaceCommentReply: operation({
    id: 'updateCommentReplyInSpace',
    tool: 'update_space_comment_reply',
    summary: 'Edit a reply on a space or react to it.',
    route: 'PUT /v1/spaces/{spaceId}/comments/{commentId}/replies/{commentReplyId}',
    effect: 'update',
    body: edited,
    output: CommentReply,
  }),
  deleteSpaceCommentReply: operation({
    id: 'deleteCommentReplyInSpace',
    tool: 'delete_space_comment_reply',
    summary: 'Delete a reply on a space.',
    route: 'DELETE /v1/spaces/{spaceId}/comments/{commentId}/replies/{commentReplyId}',
    effect: 'delete',
    output: NoContent,
  }),
};
