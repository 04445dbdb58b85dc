import { markedParts } from '../../content/index.ts';
import { isContinuation } from './insert.ts';
import type { TextEdit } from './text-edits.ts';

/**
 * Extends edits that settle conflicts over the blank lines around them. A merge puts blank lines around its marks; once
 * the marks are gone, one is enough.
 */
export function settleConflicts(text: string, edits: readonly TextEdit[]): TextEdit[] {
  const marked = new Set(markedParts(text).map((part) => part.marked));
  let done = 0;
  return edits.map((edit) => {
    const isConflict = marked.has(text.slice(edit.start, edit.end).trim());
    const grown = isConflict ? widenOverBlankLines(text, edit, done) : edit;
    done = grown.end;
    return grown;
  });
}

/** Extends an edit over the blank lines around it, and leaves one on each side. `from` is the end of the previous edit. */
function widenOverBlankLines(
  text: string,
  { start, end, text: replacement }: TextEdit,
  from: number,
) {
  const before = text.slice(from, start);
  const after = text.slice(end);
  const above = before.slice(before.trimEnd().length);
  const below = after.slice(0, after.length - after.trimStart().length);
  const grownStart = isBlank(above) ? start - above.length + above.indexOf('\n') : start;
  const grownEnd = isBlank(below) ? end + below.lastIndexOf('\n') + 1 : end;
  const inner = replacement.replace(/^\n+/, '').trimEnd();
  const [previous, next] = [lastLine(before.trimEnd()), firstLine(after.trimStart())];
  const isBegun = OPENING_TAG.test(previous) || isContinuation(previous, inner);
  const isEnded = CLOSING_TAG.test(next) || isContinuation(lastLine(inner), next);
  const lead = isBlank(above) ? separator(isBegun) : '';
  const trail = isBlank(below) ? separator(isEnded) : '';
  return {
    start: grownStart,
    end: grownEnd,
    text: inner === '' ? lead || trail : `${lead}${inner}${trail}`,
  };
}

/** No blank lines separate the tags of a block from its text. */
const OPENING_TAG = /^\s*\{%-?\s*(?!end)\w/;
const CLOSING_TAG = /^\s*\{%-?\s*end/;

function lastLine(text: string): string {
  return text.slice(text.lastIndexOf('\n') + 1);
}

function firstLine(text: string): string {
  const end = text.indexOf('\n');
  return end === -1 ? text : text.slice(0, end);
}

function separator(isJoined: boolean): string {
  return isJoined ? '\n' : '\n\n';
}

/** Whether white space contains an empty line. */
function isBlank(space: string): boolean {
  return space.indexOf('\n') !== space.lastIndexOf('\n');
}
