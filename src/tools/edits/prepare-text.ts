import { Markdown } from '@docs-platform-mcp/markdown';
import { pagePartsOf } from '@docs-platform-mcp/markdown/repository';
import { restoreHidden } from '../../text/index.ts';
import { oneLineTags } from './one-line-tags.ts';
import { startsFrontmatter } from './title-line.ts';

interface RewrittenText {
  /** The title of the page. */
  title: string;
  /** The title that the same change gives it. */
  newTitle?: string;
  /** The text as it was read. */
  original: string;
  /** The text to write. */
  markdown: string;
}

/** The whole text of a page in the form to send; `same` if it changes nothing. */
export function prepareText({
  title,
  newTitle,
  original,
  markdown,
}: RewrittenText): { text: string } | 'same' {
  const restored = restoreHidden({ original, edited: markdown });
  const kept = withoutTitle(restored, original, title);
  if (kept.trim() === withoutTitle(original, original, title).trim()) return 'same';
  const text = newTitle === undefined ? kept : withoutNewTitle(kept, newTitle);
  return { text: oneLineTags({ markdown: text, original }) };
}

/**
 * Removes the leading heading that reading a page adds, its title; any other heading is the author's own. It stays above
 * a rule, which the platform would read as the beginning of frontmatter.
 */
function withoutTitle(markdown: string, original: string, title: string): string {
  const [line = ''] = original.split('\n', 1);
  const first = markdown.trimStart();
  const isAdded =
    line.startsWith('# ') &&
    (hasWideGaps(title) || !hasWideGaps(line)) &&
    Markdown.read(line).headings[0]?.text === title.replaceAll(/\s+/g, ' ').trim();
  if (!isAdded || !(first === line || first.startsWith(`${line}\n`))) return markdown;
  const text = first.slice(line.length).replace(/^\n+/, '');
  return startsFrontmatter(text) ? markdown : text;
}

/** Whether there are several blanks between words: a heading with more of them than the title is the author's own. */
function hasWideGaps(text: string): boolean {
  return /\S\s{2}/.test(text.trim());
}

/** Removes the leading heading that repeats the new title, unless a rule below would begin frontmatter. */
function withoutNewTitle(markdown: string, title: string): string {
  const { heading, rest } = pagePartsOf(markdown);
  if (heading?.text !== title) return markdown;
  const text = markdown.slice(rest.start);
  return startsFrontmatter(text) ? markdown : text;
}
