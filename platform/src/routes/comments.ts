import { z } from 'zod';
import { readDocument } from '../content/documents.ts';
import { documentForm } from '../content/edit/changes.ts';
import { pages } from '../content/tables.ts';
import { counted } from '../counted.ts';
import {
  type CommentRow,
  countComments,
  editText,
  findComment,
  findReply,
  postComment,
  postReply,
  type ReplyRow,
  setResolved,
} from '../discussion/comments.ts';
import { react } from '../discussion/reactions.ts';
import { forbidden, notFound, unprocessable } from '../errors.ts';
import { format, paging } from '../http/input.ts';
import { keysetPage } from '../http/pagination.ts';
import { HttpReply } from '../http/reply.ts';
import { type Call, type Route, type RouteText, route } from '../http/route.ts';
import { markdownOf } from '../markdown/from-document.ts';
import { BLOCKS } from '../markdown/tasks.ts';
import { announceBodies, commentObject, replyObject } from '../serializers/comment.ts';
import { computed } from '../workers/computed.ts';
import { type AddressedContent, actorOf, type OpenDiscussion, openDiscussion } from './shared.ts';

const reactions = counted(50, z.array(z.string().min(1).max(50))).optional();

const changes = {
  body: documentForm.optional(),
  addedReactions: reactions,
  removedReactions: reactions,
  resolved: z.boolean().optional(),
};

const CHANGE_REQUEST = '/v1/spaces/{spaceId}/change-requests/{changeRequestId}';

const COMMENTS = '/comments';
const COMMENT = `${COMMENTS}/{commentId}`;
const REPLIES = `${COMMENT}/replies`;
const REPLY = `${REPLIES}/{commentReplyId}`;

type DiscussionPath = '/v1/spaces/{spaceId}' | typeof CHANGE_REQUEST;

const commentQuery = z.object({
  ...paging,
  format,
  order: z.enum(['asc', 'desc']).default('desc'),
  status: z.enum(['all', 'open', 'resolved']).default('all'),
  targetPage: z.string().optional(),
});

/** A comment has up to 1 MB. */
const LONG_ROWS = 10;

function listComments(call: Call<Record<string, string>, z.output<typeof commentQuery>>) {
  const discussion = openDiscussion(call);
  const { order, status, targetPage } = call.query;
  const conditions = [
    ['branch = ?', discussion.branch],
    ...(status === 'all' ? [] : [['status = ?', status]]),
    ...(targetPage === undefined ? [] : [['page = ?', targetPage]]),
  ] as [string, string][];
  return keysetPage<CommentRow, object>(
    call,
    {
      select: `SELECT * FROM comment WHERE ${conditions.map(([sql]) => sql).join(' AND ')}`,
      values: conditions.map(([, value]) => value),
      keys: ['sequence'],
      descending: order === 'desc',
      together: LONG_ROWS,
      count: countComments(call.db, { branch: discussion.branch, status, page: targetPage }),
    },
    (row) => commentObject(call, discussion, row, call.query.format),
    announceBodies(call.query.format),
  );
}

/** Writes routes under the path of what is discussed: a space or a change request. */
function routesAt(prefix: DiscussionPath) {
  return (method: Route['method'], path: string) => `${method} ${prefix}${path}` as RouteText;
}

function commentRoutesAt(prefix: DiscussionPath): Route[] {
  const at = routesAt(prefix);
  return [
    route(at('GET', COMMENTS), {
      query: commentQuery,
      handle: listComments,
    }),

    route(at('POST', COMMENTS), {
      body: z.object({
        body: documentForm,
        page: z.string().optional(),
        node: z.string().optional(),
      }),
      handle: (call) => {
        const discussion = openDiscussion(call, 'comment');
        const { page, node } = call.body;
        const comment = postComment(call.db, actorOf(call), {
          space: discussion.space.id,
          branch: discussion.branch,
          revision: discussion.revision.id,
          markdown: textOf(call.body.body),
          page,
          node,
          ...commentedOn(call, discussion, page, node),
        });
        return commentObject(call, discussion, comment, 'markdown');
      },
    }),

    route(at('GET', COMMENT), {
      query: z.object({ format }),
      handle: (call) => {
        const discussion = openDiscussion(call);
        return commentObject(call, discussion, theComment(call, discussion), call.query.format);
      },
    }),

    route(at('PUT', COMMENT), {
      body: z.object(changes),
      handle: (call) => {
        const discussion = openDiscussion(call, 'comment');
        change(call, 'comment', theComment(call, discussion));
        return commentObject(call, discussion, theComment(call, discussion), 'markdown');
      },
    }),

    route(at('DELETE', COMMENT), {
      handle: (call) => {
        const discussion = openDiscussion(call, 'comment');
        return remove(call, discussion, 'comment', theComment(call, discussion));
      },
    }),
  ];
}

