import type { ElementContent, Nodes } from 'hast';
import { h } from 'hastscript';
import { SKIP, visit } from 'unist-util-visit';

/** Maximum characters of such a link's text and address. */
const MAX_LABEL = 300;
const MAX_ADDRESS = 2_000;

/** Markdown is not parsed within these. */
const CODE: ReadonlySet<string> = new Set(['code', 'pre', 'a', 'textarea', 'script', 'style']);

/** Markdown links where markdown is not parsed, such as in an HTML table, or with spaces in their address. */
export function linkLeftovers(tree: Nodes): void {
  visit(tree, (node, index, parent) => {
    if (node.type === 'element' && CODE.has(node.tagName)) return SKIP;
    if (node.type !== 'text' || !node.value.includes('](') || !parent || index === undefined) {
      return undefined;
    }
    const parts = linked(node.value);
    parent.children.splice(index, 1, ...parts);
    return [SKIP, index + parts.length];
  });
}

function linked(text: string): ElementContent[] {
  const parts: ElementContent[] = [];
  let done = 0;
  let middle = text.indexOf('](');
  while (middle !== -1) {
    const from = Math.max(done, middle - MAX_LABEL);
    const start = from + text.slice(from, middle).lastIndexOf('[');
    const end = text.slice(middle, middle + MAX_ADDRESS).indexOf(')');
    if (start < from || end < 0) {
      middle = text.indexOf('](', middle + 2);
      continue;
    }
    const isImage = text[start - 1] === '!' && start > done;
    const words = text.slice(start + 1, middle);
    const address = text
      .slice(middle + 2, middle + end)
      .trim()
      .replace(/^<|>$|(?<!\s)\s+"[^"]*"$/g, '');
    parts.push({ type: 'text', value: text.slice(done, isImage ? start - 1 : start) });
    const url = address.replaceAll(' ', '%20');
    parts.push(isImage ? h('img', { src: url, alt: words }) : h('a', { href: url }, words || url));
    done = middle + end + 1;
    middle = text.indexOf('](', done);
  }
  return [...parts, { type: 'text', value: text.slice(done) }];
}
