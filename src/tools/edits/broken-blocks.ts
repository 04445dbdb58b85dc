import { type Fault, Markdown, parentBlockOf } from '@docs-platform-mcp/markdown';
import { conflictRanges } from '../../content/index.ts';

/** A text without any of these has no blocks that could be broken. */
const BLOCKS = /\{%|```|~~~|<\/?details/i;

const MAX_NAMED = 3;
const MAX_LINE = 100;

interface ChangedText {
  before: string;
  after: string;
  /** Lines above the text in its file. */
  above?: number;
}

/**
 * What is wrong with the blocks of a new text that was not wrong with the old one; undefined if nothing is, or if the
 * new text mends more than it breaks. While a text contains both sides of a conflict, its blocks need not match.
 */
export function describeBroken({ before, after, above = 0 }: ChangedText): string | undefined {
  if (before === after || !BLOCKS.test(after)) return undefined;
  const text = Markdown.read(after);
  if (text.faults.length === 0) return undefined;
  const old = Markdown.read(before);
  if (text.faults.length < old.faults.length || conflictRanges(after).length > 0) return undefined;
  const fresh = newFaults(old, text);
  if (fresh.length === 0) return undefined;
  const lineOf = (offset: number) => text.lineOf(offset) + above;
  const [first] = fresh;
  const end = first?.kind === 'unclosed code' ? endFurtherOut(text, first) : undefined;
  if (first && end) {
    return `line ${lineOf(end.at)} does not end the code of line ${lineOf(first.at)}, because it is less indented. Indent it by ${end.indent}, like that.`;
  }
  const named = fresh.slice(0, MAX_NAMED).map((fault) => describe(fault, text, lineOf));
  const more = fresh.length > MAX_NAMED ? `; and ${fresh.length - MAX_NAMED} more` : '';
  return `blocks of the new text would not match: ${named.join('; ')}${more}. Give both ends of a block, and a part of one within it.`;
}

/** The faults that a text has more often than another, those on lines that the other lacks first. */
function newFaults(old: Markdown, text: Markdown): Fault[] {
  const counts = new Map<string, number>();
  const lines = new Map<string, number>();
  const add = (to: Map<string, number>, key: string, by: number) => {
    const count = (to.get(key) ?? 0) + by;
    to.set(key, count);
    return count;
  };
  for (const fault of old.faults) {
    add(counts, keyOf(fault), 1);
    add(lines, keyOf(fault) + lineAt(old.text, fault.at), 1);
  }
  const unknown: Fault[] = [];
  const known: Fault[] = [];
  for (const fault of text.faults) {
    const isOld = add(lines, keyOf(fault) + lineAt(text.text, fault.at), -1) >= 0;
    (isOld ? known : unknown).push(fault);
  }
  const left = new Map<string, number>();
  for (const fault of text.faults) add(left, keyOf(fault), 1);
  for (const [key, count] of counts) add(left, key, -count);
  return [...unknown, ...known].filter((fault) => add(left, keyOf(fault), -1) >= 0);
}

function keyOf({ kind, name, within }: Fault): string {
  return `${kind} ${name} ${within?.name ?? ''}\n`;
}

/** The beginning of a line from an offset on: with whole lines, many faults on a long one would take too long. */
function lineAt(text: string, offset: number): string {
  const [line = ''] = text.slice(offset, offset + MAX_LINE).split('\n', 1);
  return line;
}

/** The line meant as the end of code, which is not because it is further out; and the indentation that it needs. */
function endFurtherOut({ text, blocks }: Markdown, { at }: Fault) {
  const place = blocks.findIndex(({ start }) => start === at);
  const next = blocks.slice(place + 1).find(({ type }) => type === 'code');
  const columns = (offset: number) => offset - text.lastIndexOf('\n', offset - 1) - 1;
  if (next?.info !== '' || columns(next.start) >= columns(at)) return undefined;
  const isApart = text.slice(blocks[place]?.end, next.start).trim() !== '';
  return isApart ? undefined : { at: next.start, indent: columns(at) };
}

function describe(
  { kind, name, at, within }: Fault,
  text: Markdown,
  lineOf: (offset: number) => number,
): string {
  const line = `line ${lineOf(at)}`;
  const isHtml = text.text.startsWith('<', at);
  const [begin, end] = isHtml ? [`<${name}>`, `</${name}>`] : [tag(name), tag(`end${name}`)];
  const around = within ? `that of line ${lineOf(within.at)}` : 'none';
  switch (kind) {
    case 'unclosed':
      return `${line}: ${begin} has no end, ${end}`;
    case 'unopened':
      return `${line}: ${end} has no beginning, ${begin}`;
    case 'misplaced':
      return `${line}: the block around ${begin} has to be ${tag(parentBlockOf(name) ?? '')}, and is ${around}`;
    case 'crossed':
      return `${line}: ${begin} ends outside of the block in which it begins, ${around}`;
    case 'code within code':
      return `${line}: code begins within ${around}, which has no end before it`;
    case 'unclosed code':
      return `${line}: the code has no end, a line of ${/^[`~]*/.exec(lineAt(text.text, at))?.[0]}`;
  }
}

function tag(name: string): string {
  return `{% ${name} %}`;
}
