import {
  type Block,
  type Enclosure,
  Markdown,
  type Range,
  type Section,
} from '@docs-platform-mcp/markdown';

/** Where a text is added: at the beginning of a page or section, after its heading, at its end, or before a section. */
export interface InsertionPoint {
  title: string;
  at: 'start' | 'end' | 'before';
  section?: Section;
  /** A text that is no heading, beside which the other one is added. */
  anchor?: Range;
}

/** Where a text is added, and the line ends before and behind it. */
export interface Place {
  at: number;
  lead: string;
  tail: string;
  /** Columns by which to indent the text, as a part of a list item. */
  indent?: number;
  /** Whether it is in no list, where blanks before the text would mean nothing. */
  isApart?: true;
}

/** Where to add a text: there, at the end of a section, or nowhere for a reason. */
export type Found = { place: Place } | { section: Section } | { problem: string };

const ROWS = /^[ \t]*\|[^\n]*(?:\n[ \t]*\|[^\n]*)*$/;
const DELIMITER_ROW = /^[ \t|:-]+$/m;
const ITEM = /^([ \t]*)([*+-]|\d{1,9}[.)])[ \t]/;
/** An element that only occurs within others, which may be on the same line. */
const ELEMENT = /^<(tr|td|th|li)[\s>]/i;

/** Liquid blocks and HTML elements with paragraphs in them. */
const TEXTUAL = new Set('hint tab step update column expandable if prompt details div'.split(' '));

/** Whether a text consists of rows of a table. */
export function isRows(text: string): boolean {
  return ROWS.test(text) && !DELIMITER_ROW.test(text);
}

/** The indentation and the kind of mark of a text that begins with a list item. */
export function itemIn(text: string): { indent: string; kind: string } | undefined {
  const [, indent, mark] = ITEM.exec(text) ?? [];
  return indent === undefined || mark === undefined ? undefined : { indent, kind: mark.slice(-1) };
}

/**
 * Where to add a text beside another one of the page: a row beside a row, an item beside an item, anything else beside
 * the block that the other one is in.
 */
export function besideText(
  shown: string,
  anchor: Range,
  added: string,
  side: 'before' | 'after',
): Found {
  const element = ELEMENT.exec(added)?.[1]?.toLowerCase();
  if (element !== undefined) return besideElement(shown, anchor, element, side);
  const text = Markdown.read(shown);
  const touched = text.blocks.filter((one) => touches(one, lineAt(shown, anchor)));
  const near = touched.filter((one) => touches(one, anchor));
  const block = side === 'after' ? (near.at(-1) ?? touched.at(-1)) : (near[0] ?? touched[0]);
  if (!block) return { place: apart(shown, lineAt(shown, anchor), side) };
  const section = text.sections.find(({ start, bodyStart }) => {
    return start <= anchor.start && anchor.end <= bodyStart;
  });
  if (section && side === 'after') return { section };
  if (block.type === 'table' && isRows(added))
    return { place: besideRow(shown, block, anchor, side) };
  if (block.containers > 0 && !isQuoted(shown, anchor))
    return besideItem(shown, { anchor, block }, added, side);
  return { place: apart(shown, outermost(text, lineAt(shown, block)), side) };
}

/** The lines of a range. */
function lineAt(shown: string, { start, end }: Range): Range {
  const from = shown.lastIndexOf('\n', start - 1) + 1;
  const to = shown.indexOf('\n', Math.max(start, end - 1));
  return { start: start === 0 ? 0 : from, end: to === -1 ? shown.length : to };
}

function isQuoted(shown: string, anchor: Range): boolean {
  return shown.slice(lineAt(shown, anchor).start).trimStart().startsWith('>');
}

/** The range, or that of the outermost block around it between which and its text no paragraphs can be. */
function outermost(text: Markdown, range: Range): Range {
  const around = [...text.liquid, ...text.html].filter((one) => touches(one, range));
  const textual = around.filter((one) => TEXTUAL.has(one.name) && isInside(range, one));
  const limit = Math.max(-1, ...textual.map(({ start }) => start));
  const closed = around.filter(({ start }) => start > limit);
  return {
    start: Math.min(range.start, ...closed.map(({ start }) => start)),
    end: Math.max(range.end, ...closed.map(({ end }) => end)),
  };
}

