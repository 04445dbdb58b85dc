import type { Root } from 'hast';
import { fromParse5 } from 'hast-util-from-parse5';
import type { Nodes as MarkdownNodes } from 'mdast';
import { toString as textOf } from 'mdast-util-to-string';
import { defaultTreeAdapter, parse } from 'parse5';
import { ApiError } from '../errors.ts';

/** Maximum number of elements, beyond those that have a tag: each block repeats formatting that nothing ends. */
const MOST_REPEATED = 20_000;

/** Nodes that hold words. */
const WORDING = new Set([
  'paragraph',
  'heading',
  'strong',
  'emphasis',
  'delete',
  'link',
  'tableCell',
]);

/** Maximum depth of such nodes in each other: with blocks among them, printing each further one takes twice as long. */
const MOST_WORDING = 6;

/** Parses HTML as a browser does. @throws {ApiError} 422 if formatting is repeated too often. */
export function parseHtml(html: string): Root {
  const most = MOST_REPEATED + html.split('<').length;
  let count = 0;
  const treeAdapter: typeof defaultTreeAdapter = {
    ...defaultTreeAdapter,
    createElement(...element) {
      count += 1;
      if (count > most) {
        throw new ApiError(422, 'The HTML has too many elements that nothing ends');
      }
      return defaultTreeAdapter.createElement(...element);
    },
  };
  const parsed = parse(html, {
    treeAdapter,
    scriptingEnabled: false,
    sourceCodeLocationInfo: true,
  });
  return fromParse5(parsed) as Root;
}

/** Reduces words that are too deep in others to their text. */
export function limitDepth(node: MarkdownNodes, depth = 0): void {
  if (!('children' in node)) return;
  const inner = WORDING.has(node.type) ? depth + 1 : depth;
  if (inner > MOST_WORDING) node.children = [{ type: 'text', value: textOf(node) }];
  for (const child of node.children) limitDepth(child, inner);
}
