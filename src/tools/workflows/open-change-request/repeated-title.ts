import { titleLine } from '../../edits/title-line.ts';

/** The note for a renamed page whose text still begins with its former title as a heading. */
export function repeatedTitle(
  former: string | undefined,
  { title, markdown = '' }: { title: string; markdown?: string },
): string | undefined {
  if (former === undefined || former === title) return undefined;
  const text = markdown.slice(titleLine(markdown, title)?.[1] ?? 0).trimStart();
  const [line = ''] = text.split('\n', 1);
  if (!/^#{1,6} /.test(line)) return undefined;
  const heading = wordsOf(line);
  return heading.toLowerCase() === wordsOf(former).toLowerCase()
    ? `its first heading still says ${heading}`
    : undefined;
}

/** The text of a heading, without its marks and its anchor. */
function wordsOf(heading: string): string {
  const [words = ''] = heading.replace(/^#{1,6} /, '').split('<a ', 1);
  return words.trim();
}
