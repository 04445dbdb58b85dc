const TAG = /<!--|-->|<\/?[a-z][^<>]*>/gi;
const NAME = /^<\/?([\w-]+)/;

/** Elements without an end tag. */
const VOID = new Set(
  'area base br col embed hr img input link meta param source track wbr'.split(' '),
);

/** A tag, or a mark of a comment, with what is open after it. */
export interface OpenTag {
  start: number;
  after: number;
  isComment: boolean;
  /** The element that it ends. */
  closes: string | undefined;
  open: OpenElements;
}

/** How many elements are open, by name. */
export class OpenElements {
  readonly #counts = new Map<string, number>();
  total = 0;

  of(name: string): number {
    return this.#counts.get(name) ?? 0;
  }

  change(name: string, by: 1 | -1): void {
    const count = this.of(name);
    if (count + by < 0) return;
    this.#counts.set(name, count + by);
    this.total += by;
  }
}

/** The tags of a text in order. */
export function* tagsOf(html: string): Generator<OpenTag> {
  const open = new OpenElements();
  let isComment = false;
  for (const { 0: tag, index } of html.matchAll(TAG)) {
    const element = (NAME.exec(tag)?.[1] ?? '').toLowerCase();
    const closing = tag.startsWith('</');
    const closed = tag.endsWith('/>');
    const closes = closing && !isComment ? element : undefined;
    if (tag === '<!--' || tag === '-->') isComment = tag === '<!--';
    else if (!isComment && !closed && !VOID.has(element)) open.change(element, closing ? -1 : 1);
    yield { start: index, after: index + tag.length, isComment, closes, open };
  }
}
