import { Finder } from './finder.ts';
import type { Range } from './range.ts';
import { readHtmlTag, type Tag } from './tags.ts';

/** Elements that may enclose blocks of markdown; a heading in one belongs to it. */
export const ENCLOSING = new Set(
  'address article aside blockquote center dd details dialog div dl dt fieldset figure footer form header li main nav ol section table tbody td tfoot th thead tr ul'.split(
    ' ',
  ),
);

const BLOCK_NAMES = new Set([
  ...ENCLOSING,
  ...'base basefont body caption col colgroup dir figcaption frame frameset h1 h2 h3 h4 h5 h6 head hr html iframe legend link menu menuitem noframes optgroup option p param search summary title track'.split(
    ' ',
  ),
]);

const VERBATIM = /<(?:script|pre|style|textarea)(?=[\s>]|$)/imy;
const NAME = /<\/?([a-z][a-z0-9-]*)(?=[\s/>]|$)/imy;
const DECLARATION = /<![a-z]/iy;

/** How a block of HTML ends: with a line that has one of these in it, or with a blank line. */
export type HtmlEnd = { with: readonly string[] } | 'blank line';

const VERBATIM_ENDS = ['</script>', '</pre>', '</style>', '</textarea>'];

/** How the block of HTML ends that starts at an offset; undefined if none starts there. */
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

/** Reads the tags and the comments of parts of one text, from left to right. */
export class HtmlReader {
  readonly #text: string;
  readonly #angles: Finder;
  readonly #comments: Finder;

  constructor(text: string) {
    this.#text = text;
    this.#angles = new Finder(text, '<');
    this.#comments = new Finder(text, '-->');
  }

  /** The tags and comments of a part, in their order; what is in a comment is none of them. */
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

  /** The tag or the comment that starts at an offset. */
  readAt(at: number, end: number): Tag | { comment: Range } | undefined {
    if (!this.#text.startsWith('<!--', at)) return readHtmlTag(this.#text, at, end);
    const close = this.#comments.next(at + 4);
    return close === -1 || close >= end ? undefined : { comment: { start: at, end: close + 3 } };
  }
}
