import type { ElementContent, Nodes } from 'hast';
import type { Html } from 'mdast';
import type { State } from 'mdast-util-to-hast';
import { visit } from 'unist-util-visit';
import { raw } from './holes.ts';

/** The ids of footnotes on a page start with this. */
export const NOTE_PREFIX = 'note-';

/** The service's links to footnotes, by which its HTML tables refer to them. */
const LINK = /\bhref="#user-content-fn-([^"\s]{1,100})"/g;

const LINKED = /^#user-content-fn-(.+)$/;

/** An author's HTML. The footnotes that it refers to are listed with those of the text. */
export function htmlWithFootnotes(state: State, { value }: Html): ElementContent {
  for (const [, label = ''] of value.matchAll(LINK)) {
    const id = label.toUpperCase();
    if (!state.footnoteById.has(id) || state.footnoteOrder.includes(id)) continue;
    state.footnoteOrder.push(id);
    state.footnoteCounts.set(id, 0);
  }
  return raw(value);
}

/** Makes the service's links to footnotes work. */
export function aimFootnoteLinks(tree: Nodes): void {
  visit(tree, 'element', ({ tagName, properties }) => {
    const [, label] = LINKED.exec(String(properties.href)) ?? [];
    if (tagName === 'a' && label) properties.href = `#${NOTE_PREFIX}fn-${label.toLowerCase()}`;
  });
}
