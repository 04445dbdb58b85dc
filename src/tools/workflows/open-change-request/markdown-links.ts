import { Markdown, type Reference } from '@docs-platform-mcp/markdown';
import { mapInTurns } from '../../../turns.ts';

/** A link, an image or a link definition, as written in a text. */
export interface MarkdownLink {
  url: string;
  /** Counted from 1. */
  line: number;
  /** The range of its target: start offset, and exclusive end offset. */
  target: [start: number, end: number];
}

/** Many links in a compact form for passing them between threads: a list of texts takes a hundred times as long. */
export interface PackedLinks {
  /** Joined by U+0000, which no text has. */
  urls: string;
  /** Line, start and end of each. */
  positions: Uint32Array;
}

const FIELDS = 3;

const OUTSIDE = /^(?:[a-z][a-z0-9+.-]*:|#|\/\/)/i;

/** The links, images and link definitions of a text. */
export function packLinks(markdown: string): PackedLinks {
  const read = Markdown.read(markdown);
  const links = read.references.references.filter(
    ({ form }) => form === 'link' || form === 'image' || form === 'definition',
  );
  const positions = new Uint32Array(links.length * FIELDS);
  for (const [index, { target }] of links.entries()) {
    positions.set([read.lineOf(target.start), target.start, target.end], index * FIELDS);
  }
  return { urls: links.map(({ url }) => url).join('\0'), positions };
}

/** The different addresses of the links of a text that may lead to pages, also in HTML and liquid; joined like {@link PackedLinks.urls}. */
export function packFollowedUrls(markdown: string): string {
  const followed = Markdown.read(markdown).references.references.filter(
    (link) => isFollowed(link) && isInternal(link),
  );
  return [...new Set(followed.map(({ url }) => url))].join('\0');
}

/** Whether readers follow a link, and no picture or other file is shown in its place. */
function isFollowed({ form, embeds }: Reference): boolean {
  return !embeds && form !== 'autolink';
}

/** Yields to other work in between. */
export async function unpackLinks({ urls, positions }: PackedLinks): Promise<MarkdownLink[]> {
  if (positions.length === 0) return [];
  return await mapInTurns(urls.split('\0'), (url, index) => {
    const at = index * FIELDS;
    return {
      url,
      line: positions[at] ?? 0,
      target: [positions[at + 1] ?? 0, positions[at + 2] ?? 0],
    };
  });
}

/** The text with its link targets replaced, by their current targets. */
export function retargetLinks({
  markdown,
  to,
}: {
  markdown: string;
  to: readonly [string, string][];
}): string {
  const targets = new Map(to);
  return Markdown.read(markdown).retargeted((link) =>
    isFollowed(link) ? targets.get(link.url) : undefined,
  );
}

/** Whether the platform looks up the target of a link in its space. */
export function isInternal({ url }: { url: string }): boolean {
  return url !== '' && !OUTSIDE.test(url);
}
