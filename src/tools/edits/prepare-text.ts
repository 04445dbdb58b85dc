import { Markdown } from '@docs-platform-mcp/markdown';
import { restoreHidden } from '../../text/index.ts';
import { oneLineTags } from './one-line-tags.ts';
import { startsFrontmatter } from './title-line.ts';
import { isTruncatedText } from './truncated-text.ts';

interface RewrittenText {
  /** The title of the page. */
  title: string;
  /** The text as it was read. */
  original: string;
  /** The text to write. */
  markdown: string;
  /** Maximum number of tokens of a text in an answer. */
  maxTokens?: number;
}

/**
 * The whole text of a page in the form to send; `cut` if it is only the part of the original that was shown, and
 * `same` if it changes nothing.
 */
export async function prepareText({
  title,
  original,
  markdown,
  maxTokens,
}: RewrittenText): Promise<{ text: string } | 'cut' | 'same'> {
  if (await isTruncatedText({ stored: original, written: markdown }, maxTokens)) return 'cut';
  const restored = restoreHidden({ original, edited: markdown });
  if (restored.trim() === original.trim()) return 'same';
  const text = withoutTitle(restored, original, title);
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
    Markdown.read(line).headings[0]?.text === title.replaceAll(/\s+/g, ' ').trim();
  if (!isAdded || !(first === line || first.startsWith(`${line}\n`))) return markdown;
  const text = first.slice(line.length).replace(/^\n+/, '');
  return startsFrontmatter(text) ? markdown : text;
}
