import { z } from 'zod';
import {
  always,
  flag,
  listOf,
  numeric,
  object,
  objects,
  objectWith,
  strings,
  texts,
  User,
} from './common.ts';

export const ChangeRequest = always(
  z.looseObject({
    ...texts('id', 'status', 'subject', 'createdAt', 'updatedAt'),
    ...texts('revision', 'revisionInitial', 'revisionMergedAncestor', 'revisionMerged'),
    number: numeric,
    createdBy: User.optional(),
    comments: numeric,
    outdated: flag,
  }),
  'id',
  'number',
  'status',
  'subject',
  'createdBy',
  'createdAt',
  'updatedAt',
  'revision',
  'comments',
  'outdated',
);
export const ChangeRequests = listOf(ChangeRequest);

/** The page that a comment is about. */
interface CommentTarget {
  page?: { id: string; title: string; path?: string };
  /** The block that is commented on. */
  node?: { preview?: string };
}

const posted = {
  ...texts('id', 'postedAt', 'editedAt'),
  postedBy: User.optional(),
  body: z.looseObject({ ...texts('markdown'), document: object }).optional(),
  reactions: z.array(z.looseObject({ ...texts('emoji'), count: numeric })).optional(),
};

export const Comment = always(
  z.looseObject({
    ...posted,
    ...texts('status', 'resolvedAt'),
    resolvedBy: User.optional(),
    replies: numeric,
    target: objectWith<CommentTarget>(),
  }),
  'id',
  'postedBy',
  'postedAt',
  'body',
  'replies',
  'target',
  'status',
);
export const Comments = listOf(Comment);

export const CommentReply = always(z.looseObject(posted), 'id', 'postedBy', 'postedAt', 'body');
export const CommentReplies = listOf(CommentReply);

const TouchedPage = z.looseObject({
  ...texts('object', 'ref'),
  /** An object with the page's id, or the id alone of a deleted page. */
  page: z.unknown().optional(),
});
export const ContentEdit = z.looseObject({
  changeRequest: ChangeRequest.optional(),
  changes: z.array(TouchedPage).optional(),
  insertedFiles: objects,
});

const Answer = z.looseObject({
  answer: z.looseObject({ ...texts('markdown'), document: object }).optional(),
  followupQuestions: strings,
  sources: z.array(z.looseObject(texts('type', 'page', 'space', 'reason'))).optional(),
});
export const AskResult = z.looseObject({ answer: Answer.optional() });

export const Questions = z.looseObject({ questions: strings });

export const ChangeRequestRequestedReviewer = z.looseObject({
  ...texts('kind', 'revision', 'createdAt'),
  requestedBy: object,
  user: object,
  team: object,
});

export const ChangeRequestReview = always(
  z.looseObject({
    ...texts('id', 'status', 'revision', 'createdAt', 'updatedAt'),
    reviewer: objectWith<{ id: string }>(),
    requestedBy: object,
    outdated: flag,
    comment: object,
  }),
  'id',
  'status',
  'revision',
  'reviewer',
);

export const ChangeRequestUserContributor = z.looseObject({
  ...texts('updatedAt', 'actionType'),
  count: numeric,
  user: object,
});

export const AskedReviewers = z.looseObject({
  users: objects,
});

export const SiteAnswer = z.looseObject({ ...texts('type'), answer: object });
