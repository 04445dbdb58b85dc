import GithubSlugger from 'github-slugger';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { toString as plainText } from 'mdast-util-to-string';

/** A heading of a markdown text and all up to the next heading of its level or above. */
export interface MarkdownSection {
  heading: string;
  anchor: string;
  depth: number;
  /** Offsets in the text, heading included. */
  start: number;
  end: number;
}

/** The sections of a markdown text by its headings; what stands in code is no heading. */
export function markdownSections(markdown: string): MarkdownSection[] {
  const slugger = new GithubSlugger();
  const sections = fromMarkdown(markdown).children.flatMap((node) => {
    if (node.type !== 'heading') return [];
    const heading = plainText(node).trim();
    const start = node.position?.start.offset ?? 0;
    return {
      heading,
      anchor: slugger.slug(heading),
      depth: node.depth,
      start,
      end: markdown.length,
    };
  });
  for (const [index, section] of sections.entries()) {
    const next = sections.slice(index + 1).find(({ depth }) => depth <= section.depth);
    if (next) section.end = next.start;
  }
  return sections;
}

/** The sections that a name means: an anchor, or a heading in any case. */
export function sectionsNamed(
  sections: readonly MarkdownSection[],
  name: string,
): MarkdownSection[] {
  const wanted = name
    .replace(/^#+\s*/, '')
    .trim()
    .toLowerCase();
  return sections.filter(
    ({ heading, anchor }) => heading.toLowerCase() === wanted || anchor === wanted,
  );
}
