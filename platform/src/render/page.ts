import { Anchors, NO_CHARACTER, serviceFragments, withoutId } from '@docs-platform-mcp/markdown';
import type { Element, ElementContent, Nodes, Root } from 'hast';
import { raw as readRaw } from 'hast-util-raw';
import { sanitize } from 'hast-util-sanitize';
import { toHtml } from 'hast-util-to-html';
import { toString as textOf } from 'hast-util-to-string';
import { h } from 'hastscript';
import type { Html, Parents, Root as Text } from 'mdast';
import { type Handlers, type State, toHast } from 'mdast-util-to-hast';
import { visit } from 'unist-util-visit';
import { withEmoji } from '../markdown/emoji.ts';
import { withoutLiteralMarks } from '../markdown/literal-brackets.ts';
import { readText } from '../markdown/read-text.ts';
import { buildBlock, linkCard, tabTitle } from './blocks.ts';
import { aimFootnoteLinks, htmlWithFootnotes, NOTE_PREFIX } from './footnotes.ts';
import { Holes, type HtmlPiece, raw } from './holes.ts';
import { joinNestedLinks, linkLeftovers } from './leftovers.ts';
import { closeHoles } from './links.ts';
import { listItems } from './list-items.ts';
import { formula } from './math.ts';
import { mentionLinks } from './mentions.ts';
import { isPlaceholder } from './placeholders.ts';
import { readable } from './readable.ts';
import { SANITIZER_SCHEMA } from './schema.ts';
import { iconSign } from './symbols.ts';
import { cards, first, table } from './tables.ts';
import { PREFIX, tagsToElements } from './tags.ts';
import { asWritten, isTooDeep } from './too-much.ts';

/** Nodes that contain blocks. */
const FLOW: ReadonlySet<string> = new Set(['root', 'blockquote', 'listItem', 'footnoteDefinition']);

/**
 * A page's text as HTML, with holes for everything that depends on its context. Its headings, which start at the second
 * level, have the anchors that links use. Only the HTML that the schema allows gets through.
 */
export function renderPage(markdown: string, timeLimit?: number): HtmlPiece[] {
  return render(markdown, nameHeadings, {}, timeLimit);
}

/** The text of a comment. Its headings do not become headings of the page; its markup is shown as text. */
export function renderComment(markdown: string): HtmlPiece[] {
  return render(
    markdown,
    (tree) => {
      visit(tree, 'element', (node) => {
        if (!/^h[1-6]$/.test(node.tagName)) return;
        node.tagName = 'p';
        node.properties = { className: ['label'] };
      });
    },
    { html: markupAsText },
  );
}

/** Text that is nested too deeply for this thread is shown as source. */
function render(
  markdown: string,
  head: (tree: Root) => void,
  handlers: Handlers,
  timeLimit?: number,
): HtmlPiece[] {
  try {
    const text = readText(tagsToElements(readable(markdown)), {
      math: true,
      timeLimit,
      asWritten,
    });
    const pieces = piecesOf(text, head, handlers);
    return text.isUnfinished ? [...pieces, { kind: 'unfinished' }] : pieces;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return piecesOf({ type: 'root', children: asWritten(markdown) }, head, handlers);
  }
}

function piecesOf(text: Text, head: (tree: Root) => void, handlers: Handlers): HtmlPiece[] {
  const tree = sanitize(elementsOf(text, handlers), SANITIZER_SCHEMA) as Root;
  head(tree);
  const holes = new Holes();
  let blocks = 0;
  const building = { holes, next: () => ++blocks, build };
  function build(children: readonly ElementContent[]): ElementContent[] {
    return children.flatMap((node) => {
      if (node.type === 'text') return { ...node, value: asShown(node.value) };
      if (node.type !== 'element') return [];
      const block = buildBlock(node, building);
      if (block) return block;
      const isCode = node.tagName === 'pre' || node.tagName === 'code';
      if (!isCode) node.children = build(node.children);
      return shown(node);
    });
  }
  const children = closeHoles(build(tree.children as ElementContent[]), holes);
  return holes.cut(toHtml({ type: 'root', children }, { allowDangerousHtml: true }));
}

