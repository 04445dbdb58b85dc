import type { Element, ElementContent, Properties } from 'hast';
import { toHtml } from 'hast-util-to-html';
import { toString as textOf } from 'hast-util-to-string';
import { h } from 'hastscript';
import { targetOf } from '../markdown/targets.ts';
import { expression } from './expressions.ts';
import { type Holes, raw } from './holes.ts';
import { forgetMention, isMention } from './mentions.ts';
import { LINK_SCHEMES } from './schema.ts';

const SAFE = new RegExp(`^(?:${LINK_SCHEMES.join('|')}):`, 'i');
const WEB = /^https?:/i;

/**
 * The tree with holes for variables, and for links to pages and files, whose addresses depend on the context. A link without a target is
 * not a link, and a missing image is replaced by its text.
 */
export function closeHoles(children: readonly ElementContent[], holes: Holes): ElementContent[] {
  return children.flatMap((node) => {
    if (node.type !== 'element') return [node];
    node.children = closeHoles(node.children, holes);
    if (node.tagName === 'a') return link(node, holes);
    if (node.tagName === 'code') return [expression(node, holes)];
    if (node.tagName === 'img') return image(node, holes);
    if (node.tagName === 'source') return source(node, holes);
    return [node];
  });
}

function link(node: Element, holes: Holes): ElementContent[] {
  const showsTitle = saysItsAddress(node);
  forgetMention(node);
  const { href, ...rest } = node.properties;
  if (typeof href !== 'string') return [node];
  const { kind } = targetOf(href);
  if (kind === 'unknown' || (kind === 'url' && !SAFE.test(href))) {
    return [{ ...node, properties: rest }];
  }
  if (kind === 'url' || kind === 'anchor') return [node];
  const open = holes.add({ kind: 'link', url: href, rest: written(rest) });
  return [
    open,
    ...(showsTitle
      ? [holes.add({ kind: 'title', url: href, fallback: textOf(node) })]
      : node.children),
    raw('</a>'),
  ];
}

/** Whether a link has no text of its own: a mention, or the name of a markdown file. */
function saysItsAddress(node: Element): boolean {
  const text = textOf(node).trim();
  return isMention(node) || /^[\w./-]+\.md(?:#[\w-]*)?$/.test(text) || text.startsWith('/pages/');
}

function image({ properties: { src, ...rest } }: Element, holes: Holes): ElementContent[] {
  const alt = String(rest.alt ?? '');
  if (typeof src !== 'string' || src === '') return [missing(alt)];
  const isInline = rest.dataSize === 'line';
  delete rest.dataSize;
  const properties: Properties = {
    ...rest,
    ...(isInline && { className: ['inline'] }),
    loading: 'lazy',
  };
  const { kind } = targetOf(src);
  if (kind === 'url' && WEB.test(src)) return [h('img', { src, alt, ...properties })];
  if (kind !== 'file') return [missing(alt)];
  return [
    holes.add({
      kind: 'image',
      url: src,
      before: '<img src="',
      after: `"${written({ alt, ...properties })}>`,
      alt,
    }),
  ];
}

function source(node: Element, holes: Holes): ElementContent[] {
  const { srcSet, ...rest } = node.properties;
  const address = String(srcSet ?? '');
  const { kind } = targetOf(address);
  if (kind === 'url') return WEB.test(address) ? [node] : [];
  return kind === 'file' ? [holes.add({ kind: 'source', url: address, rest: written(rest) })] : [];
}

/** The text shown in place of a missing image. */
export function missing(alt: string): Element {
  return h('em', `[${alt || 'image'}]`);
}

/** Attributes, in the form to append to others. */
function written(properties: Properties): string {
  return toHtml({ type: 'element', tagName: 'i', properties, children: [] }).slice(2, -5);
}
