import { decodeNamedCharacterReference } from 'decode-named-character-reference';
import { Parser } from 'htmlparser2';
import { decodeNumericCharacterReference } from 'micromark-util-decode-numeric-character-reference';
import { h } from '../dom.ts';

/** What is shown as it is, without any of its attributes. */
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

/** What could run, load or style something: its source is shown. */
const SOURCE = new Set([
  ...['applet', 'audio', 'base', 'button', 'embed', 'form', 'frame', 'frameset', 'iframe', 'input'],
  ...['link', 'math', 'meta', 'noscript', 'object', 'script', 'select', 'style', 'svg', 'template'],
  ...['textarea', 'video'],
]);

const REFERENCE = /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([a-zA-Z][a-zA-Z\d]{1,30}));/g;

const MOST_DEPTH = 60;
const MOST_SOURCE = 2_000;

/** A link that opens only when it is clicked, through the host. */
export type MakeLink = (url: string, ...children: (Node | string)[]) => Node;

/** An element that is being read: its children, and what they become. */
interface Open {
  children: Node[];
  close(children: Node[]): Node[];
}

/** Markup that somebody wrote, made anew of what is harmless in it. No parser of the browser sees it. */
export function safeHtml(html: string, link: MakeLink): Node[] {
  const open: Open[] = [{ children: [], close: (children) => children }];
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
  // The references of markdown are read here already; another table of them would be a third of the page.
  const parser = new Parser(handler, { decodeEntities: false });
  parser.end(html);
  const nodes = open[0]?.children ?? [];
  return nodes.length > 0 ? nodes : [sourceOf(html)];
}

/** What the children of an element become. */
function elementOf(
  name: string,
  attributes: Record<string, string>,
  link: MakeLink,
): Open['close'] {
  const { alt = '', src = '', href = '' } = attributes;
  if (name === 'img') return () => [imageOf(decoded(alt), decoded(src))];
  if (name === 'a') return (children) => [link(decoded(href), ...children)];
  if (name === 'details') return (children) => [h('div', { class: 'frame' }, ...children)];
  if (/^h[1-6]$/.test(name)) return (children) => [heading(Number(name.slice(1)), ...children)];
  if (!KEPT.has(name)) return (children) => children;
  return (children) => [h(name as 'div', spans(attributes), ...children)];
}

/** A text whose references to characters are those characters. */
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

/** A heading of a page, below those of this view. */
export function heading(level: number, ...children: (Node | string)[]): HTMLElement {
  const tag = `h${Math.min(level + 2, 6)}` as 'h3';
  return h(tag, { class: `of-page level-${level}` }, ...children);
}

/** What stands for a picture: pictures are loaded from nowhere. */
export function imageOf(alt: string, url: string): HTMLElement {
  return h('span', { class: 'image', title: url }, alt === '' ? 'Image' : `Image: ${alt}`);
}

/** Markup as it was written. */
export function sourceOf(source: string): HTMLElement {
  const cut = source.length > MOST_SOURCE ? `${source.slice(0, MOST_SOURCE)}…` : source;
  return h('code', { class: 'source' }, cut);
}

/** Elements within a line that stay open until they are closed. */
export function inlineElement(tag: string): HTMLElement | undefined {
  const name = /^<([a-z]+)[\s>/]/i.exec(tag)?.[1]?.toLowerCase() ?? '';
  const isInline = ['b', 'code', 'del', 'em', 'i', 'ins', 'kbd', 'mark', 's', 'small', 'span']
    .concat(['strong', 'sub', 'sup', 'u'])
    .includes(name);
  return isInline ? h(name as 'span') : undefined;
}
