import type { Element, ElementContent, Nodes, Text } from 'hast';
import { toString as textOf } from 'hast-util-to-string';
import { h } from 'hastscript';
import { SKIP, visit } from 'unist-util-visit';
import { LITERAL } from '../markdown/literal-brackets.ts';

/** Maximum characters of such a link's text and address. */
const MAX_LABEL = 300;
const MAX_ADDRESS = 2_000;

/** Markdown is not parsed within these. */
const CODE: ReadonlySet<string> = new Set(['code', 'pre', 'a', 'textarea', 'script', 'style']);

/**
 * A link around a mention. Markdown takes only the inner one for a link, and the rest for text; the mention then leads
 * where the outer link does.
 */
export function joinNestedLinks(tree: Nodes): void {
  visit(tree, 'element', (inner, index, parent) => {
    if (inner.tagName !== 'a' || !parent || index === undefined) return;
    const before = parent.children[index - 1];
    const [after, link, end] = parent.children.slice(index + 1, index + 4);
    if (before?.type !== 'text' || !before.value.endsWith('[') || after?.type !== 'text') return;
    const written = /^\]\(([^\s()]{1,2000})\)/.exec(after.value);
    if (written) after.value = after.value.slice(written[0].length);
    else {
      // Markdown makes a plain address a link of its own.
      const isPlain = after.value === '](' && link?.type === 'element' && link.tagName === 'a';
      const address = isPlain ? textOf(link) : '';
      const close = address.indexOf(')');
      if (!isPlain || (close < 0 && !(end?.type === 'text' && end.value.startsWith(')')))) return;
      // Unless a space follows, that link goes on behind the bracket.
      const rest: Text[] = close < 0 ? [] : [{ type: 'text', value: address.slice(close + 1) }];
      if (close < 0) (end as Text).value = (end as Text).value.slice(1);
      else link.properties.href = address.slice(0, close);
      parent.children.splice(index + 1, 2, ...rest);
    }
    before.value = before.value.slice(0, -1);
    inner.properties.href = written?.[1] ?? (link as Element).properties.href;
  });
}

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
    if (start < from || end < 0 || text[start - 1] === LITERAL) {
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
