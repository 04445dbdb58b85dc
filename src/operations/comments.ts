import { z } from 'zod';
import { format, paging, RichText } from './params.ts';

/** Filters of a list of comments. */
export const commentFilters = {
  ...paging,
  order: z.enum(['asc', 'desc']).optional().describe('default desc'),
  format,
  status: z.enum(['all', 'open', 'resolved']).optional().describe('default all'),
  targetPage: z.string().optional().describe('page id'),
};

/** What a new comment says, and the page or block it is about. */
export const newComment = {
  body: RichText,
  page: z.string().optional().describe('page id'),
  node: z.string().optional().describe('block key'),
};

/** What may change in a comment or a reply. */
export const edited = {
  body: RichText.optional(),
  addedReactions: z.array(z.string()).optional(),
  removedReactions: z.array(z.string()).optional(),
};

export const resolved = z.boolean();