function asShown(text: string): string {
  return withEmoji(text.replaceAll(NO_CHARACTER, ''));
}

/** The tree of a text, with the author's HTML unless too much of it is open at once. */
function elementsOf(text: Text, handlers: Handlers): Nodes {
  const shownAsText = isTooDeep(text) ? { html: markupAsText } : {};
  const tree = readRaw(
    toHast(text, {
      clobberPrefix: NOTE_PREFIX,
      allowDangerousHtml: true,
      handlers: { html: htmlOrWords, listItem: listItems(), ...shownAsText, ...handlers },
    }),
  );
  aimFootnoteLinks(tree);
  joinNestedLinks(tree);
  linkLeftovers(tree);
  withoutLiteralMarks(tree);
  return tree;
}

function htmlOrWords(state: State, node: Html, parent: Parents | undefined): ElementContent {
  if (isPlaceholder(node, parent)) return { type: 'text', value: node.value };
  return htmlWithFootnotes(state, node);
}

/** Converts an author's text to HTML; elements that represent tags are kept. */
function markupAsText(_: unknown, { value }: Html, parent: Parents | undefined): ElementContent {
  if (new RegExp(`^</?${PREFIX}`).test(value)) return raw(value);
  const shownAs = h('code', value);
  return parent && FLOW.has(parent.type) ? h('p', shownAs) : shownAs;
}

/** The ids of headings and titles of expandables: their explicit anchors, or else those derived from their texts. */
function nameHeadings(tree: Root): void {
  const [headings, others] = [new Anchors(), new Anchors()];
  const tabs = tabsIn(tree, others);
  const named: [Element, string][] = [];
  visit(tree, 'element', (node) => {
    const level = /^h([1-6])$/.exec(node.tagName)?.[1];
    const isExpandable = node.tagName === 'summary';
    if (level === undefined && !isExpandable) return;
    if (level === '1') node.tagName = 'h2';
    const anchor = isExpandable ? undefined : (anchorIn(node) ?? idBehind(node) ?? ownId(node));
    const words = textOf(node).trim();
    const anchors = isExpandable ? others : headings;
    const id = anchor === undefined ? anchors.make(words) : anchors.keep(anchor);
    node.properties.id = id || undefined;
    if (anchor === undefined) named.push([node, words]);
  });
  withoutEmptyHeadings(tree);
  // Links may use other rules too; explicit anchors take precedence.
  const taken = new Set<unknown>();
  visit(tree, 'element', ({ properties }) => void taken.add(properties.id));
  for (const [tab, id] of tabs) {
    if (!taken.has(id)) tab.properties.id = id;
    taken.add(id);
  }
  for (const [node, words] of named) {
    for (const id of serviceFragments(words)) {
      if (taken.has(id)) continue;
      taken.add(id);
      node.children.unshift(h('span', { id }));
    }
  }
}

/** Removes headings without content, which only their anchors outlive. */
function withoutEmptyHeadings(tree: Root): void {
  visit(tree, 'element', (node) => {
    if (!/^h[1-6]$/.test(node.tagName) || textOf(node).trim() !== '') return;
    if (node.children.some(({ type }) => type === 'element')) return;
    node.tagName = 'span';
    node.children = [];
  });
}

/** The tabs with the anchors that are derived from their titles. */
function tabsIn(tree: Root, anchors: Anchors): [Element, string][] {
  const tabs: [Element, string][] = [];
  visit(tree, 'element', (node) => {
    const title = tabTitle(node);
    if (title) tabs.push([node, anchors.make(title)]);
  });
  return tabs;
}

