import { sanitizeLines } from '../../../text/index.ts';
import type { PageLink } from './packed-text.ts';

/** Maximum characters of a line to show around a link; the link itself is shown in any case. */
const MAX_SHOWN = 90;
const MIN_AROUND = 40;
const MAX_LINK = 200;
const MARKUP = /^(?:[\s*+>-]|\d+[.)]|#)*$/;

/** Shows the lines of a text around its links, as readers see them. */
export class Surroundings {
  readonly #markdown: string;
  #lines: readonly string[] | undefined;

  constructor(markdown: string) {
    this.#markdown = markdown;
  }

  /** The part of its line around a link, without its target; undefined if the link is the whole line. */
  of({ line, target, whole }: Pick<PageLink, 'line' | 'target' | 'whole'>): string | undefined {
    this.#lines ??= sanitizeLines(this.#markdown).split('\n');
    const text = this.#lines[line - 1] ?? '';
    const from = this.#markdown.lastIndexOf('\n', target.start - 1) + 1;
    const start = Math.max(from, whole.start);
    const [link = ''] = this.#markdown.slice(start, whole.end).split('\n', 1);
    const at = text.startsWith(link, start - from) ? start - from : text.indexOf(link);
    if (at === -1) return undefined;
    const [before, after] = [text.slice(0, at), text.slice(at + link.length)];
    if (MARKUP.test(before) && MARKUP.test(after)) return undefined;
    // The answer names the target beside this.
    const address = this.#markdown.slice(target.start, target.end);
    const short = address === '' ? link : link.replace(address, () => '…');
    const around = Math.max(MIN_AROUND, MAX_SHOWN - short.length);
    const behind = Math.min(after.length, Math.ceil(around / 2));
    const ahead = Math.min(before.length, around - behind);
    const shown = short.length > MAX_LINK ? firstPart(short, MIN_AROUND) : short;
    return `${lastPart(before, ahead)}${shown}${firstPart(after, around - ahead)}`;
  }
}

function lastPart(text: string, length: number): string {
  return text.length <= length
    ? text.trimStart()
    : `…${wholeCharacters(text.slice(text.length - length))}`;
}

function firstPart(text: string, length: number): string {
  return text.length <= length ? text.trimEnd() : `${wholeCharacters(text.slice(0, length))}…`;
}

/** A text without the half of a character that was cut at its start or end. */
function wholeCharacters(text: string): string {
  return text.replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, '');
}
