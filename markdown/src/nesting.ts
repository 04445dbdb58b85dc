import type { Block, Scan } from './blocks.ts';
import type { Enclosure } from './enclosures.ts';
import { charge } from './meter.ts';

/** Liquid blocks that only occur directly in another, with that other. */
const PARENTS: ReadonlyMap<string, string> = new Map([
  ['step', 'stepper'],
  ['tab', 'tabs'],
  ['update', 'updates'],
  ['column', 'columns'],
]);

/** Liquid tags that have to be closed. Others may stand alone. */
const CLOSED = new Set([...PARENTS.keys(), ...PARENTS.values(), 'hint', 'code', 'content-ref']);
for (const name of ['if', 'prompt', 'expandable']) CLOSED.add(name);

/** What is only closed where it has been opened. */
const OPENED = new Set([...CLOSED, 'embed', 'file', 'swagger', 'openapi', 'openapi-operation']);

/** Conditions may be around any block. */
const TRANSPARENT = 'if';

/** The HTML element that is a block of its own. */
const ELEMENT = 'details';

/** A block without one of its ends, or in the wrong place. */
export interface Fault {
  kind: 'unclosed' | 'unopened' | 'misplaced' | 'crossed' | 'unclosed code' | 'code within code';
  /** The name of its tag; empty for code. */
  name: string;
  /** Offset of the tag, or of the first line of the code. */
  at: number;
  /** The block that it is in: the wrong one, or the one that ends before it. */
  within?: { name: string; at: number };
}

/** The block that a liquid block has to be in; undefined if it may be anywhere. */
export function parentBlockOf(name: string): string | undefined {
  return PARENTS.get(name);
}

/** What is wrong with the nesting of a text's blocks, in order. */
export function faultsIn(scan: Scan): Fault[] {
  const faults = [...unpaired(scan), ...misplaced(scan.liquid), ...crossed(scan)];
  for (const block of scan.blocks) {
    if (block.type !== 'code') continue;
    const within = codeWithin(scan, block);
    const outer = { name: '', at: block.start };
    if (within !== undefined) {
      faults.push({ kind: 'code within code', name: '', at: within, within: outer });
    } else if (block.isUnclosed) faults.push({ kind: 'unclosed code', ...outer });
  }
  return faults.sort((one, other) => one.at - other.at);
}

function unpaired({ unpaired: { liquid, html }, unquoted }: Scan): Fault[] {
  const tags = [
    ...liquid.filter(({ name, closing }) => (closing ? OPENED : CLOSED).has(name)),
    ...html.filter(({ name }) => name === ELEMENT),
  ];
  return tags.flatMap(({ name, start: at, closing }) =>
    beginsBlock(unquoted, at) ? { kind: closing ? 'unopened' : 'unclosed', name, at } : [],
  );
}

/** Whether a tag may begin or end a block: elsewhere in a line, or in indented code, it is text. */
function beginsBlock(text: string, at: number): boolean {
  let start = at;
  while (start > 0 && LEADING.has(text.charAt(start - 1))) start -= 1;
  const isFirst = start === 0 || text.charAt(start - 1) === '\n';
  return isFirst && !text.slice(start, at).startsWith(CODE_INDENT);
}

/** Marks of list items and quotes, and what is between them. */
const LEADING = new Set([...' \t>-*+.)0123456789']);
const CODE_INDENT = '    ';

function misplaced(enclosures: readonly Enclosure[]): Fault[] {
  const around: number[] = [];
  const faults: Fault[] = [];
  for (const { name, start: at, parent } of enclosures) {
    const outer = enclosures[parent];
    around.push(outer?.name === TRANSPARENT ? (around[parent] ?? -1) : parent);
    const needed = PARENTS.get(name);
    const actual = enclosures[around.at(-1) ?? -1];
    if (needed === undefined || actual?.name === needed) continue;
    const within = actual && { name: actual.name, at: actual.start };
    faults.push({ kind: 'misplaced', name, at, ...(within && { within }) });
  }
  return faults;
}

/** The expandables that begin in a liquid block and end outside of it, and vice versa. */
function crossed({ liquid, html }: Scan): Fault[] {
  const elements = html.filter(({ name }) => name === ELEMENT);
  if (elements.length === 0) return [];
  const all = [...liquid, ...elements].sort((one, other) => one.start - other.start);
  const open: Enclosure[] = [];
  const faults: Fault[] = [];
  for (const enclosure of all) {
    const { name, start: at, end } = enclosure;
    while ((open.at(-1)?.end ?? at + 1) <= at) open.pop();
    const outer = open.at(-1);
    if (!outer || end <= outer.end) open.push(enclosure);
    else faults.push({ kind: 'crossed', name, at, within: { name: outer.name, at: outer.start } });
  }
  return faults;
}

/** Columns by which a line may be further in than the first of its block and still begin code. */
const MAX_INDENT = 3;

/** Offset of the first line of code that would begin other code: the end of the first is missing before it. */
function codeWithin({ unquoted: text }: Scan, { start, content }: Block): number | undefined {
  const mark = text.charAt(start);
  if (mark !== '`' && mark !== '~') return undefined;
  const length = marksAt(text, start, mark);
  const indent = start - text.lastIndexOf('\n', start) - 1;
  charge(content.end - start);
  for (let at = content.start; at < content.end; ) {
    const feed = text.indexOf('\n', at);
    const end = feed === -1 || feed > content.end ? content.end : feed;
    let first = at;
    while (first < end && text.charCodeAt(first) <= 32) first += 1;
    const marks = marksAt(text, first, mark);
    const isOpening = marks >= length && first - at <= indent + MAX_INDENT;
    const info = text.slice(first + marks, end);
    if (isOpening && /\w/.test(info) && !info.includes('`')) return first;
    at = end + 1;
  }
  return undefined;
}

function marksAt(text: string, start: number, mark: string): number {
  let at = start;
  while (text.charAt(at) === mark) at += 1;
  return at - start;
}
