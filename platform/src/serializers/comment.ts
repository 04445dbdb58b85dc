import type { Context } from '../auth/context.ts';
import { allows, type Role } from '../auth/roles.ts';
import { userById } from '../auth/users.ts';
import type { ContentState } from '../content/model.ts';
import { pages } from '../content/tables.ts';
import { type CommentRow, type ReplyRow, repliersOf } from '../discussion/comments.ts';
import { reactionsOf } from '../discussion/reactions.ts';
import { DOCUMENT_JSON } from '../markdown/tasks.ts';
import { precompute, step } from '../workers/computed.ts';
import { location, present } from './context.ts';
import { type ContentFormat, documentOf, pageBase, pathOf } from './page.ts';
import { userObject } from './user.ts';

/** The location of a discussion, and the caller's permissions there. */
export interface Discussion {
  state: ContentState;
  /** Path of the space or change request in the API. */
  path: string;
  role: Role | null;
  /** Id of the change request, if it belongs to one. */
  changeRequest?: string;
}

export function commentObject(
  context: Context,
  discussion: Discussion,
  row: CommentRow,
  format: ContentFormat,
) {
  const { db } = context;
  const { path, changeRequest } = discussion;
  return {
    object: 'comment' as const,
    ...post(context, row, format),
    replies: row.replies,
    repliers: repliersOf(db, row.id).map(({ user, count, updatedAt }) => ({
      user: userObject(context, userById(db, user)),
      count,
      updatedAt,
    })),
    target: {
      ...(row.node !== null && { node: { id: row.node, ...present({ preview: row.preview }) } }),
      ...present({ changeRequest, review: row.review }),
      ...targetPage(context, discussion, row),
      space: row.space,
      revision: row.revision,
    },
    urls: { location: location(context, `${path}/comments/${row.id}`) },
    permissions: permissions(context, discussion, row.posted_by),
    status: row.status,
    ...(row.resolved_by !== null && {
      resolvedAt: row.resolved_at,
      resolvedBy: userObject(context, userById(db, row.resolved_by)),
    }),
  };
}

export function replyObject(
  context: Context,
  discussion: Discussion,
  row: ReplyRow,
  format: ContentFormat,
) {
  const url = `${discussion.path}/comments/${row.comment}/replies/${row.id}`;
  return {
    object: 'comment-reply' as const,
    ...post(context, row, format),
    urls: { location: location(context, url) },
    permissions: permissions(context, discussion, row.posted_by),
  };
}

function post(context: Context, row: CommentRow | ReplyRow, format: ContentFormat) {
  return {
    id: row.id,
    postedBy: userObject(context, userById(context.db, row.posted_by)),
    postedAt: row.posted_at,
    ...present({ editedAt: row.edited_at }),
    reactions: reactions(context, row.id),
    body: body(row.markdown, format),
  };
}

/** Lets the texts of a list be parsed together. */
export function announceBodies(format: ContentFormat) {
  return (rows: readonly { markdown: string }[]) => {
    if (format !== 'document') return;
    precompute(
      DOCUMENT_JSON,
      rows.map(({ markdown }) => markdown),
    );
  };
}

function body(markdown: string, format: ContentFormat) {
  if (format === undefined) return {};
  return format === 'markdown' ? { markdown } : { document: documentOf(markdown) };
}

/** Others get turns between comments. */
function reactions(context: Context, subject: string) {
  return step(`reactions to ${subject}`, () => {
    const found = new Map<string, { user: object; reactedAt: string }[]>();
    for (const { emoji, reacted_at: reactedAt, ...user } of reactionsOf(context.db, subject)) {
      const users = found.get(emoji) ?? [];
      found.set(emoji, users);
      users.push({ user: userObject(context, user), reactedAt });
    }
    return [...found].map(([emoji, users]) => ({ emoji, count: users.length, users }));
  });
}

/** The current page; outdated if its text has changed since the comment. */
function targetPage({ db }: Context, { state }: Discussion, row: CommentRow) {
  const page = row.page === null ? undefined : pages.trace(db, state, row.page);
  if (!page) return {};
  const outdated = page.deleted || page.document !== row.document;
  return { page: { ...pageBase(page), path: pathOf(db, state, page), outdated } };
}

function permissions({ user }: Context, { role }: Discussion, postedBy: string) {
  const own = user.id === postedBy && allows(role, 'comment');
  return {
    view: true,
    edit: own,
    reply: allows(role, 'comment'),
    delete: own || allows(role, 'admin'),
  };
}
