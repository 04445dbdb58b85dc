import GithubSlugger from 'github-slugger';
import type { Definition, Image, Link, Nodes, Root, RootContent } from 'mdast';
import { toString as plainText } from 'mdast-util-to-string';
import { visit } from 'unist-util-visit';
import { parseMarkdown, span } from './parse.ts';

type Span = [start: number, end: number];

/** A link, an image, a reference to either, or a definition, and where it stands. */
export interface LinkPlace {
  kind: 'link' | 'image' | 'reference' | 'definition';
  url: string;
  image: boolean;
  /** All of it. */
  outer: Span;
  /** Its text; undefined where it has none. */
  inner?: Span | undefined;
  /** What stands when the link is taken away and there is no text. */
  alt: string;
  title: string;
  /** What to print it anew from, where that is simpler than to change its address alone. */
  node?: Link | Image | Definition;
}

/** The part of a page under one heading, up to the next. */
export interface SectionPlace {
  /** Fragment that leads to the heading; empty for what stands before the first heading. */
  anchor: string;
  heading: string;
  /** Its text without markup, a block a line. */
  text: string;
  /** Its markdown without the heading. */
  source: Span;
}

/** What is asked of a text again and again, found in one pass. */
export interface TextFacts {
  links: LinkPlace[];
  sections: SectionPlace[];
}

/** Reads a text once for all that its links and sections are asked for. */
export function readFacts(markdown: string): TextFacts {
  const tree = parseMarkdown(markdown);
  return { links: linkPlaces(tree, markdown), sections: sectionPlaces(tree) };
}

function linkPlaces(tree: Root, markdown: string): LinkPlace[] {
  const places: LinkPlace[] = [];
  const definitions = new Map<string, string>();
  visit(tree, 'definition', ({ identifier, url }) => {
    if (!definitions.has(identifier)) definitions.set(identifier, url);
  });
  visit(tree, (node) => {
    if (node.type === 'link') {
      const place = placeOf(node, 'link', node.url);
      const plain = markdown[place.outer[0]] === '[' && place.inner;
      places.push({ ...place, title: node.title ?? '', ...(!plain && { node: bare(node) }) });
    } else if (node.type === 'image') {
      places.push({ ...placeOf(node, 'image', node.url), node: bare(node) });
    } else if (node.type === 'definition') {
      places.push({ ...placeOf(node, 'definition', node.url), node: bare(node) });
    } else if (node.type === 'linkReference' || node.type === 'imageReference') {
      const url = definitions.get(node.identifier);
      if (url !== undefined) places.push(placeOf(node, 'reference', url));
    }
  });
  return places;
}

function placeOf(node: Nodes, kind: LinkPlace['kind'], url: string): LinkPlace {
  const children = 'children' in node ? node.children : [];
  const [first, last] = [children[0], children.at(-1)];
  return {
    kind,
    url,
    image: node.type === 'image' || node.type === 'imageReference',
    outer: span(node),
    inner: first && last ? [span(first)[0], span(last)[1]] : undefined,
    alt: 'alt' in node ? (node.alt ?? '') : '',
    title: '',
  };
}

/** A copy without the offsets of the node itself. */
function bare<T extends Link | Image | Definition>({ position: _, ...node }: T): T {
  return node as T;
}

function sectionPlaces({ children }: Root): SectionPlace[] {
  const slugger = new GithubSlugger();
  const sections: (Pick<SectionPlace, 'anchor' | 'heading'> & { blocks: RootContent[] })[] = [];
  for (const block of children) {
    if (block.type === 'heading') {
      const heading = plainText(block).trim();
      sections.push({ anchor: slugger.slug(heading), heading, blocks: [] });
      continue;
    }
    if (sections.length === 0) sections.push({ anchor: '', heading: '', blocks: [] });
    sections.at(-1)?.blocks.push(block);
  }
  return sections.map(({ blocks, ...section }) => {
    const [first, last] = [blocks[0], blocks.at(-1)];
    const source: Span = first && last ? [span(first)[0], span(last)[1]] : [0, 0];
    return { ...section, text: blocks.map(blockText).join('\n'), source };
  });
}

/** Words of table cells and list items must not run into each other. */
function blockText(block: RootContent): string {
  if (!('children' in block)) return plainText(block);
  const parts = block.children.map((child) =>
    child.type === 'listItem' || child.type === 'tableRow' || child.type === 'tableCell'
      ? blockText(child)
      : plainText(child),
  );
  const loose = block.type === 'list' || block.type === 'listItem' || block.type === 'table';
  return parts.join(loose ? '\n' : block.type === 'tableRow' ? ' ' : '');
}
