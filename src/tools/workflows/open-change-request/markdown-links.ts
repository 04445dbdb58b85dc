import { fromMarkdown } from 'mdast-util-from-markdown';
import { visit } from 'unist-util-visit';

/** A link, an image or the definition of one, as it stands in a text. */
export interface MarkdownLink {
  url: string;
  /** Counted from 1. */
  line: number;
  /** Where its target stands in the text: from the first offset up to, not including, the second. */
  target: [start: number, end: number];
}

const OUTSIDE = /^(?:[a-z][a-z0-9+.-]*:|#|\/\/)/i;

/** The links of a text whose targets the platform looks up in its space, and writes in its own way. */
export function internalLinksIn(markdown: string): MarkdownLink[] {
  const links: MarkdownLink[] = [];
  visit(fromMarkdown(markdown), ['link', 'image', 'definition'], (node) => {
    if (!('url' in node) || node.url === '' || OUTSIDE.test(node.url)) return;
    const [from, to] = [node.position?.start, node.position?.end];
    const start = markdown.lastIndexOf(node.url, to?.offset);
    // A target that is written with escapes does not stand there as it is read.
    if (!from || start < (from.offset ?? 0)) return;
    links.push({ url: node.url, line: from.line, target: [start, start + node.url.length] });
  });
  return links;
}
