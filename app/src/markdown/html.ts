import { decodeNamedCharacterReference } from 'decode-named-character-reference';
import { Parser } from 'htmlparser2';
import { decodeNumericCharacterReference } from 'micromark-util-decode-numeric-character-reference';
import { h } from '../dom.ts';

/** Elements that are shown as they are, without their attributes. */
const KEPT = new Set([
  ...[
    'b',
    'blockquote',
    'br',
    'caption',
    'code',
    'dd',
    'del',
    'div',
    'dl',
    'dt',
    'em',
    'figcaption',
  ],
  ...['figure', 'hr', 'i', 'ins', 'kbd', 'li', 'mark', 'ol', 'p', 'pre', 's', 'small', 'span'],
  ...['strong', 'sub', 'summary', 'sup', 'table', 'tbody', 'td', 'tfoot', 'th', 'thead', 'tr', 'u'],
  'ul',
]);

/** Elements that could run, load or style something: their source is shown. */
const SOURCE = new Set([
  ...['applet', 'audio', 'base', 'button', 'embed', 'form', 'frame', 'frameset', 'iframe', 'input'],
  ...['link', 'math', 'meta', 'noscript', 'object', 'script', 'select', 'style', 'svg', 'template'],
  ...['textarea', 'video'],
]);

const REFERENCE = /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([a-zA-Z][a-zA-Z\d]{1,30}));/g;

const MOST_DEPTH = 60;
const MOST_SOURCE = 2_000;

/** A link that opens only on a click, through the host. */
export type MakeLink = (url: string, ...children: (Node | string)[]) => Node;

/** An element that is being parsed: its children, and how they are converted. */
interface OpenElement {
  children: Node[];
  close(children: Node[]): Node[];
}

/** Rebuilds the harmless parts of foreign markup. No parser of the browser sees the original. */
export function safeHtml(html: string, link: MakeLink): Node[] {
  const open: OpenElement[] = [{ children: [], close: (children) => children }];
  const add = (...nodes: Node[]) => open.at(-1)?.children.push(...nodes);
  const handler = {
    onopentag(name: string, attributes: Record<string, string>) {
      const start = parser.startIndex;
      const source = () => [sourceOf(html.slice(start, parser.endIndex + 1))];
      const close = SOURCE.has(name) ? source : elementOf(name, attributes, link);
      open.push({ children: [], close: open.length > MOST_DEPTH ? (children) => children : close });
    },
    ontext: (text: string) => add(document.createTextNode(decoded(text))),
    onclosetag() {
      const element = open.length > 1 && open.pop();
      if (element) add(...element.close(element.children));
    },
  };
  // The markdown parser decodes entities; a second table of them would take a third of the page's size.
  const parser = new Parser(handler, { decodeEntities: false });
  parser.end(html);
  const nodes = open[0]?.children ?? [];
  return nodes.length > 0 ? nodes : [sourceOf(html)];
}

/** Converts the children of an element. */
function elementOf(
  name: string,
  attributes: Record<string, string>,
  link: MakeLink,
): OpenElement['close'] {
  const { alt = '', src = '', href = '' } = attributes;
  if (name === 'img') return () => [imageOf(decoded(alt), decoded(src))];
  if (name === 'a') return (children) => [link(decoded(href), ...children)];
  if (name === 'details') return (children) => [h('div', { class: 'frame' }, ...children)];
  if (/^h[1-6]$/.test(name)) return (children) => [heading(Number(name.slice(1)), ...children)];
  if (!KEPT.has(name)) return (children) => children;
  return (children) => [h(name as 'div', spans(attributes), ...children)];
}

/** Decodes the character references of a text. */
function decoded(text: string): string {
  return text.replaceAll(REFERENCE, (reference, decimal, hexadecimal, name) => {
    if (decimal !== undefined) return decodeNumericCharacterReference(decimal, 10);
    if (hexadecimal !== undefined) return decodeNumericCharacterReference(hexadecimal, 16);
    return decodeNamedCharacterReference(name) || reference;
  });
}

function spans(attributes: Record<string, string>): Record<string, string> {
  const named = Object.entries(attributes).filter(([name]) => /^(col|row)span$/.test(name));
  return Object.fromEntries(named.filter(([, value]) => /^\d{1,2}$/.test(value)));
}

/** A heading of a page, one level below those of this page.*/
export function heading(level: number, ...children: (Node | string)[]): HTMLElement {
  const tag = `h${Math.min(level + 2, 6)}` as 'h3';
  return h(tag, { class: `of-page level-${level}` }, ...children);
}

/** A placeholder for a picture; pictures are never loaded. */
export function imageOf(alt: string, url: string): HTMLElement {
  return h('span', { class: 'image', title: url }, alt === '' ? 'Image' : `Image: ${alt}`);
}

/** Markup shown as source. */
export function sourceOf(source: string): HTMLElement {
  const cut = source.length > MOST_SOURCE ? `${source.slice(0, MOST_SOURCE)}…` : source;
  return h('code', { class: 'source' }, cut);
}

/** Inline elements that stay open until they are closed. */
export function inlineElement(tag: string): HTMLElement | undefined {
  const name = /^<([a-z]+)[\s>/]/i.exec(tag)?.[1]?.toLowerCase() ?? '';
  const isInline = ['b', 'code', 'del', 'em', 'i', 'ins', 'kbd', 'mark', 's', 'small', 'span']
    .concat(['strong', 'sub', 'sup', 'u'])
    .includes(name);
  return isInline ? h(name as 'span') : undefined;
}
