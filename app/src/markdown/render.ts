import type { Nodes, RootContent, Table } from 'mdast';
import { h } from '../dom.ts';
import type { SourceBlock } from './blocks.ts';
import { heading, imageOf, inlineElement, type MakeLink, safeHtml, sourceOf } from './html.ts';

/** A block as readers see it. */
export function renderBlock({ node, tag, source }: SourceBlock, link: MakeLink): Node {
  if (tag !== undefined) return h('p', { class: 'tag' }, tag);
  if (!node) return h('pre', { class: 'source' }, source);
  return h('div', { class: 'rendered' }, ...render(node, link));
}

function render(node: Nodes, link: MakeLink): Node[] {
  switch (node.type) {
    case 'text':
      return [document.createTextNode(node.value)];
    case 'paragraph':
      return [h('p', {}, ...all(node.children, link))];
    case 'heading':
      return [heading(node.depth, ...all(node.children, link))];
    case 'emphasis':
      return [h('em', {}, ...all(node.children, link))];
    case 'strong':
      return [h('strong', {}, ...all(node.children, link))];
    case 'delete':
      return [h('s', {}, ...all(node.children, link))];
    case 'inlineCode':
      return [h('code', {}, node.value)];
    case 'code':
      return [h('pre', { tabindex: '0' }, h('code', {}, node.value))];
    case 'break':
      return [h('br')];
    case 'thematicBreak':
      return [h('hr')];
    case 'blockquote':
      return [h('blockquote', {}, ...all(node.children, link))];
    case 'list':
      return [h(node.ordered ? 'ol' : 'ul', startOf(node.start), ...all(node.children, link))];
    case 'listItem': {
      const box = typeof node.checked === 'boolean' && (node.checked ? '☑ ' : '☐ ');
      return [h('li', {}, box, ...all(node.children, link))];
    }
    case 'table':
      return [table(node, link)];
    case 'link':
      return [link(node.url, ...all(node.children, link))];
    case 'image':
      return [imageOf(node.alt ?? '', node.url)];
    case 'html':
      return safeHtml(node.value, link);
    case 'linkReference':
      return [h('span', { class: 'link' }, ...all(node.children, link))];
    case 'imageReference':
      return [imageOf(node.alt ?? '', node.identifier)];
    case 'definition':
      return [h('p', {}, sourceOf(`[${node.identifier}]: ${node.url}`))];
    case 'footnoteReference':
      return [h('sup', {}, node.identifier)];
    case 'footnoteDefinition':
      return [h('div', { class: 'frame' }, node.identifier, ...all(node.children, link))];
    default:
      return 'children' in node ? all(node.children, link) : [];
  }
}

/** Children in order. Inline markup contains what follows until it is closed. */
function all(children: readonly RootContent[], link: MakeLink): Node[] {
  const root = document.createDocumentFragment();
  const open: ParentNode[] = [root];
  for (const child of children) {
    const top = open.at(-1) ?? root;
    if (child.type !== 'html') top.append(...render(child, link));
    else if (child.value.startsWith('</')) {
      if (open.length > 1) open.pop();
    } else {
      const element = inlineElement(child.value);
      top.append(...(element ? [element] : safeHtml(child.value, link)));
      if (element) open.push(element);
    }
  }
  return [...root.childNodes];
}

function table({ children }: Table, link: MakeLink): HTMLElement {
  const [head, ...body] = children.map((row, index) =>
    h(
      'tr',
      {},
      ...row.children.map((cell) => h(index === 0 ? 'th' : 'td', {}, ...all(cell.children, link))),
    ),
  );
  return h(
    'div',
    { class: 'wide', tabindex: '0' },
    h('table', {}, h('thead', {}, head), h('tbody', {}, ...body)),
  );
}

function startOf(start: number | null | undefined): Record<string, string> {
  return typeof start === 'number' && start !== 1 ? { start: String(start) } : {};
}
