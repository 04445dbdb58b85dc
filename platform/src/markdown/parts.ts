import { type Block, endOfLine, Markdown } from '@docs-platform-mcp/markdown';

/** A part of a text whose blocks are parsed on their own. */
export interface TextPart {
  text: string;
  /** Labels, as written, of definitions elsewhere in the text that it may refer to. */
  labels: string[];
  /** It begins with a further item of the list that the previous part ends with. */
  isItem: boolean;
  /** Whether a blank line precedes it. */
  afterBlank: boolean;
  /** Parsing it would take too long. */
  isCostly: boolean;
  /** Whether it has a formula as a block. */
  hasFormula: boolean;
  /** If it is long code alone: its first line, and what the code says. */
  code?: { opening: string; value: string };
}

/** Parsing time grows faster than the text, so a part ends with the first block after one of these limits. */
const PART_CHARACTERS = 1_500;
const PART_BLOCKS = 20;

const INDENT = '    ';

/** A line of indented code that begins with something else than its indentation, such as a tab. */
const TABBED = /^(?! {4}| {0,3}$)/m;

/** Code of so many characters is a part of its own, which needs no parser. */
const LONG_CODE = 20_000;

/** A list is cut between two items after this many of its blocks. */
const LIST_BLOCKS = 60;

/** Maximum size of one indivisible part: a list, quote, table or paragraph. */
const MAX_CHARACTERS = 300_000;
const MAX_BLOCKS = 2_000;
/** Maximum number of quotes and lists around all of its blocks: each further item within copies what was parsed. */
const MAX_CONTAINERS = 4_500;
const MAX_ROWS = 4_000;
const MAX_NESTED_HEADINGS = 300;

/**
 * Maximum emphasis marks and brackets in one paragraph or row, and quote and list marks before the text of one line.
 */
const MAX_SIGNS = 600;
const MAX_BRACKETS = 4_000;
const MAX_MARKS = 50;

/**
 * Maximum number of times an address may begin without a space between them: a search for addresses starts again at
 * each.
 */
const MAX_ADDRESSES = 200;
/** Maximum number of entities in a word with an address: at each, the parser looks whether only such follow. */
const MAX_ENTITIES = 500;
const ENTITY = /&[a-z]+;/gi;
/** Maximum number of lines of a paragraph in a quote or list that have no marks of it: each is compared with all before. */
const MAX_LAZY_LINES = 1_000;
const LAZY_LINE = /\n[^\s>]/g;
const ADDRESS = /www\.|:\/\//i;
const ADDRESSES = /www\.|:\/\//gi;

const LABEL = /\[((?:\\.|[^[\]\\]){1,999})\]/g;
const FOOTNOTE = /^ {0,3}\[(\^[^[\]\s]{1,999})\]:/gm;
const ITEM = /^(?:[-*+]|\d{1,9}[.)])[ \t]/;
const MARKS = /^(?:[ \t]*(?:>|[-*+]|\d{1,9}[.)]))+/;

/** The parts of a text without front matter, in order; together they are the text. */
export function textPartsOf(text: string): TextPart[] {
  const { blocks, definitions } = Markdown.read(text);
  const defined = new Set(
    definitions.map(({ label }) => nameOf(text.slice(label.start, label.end))),
  );
  for (const [, label = ''] of text.matchAll(FOOTNOTE)) defined.add(nameOf(label));
  const parts: TextPart[] = [];
  let start = 0;
  let first = 0;
  let isItem = false;
  const end = (at: number, index: number) => {
    const part = partOf(text.slice(start, at), blocks.slice(first, index), text, defined);
    parts.push({ ...part, isItem, afterBlank: isBlankBefore(text, start) });
    [start, first] = [at, index];
  };
  for (const [index, block] of blocks.entries()) {
    const before = blocks[index - 1];
    if (isLongCode(block, text)) {
      if (block.start > start) end(block.start, index);
      isItem = false;
      end(endOfLine(text, block.end), index + 1);
      continue;
    }
    const isLong = block.start - start >= PART_CHARACTERS || index - first >= PART_BLOCKS;
    // A part with a formula would take a stray delimiter for the beginning of another.
    if (isLong || [block, before].some((one) => one?.type === 'formula')) {
      const item = index - first >= LIST_BLOCKS ? itemAt(text, block, before) : undefined;
      if (startsPart(text, block, before)) {
        end(block.start, index);
        isItem = false;
      } else if (item !== undefined) {
        end(item, index);
        isItem = true;
      }
    }
  }
  end(text.length, blocks.length);
  return parts;
}

/** Whether a block is long code at the left margin, of which only the first line needs a parser. */
function isLongCode(
  { type, start, end, containers, info, isUnclosed }: Block,
  text: string,
): boolean {
  if (type !== 'code' || isUnclosed || containers > 0 || end - start < LONG_CODE) return false;
  const code = text.slice(start, end);
  if ((start > 0 && text[start - 1] !== '\n') || /[\r\0]/.test(code)) return false;
  return info !== undefined || !TABBED.test(code);
}

