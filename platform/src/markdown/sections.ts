import GithubSlugger from 'github-slugger';
import type { RootContent } from 'mdast';
import { toString as plainText } from 'mdast-util-to-string';
import { readMarkdown, span } from './parse.ts';

/** A part of a page: what stands under one heading, up to the next. */
export interface Section {
  /** Fragment that leads to the heading; empty for what stands before the first heading. */
  anchor: string;
  heading: string;
  /** Its text without markup, a block a line. */
  text: string;
  /** Its markdown without the heading. */
  markdown: string;
}

/** The sections of a page's text, in order. The first has no heading unless the text starts with one. */
export function sectionsOf(markdown: string): Section[] {
  const slugger = new GithubSlugger();
  const sections: (Section & { blocks: RootContent[] })[] = [];
  for (const block of readMarkdown(markdown).children) {
    if (block.type === 'heading') {
      const heading = plainText(block).trim();
      sections.push({ anchor: slugger.slug(heading), heading, text: '', markdown: '', blocks: [] });
      continue;
    }
    if (sections.length === 0) {
      sections.push({ anchor: '', heading: '', text: '', markdown: '', blocks: [] });
    }
    sections.at(-1)?.blocks.push(block);
  }
  return sections.map(({ blocks, ...section }) => {
    const [first] = blocks;
    const last = blocks.at(-1);
    const source = first && last ? markdown.slice(span(first)[0], span(last)[1]) : '';
    return { ...section, text: blocks.map(blockText).join('\n'), markdown: source };
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
