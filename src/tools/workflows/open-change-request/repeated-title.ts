import { titleLine } from '../../edits/title-line.ts';

const HEADING = /^\s*#{1,6} +([^\n]{1,300}?)(?: +#+)?[ \t]*(?:\n|$)/;

/** What to say of a renamed page whose text still begins with its former title as a heading. */
export function repeatedTitle(
  former: string | undefined,
  { title, markdown = '' }: { title: string; markdown?: string },
): string | undefined {
  if (former === undefined || former === title) return undefined;
  const text = markdown.slice(titleLine(markdown, title)?.[1] ?? 0);
  const [, heading = ''] = HEADING.exec(text) ?? [];
  return sameWords(heading, former) ? `its first heading still says ${heading}` : undefined;
}

/** Apart from case, and the anchor that may follow in a heading. */
function sameWords(heading: string, title: string): boolean {
  const [words = ''] = heading.split(/ *<a /, 1);
  return words.trim().toLowerCase() === title.trim().toLowerCase();
}
