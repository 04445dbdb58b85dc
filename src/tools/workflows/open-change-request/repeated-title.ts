import { titleLine } from '../../edits/title-line.ts';

/**
 * The note for a renamed page whose text still begins with its former title as a heading. Not for a section with which
 * this edit begins the text: `earlier` is the text before, if it is rewritten.
 */
export function repeatedTitleNote(
  former: string | undefined,
  { title, markdown = '' }: { title: string; markdown?: string },
  earlier?: string,
): string | undefined {
  if (former === undefined || former === title) return undefined;
  const line = firstLine(markdown, title);
  const isNew = earlier !== undefined && firstLine(earlier, former) !== line;
  if (!/^#{1,6} /.test(line) || (isNew && !line.startsWith('# '))) return undefined;
  const heading = headingText(line);
  return heading.toLowerCase() === headingText(former).toLowerCase()
    ? `its first heading still says ${heading}`
    : undefined;
}

/** The first line of a text below the title that reading adds. */
function firstLine(markdown: string, title: string): string {
  const text = markdown.slice(titleLine(markdown, title)?.[1] ?? 0).trimStart();
  return text.split('\n', 1)[0] ?? '';
}

/** The text of a heading, without its marks and its anchor. */
function headingText(heading: string): string {
  const [words = ''] = heading.replace(/^#{1,6} /, '').split('<a ', 1);
  return words.trim();
}