function replyRoutesAt(prefix: DiscussionPath): Route[] {
  const at = routesAt(prefix);
  return [
    route(at('GET', REPLIES), {
      query: z.object({ ...paging, format }),
      handle: (call) => {
        const discussion = openDiscussion(call);
        const comment = theComment(call, discussion);
        return keysetPage<ReplyRow, object>(
          call,
          {
            select: 'SELECT * FROM reply WHERE comment = ?',
            values: [comment.id],
            keys: ['sequence'],
            together: LONG_ROWS,
            count: comment.replies,
          },
          (row) => replyObject(call, discussion, row, call.query.format),
          announceBodies(call.query.format),
        );
      },
    }),

    route(at('POST', REPLIES), {
      query: z.object({ format }),
      body: z.object({ body: documentForm }),
      handle: (call) => {
        const discussion = openDiscussion(call, 'comment');
        const { id } = theComment(call, discussion);
        const posted = postReply(call.db, actorOf(call), id, textOf(call.body.body));
        return replyObject(call, discussion, posted, call.query.format ?? 'markdown');
      },
    }),

    route(at('GET', REPLY), {
      query: z.object({ format }),
      handle: (call) => {
        const discussion = openDiscussion(call);
        return replyObject(call, discussion, theReply(call, discussion), call.query.format);
      },
    }),

    route(at('PUT', REPLY), {
      body: z.object(changes),
      handle: (call) => {
        const discussion = openDiscussion(call, 'comment');
        change(call, 'reply', theReply(call, discussion), theComment(call, discussion));
        return replyObject(call, discussion, theReply(call, discussion), 'markdown');
      },
    }),

    route(at('DELETE', REPLY), {
      handle: (call) => {
        const discussion = openDiscussion(call, 'comment');
        return remove(call, discussion, 'reply', theReply(call, discussion));
      },
    }),
  ];
}

/** The contract has no deletion of a reply in a change request, though every published version has. */
export const commentRoutes: readonly Route[] = [
  ...(['/v1/spaces/{spaceId}', CHANGE_REQUEST] as const).flatMap((prefix) => [
    ...commentRoutesAt(prefix),
    ...replyRoutesAt(prefix),
  ]),
];

type PathCall = Pick<Call, 'db' | 'user' | 'params'>;

type ChangeCall = PathCall & {
  body: z.output<z.ZodObject<typeof changes>>;
};

function theComment({ db, params }: PathCall, { branch }: OpenDiscussion): CommentRow {
  return findComment(db, branch, params.commentId ?? '');
}

function theReply(call: PathCall, discussion: OpenDiscussion): ReplyRow {
  return findReply(call.db, theComment(call, discussion).id, call.params.commentReplyId ?? '');
}

/** The current text of the commented page and block, stored with the comment. */
function commentedOn({ db }: PathCall, { state }: AddressedContent, id?: string, node?: string) {
  if (id === undefined) {
    if (node !== undefined) throw unprocessable('node names a block of a page: give page too');
    return {};
  }
  const page = pages.find(db, state, id);
  if (!page) throw notFound('Page');
  const block =
    node === undefined
      ? undefined
      : computed(BLOCKS, readDocument(db, page.document)).find(({ key }) => key === node);
  if (node !== undefined && !block) throw notFound('Block');
  return { document: page.document, preview: block?.source.slice(0, 200) };
}

function change(
  call: ChangeCall,
  table: 'comment' | 'reply',
  row: CommentRow | ReplyRow,
  thread: CommentRow = row as CommentRow,
): void {
  const { body, resolved, addedReactions = [], removedReactions = [] } = call.body;
  const actor = actorOf(call);
  if (body !== undefined) {
    if (row.posted_by !== call.user.id) throw forbidden('Only its author may change its text');
    editText(call.db, actor, table, row.id, textOf(body));
  }
  if (resolved !== undefined) setResolved(call.db, actor, thread, resolved);
  react(call.db, actor, row.id, { added: addedReactions, removed: removedReactions });
}

function remove(
  call: PathCall,
  { role }: OpenDiscussion,
  table: 'comment' | 'reply',
  row: CommentRow | ReplyRow,
): HttpReply {
  if (row.posted_by !== call.user.id && role !== 'admin') {
    throw forbidden('Only its author or an administrator may delete it');
  }
  call.db.run(`DELETE FROM ${table} WHERE id = ?`, row.id);
  return HttpReply.noContent();
}

function textOf(form: z.output<typeof documentForm>): string {
  const markdown = markdownOf(form).trim();
  if (markdown === '') throw unprocessable('body: the text is empty');
  return markdown;
}
