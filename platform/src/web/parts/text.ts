import type { ElementContent } from 'hast';
import { toHtml } from 'hast-util-to-html';
import { h } from 'hastscript';
import type { PageAttributes } from '../../content/model.ts';
import { presentationOf } from '../../content/presentation.ts';
import { fillPieces, type RenderContext } from '../../render/fill.ts';
import { raw } from '../../render/holes.ts';
import { COMMENT_HTML, PAGE_HTML } from '../../render/tasks.ts';
import { computed } from '../../workers/computed.ts';

/** A page's text, rendered in its context. */
export function pageText(markdown: string, around: RenderContext): ElementContent {
  return raw(fillPieces(computed(PAGE_HTML, markdown), around));
}

/** The cover of a page, rendered as a picture of its text. */
export function pageCover(attributes: PageAttributes, around: RenderContext): ElementContent[] {
  const { cover, coverDark, layout } = presentationOf(attributes);
  const light = cover ?? coverDark;
  if (light === undefined || layout?.cover?.visible === false) return [];
  const media = '(prefers-color-scheme: dark)';
  const dark = coverDark === undefined ? [] : [h('source', { srcSet: coverDark, media })];
  const picture = h('figure', h('picture', [...dark, h('img', { src: light, alt: '' })]));
  return [pageText(toHtml(picture), around)];
}

/** The text of a comment, rendered in its context. */
export function commentText(markdown: string, around: RenderContext): ElementContent {
  return raw(fillPieces(computed(COMMENT_HTML, markdown), around));
}