/** The id of a heading that is written in HTML. */
function ownId({ properties: { id } }: Element): string | undefined {
  return typeof id === 'string' && id !== '' ? id : undefined;
}

/** Removes the empty link with an id from a heading. */
function anchorIn(heading: Element): string | undefined {
  const index = heading.children.findIndex(
    (child) =>
      child.type === 'element' && child.tagName === 'a' && child.properties.id && !textOf(child),
  );
  const [anchor] = index < 0 ? [] : heading.children.splice(index, 1);
  return anchor?.type === 'element' ? String(anchor.properties.id) : undefined;
}

/** Removes the `{#id}` from the end of a heading. */
function idBehind(heading: Element): string | undefined {
  const last = heading.children.at(-1);
  if (last?.type !== 'text') return undefined;
  const { text, id } = withoutId(last.value.trimEnd());
  if (id !== undefined) last.value = text;
  return id;
}

/** The rendering of an element that authors may write. Wide elements scroll on their own, with the keyboard too. */
function shown(node: Element): ElementContent[] {
  const { tagName, properties } = node;
  switch (tagName) {
    case 'pre':
      return [preformatted(node)];
    case 'code':
      return [code(node)];
    case 'a':
      if (properties.dataMention !== undefined) mentionLinks(node);
      delete properties.dataMention;
      return [node];
    case 'input':
      properties.ariaLabel ??= properties.checked ? 'Done' : 'To do';
      return [node];
    case 'table':
      if (properties.dataView === 'cards') return [cards(node)];
      delete properties.dataView;
      return [scrollable(h('div.scroll', bare(table(node))), 'Table')];
    case 'mark':
      return [colored(node)];
    case 'i': {
      const icon = String((properties.className as string[] | undefined)?.[0] ?? '');
      return icon ? [h('span.icon', { ariaHidden: 'true' }, iconSign(icon))] : [node];
    }
    case 'iframe':
    case 'video':
    case 'audio':
      return [linkCard(String(properties.src ?? first(node, 'source')?.properties.src ?? ''), [])];
    case 'button':
      return [h('span.button', node.children)];
    case 'span':
      return properties.dataOption === undefined ? [node] : [h('span.badge', node.children)];
    default:
      return [node];
  }
}

function preformatted(node: Element): Element {
  const inner = node.children.find((child) => child.type === 'element' && child.tagName === 'code');
  const math = inner?.type === 'element' && isMath(inner) ? inner : undefined;
  if (math) return formula(textOf(math), true) as Element;
  const title = node.properties.dataTitle;
  delete node.properties.dataTitle;
  const block = scrollable(node, 'Code');
  return title ? h('div.titled', [h('p.label', String(title)), block]) : block;
}

function code(node: Element): ElementContent {
  if (!isMath(node)) return node;
  const classes = node.properties.className as string[];
  return formula(textOf(node), classes.includes('math-display'));
}

function isMath({ properties }: Element): boolean {
  const classes = (properties.className ?? []) as string[];
  return classes.includes('math-inline') || classes.includes('math-display');
}

/** Colours are expressed by a class, because the pages allow no inline styles. */
function colored(node: Element): Element {
  const style = String(node.properties.style ?? '');
  delete node.properties.style;
  const found =
    /(background-)?color: *"?(red|orange|yellow|green|blue|purple|pink|gray|grey)\b/i.exec(style);
  const className = found ? [`${found[1] ? 'on' : 'in'}-${found[2]?.toLowerCase()}`] : [];
  return h('mark', { className }, node.children);
}

/** A table without the parts that only declare its columns. */
function bare(node: Element): Element {
  visit(node, 'element', ({ properties }) => {
    for (const name of Object.keys(properties))
      if (name.startsWith('data')) delete properties[name];
  });
  return node;
}

function scrollable(node: Element, label: string): Element {
  Object.assign(node.properties, { tabIndex: 0, role: 'group', ariaLabel: label });
  return node;
}
