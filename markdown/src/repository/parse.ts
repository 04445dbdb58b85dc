import type { Nodes, Parents, Root, Text } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { frontmatterFromMarkdown } from 'mdast-util-frontmatter';
import { gfmFromMarkdown, gfmToMarkdown } from 'mdast-util-gfm';
import { type Handle, toMarkdown } from 'mdast-util-to-markdown';
import { frontmatter } from 'micromark-extension-frontmatter';
import { gfm } from 'micromark-extension-gfm';

/** The syntax tree of a markdown text: CommonMark, GitHub's extensions and frontmatter. */
export function parseMarkdown(markdown: string): Root {
  return fromMarkdown(markdown, {
    extensions: [gfm(), frontmatter(['yaml'])],
    mdastExtensions: [gfmFromMarkdown(), frontmatterFromMarkdown(['yaml'])],
  });
}

/** Serialises a syntax tree as markdown, without a final line break. */
export function printMarkdown(tree: Parents): string {
  return toMarkdown(tree, {
    extensions: [gfmToMarkdown()],
    bullet: '-',
    rule: '-',
    handlers: { text: printText },
  }).trimEnd();
}

/** An underscore that is not escaped, with the escaped backslashes before it. */
const UNDERSCORE = /(?<!\\)((?:\\\\)*)_/g;

/** The service escapes underscores within words, too. */
const printText: Handle = ({ value }: Text, _parent, state, info) => {
  const text = state.safe(value, info);
  return state.stack.includes('autolink') ? text : text.replace(UNDERSCORE, '$1\\_');
};

/** The offsets of a parsed node in its text. */
export function span(node: Nodes): [start: number, end: number] {
  const start = node.position?.start.offset;
  const end = node.position?.end.offset;
  if (start === undefined || end === undefined) throw new Error(`${node.type} has no position`);
  return [start, end];
}

/** A text with Unix line ends and NUL characters replaced. */
export function cleanText(text: string): string {
  return text.replace(/\r\n?/g, '\n').replaceAll('\0', '\uFFFD');
}

/** The form in which texts are stored: Unix line ends, no surrounding blank lines. */
export function normalizeText(markdown: string): string {
  return markdown
    .replace(/\r\n?/g, '\n')
    .replace(/^(?:[ \t]*\n)+/, '')
    .trimEnd();
}
