import { z } from 'zod';
import { idOf } from './ids.ts';
import { CommentText, formatOfComments as format, onDemand, paging, unlisted } from './params.ts';

/** Filters of a list of comments. */
export const commentFilters = {
  ...paging,
  order: z.enum(['asc', 'desc']).optional().meta(unlisted('default desc')),
  format,
  status: z.enum(['all', 'open', 'resolved']).optional().meta(onDemand('default all')),
  targetPage: idOf('page', 'page id').optional(),
};

/** The text of a new comment, and the page or block it is about. */
export const newComment = {
  body: CommentText,
  page: idOf('page', 'page id').optional(),
  node: idOf('block', 'block key').optional(),
};

/** The fields of a comment or a reply that can be changed. */
export const edited = {
  body: CommentText.optional(),
  addedReactions: z.array(z.string()).optional(),
  removedReactions: z.array(z.string()).optional(),
};

export const resolved = z.boolean();
