import { endOfLine, Markdown, type Section } from '@docs-platform-mcp/markdown';
import {
  besideText,
  type InsertionPoint,
  isRows,
  itemIn,
  type Place,
  tailAt,
} from './beside-text.ts';
import { besidePart, partOfBlock } from './part-of-block.ts';
import { applyTextEdits } from './text-edits.ts';
import { frontmatterEnd, titleLine } from './title-line.ts';

/** A text with another in it, or why that does not fit. */
type Insertion = { text: string } | { problem: string };

/**
 * A page's text with another text added to it or to one of its sections, separated by blank lines. Parts of a block,
 * such as steps, are added beside the one that contains the place.
 */
export function insertText(
  markdown: string,
  shown: string,
  text: string,
  place: InsertionPoint,
): Insertion {
  const given = text.replace(/^(?:[ \t]*\r?\n)+/, '').trimEnd();
  if (given === '') return { text: markdown };
  const found = placeOf(shown, given, place);
  if (typeof found === 'string') return { problem: found };
  const { at, lead, tail, indent = 0, isApart } = found;
  const flush = isApart ? given.replace(BLANKS_BEFORE_WORDS, '') : given;
  const added = flush.replaceAll(/^(?=.)/gm, ' '.repeat(indent));
  // An edit replaces a character, so that it is clear on which side of hidden text it belongs.
  const edit =
    at === 0
      ? { start: 0, end: Math.min(1, shown.length), text: `${added}\n\n${shown.slice(0, 1)}` }
      : { start: at - 1, end: at, text: `${shown[at - 1]}${lead}${added}${tail}` };
  const edited = shown.slice(0, edit.start) + edit.text + shown.slice(edit.end);
  if (lead.length > 1 && isWithinBlock(edited, at === 0 ? 0 : at + lead.length))
    return { problem: UNCLOSED };
  if (shown === '') return { text: edited };
  return { text: applyTextEdits(markdown, [edit]) };
}

/** Blanks with which somebody continues a line, but not before an item or a row. */
const BLANKS_BEFORE_WORDS = /^ {1,3}(?![ \t|*+-]|\d{1,9}[.)])/;

/** Where to add a text; a message if that is nowhere. */
function placeOf(shown: string, added: string, place: InsertionPoint): Place | string {
  const { anchor } = place;
  const part = partOfBlock(added);
  const beside = part && besidePart(shown, part, place);
  if (typeof beside === 'string') return beside;
  if (beside) return { ...beside, tail: tailAt(shown, beside.at) };
  if (anchor) {
    const found = besideText(shown, anchor, added, place.at === 'before' ? 'before' : 'after');
    if ('problem' in found) return found.problem;
    if ('place' in found) return found.place;
    return placeOf(shown, added, { title: place.title, at: 'end', section: found.section });
  }
  const at = offsetOf(shown, place);
  const isContinued = place.at === 'end' && isContinuation(shown.slice(0, at), added);
  return { at, lead: isContinued ? '\n' : '\n\n', tail: tailAt(shown, at) };
}

const ROW = /^[ \t]*\|/;

/** Whether a text consists of rows for the table, or of items for the list, that precedes it. */
export function isContinuation(before: string, added: string): boolean {
  const last = before.slice(before.lastIndexOf('\n') + 1);
  if (ROW.test(last)) return isRows(added);
  const [item, own] = [itemIn(last), itemIn(added)];
  return item !== undefined && item.indent === own?.indent && item.kind === own.kind;
}

const UNCLOSED = 'the text would be inside an unclosed block, such as code; close the block first.';

/** Characters in which the last line is looked for. */
const MAX_RULE = 200;
/** A line between a section and the next. */
const LAST_RULE = /\n[ \t]*\r?\n {0,3}(?:-{3,}|\*{3,}|_{3,})[ \t]*$/;

/** At the end of the last line of the preceding content. */
function offsetOf(shown: string, place: InsertionPoint): number {
  return endOfLine(shown, afterContent(shown, place));
}

function afterContent(shown: string, { title, at, section }: InsertionPoint): number {
  if (section && at === 'before') return shown.slice(0, section.start).trimEnd().length;
  if (section && at === 'start') return section.bodyStart;
  if (section) return beforeLastRule(shown, section);
  if (at === 'end') return shown.trimEnd().length;
  const first = titleLine(shown, title)?.[1];
  if (first === undefined) return shown.slice(0, frontmatterEnd(shown)).trimEnd().length;
  // Some pages repeat their title as a heading.
  const again = titleLine(shown.slice(first), title)?.[1] ?? 0;
  return first + again;
}

/** The end of a section's content: a rule at its end divides it from the next. */
function beforeLastRule(shown: string, { bodyStart, contentEnd }: Section): number {
  const rule = LAST_RULE.exec(shown.slice(Math.max(bodyStart, contentEnd - MAX_RULE), contentEnd));
  return rule ? contentEnd - rule[0].length : contentEnd;
}

function isWithinBlock(text: string, offset: number): boolean {
  return Markdown.read(text).blocks.some(({ start, end }) => start < offset && offset < end);
}
