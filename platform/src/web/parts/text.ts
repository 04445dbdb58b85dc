import type { ElementContent } from 'hast';
import { fillPieces, type RenderContext } from '../../render/fill.ts';
import { raw } from '../../render/holes.ts';
import { COMMENT_HTML, PAGE_HTML } from '../../render/tasks.ts';
import { computed } from '../../workers/computed.ts';

/** A page's text, rendered in its context. */
export function pageText(markdown: string, around: RenderContext): ElementContent {
  return raw(fillPieces(computed(PAGE_HTML, markdown), around));
}

/** The text of a comment, rendered in its context. */
export function commentText(markdown: string, around: RenderContext): ElementContent {
  return raw(fillPieces(computed(COMMENT_HTML, markdown), around));
}
