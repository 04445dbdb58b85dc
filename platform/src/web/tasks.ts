import { toHtml } from 'hast-util-to-html';
import { textTask } from '../workers/task.ts';
import { renderedDiff } from './diff.ts';

/** The HTML of the changes between two texts, given as a JSON array. */
export const DIFF_HTML = textTask('diffHtml', (texts) =>
  toHtml(renderedDiff(...(JSON.parse(texts) as [before: string, after: string]))),
);