/** The start of the list item at the left margin whose first block this is. */
function itemAt(text: string, block: Block, before: Block | undefined): number | undefined {
  if (block.containers === 0 || !before?.containers) return undefined;
  const from = Math.max(before.end, block.start - MAX_MARKS);
  const line = text.lastIndexOf('\n', block.start - 1) + 1;
  return line > from && ITEM.test(text.slice(line, block.start)) ? line : undefined;
}

/** Whether a block is independent of everything before it. */
function startsPart(
  text: string,
  { type, start, containers }: Block,
  before: Block | undefined,
): boolean {
  if (containers > 0 || text[start - 1] !== '\n' || /\s/.test(text.charAt(start))) return false;
  if (before?.type === 'heading' || before?.type === 'rule') return true;
  if (type === 'heading' && text[start] === '#') return true;
  return isBlankBefore(text, start);
}

function isBlankBefore(text: string, at: number): boolean {
  return /\n[ \t]*\n$/.test(text.slice(Math.max(0, at - 200), at));
}

/** A part that is long code alone. */
function longCode(text: string): Omit<TextPart, 'isItem' | 'afterBlank'> {
  if (text.startsWith(INDENT)) {
    const indented = text.replace(/\n$/, '').split('\n');
    const value = indented.map((line) => line.slice(INDENT.length)).join('\n');
    const code = { opening: indented[0] ?? '', value };
    return { text, labels: [], isCostly: false, hasFormula: false, code };
  }
  const lines = text.trimEnd();
  const first = lines.indexOf('\n');
  const value = lines.slice(first + 1, lines.lastIndexOf('\n'));
  const code = { opening: lines.slice(0, first), value };
  return { text, labels: [], isCostly: false, hasFormula: false, code };
}

function partOf(
  text: string,
  blocks: readonly Block[],
  whole: string,
  defined: ReadonlySet<string>,
): Omit<TextPart, 'isItem' | 'afterBlank'> {
  const labels = new Map<string, string>();
  if (defined.size > 0) {
    for (const [, label = ''] of text.matchAll(LABEL)) {
      const name = nameOf(label);
      if (defined.has(name)) labels.set(name, label);
    }
  }
  const [only, another] = blocks;
  if (only && !another && isLongCode(only, whole)) return longCode(text);
  const isCode = blocks.every(({ type }) => type === 'code');
  const isCostly =
    blocks.length > MAX_BLOCKS ||
    containersIn(blocks) > MAX_CONTAINERS ||
    (text.length > MAX_CHARACTERS && !isCode) ||
    blocks.filter(({ type }) => type === 'heading').length > MAX_NESTED_HEADINGS ||
    blocks.some((block) => isDense(whole, block));
  const hasFormula = blocks.some(({ type }) => type === 'formula');
  return { text, labels: [...labels.values()], isCostly, hasFormula };
}

function containersIn(blocks: readonly Block[]): number {
  return blocks.reduce((sum, { containers }) => sum + containers, 0);
}

/** Whether a block has more marks than a parser can pair quickly. */
function isDense(text: string, { type, start, end, containers }: Block): boolean {
  const line = text.lastIndexOf('\n', start) + 1;
  const marks = MARKS.exec(text.slice(line, Math.max(start, line)))?.[0] ?? '';
  if (marks.replace(/\s/g, '').length > MAX_MARKS) return true;
  if (type !== 'paragraph' && type !== 'heading' && type !== 'table') return false;
  const own = text.slice(start, end);
  if (own.length <= MAX_SIGNS) return false;
  if (hasJoinedAddresses(own)) return true;
  if (containers > 0 && count(own, LAZY_LINE) > MAX_LAZY_LINES) return true;
  if (type === 'table' && own.split('\n', MAX_ROWS + 1).length > MAX_ROWS) return true;
  const stretches = type === 'table' ? own.split('\n') : [own];
  return stretches.some(
    (stretch) => signsIn(stretch) > MAX_SIGNS || bracketsIn(stretch) > MAX_BRACKETS,
  );
}

/** Whether a word has more addresses, or more entities in one, than a parser can read quickly. */
function hasJoinedAddresses(text: string): boolean {
  if (!ADDRESS.test(text)) return false;
  return text.split(/\s/).some((word) => {
    const addresses = count(word, ADDRESSES);
    return addresses > MAX_ADDRESSES || (addresses > 0 && count(word, ENTITY) > MAX_ENTITIES);
  });
}

function bracketsIn(text: string): number {
  return count(text, /[[\]]/g);
}

function signsIn(text: string): number {
  return count(text, /[*_~]+|[>+-][ \t](?=[>+-])/g);
}

function count(text: string, sign: RegExp): number {
  return text.match(sign)?.length ?? 0;
}

/** The normalised form of a label. */
function nameOf(label: string): string {
  return label.replace(/\s+/g, ' ').trim().toLowerCase().toUpperCase();
}
