import { DecodedText, Markdown, replaceRanges } from '@docs-platform-mcp/markdown';

const TAG =
  /<\/?(?:a|img|figure|figcaption|table|t[hdr]|details|summary|p|mark|picture|source|br|strong|em|code|pre|i|kbd|sub|sup|u|iframe|div|span|button)(?:\s[^<>]*)?\/?>/gi;

/** Marks of markdown with enough around them to find them in the source. */
const MARKS: readonly RegExp[] = [
  /\{%\s*\w+/g,
  TAG,
  /(?<![*\\])\*\*(?=[^\s*])[^\s*]{1,12}(?=[^\n]*\*\*)/g,
  /(?<![\w\\])__(?=[^\s_])[^\s_]{1,12}(?=[^\n]*__(?!\w))/g,
  /~~(?=[^\s~])[^\s~]{1,12}(?=[^\n]*~~)/g,
  /!?\](?:\([^\s()]{1,20}|\[[^\][\s]{1,20}\])/g,
  /\{#[^{}\s]{1,20}\}[ \t]*$/gm,
];

/** Marks that begin a line, in the source after those of lists and quotations. */
const LINE_MARKS: readonly RegExp[] = [
  /^[ \t]*#{1,6} [^\s#]{1,12}/gm,
  /^[ \t]*\|?[ \t]*:?-{2,}:?[ \t]*(?:\|[ \t]*:?-{2,}:?[ \t]*)*\|?[ \t]*$/gm,
];
const BEFORE_LINE_MARK = /^(?:[ \t]|>|[-*+] |\d{1,9}[.)] )*/;

const ENTITY = /&(?:[a-z]{2,20}|#\d{1,7}|#x[\da-f]{1,6});/gi;

const FOOTNOTE = /\[\^[^\]\s]{1,40}\]/g;

/** An escaped character, or one that a character reference stands for. */
const ESCAPED = /\\([!-/:-@[-`{-~])|&(?:[a-z]{2,20}|#\d{1,7}|#x[\da-f]{1,6});/gi;

/** The value of an attribute. Titles are shown as they are. */
const VALUE = /="[^"\n]*"/g;

/** Stands in the source for a character that is meant to be visible. */
const LITERAL = '\uE000';

/**
 * The marks of markdown, HTML and liquid in a page's visible text that its source has as marks. Those that the source
 * escapes, or that are in HTML, where the service parses no markdown, are meant to be visible, and so are footnotes
 * without a definition, single marks of strong text, and rows of a table within a line.
 */
export function rawMarkup(shown: string, markdown: string): string[] {
  const read = Markdown.read(markdown);
  const code = read.code.map((range) => ({ ...range, text: ' ' }));
  const html = read.blocks.filter(({ type }) => type === 'html');
  const own = code.filter(
    ({ start }) => !html.some((one) => one.start <= start && start < one.end),
  );
  const cut = html.map(({ start, end }) => ({
    start,
    end,
    text: tagsIn(markdown.slice(start, end)),
  }));
  const marks = [...own, ...cut].sort((a, b) => a.start - b.start);
  const written = replaceRanges(markdown, marks);
  const source = written.replaceAll(ESCAPED, LITERAL);
  const words = source.replaceAll(VALUE, '');
  const withHtml = replaceRanges(markdown, own);
  const decoded = new DecodedText(withHtml, () => false).text;
  const masked = withHtml.replaceAll(ESCAPED, LITERAL);
  const isMeant = (mark: string) =>
    countOf(mark, shown) <= countOf(mark, decoded) - countOf(mark, masked);
  return [
    ...marksIn(shown, MARKS).filter((mark) => (isTag(mark) ? source : words).includes(mark)),
    ...marksIn(shown, LINE_MARKS).filter((mark) => beginsLine(words, mark)),
    ...marksIn(shown, [FOOTNOTE]).filter((mark) => source.includes(`${mark}:`)),
    ...marksIn(shown, [ENTITY]).filter((mark) => written.includes(mark)),
  ].filter((mark) => !isMeant(mark));
}

function beginsLine(source: string, mark: string): boolean {
  return source.split('\n').some((line) => line.replace(BEFORE_LINE_MARK, '').startsWith(mark));
}

function isTag(mark: string): boolean {
  return mark.startsWith('<') || mark.startsWith('{%');
}

/** The different marks in a text. */
function marksIn(shown: string, patterns: readonly RegExp[]): string[] {
  const found = patterns.flatMap((pattern) => shown.match(pattern) ?? []);
  return [...new Set(found.map((mark) => mark.trim()))];
}

function countOf(mark: string, text: string): number {
  return text.split(mark).length - 1;
}

function tagsIn(html: string): string {
  return html.match(TAG)?.join(' ') ?? '';
}
