import type { Definition, Image, ImageReference, Link, LinkReference, Nodes } from 'mdast';
import { visit } from 'unist-util-visit';
import { printMarkdown, readMarkdown, span } from './parse.ts';

/** A link or image in a text, in the order of the text. */
export interface FoundLink {
  url: string;
  image: boolean;
}

/** Where a link is to lead: a URL, or null to leave only its text. */
export type Redirect = (url: string, image: boolean) => string | null;

interface Edit {
  start: number;
  end: number;
  text: string;
}

/** All links and images of a text, those by reference included. */
export function findLinks(markdown: string): FoundLink[] {
  const tree = readMarkdown(markdown);
  const links: FoundLink[] = [];
  const definitions = definitionsOf(tree);
  visit(tree, (node) => {
    if (node.type === 'link' || node.type === 'image') {
      links.push({ url: node.url, image: node.type === 'image' });
    } else if (node.type === 'linkReference' || node.type === 'imageReference') {
      const url = definitions.get(node.identifier)?.url;
      if (url !== undefined) links.push({ url, image: node.type === 'imageReference' });
    }
  });
  return links;
}

/** The text with every link redirected. Nothing else of it changes, white space included. */
export function redirectLinks(markdown: string, redirect: Redirect): string {
  const tree = readMarkdown(markdown);
  const definitions = definitionsOf(tree);
  const edits: Edit[] = [];
  visit(tree, (node) => {
    if (node.type === 'link') edits.push(...editLink(node, redirect(node.url, false), markdown));
    if (node.type === 'image') edits.push(...editImage(node, redirect(node.url, true)));
    if (node.type === 'definition') edits.push(...editDefinition(node, redirect(node.url, false)));
    if (node.type === 'linkReference' || node.type === 'imageReference') {
      const url = definitions.get(node.identifier)?.url;
      const image = node.type === 'imageReference';
      if (url !== undefined && redirect(url, image) === null) edits.push(...unlink(node));
    }
  });
  return applyEdits(markdown, edits);
}

function definitionsOf(tree: Nodes): Map<string, Definition> {
  const definitions = new Map<string, Definition>();
  visit(tree, 'definition', (node) => {
    if (!definitions.has(node.identifier)) definitions.set(node.identifier, node);
  });
  return definitions;
}

/** Touches only what stands around the link's text, so that edits inside the text stay apart. */
function editLink(link: Link, target: string | null, markdown: string): Edit[] {
  if (target === link.url) return [];
  if (target === null) return unlink(link);
  const [start, end] = span(link);
  const last = link.children.at(-1);
  if (markdown[start] !== '[' || !last) {
    return [{ start, end, text: printInline({ ...link, url: target }) }];
  }
  const title = link.title ? ` "${link.title.replace(/["\\]/g, '\\$&')}"` : '';
  return [{ start: span(last)[1], end, text: `](${target}${title})` }];
}

function editImage(image: Image, target: string | null): Edit[] {
  if (target === image.url) return [];
  if (target === null) return unlink(image);
  const [start, end] = span(image);
  return [{ start, end, text: printInline({ ...image, url: target }) }];
}

function editDefinition(definition: Definition, target: string | null): Edit[] {
  if (target === definition.url) return [];
  const [start, end] = span(definition);
  const text =
    target === null
      ? ''
      : printMarkdown({ type: 'root', children: [{ ...definition, url: target }] });
  return [{ start, end, text }];
}

function unlink(node: Link | LinkReference | Image | ImageReference): Edit[] {
  const [start, end] = span(node);
  if (!('children' in node)) return [{ start, end, text: node.alt ?? '' }];
  const [first] = node.children;
  const last = node.children.at(-1);
  if (!first || !last) return [{ start, end, text: '' }];
  return [
    { start, end: span(first)[0], text: '' },
    { start: span(last)[1], end, text: '' },
  ];
}

function printInline(node: Link | Image): string {
  return printMarkdown({ type: 'paragraph', children: [node] });
}

function applyEdits(text: string, edits: Edit[]): string {
  let result = '';
  let done = 0;
  for (const { start, end, text: replacement } of edits.sort((a, b) => a.start - b.start)) {
    result += text.slice(done, start) + replacement;
    done = end;
  }
  return result + text.slice(done);
}
