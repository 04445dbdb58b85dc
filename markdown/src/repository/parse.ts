import type { Nodes, Parents, Root } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { frontmatterFromMarkdown } from 'mdast-util-frontmatter';
import { gfmFromMarkdown, gfmToMarkdown } from 'mdast-util-gfm';
import { toMarkdown } from 'mdast-util-to-markdown';
import { frontmatter } from 'micromark-extension-frontmatter';
import { gfm } from 'micromark-extension-gfm';

/** The syntax tree of a markdown text: CommonMark, GitHub's extensions and frontmatter. */
export function parseMarkdown(markdown: string): Root {
  return fromMarkdown(markdown, {
    extensions: [gfm(), frontmatter(['yaml'])],
    mdastExtensions: [gfmFromMarkdown(), frontmatterFromMarkdown(['yaml'])],
  });
}

/** Markdown of a syntax tree, without a final line break. */
export function printMarkdown(tree: Parents): string {
  return toMarkdown(tree, { extensions: [gfmToMarkdown()], bullet: '-', rule: '-' }).trimEnd();
}

/** The offsets of a parsed node in its text. */
export function span(node: Nodes): [start: number, end: number] {
  const start = node.position?.start.offset;
  const end = node.position?.end.offset;
  if (start === undefined || end === undefined) throw new Error(`${node.type} has no position`);
  return [start, end];
}

/** A text with unix line ends, and without the one character that cannot be kept. */
export function cleanText(text: string): string {
  return text.replace(/\r\n?/g, '\n').replaceAll('\0', '\uFFFD');
}

/** The form in which texts are kept: unix line ends, no blank lines around. */
export function normalizeText(markdown: string): string {
  return markdown
    .replace(/\r\n?/g, '\n')
    .replace(/^(?:[ \t]*\n)+/, '')
    .trimEnd();
}
