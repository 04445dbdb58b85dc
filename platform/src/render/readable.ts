import { type Block, Markdown, replaceRanges } from '@docs-platform-mcp/markdown';
import { tagsOf } from './open-tags.ts';
import { rowsWithAllCells } from './table-rows.ts';

/** The end of an element or a comment, directly followed by text that may be markdown. */
const MAY_CONTINUE = /(?:>[ \t]*\n(?=[ \t]*[^\s<])|-->(?=[ \t]*[^\s<]))/;

/** Signs that a text is markdown, and not the rest of the markup. */
const MARKDOWN =
  /^[ \t]*(?:>|#{1,6} |[-*+] |\d{1,9}[.)] |```|~~~|\||([-*_])\1{2,}[ \t]*$)|\*\*|\]\(|`|\{%/;

/** Part of the second line of a table. */
const DELIMITERS = /-:? ?\|/;

/**
 * The text in a form that its parser reads as authors mean it: with a blank line where markdown directly follows a
 * complete element, a summary or a comment, and with the surplus pipes of table rows escaped. Otherwise the parser
 * would show the markdown as written, and drop the surplus cells.
 */
export function readable(markdown: string): string {
  const mayContinue = MAY_CONTINUE.test(markdown);
  if (!mayContinue && !DELIMITERS.test(markdown)) return markdown;
  const changes = Markdown.read(markdown).blocks.flatMap((block) => {
    if (block.type === 'table') return rowsWithAllCells(markdown, block);
    return mayContinue && block.type === 'html' ? afterElements(markdown, block) : [];
  });
  return replaceRanges(markdown, changes);
}

function afterElements(markdown: string, { start, end, containers }: Block) {
  const at = start + endOfElements(markdown.slice(start, end));
  const rest = markdown.slice(at, end).replace(/^[ \t]*\n/, '');
  if (containers > 0 || at >= end || !MARKDOWN.test(rest.split('\n', 1)[0] ?? '')) return [];
  return [{ start: at, end: end - rest.length, text: '\n\n' }];
}

/** Where the elements at the beginning of a text are complete; its length if text is beside them. */
function endOfElements(html: string): number {
  let end = 0;
  let mayEnd = false;
  for (const { start, after, open, isComment, closes } of tagsOf(html)) {
    if (mayEnd && html.slice(end, start).trim() !== '') return end;
    end = after;
    const isSummary = closes === 'summary' && open.total === open.of('details');
    mayEnd = !isComment && (open.total === 0 || isSummary);
  }
  return mayEnd ? end : html.length;
}
