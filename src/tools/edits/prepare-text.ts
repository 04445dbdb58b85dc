import { Markdown } from '@docs-platform-mcp/markdown';
import { restoreHidden } from '../../text/index.ts';
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
  return { text: oneLineTags(withoutTitle(restored, original, title)) };
}

/** Removes the leading heading that reading a page adds, its title; any other heading is the author's own. */
function withoutTitle(markdown: string, original: string, title: string): string {
  const [line = ''] = original.split('\n', 1);
  const first = markdown.trimStart();
  const isAdded =
    line.startsWith('# ') &&
    Markdown.read(line).headings[0]?.text === title.replaceAll(/\s+/g, ' ').trim();
  if (!isAdded || !(first === line || first.startsWith(`${line}\n`))) return markdown;
  return first.slice(line.length).replace(/^\n+/, '');
}

/** A text with each tag on one line, because the platform only reads those. */
export function oneLineTags(markdown: string): string {
  const parts: string[] = [];
  let done = 0;
  for (let start = markdown.indexOf('{%'); start !== -1; start = markdown.indexOf('{%', done)) {
    const end = markdown.indexOf('%}', start + 2);
    if (end === -1) break;
    const tag = markdown.slice(start, end + 2);
    parts.push(
      markdown.slice(done, start),
      tag.replaceAll(/\s+/g, (run) => (run.includes('\n') ? ' ' : run)),
    );
    done = end + 2;
  }
  return parts.join('') + markdown.slice(done);
}
