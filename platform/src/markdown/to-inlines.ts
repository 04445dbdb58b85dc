import type { Definition, Image, ImageReference, Nodes, PhrasingContent } from 'mdast';
import { toString as plainText } from 'mdast-util-to-string';
import { refOf } from './content-ref.ts';
import type { InlineNode, Mark, Text } from './document.ts';
import { leavesOfWords } from './html-leaf.ts';

export type Definitions = ReadonlyMap<string, Definition>;

/** Running text as nodes of a document; neighbouring leaves share one text node. */
export function toInlines(
  nodes: readonly PhrasingContent[],
  definitions: Definitions,
): InlineNode[] {
  const inlines = nodes.flatMap((node) => convert(node, [], definitions));
  return mergeTexts(inlines.length > 0 ? inlines : [textOf('', [])]);
}

export function textOf(text: string, marks: Mark[]): Text {
  return { object: 'text', leaves: [{ object: 'leaf', text, marks }] };
}

/** The URL of an image or link, looked up when it is given by reference. */
export function urlOfNode(node: Nodes, definitions: Definitions): string {
  if ('url' in node) return node.url;
  return 'identifier' in node ? (definitions.get(node.identifier)?.url ?? '') : '';
}

function convert(node: PhrasingContent, marks: Mark[], definitions: Definitions): InlineNode[] {
  const inner = (children: readonly PhrasingContent[], type: Mark['type']) =>
    children.flatMap((child) => convert(child, [...marks, mark(type)], definitions));
  switch (node.type) {
    case 'text':
      return leavesOfWords(node.value).map((text) => textOf(text, marks));
    case 'html':
      return [textOf(node.value, marks)];
    case 'inlineCode':
      return [textOf(node.value, [...marks, mark('code')])];
    case 'strong':
      return inner(node.children, 'bold');
    case 'emphasis':
      return inner(node.children, 'italic');
    case 'delete':
      return inner(node.children, 'strikethrough');
    case 'break':
      return [textOf('\n', marks)];
    case 'footnoteReference':
      return [textOf(`[^${node.label ?? node.identifier}]`, marks)];
    case 'image':
    case 'imageReference':
      return [inlineImage(node, definitions)];
    case 'link':
    case 'linkReference': {
      const children = node.children.flatMap((child) => convert(child, marks, definitions));
      const nodes = children.flatMap((child) => (isLink(child) ? [] : [child]));
      const ref = refOf(urlOfNode(node, definitions));
      return [
        { object: 'inline', type: 'link', isVoid: false, data: { ref }, nodes: mergeTexts(nodes) },
      ];
    }
    default:
      return [textOf(plainText(node), marks)];
  }
}

function inlineImage(
  node: Image | ImageReference,
  definitions: Definitions,
): InlineNode & { type: 'inline-image' } {
  const ref = refOf(urlOfNode(node, definitions));
  const data = node.alt ? { ref, alt: node.alt } : { ref };
  return { object: 'inline', type: 'inline-image', isVoid: true, data };
}

function mergeTexts<T extends InlineNode>(nodes: readonly T[]): T[] {
  const merged: T[] = [];
  for (const node of nodes) {
    const last = merged.at(-1);
    if (last?.object === 'text' && node.object === 'text') last.leaves.push(...node.leaves);
    else merged.push(node);
  }
  return merged;
}

function isLink(node: InlineNode): node is InlineNode & { type: 'link' } {
  return node.object === 'inline' && node.type === 'link';
}

function mark(type: Mark['type']): Mark {
  return { object: 'mark', type };
}
