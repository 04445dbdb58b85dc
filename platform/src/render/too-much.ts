import type { Root, RootContent } from 'mdast';
import { visit } from 'unist-util-visit';
import { withoutTags } from './tags.ts';

/** Maximum number of open HTML elements: each paragraph within would repeat those that style text. */
const MAX_OPEN = 300;

const HTML_TAG = /<(\/?)([a-z][a-z0-9-]*)/gi;
const VOID = /^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/i;

/** The rendering of a text that takes too long to render, or cannot be rendered. */
export function asWritten(text: string): RootContent[] {
  const value = 'This part is too long or too complex to be rendered. It is shown as written.';
  return [
    { type: 'paragraph', children: [{ type: 'emphasis', children: [{ type: 'text', value }] }] },
    { type: 'code', value: withoutTags(text) },
  ];
}

/** Whether more HTML is open somewhere in a tree than can be shown. */
export function isTooDeep(tree: Root): boolean {
  let open = 0;
  let most = 0;
  visit(tree, 'html', ({ value }) => {
    for (const [, slash, name = ''] of value.matchAll(HTML_TAG)) {
      if (VOID.test(name)) continue;
      open = Math.max(0, open + (slash ? -1 : 1));
      most = Math.max(most, open);
    }
  });
  return most > MAX_OPEN;
}
