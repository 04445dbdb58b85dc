import { textTask } from '../workers/task.ts';
import { isUnfinished } from './holes.ts';
import { operationsHtml } from './operation.ts';
import { renderComment, renderPage } from './page.ts';

/** A text that took too long is tried again: the machine may have been busy with others. */
export const PAGE_HTML = textTask(
  'pageHtml',
  (markdown) => renderPage(markdown),
  (pieces) => !pieces.some(isUnfinished),
);
export const COMMENT_HTML = textTask('commentHtml', renderComment);
export const OPERATIONS_HTML = textTask('operationsHtml', operationsHtml);
