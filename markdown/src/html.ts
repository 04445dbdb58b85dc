import { StringFinder } from './finder.ts';
import type { Range } from './range.ts';
import { readHtmlTag, type Tag } from './tags.ts';

/** Elements that may contain blocks of markdown; a heading inside belongs to the element. */
export const ENCLOSING = new Set(
  'address article aside blockquote center dd details dialog div dl dt fieldset figure footer form header li main nav ol section table tbody td tfoot th thead tr ul'.split(
    ' ',
  ),
);

/** Elements that end a word. */
export const SEPARATING: ReadonlySet<string> = new Set([
  ...ENCLOSING,
  ...'br figcaption h1 h2 h3 h4 h5 h6 hr p summary'.split(' '),
]);

const BLOCK_NAMES = new Set([
  ...ENCLOSING,
  ...'base basefont body caption col colgroup dir figcaption frame frameset h1 h2 h3 h4 h5 h6 head hr html iframe legend link menu menuitem noframes optgroup option p param search summary title track'.split(
    ' ',
  ),
]);

const VERBATIM = /<(?:script|pre|style|textarea)(?=[\s>]|$)/imy;
const NAME = /<\/?([a-z][a-z0-9-]*)(?=[\s/>]|$)/imy;
const DECLARATION = /<![a-z]/iy;

/** What ends an HTML block: a line that contains one of these, or a blank line. */
export type HtmlEnd = { with: readonly string[] } | 'blank line';

const VERBATIM_ENDS = ['</script>', '</pre>', '</style>', '</textarea>'];

/** The end condition of the HTML block at an offset; undefined if none starts there. */
export function htmlBlockAt(
  text: string,
  at: number,
  lineEnd: number,
  inParagraph: boolean,
): HtmlEnd | undefined {
  if (matches(VERBATIM, text, at)) return { with: VERBATIM_ENDS };
  if (text.startsWith('<!--', at)) return { with: ['-->'] };
  if (text.startsWith('<?', at)) return { with: ['?>'] };
  if (text.startsWith('<![CDATA[', at)) return { with: [']]>'] };
  if (matches(DECLARATION, text, at)) return { with: ['>'] };
  const name = matches(NAME, text, at)?.[1]?.toLowerCase();
  if (name === undefined) return undefined;
  if (BLOCK_NAMES.has(name)) return 'blank line';
  if (inParagraph) return undefined;
  const tag = readHtmlTag(text, at, lineEnd);
  return tag && text.slice(tag.end, lineEnd).trim() === '' ? 'blank line' : undefined;
}

function matches(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** Reads the tags and comments in ranges of one text, from left to right. */
export class HtmlReader {
  readonly #text: string;
  readonly #angles: StringFinder;
  readonly #comments: StringFinder;

  constructor(text: string) {
    this.#text = text;
    this.#angles = new StringFinder(text, '<');
    this.#comments = new StringFinder(text, '-->');
  }

  /** The tags and comments of a range, in order. Tags within comments do not count. */
  read(part: Range): (Tag | { comment: Range })[] {
    const found: (Tag | { comment: Range })[] = [];
    for (let at = this.#angles.next(part.start); at !== -1 && at < part.end; ) {
      const item = this.readAt(at, part.end);
      if (item) found.push(item);
      const next = item === undefined ? at + 1 : 'comment' in item ? item.comment.end : item.end;
      at = this.#angles.next(next);
    }
    return found;
  }

  /** The tag or comment at an offset. */
  readAt(at: number, end: number): Tag | { comment: Range } | undefined {
    if (!this.#text.startsWith('<!--', at)) return readHtmlTag(this.#text, at, end);
    const close = this.#comments.next(at + 4);
    return close === -1 || close >= end ? undefined : { comment: { start: at, end: close + 3 } };
  }
}
