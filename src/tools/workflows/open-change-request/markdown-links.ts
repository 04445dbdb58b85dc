import { Markdown } from '@docs-platform-mcp/markdown';

/** A link, an image or a link definition, as written in a text. */
export interface MarkdownLink {
  url: string;
  /** Counted from 1. */
  line: number;
  /** The range of its target: start offset, and exclusive end offset. */
  target: [start: number, end: number];
}

const OUTSIDE = /^(?:[a-z][a-z0-9+.-]*:|#|\/\/)/i;

/** The links of a text whose targets the platform looks up in its space and rewrites. */
export function internalLinksIn(markdown: string): MarkdownLink[] {
  const read = Markdown.read(markdown);
  return read.references.references
    .filter(({ form }) => form === 'link' || form === 'image' || form === 'definition')
    .filter(({ url }) => url !== '' && !OUTSIDE.test(url))
    .map(({ url, target: { start, end } }) => ({
      url,
      line: read.lineOf(start),
      target: [start, end],
    }));
}
