import type { Block, Definition, Scan, ScannedHeading } from './blocks.ts';
import { type Container, Cursor, continuedContainers, MAX_DEPTH, openItem } from './containers.ts';
import { definitionAt } from './definitions.ts';
import { Pairing } from './enclosures.ts';
import { closesFence, FenceReader } from './fences.ts';
import { StringFinder } from './finder.ts';
import { frontMatterOf } from './front-matter.ts';
import { ENCLOSING, HtmlReader, htmlBlockAt } from './html.ts';
import { readInline } from './inline.ts';
import type { Leaf } from './leaf.ts';
import { headingMark, isDelimiterRow, isRule, isUnderline } from './marks.ts';
import { blankRanges, type Range } from './range.ts';
import { LiquidReader, type Tag } from './tags.ts';

/** A heading, with the indexes of the tags of each kind that were open before and after it. */
interface OpenedHeading {
  heading: ScannedHeading;
  before: { liquid: number; html: number };
  after: { liquid: number; html: number };
}

/** Headings beyond this number are read as paragraphs, so that lists of headings stay small. */
const MAX_HEADINGS = 50_000;

const CODE_INDENT = 4;
const QUOTE = 0x3e;
const ENCLOSING_TAG = new RegExp(`</?(?:${[...ENCLOSING].join('|')})[\\s/>]`, 'i');

