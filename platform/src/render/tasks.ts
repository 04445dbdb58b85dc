import { textTask } from '../workers/task.ts';
import { operationHtml } from './operation.ts';
import { renderComment, renderPage } from './page.ts';

export const PAGE_HTML = textTask('pageHtml', renderPage, true);
export const COMMENT_HTML = textTask('commentHtml', renderComment);
export const OPERATION_HTML = textTask('operationHtml', operationHtml);
