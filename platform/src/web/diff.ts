import { type ChangeObject, diffLines, diffWordsWithSpace } from 'diff';
import type { Element } from 'hast';
import { h } from 'hastscript';

/** Unchanged lines to show around a change. */
const CONTEXT = 3;

/**
 * With more differences than this, the comparison stops: all of one text counts as deleted, and all of the other as
 * inserted.
 */
const MAX_LINE_EDITS = 2_000;
const MAX_WORD_EDITS = 1_000;

/** If less than this share of the shorter or the longer version stayed, they are easier to read one after the other. */
const MIN_KEPT_OF_SHORTER = 0.4;
const MIN_KEPT_OF_LONGER = 0.05;

/**
 * The changes between two texts: runs of lines with deletions in `del` and insertions in `ins`, by words if lines were
 * only edited, with some lines around them.
 */
export function renderedDiff(before: string, after: string): Element {
  const [old, fresh] = [endLine(before), endLine(after)];
  const parts = diffLines(old, fresh, { maxEditLength: MAX_LINE_EDITS }) ?? [
    part(old, 'removed'),
    part(fresh, 'added'),
  ];
  const shown: Element[] = [];
  for (let index = 0; index < parts.length; index += 1) {
    const [current, next] = [parts[index], parts[index + 1]];
    if (!current) continue;
    if (current.removed && next?.added) {
      shown.push(h('div.hunk', edited(current.value, next.value)));
      index += 1;
    } else if (current.removed || current.added) shown.push(h('div.hunk', markPart(current)));
    else shown.push(...contextPart(current.value, index === 0, index === parts.length - 1));
  }
  return h('div.diff', shown);
}

/** An edited version by words; a rewritten one whole. */
function edited(before: string, after: string) {
  const words = diffWordsWithSpace(before, after, { maxEditLength: MAX_WORD_EDITS }) ?? [];
  const kept = words.filter((word) => !word.added && !word.removed);
  const length = kept.reduce((total, { value }) => total + value.length, 0);
  const [shorter = 0, longer = 0] = [before.length, after.length].sort((a, b) => a - b);
  if (length < MIN_KEPT_OF_SHORTER * shorter || length < MIN_KEPT_OF_LONGER * longer) {
    return [part(before, 'removed'), part(after, 'added')].map(markPart);
  }
  return words.map((word) => (word.added || word.removed ? markPart(word) : word.value));
}

function markPart({ added, value }: ChangeObject<string>): Element {
  return h(added ? 'ins' : 'del', value);
}

/** Unchanged lines: those next to a change, and the number of omitted ones. */
function contextPart(value: string, isFirst: boolean, isLast: boolean): Element[] {
  const lines = value.replace(/\n$/, '').split('\n');
  const head = isFirst ? 0 : CONTEXT;
  const tail = isLast ? 0 : CONTEXT;
  const hidden = lines.length - head - tail;
  if (hidden <= 1) return [h('div', `${lines.join('\n')}\n`)];
  const gap = h('p.gap', `${hidden} unchanged lines`);
  const text = (part: string[]) => (part.length > 0 ? [h('div', `${part.join('\n')}\n`)] : []);
  return [...text(lines.slice(0, head)), gap, ...text(tail > 0 ? lines.slice(-tail) : [])];
}

/** Without a line break, a last line would differ from the same line in the middle of a text. */
function endLine(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}

function part(value: string, side: 'added' | 'removed'): ChangeObject<string> {
  return { value, added: side === 'added', removed: side === 'removed', count: 1 };
}