function touches({ start, end }: Range, range: Range): boolean {
  return start < range.end && range.start < end;
}

function isInside({ start, end }: Range, { inner }: Enclosure): boolean {
  return inner.start <= start && end <= inner.end;
}

const BLANK_LINE = /^[ \t]*\r?\n[ \t]*\r?\n/;
const CLOSING_TAG = /^\s*(?:\{%-?\s*end|<\/)/;
const OPENING_TAG = /\{%-?\s*(?!end)\w[^\n]*%\}$/;

/** Before or after a range of whole lines, with a blank line to what follows. */
export function apart(shown: string, { start, end }: Range, side: 'before' | 'after'): Place {
  if (side === 'after') return { at: end, lead: '\n\n', tail: tailAt(shown, end), isApart: true };
  const at = shown.slice(0, start).trimEnd().length;
  if (at === 0) return { at, lead: '', tail: '\n\n', isApart: true };
  const line = shown.slice(shown.lastIndexOf('\n', at - 1) + 1, at);
  const lead = OPENING_TAG.test(line) ? '\n' : '\n\n';
  return { at, lead, tail: tailAt(shown, at), isApart: true };
}

/** The line end to add behind a text, so that a blank line follows. */
export function tailAt(shown: string, at: number): string {
  const behind = shown.slice(at);
  return behind.trim() === '' || BLANK_LINE.test(behind) || CLOSING_TAG.test(behind) ? '' : '\n';
}

function besideElement(
  shown: string,
  anchor: Range,
  name: string,
  side: 'before' | 'after',
): Found {
  const closing = `</${name}>`;
  const lower = shown.toLowerCase();
  const start = lower.lastIndexOf(`<${name}`, anchor.start);
  const end = lower.indexOf(closing, Math.max(start, anchor.end - closing.length));
  if (start === -1 || end === -1 || lower.lastIndexOf(closing, anchor.start - 1) > start)
    return { problem: `that text is in no <${name}>.` };
  return { place: { at: side === 'after' ? end + closing.length : start, lead: '', tail: '' } };
}

/** Beside a row of a table; below its head if that is named. */
function besideRow(shown: string, table: Block, anchor: Range, side: 'before' | 'after'): Place {
  const lines = shown.slice(table.start, table.end).split('\n', 2);
  const head = table.start + lines.join('\n').length;
  const line = lineAt(shown, anchor);
  const at = Math.max(head, side === 'after' ? line.end : line.start - 1);
  return { at, lead: '\n', tail: '' };
}

/** Beside an item of a list; another text than an item before or after the list, or else as part of the item. */
function besideItem(
  shown: string,
  { anchor, block }: { anchor: Range; block: Block },
  added: string,
  side: 'before' | 'after',
): Found {
  const own = itemIn(added);
  const indent = /^[ \t]*/.exec(added)?.[0].length ?? 0;
  const from = block.type === 'code' ? block : anchor;
  const item = itemAround(shown, from, indent);
  const named = itemNamed(shown, anchor);
  if (named && own?.indent === '' && named.kind === own.kind)
    return { place: { ...besideSibling(shown, named, side), indent: named.indent.length } };
  if (item && item.indent === own?.indent && item.kind === own.kind)
    return { place: besideSibling(shown, item, side) };
  const { end } = lineAt(shown, block);
  const within = { at: end, lead: own ? '\n' : '\n\n', tail: own ? '' : tailAt(shown, end) };
  if (side === 'after' && item && indent > item.indent.length) return { place: within };
  const top = itemAround(shown, from, 0);
  const list = top && listAround(shown, top);
  const isAtEdge = list && list[EDGES[side]] === top[EDGES[side]];
  if (isAtEdge) return { place: apart(shown, list, side) };
  const around = itemAround(shown, from, Number.MAX_SAFE_INTEGER);
  if (side === 'before' || own || !around) return { problem: WITHIN_LIST };
  return { place: { ...within, indent: around.indent.length + around.mark.length + 1 } };
}

function besideSibling(shown: string, item: Item, side: 'before' | 'after'): Place {
  const gap = isLoose(shown, item) ? '\n\n' : '\n';
  return side === 'after'
    ? { at: item.end, lead: gap, tail: '' }
    : { at: Math.max(0, item.start - 1), lead: '\n', tail: gap.slice(1) };
}

/** The indented item that a text names by its mark, but without its indentation. */
function itemNamed(shown: string, anchor: Range): Item | undefined {
  const { start } = lineAt(shown, { start: anchor.start, end: anchor.start + 1 });
  const indent = shown.slice(start, anchor.start);
  if (indent === '' || indent.trim() !== '') return undefined;
  const item = itemAround(shown, anchor, indent.length);
  return item?.start === start ? item : undefined;
}

const EDGES = { before: 'start', after: 'end' } as const;
const WITHIN_LIST =
  'that text is within a list: give new as an item with the same mark and indentation, or name the first or the last item of the list.';

interface Item extends Range {
  indent: string;
  kind: string;
  mark: string;
}

/** The nearest item around a text that is not further in. */
function itemAround(shown: string, anchor: Range, indent: number): Item | undefined {
  let { start } = lineAt(shown, { start: anchor.start, end: anchor.start + 1 });
  for (;;) {
    const line = shown.slice(start, lineAt(shown, { start, end: start + 1 }).end);
    const [, own, mark] = ITEM.exec(line) ?? [];
    if (own !== undefined && mark !== undefined && own.length <= indent) {
      const end = endOfItem(shown, start, own.length);
      return { start, end, indent: own, mark, kind: mark.slice(-1) };
    }
    if (start === 0 || (/^\S/.test(line) && own === undefined)) return undefined;
    start = shown.lastIndexOf('\n', start - 2) + 1;
  }
}

/** The end of an item: of the last line that is further in, or that goes on with its paragraph. */
function endOfItem(shown: string, start: number, indent: number): number {
  let { end } = lineAt(shown, { start, end: start + 1 });
  let isBlank = false;
  for (let at = end + 1; at < shown.length; ) {
    const line = lineAt(shown, { start: at, end: at + 1 });
    const words = shown.slice(line.start, line.end);
    const further = words.length - words.trimStart().length > indent;
    if (words.trim() !== '') {
      if (!further && (isBlank || ITEM.test(words) || /^\s*(?:\{%|<|#)/.test(words))) break;
      end = line.end;
    }
    isBlank = words.trim() === '';
    at = line.end + 1;
  }
  return end;
}

/** The list around an item. */
function listAround(shown: string, item: Item): Range {
  let [first, last] = [item, item];
  for (let one: Item | undefined = item; one; one = previousItem(shown, one)) first = one;
  for (let one: Item | undefined = item; one; one = nextItem(shown, one)) last = one;
  return { start: first.start, end: last.end };
}

function nextItem(shown: string, item: Item): Item | undefined {
  const rest = shown.slice(item.end);
  const at = item.end + rest.length - rest.trimStart().length;
  return itemBeside(shown, item, at);
}

function previousItem(shown: string, item: Item): Item | undefined {
  const found = itemBeside(shown, item, shown.slice(0, item.start).trimEnd().length - 1);
  return found && found.start < item.start ? found : undefined;
}

/** The item of the same list around an offset. */
function itemBeside(shown: string, { indent, kind, end }: Item, at: number): Item | undefined {
  if (at < 0 || at >= shown.length) return undefined;
  const found = itemAround(shown, { start: at, end: at + 1 }, indent.length);
  const isAlike = found?.indent === indent && found.kind === kind && found.end > at;
  return isAlike && found.end !== end ? found : undefined;
}

/** Whether blank lines are between the items of a list. */
function isLoose(shown: string, item: Item): boolean {
  const next = nextItem(shown, item);
  const above = next ? item : previousItem(shown, item);
  return above !== undefined && (next ?? item).start - above.end > 1;
}
