import type { Definition } from './blocks.ts';
import { afterTitle, bracketedTarget, skipWhite } from './destination.ts';
import { referenceName } from './inline.ts';
import { charge } from './meter.ts';
import type { Range } from './range.ts';

const LABEL = /\[((?:[^[\]\\]|\\[\s\S]){1,999})\]:/y;

/** The definition at the beginning of a paragraph. Footnote labels do not count: their content is text. */
export function definitionAt(text: string, { start, end }: Range): Definition | undefined {
  LABEL.lastIndex = start;
  const label = LABEL.exec(text)?.[1];
  charge((label?.length ?? 0) + 1);
  if (label === undefined || label.startsWith('^') || label.trim() === '') return undefined;
  const labelEnd = start + label.length + 3;
  const at = skipWhite(text, labelEnd, end);
  const target = targetAt(text, at, end);
  if (!target) return undefined;
  const behind =
    text.charAt(target.end) === '>' && text.charAt(at) === '<' ? target.end + 1 : target.end;
  const whole = endOfDefinition(text, behind, end);
  if (whole === undefined) return undefined;
  const name = referenceName(label);
  return {
    name,
    start,
    end: whole,
    label: { start: start + 1, end: start + 1 + label.length },
    target,
  };
}

function targetAt(text: string, at: number, end: number): Range | undefined {
  if (text.charAt(at) === '<') {
    const close = bracketedTarget(text, at, end);
    return close === undefined ? undefined : { start: at + 1, end: close };
  }
  let last = at;
  while (last < end && text.charCodeAt(last) > 32) last += 1;
  charge(last - at);
  return last === at ? undefined : { start: at, end: last };
}

/** After the title, if there is one; a definition ends with its line. */
function endOfDefinition(text: string, from: number, end: number): number | undefined {
  const titled = afterTitle(text, from, end);
  if (titled !== undefined) {
    const read = text.slice(from, titled);
    const shown = read.trimEnd();
    if (shown !== '' && (titled >= end || read.slice(shown.length).includes('\n'))) {
      return from + shown.length;
    }
  }
  for (let at = from; at < end && text.charAt(at) !== '\n'; at += 1) {
    charge(1);
    if (text.charCodeAt(at) > 32) return undefined;
  }
  return from;
}
