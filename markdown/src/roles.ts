import type { Block, Scan } from './blocks.ts';
import type { Enclosure } from './enclosures.ts';
import type { PlainLine } from './lines.ts';

/** What a visible line is to the lines around it. */
export type LineRole =
  /** It names them: a bold line, or the title of an expandable or of a tab. */
  | 'label'
  /** It is the first one that no label names, after others that one does. */
  | 'unlabelled'
  /** The caption of a figure or of a link in a block of its own, or the description of a picture. */
  | 'caption'
  | 'code'
  /** It begins an item of a list. */
  | 'item'
  /** It goes on with an item of a list, or is in a quote. */
  | 'contained';

/** The role of a line, and in how many items of lists and quotes it is. */
export interface RoleOfLine {
  /** Undefined for ordinary text. */
  role: LineRole | undefined;
  containers: number;
}

/** How the first line of an item begins. */
const ITEM = /^(?:[-*+]|\d{1,9}[.)])[ \t]/;

/** What precedes it on its line. */
const QUOTES = /^[\s>]*/;

/** A line in bold, and nothing else. A sentence in bold is a statement. */
const BOLD =
  /^(?:\*\*(?=\S)[^*\n]{1,120}(?<![.!。！])\*\*|__(?=\S)[^_\n]{1,120}(?<![.!。！])__)[:：]?\\?$/;

const SUMMARY = /^(?:<details(?:\s[^<>]*)?>\s*)?<summary[\s>]/i;
const FIGURE = /<figure[\s>]/i;

/** Liquid blocks around a link, whose text readers see as its caption, if at all. */
const LINKS = new Set(
  'content-ref embed file openapi openapi-operation openapi-schemas'.split(' '),
);

/** Tells the role of each visible line. */
export function lineRoles(scan: Scan, lines: readonly PlainLine[]): RoleOfLine[] {
  const blockAt = blockFinder(scan.blocks);
  const innermostAt = enclosureFinder(scan);
  let heading = -1;
  /** Where the lines end that the last label names; undefined if none does. */
  let end: number | undefined;
  return lines.map((line, at) => {
    const block = blockAt(line);
    const around = innermostAt(line.end);
    const containers = block?.containers ?? 0;
    if (line.heading !== heading) end = undefined;
    heading = line.heading;
    const source = scan.text.slice(line.start, line.end).trim();
    if (isLabel(block, source, line, lines[at + 1])) {
      end = around?.inner.end ?? scan.text.length;
      return { role: 'label', containers };
    }
    const isAfter = end !== undefined && line.start >= end;
    if (isAfter) end = undefined;
    if (isCaption(block, source, line, around)) return { role: 'caption', containers };
    const role = isAfter ? 'unlabelled' : roleByForm(line, source, containers);
    return { role, containers };
  });
}

function roleByForm(
  { isCode }: PlainLine,
  source: string,
  containers: number,
): LineRole | undefined {
  if (isCode) return 'code';
  if (containers === 0) return undefined;
  return ITEM.test(source.replace(QUOTES, '')) ? 'item' : 'contained';
}

function isLabel(
  block: Block | undefined,
  source: string,
  line: PlainLine,
  next: PlainLine | undefined,
): boolean {
  if (block?.type === 'liquid') return block.tag?.name === 'tab';
  if (block?.type === 'html') return SUMMARY.test(source) && source.endsWith('</summary>');
  if (block?.type !== 'paragraph' || block.containers > 0 || line.isContinued) return false;
  return !next?.isContinued && BOLD.test(source);
}

function isCaption(
  block: Block | undefined,
  source: string,
  line: PlainLine,
  around: Enclosure | undefined,
): boolean {
  if (around?.kind === 'liquid' && LINKS.has(around.name)) return true;
  if (block?.type === 'html') {
    return !line.rows && (around?.name === 'figure' || FIGURE.test(source));
  }
  return block?.type === 'paragraph' && isPicture(source);
}

/** Whether a line is a picture and nothing else. */
function isPicture(source: string): boolean {
  if (!source.startsWith('![') || !source.endsWith(')')) return false;
  const from = source.indexOf('](');
  const target = source.slice(from + 2, -1);
  if (from < 0 || target.includes('](')) return false;
  return target.startsWith('<') ? target.indexOf('>') === target.length - 1 : !/\s/.test(target);
}

/** Finds the first block with content on a line. Lines must come in order. */
function blockFinder(blocks: readonly Block[]): (line: PlainLine) => Block | undefined {
  let next = 0;
  return ({ start, end }) => {
    while (next < blocks.length && (blocks[next] as Block).end <= start) next += 1;
    const block = blocks[next];
    return block && block.start < end ? block : undefined;
  };
}

/** Finds the innermost enclosure at an offset. Offsets must not decrease. */
function enclosureFinder({ html, liquid }: Scan): (offset: number) => Enclosure | undefined {
  const waiting = [...html, ...liquid].sort((one, other) => other.start - one.start);
  const open: Enclosure[] = [];
  return (offset) => {
    for (let next = waiting.at(-1); next && next.start < offset; next = waiting.at(-1)) {
      waiting.pop();
      open.push(next);
    }
    while ((open.at(-1)?.end ?? offset) < offset) open.pop();
    return open.at(-1);
  };
}