/** Scans the blocks of a text line by line, in steps of any size. */
export class Scanner {
  readonly #text: string;
  readonly #lines: StringFinder;
  readonly #fences: FenceReader;
  readonly #liquidReader: LiquidReader;
  readonly #htmlReader: HtmlReader;
  readonly #liquid = new Pairing('liquid');
  readonly #html = new Pairing('html');
  readonly #blocks: Block[] = [];
  readonly #headings: OpenedHeading[] = [];
  readonly #definitions: Definition[] = [];
  readonly #quoteMarks: Range[] = [];
  readonly #containers: Container[] = [];
  #leaf: Leaf | undefined;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
    this.#lines = new StringFinder(text, '\n');
    this.#fences = new FenceReader(text);
    this.#liquidReader = new LiquidReader(text);
    this.#htmlReader = new HtmlReader(text);
    const front = frontMatterOf(text);
    if (!front) return;
    this.#at = front.end;
    this.#emit('front-matter', { start: 0, end: front.inner.end + 3 }, front.inner);
  }

  /** Scans about this many more characters; returns false at the end. */
  advance(characters = Number.POSITIVE_INFINITY): boolean {
    const until = this.#at + characters;
    while (this.#at < this.#text.length && this.#at < until) this.#readLine();
    return this.#at < this.#text.length;
  }

  /** The result, once everything is scanned. */
  finish(): Scan {
    this.#closeLeaf();
    const liquid = this.#liquid.result();
    const html = this.#html.result();
    return {
      text: this.#text,
      unquoted: blankRanges(this.#text, this.#quoteMarks),
      blocks: this.#blocks,
      // Completed in place, because a copy of each takes several times as long.
      headings: this.#headings.map(({ heading, before, after }) => {
        heading.liquid = liquid.placeOf(after.liquid);
        heading.html = html.placeOf(after.html);
        heading.straddles =
          liquid.placeOf(before.liquid) !== heading.liquid ||
          html.placeOf(before.html) !== heading.html;
        return heading;
      }),
      definitions: this.#definitions,
      liquid: liquid.enclosures,
      html: html.enclosures,
      unpaired: { liquid: liquid.unpaired, html: html.unpaired },
      literals: this.#liquidReader.literals,
    };
  }

  #readLine(): void {
    const start = this.#at;
    const found = this.#lines.next(start);
    this.#at = found === -1 ? this.#text.length : found + 1;
    const lineEnd = found === -1 ? this.#text.length : found;
    const end = this.#text.charAt(lineEnd - 1) === '\r' && lineEnd > start ? lineEnd - 1 : lineEnd;
    const cursor = new Cursor(this.#text, start, end);
    const kept = continuedContainers(this.#containers, cursor);
    if (kept > 0 && this.#containers.some(({ kind }) => kind === 'quote')) {
      this.#quoteMarks.push({ start, end: cursor.at });
    }
    if (kept === this.#containers.length && this.#goesOn(cursor, start)) return;
    this.#startBlocks(cursor, kept, start);
  }

  /** Whether the open leaf block takes any line. */
  #goesOn(cursor: Cursor, lineStart: number): boolean {
    const leaf = this.#leaf;
    if (leaf?.type === 'fence') {
      if (closesFence(this.#text, cursor, leaf.fence)) {
        const content = { start: leaf.from, end: Math.max(leaf.from, lineStart) };
        const { type, info } = leaf.fence;
        this.#emit(type, { start: leaf.start, end: cursor.end }, content, { info });
        this.#leaf = undefined;
      } else leaf.end = cursor.end;
      return true;
    }
    if (leaf?.type !== 'html') return false;
    if (leaf.until === 'blank line') {
      const next = this.#text.slice(cursor.at, cursor.end).trimStart();
      if (next === '' || next.startsWith('{%')) return false;
      leaf.end = cursor.end;
      return true;
    }
    leaf.end = cursor.end;
    if (this.#hasEnd(leaf.until.with, cursor.at, cursor.end)) this.#closeLeaf();
    return true;
  }

  #hasEnd(ends: readonly string[], from: number, end: number): boolean {
    const line = this.#text.slice(from, end).toLowerCase();
    return ends.some((mark) => line.includes(mark));
  }

  #startBlocks(cursor: Cursor, kept: number, lineStart: number): void {
    for (let open = kept; ; open += 1) {
      const { at, column } = cursor;
      const indent = cursor.skipSpace();
      if (cursor.isAtEnd) {
        this.#blankLine(open);
        return;
      }
      const isText = this.#leaf?.type === 'paragraph' || this.#leaf?.type === 'table';
      const inParagraph = isText && open === this.#containers.length;
      if (this.#leaf?.type !== 'indented' || indent < CODE_INDENT) {
        if (this.#startLiquid(cursor, open, indent)) return;
      }
      if (indent >= CODE_INDENT) {
        if (isText) this.#addText(cursor, open, lineStart);
        else {
          cursor.at = at;
          cursor.column = column;
          this.#addIndented(cursor, open);
        }
        return;
      }
      if (cursor.code === QUOTE && open < MAX_DEPTH) {
        this.#closeTo(open);
        this.#containers.push({ kind: 'quote' });
        cursor.skipQuote();
        continue;
      }
      if (this.#startLeaf(cursor, open, lineStart, inParagraph)) return;
      const item = open < MAX_DEPTH ? openItem(this.#text, cursor, inParagraph) : undefined;
      if (!item) {
        this.#addText(cursor, open, lineStart);
        return;
      }
      this.#closeTo(open);
      this.#containers.push(item);
    }
  }

  #blankLine(open: number): void {
    if (open < this.#containers.length) this.#closeTo(open);
    else if (this.#leaf?.type !== 'indented') this.#closeLeaf();
  }

  /** A liquid tag at the beginning of a line is a block, and so is each tag that follows it directly. */
  #startLiquid(cursor: Cursor, open: number, indent: number): boolean {
    if (!this.#text.startsWith('{%', cursor.at)) return false;
    let tag = this.#liquidReader.read(cursor.at, this.#text.length);
    if (!tag) return false;
    this.#closeTo(open);
    let at = cursor.at;
    let end = cursor.end;
    for (; tag; tag = this.#liquidReader.read(at, this.#text.length)) {
      this.#takeLiquid(tag);
      this.#emit('liquid', tag, tag, { tag, indent });
      if (tag.end > end) {
        const next = this.#lines.next(tag.end);
        end = next === -1 ? this.#text.length : next;
        this.#at = next === -1 ? end : end + 1;
      }
      at = tag.end;
      while (at < end && this.#text.charCodeAt(at) <= 32) at += 1;
      if (!this.#text.startsWith('{%', at)) break;
    }
    if (at < end) this.#leaf = { type: 'paragraph', start: at, end, lines: 1, lineStart: at };
    return true;
  }

  /** A tag that closes a block also closes the lists and quotes in that block. */
  #takeLiquid(tag: Tag): void {
    const depth = this.#liquid.take(tag, this.#containers.length);
    if (depth !== undefined && depth < this.#containers.length) this.#closeTo(depth);
  }

  #startLeaf(cursor: Cursor, open: number, lineStart: number, inParagraph: boolean): boolean {
    const text = this.#text;
    const start = cursor.at;
    const range = { start, end: cursor.end };
    const atx = headingMark(text, cursor);
    if (atx) {
      this.#closeTo(open);
      this.#addHeading(atx.depth, range, atx.content, lineStart);
      return true;
    }
    const fence = this.#fences.opened(cursor);
    if (fence) {
      this.#closeTo(open);
      const from = Math.min(cursor.end + 1, text.length);
      this.#leaf = { type: 'fence', ...range, fence, from };
      return true;
    }
    const until =
      text.charAt(start) === '<' ? htmlBlockAt(text, start, cursor.end, inParagraph) : undefined;
    if (until) {
      this.#closeTo(open);
      this.#leaf = { type: 'html', ...range, until };
      if (until !== 'blank line' && this.#hasEnd(until.with, start, cursor.end)) this.#closeLeaf();
      return true;
    }
    const leaf = this.#leaf;
    if (inParagraph && leaf?.type === 'paragraph') {
      if (isUnderline(text, cursor)) return this.#underline(leaf, cursor);
      if (leaf.lines === 1 && isDelimiterRow(text, leaf, cursor)) {
        this.#leaf = { type: 'table', start: leaf.start, end: cursor.end };
        return true;
      }
    }
    if (!isRule(text, cursor)) return false;
    this.#closeTo(open);
    this.#emit('rule', range, range);
    return true;
  }

  /** Turns the paragraph above into a heading; returns false if it consists only of definitions. */
  #underline(leaf: Leaf & { type: 'paragraph' }, cursor: Cursor): boolean {
    this.#leaf = undefined;
    const content = this.#takeDefinitions(leaf);
    if (content.start >= content.end) return false;
    const depth = this.#text.charAt(cursor.at) === '=' ? 1 : 2;
    const lineStart = content.start === leaf.start ? leaf.lineStart : content.start;
    this.#addHeading(depth, { start: content.start, end: cursor.end }, content, lineStart);
    return true;
  }

  #addHeading(depth: number, range: Range, content: Range, lineStart: number): void {
    const before = { liquid: this.#liquid.innermost, html: this.#html.innermost };
    this.#takeTagsIn(content);
    const after = { liquid: this.#liquid.innermost, html: this.#html.innermost };
    if (this.#headings.length >= MAX_HEADINGS) {
      this.#emit('paragraph', range, content);
      return;
    }
    const nested = this.#containers.length > 0;
    const { start, end } = range;
    const heading: ScannedHeading = {
      start,
      end,
      depth,
      content: { start: content.start, end: content.end },
      nested,
      lineStart,
      liquid: -1,
      html: -1,
      straddles: false,
    };
    this.#headings.push({ heading, before, after });
    this.#emit('heading', range, content);
  }

  #addText(cursor: Cursor, open: number, lineStart: number): void {
    const leaf = this.#leaf;
    const isLazy = open < this.#containers.length;
    if (leaf?.type === 'paragraph' || (leaf?.type === 'table' && !isLazy)) {
      leaf.end = cursor.end;
      if (leaf.type === 'paragraph') leaf.lines += 1;
      return;
    }
    this.#closeTo(open);
    this.#leaf = { type: 'paragraph', start: cursor.at, end: cursor.end, lines: 1, lineStart };
  }

  #addIndented(cursor: Cursor, open: number): void {
    if (this.#leaf?.type === 'indented' && open === this.#containers.length) {
      this.#leaf.end = cursor.end;
      return;
    }
    this.#closeTo(open);
    this.#leaf = { type: 'indented', start: cursor.at, end: cursor.end };
  }

  #closeTo(open: number): void {
    this.#closeLeaf();
    // Whatever closes the leaf may have closed more.
    this.#containers.length = Math.min(open, this.#containers.length);
  }

  #closeLeaf(): void {
    const leaf = this.#leaf;
    this.#leaf = undefined;
    if (!leaf) return;
    const { start, end } = leaf;
    const range = { start, end };
    switch (leaf.type) {
      case 'paragraph': {
        const content = this.#takeDefinitions(leaf);
        if (content.start >= content.end) return;
        this.#takeTagsIn(content);
        this.#emit('paragraph', content, content);
        return;
      }
      case 'table':
        this.#takeTagsIn(range);
        this.#emit('table', range, range);
        return;
      case 'fence': {
        const content = { start: Math.min(leaf.from, end), end };
        this.#emit(leaf.fence.type, range, content, { info: leaf.fence.info, isUnclosed: true });
        return;
      }
      case 'indented':
        this.#emit('code', range, range);
        return;
      case 'html':
        this.#emit('html', range, range);
        if (leaf.until !== 'blank line') return;
        for (const tag of this.#htmlReader.read(range)) this.#takeElement(tag);
    }
  }

  /** Removes the definitions at the beginning of a paragraph, and returns the rest. */
  #takeDefinitions({ start, end }: Range): Range {
    let from = start;
    while (this.#text.charAt(from) === '[') {
      const definition = definitionAt(this.#text, { start: from, end });
      if (!definition) break;
      this.#definitions.push(definition);
      this.#emit('definition', definition, definition.target);
      from = definition.end;
      while (from < end && this.#text.charCodeAt(from) <= 32) from += 1;
    }
    return { start: from, end };
  }

  /** Tags in inline text may open and close blocks, too. */
  #takeTagsIn(part: Range): void {
    const text = this.#text.slice(part.start, part.end);
    if (!text.includes('{%') && !(text.includes('<') && ENCLOSING_TAG.test(text))) return;
    const { html, liquid } = readInline(this.#text, part, {
      html: this.#htmlReader,
      liquid: this.#liquidReader,
      defines: () => false,
    });
    for (const tag of liquid) this.#takeLiquid(tag);
    for (const tag of html) this.#takeElement(tag);
  }

  #takeElement(tag: Tag | { comment: Range }): void {
    if ('comment' in tag || !ENCLOSING.has(tag.name)) return;
    this.#html.take(tag, this.#containers.length);
  }

  #emit(
    type: Block['type'],
    range: Range,
    content: Range,
    more?: Pick<Block, 'info' | 'isUnclosed' | 'tag' | 'indent'>,
  ): void {
    const own = { start: content.start, end: content.end };
    const { start, end } = range;
    const containers = this.#containers.length;
    const block = { type, start, end, content: own, containers };
    this.#blocks.push(more ? { ...block, ...more } : block);
  }
}
