import {
  endOfLine,
  isWithinWord,
  Markdown,
  replaceSection,
  type Section,
  sectionsNamed,
} from '@docs-platform-mcp/markdown';
import {
  encodedReplacement,
  findDecoded,
  patternOf,
  type TextMatch,
} from '../../content/find/index.ts';
import { conflictRanges, sidesOf } from '../../content/index.ts';
import { asGiven } from '../../text/as-given.ts';
import { fencedExactly, sanitizeText } from '../../text/index.ts';
import { findSection } from '../sections.ts';
import { removeSections } from '../workflows/copy/text.ts';
import { retargetLinkGroups } from '../workflows/find/retarget-links.ts';
import type { PageEdit } from '../workflows/open-change-request/changes.ts';
import { indentedLikeLine } from './container-indent.ts';
import { insertText } from './insert.ts';
import { findLoosely, looseEdits } from './loose-text.ts';
import { LINES, lineAt, listLines } from './numbered-lines.ts';
import { sectionInBlock } from './section-in-block.ts';
import { settingHint } from './setting-hint.ts';
import { settleConflicts } from './settle-conflicts.ts';
import {
  findConfusable,
  findEquivalent,
  linesSaying,
  nearestLine,
  type TextRange,
} from './similar-text.ts';
import { applyTextEdits, type TextEdit, withoutGap, withoutStrayBreaks } from './text-edits.ts';
import { titleLine } from './title-line.ts';
import { isTruncatedText } from './truncated-text.ts';

/** A change of a part of a page's text. */
export interface TextChange extends PageEdit {
  operation: (typeof TEXT_OPERATIONS)[number];
  page: string;
}

const TEXT_OPERATIONS = [
  'replace_text',
  'replace_section',
  'insert_text',
  'settle',
  'remove_sections',
  'retarget_links',
] as const;

export function isTextChange(change: PageEdit): change is TextChange {
  return (TEXT_OPERATIONS as readonly string[]).includes(change.operation);
}

const MAX_NAMED = 10;

/** Longer texts are hardly headings. */
const MAX_HEADING_WORDS = 8;

type Span = readonly [start: number, end: number];

/** Maximum characters of text that the caller is asked to copy. */
const MAX_EXACT = 500;

export interface TextToChange {
  change: TextChange;
  page: { title: string; description?: string; markdown: string };
  maxTokens?: number;
}

/** Applies a change to the text of its page, and nothing else. Returns the new text, or why the change does not fit. */
export async function changeText({
  change,
  page,
  maxTokens,
}: TextToChange): Promise<{ text: string; isLoose?: true } | { misfit: string }> {
  try {
    const changed = await applyChange(change, page, maxTokens);
    return typeof changed === 'string' ? { text: changed } : changed;
  } catch (error) {
    if (!(error instanceof MisfitError)) throw error;
    return { misfit: error.message };
  }
}

function applyChange(
  change: TextChange,
  page: TextToChange['page'],
  maxTokens: number | undefined,
): Promise<string | LooselyChanged> | string {
  switch (change.operation) {
    case 'replace_text':
      return replaceText(change, page);
    case 'replace_section':
      return replaceWholeSection(change, page.markdown, maxTokens);
    case 'insert_text':
      return insertBeside(change, page);
    case 'settle':
      return settleSection(change, page.markdown);
    case 'remove_sections':
      return textOrMisfit(removeSections(page.markdown, change.section ?? ''));
    case 'retarget_links':
      return retargetLinkGroups({ markdown: page.markdown, links: change.links ?? [] });
  }
}

/** A text that was changed where it says what was to be replaced in other punctuation, spaces or marks. */
interface LooselyChanged {
  text: string;
  isLoose: true;
}

/** The change does not fit the text; the message says why. */
class MisfitError extends Error {}

/** @throws {MisfitError} if the page lacks a section. */
function textOrMisfit(changed: { text: string } | { problem: string }): string {
  if ('problem' in changed) throw new MisfitError(`the page has ${changed.problem}.`);
  return changed.text;
}

/** Where a text occurs: as written, or else as readers see it, or else in an equivalent Unicode form. */
async function findText(old: string, shown: string): Promise<readonly TextMatch[]> {
  const pattern = patternOf({ text: old, match: 'text', ignoreCase: false });
  const written = await pattern.find(shown);
  if (written.matches.length > 0) return written.matches;
  const { matches } = await findDecoded(pattern, shown);
  if (matches.length > 0) return matches;
  return findEquivalent(old, shown).map((place) => ({ ...place, groups: [] }));
}

async function replaceText(
  { old = '', new: replacement = '', all = false, section }: TextChange,
  { title, description, markdown }: TextToChange['page'],
): Promise<string | LooselyChanged> {
  const shown = sanitizeText(markdown);
  const { start: from, end: to } =
    section === undefined ? { start: 0, end: shown.length } : requireSection(shown, section);
  const anywhere = await findText(old, shown);
  const matches = anywhere.filter(({ start, end }) => start >= from && end <= to);
  const heading = titleLine(shown, title);
  const isOneLine = matches.length === 1 && !old.includes('\n');
  const edits = matches.map((match) => {
    const { start, end } = match;
    const text = encodedReplacement(match, shown, replacement);
    const apart = withoutStrayBreaks({ start, end, text }, shown);
    const edit = matches.length === 1 ? withoutGap(apart, shown) : apart;
    return belowTitle(isOneLine ? indentedLikeLine(edit, shown) : edit, shown, heading);
  });
  const touchesTitle = (some: readonly TextEdit[]) =>
    heading !== undefined && some.some(({ start, end }) => start < heading[1] && end > heading[0]);
  if (touchesTitle(edits)) {
    throw new MisfitError(
      `${asGiven(old)} is in the title of the page. To rename the page, make the change update_page with title (edit_change_request_content, open_change_request_with_edits); to change only the text below, name a section.`,
    );
  }
  if (matches.length === 0) {
    const loose = anywhere.length === 0 && looseEdits(old, replacement, shown, [from, to]);
    if (loose && !touchesTitle(loose)) {
      return { text: applyTextEdits(markdown, settleConflicts(shown, loose)), isLoose: true };
    }
    const where = section === undefined ? 'on the page' : `in section ${asGiven(section)}`;
    const hint =
      anywhere.length > 0
        ? `Elsewhere on the page it occurs in ${listLines(shown, anywhere)}.`
        : (settingHint(old, description) ?? similarTextHint(old, shown, [from, to]));
    throw new MisfitError(`${asGiven(old)} is not ${where}. ${hint}`);
  }
  if (matches.length > 1 && !all) {
    throw new MisfitError(
      `${asGiven(old)} occurs ${matches.length} times on the page: ${listLines(shown, matches)}. Give more of the text around it, a section, or all: true.`,
    );
  }
  return applyTextEdits(markdown, settleConflicts(shown, edits));
}

/**
 * The text with one side of each conflict. If a section is named, only its own conflicts, as they are reported under its
 * name; if it has none, those of the sections below it.
 */
function settleSection({ take = 'primary', section }: TextChange, markdown: string): string {
  const shown = sanitizeText(markdown);
  const { start: from, end: to } = rangeOfSection(section, shown);
  const all = conflictRanges(shown).filter(({ start, end }) => start >= from && end <= to);
  const headings = section === undefined ? [] : Markdown.read(shown).sections;
  const below = headings.find(({ start }) => start > from)?.start ?? to;
  const own = all.filter(({ start }) => start < below);
  const parts = own.length > 0 ? own : all;
  if (parts.length === 0) {
    const where = section === undefined ? 'the page' : `section ${asGiven(section)}`;
    throw new MisfitError(`${where} has no conflict to settle.`);
  }
  const edits = parts.map(({ start, end }) => {
    return { start, end, text: sidesOf(shown.slice(start, end))[take] };
  });
  return applyTextEdits(markdown, settleConflicts(shown, edits));
}

/** The part of an edit below the title, if the edit keeps the title. */
function belowTitle(edit: TextEdit, shown: string, heading?: [number, number]): TextEdit {
  if (!heading || edit.start > heading[1] || edit.end <= heading[1]) return edit;
  const kept = shown.slice(edit.start, heading[1]);
  if (!edit.text.startsWith(kept)) return edit;
  return { ...edit, start: heading[1], text: edit.text.slice(kept.length) };
}

async function insertBeside(
  { new: text = '', at: side, section: name }: TextChange,
  { title, markdown }: { title: string; markdown: string },
): Promise<string> {
  const shown = sanitizeText(markdown);
  const at = side === 'start' || side === 'before' ? side : 'end';
  const argument = side === 'before' || side === 'after' ? side : undefined;
  const beside = name === undefined ? {} : await anchorNamed(shown, name, argument);
  const edited = insertText(markdown, shown, text, { title, at, ...beside });
  if ('problem' in edited) throw new MisfitError(edited.problem);
  return edited.text;
}

/**
 * The section to insert a text beside, or another text of the page.
 * @throws {MisfitError} if there is neither, or not only one.
 */
async function anchorNamed(
  shown: string,
  name: string,
  argument: 'before' | 'after' | undefined,
): Promise<{ section: Section } | { anchor: TextRange }> {
  const { sections } = Markdown.read(shown);
  const named = sectionsNamed(sections, name);
  const isBeside = argument !== undefined;
  const isLine = isBeside && named.every(({ heading }) => heading !== name.trim());
  if (named.length > 0 && !(isLine && hasLine(shown, name))) {
    return { section: requireSection(shown, name) };
  }
  const whole = (await findText(name, shown)).filter(
    ({ start, end }) =>
      !isWithinWord(shown[start - 1] ?? '', shown[start] ?? '', 'start') &&
      !isWithinWord(shown[end - 1] ?? '', shown[end] ?? '', 'end'),
  );
  const alike = whole.length > 0 ? whole : linesSaying(name, shown);
  const loose = isSentence(name) && alike.length === 0 ? findLoosely(name, shown) : undefined;
  const [anchor, another, ...others] = loose ? [loose] : alike;
  if (!anchor && argument !== undefined && isSentence(name)) {
    throw new MisfitError(
      `${asGiven(name)} is not on the page. ${similarTextHint(name, shown, [0, shown.length], argument)}`,
    );
  }
  if (!anchor) return { section: requireSection(shown, name) };
  if (another) {
    const all = [anchor, another, ...others];
    throw new MisfitError(
      `${asGiven(name)} occurs ${all.length} times on the page: ${listLines(shown, all)}. Give more of it.`,
    );
  }
  if (isBeside) return { anchor };
  throw new MisfitError(
    `${asGiven(name)} is not a heading but text of the page: give it as before or after instead.`,
  );
}

/** Whether a text is a row, an item or a sentence rather than the name of a heading. */
function isSentence(text: string): boolean {
  const line = text.trim();
  return /^[|>*+-]|[.:;!?]$|\n/.test(line) || line.split(/\s+/).length > MAX_HEADING_WORDS;
}

/** Whether a text is a whole line of the page that is no heading. */
function hasLine(shown: string, text: string): boolean {
  const line = text.trim();
  return !line.startsWith('#') && shown.split('\n').some((one) => one.trim() === line);
}

/** A hint that shows the most similar text of the page, exactly as it is there, and its line. */
function similarTextHint(old: string, shown: string, [from, to]: Span, argument = 'old'): string {
  const part = shown.slice(from, to);
  const alike = findConfusable(old, part);
  if (alike.length > 0) {
    const places = alike.slice(0, MAX_NAMED).map(({ start, end }) => {
      return `line ${lineAt(shown, from + start).number}: ${asGiven(part.slice(start, end), MAX_EXACT)}`;
    });
    const more = alike.length > places.length ? '; and more' : '';
    const isCase = alike.every(
      ({ start, end }) => part.slice(start, end).toLowerCase() === old.toLowerCase(),
    );
    const how = isCase ? 'In another case' : 'With different punctuation or spaces';
    return `${how} it occurs in ${fencedExactly(places.join('; '), LINES)}${more}. Give ${argument} exactly like that.`;
  }
  const start = nearestLine(old, part);
  if (start === undefined) return 'No line resembles it; find_in_pages searches other pages.';
  const { number, text } = lineAt(shown, from + start);
  const nearest = fencedExactly(asGiven(text, MAX_EXACT), LINES);
  return `The nearest is line ${number}: ${nearest}. Give ${argument} exactly as it is there.`;
}

async function replaceWholeSection(
  { section: name = '', document }: TextChange,
  markdown: string,
  maxTokens: number | undefined,
): Promise<string> {
  const shown = sanitizeText(markdown);
  const section = requireSection(shown, name);
  const written = document?.markdown ?? '';
  const stored = shown.slice(section.start, section.end);
  if (await isTruncatedText({ stored, written, maxTokens })) {
    throw new MisfitError(
      `section ${asGiven(section.heading)} is too long for one answer, and this is the part of it that was shown: the rest would be lost. Replace the sections in it, or a text (replace_text)`,
    );
  }
  const inBlock = sectionInBlock(written, shown, section);
  if (inBlock && 'problem' in inBlock) throw new MisfitError(inBlock.problem);
  if (inBlock?.block) {
    const { block, text } = inBlock;
    return applyTextEdits(markdown, [{ start: block.start, end: block.end, text }]);
  }
  const own = inBlock?.text ?? written;
  if (own.trim() === '') {
    const { start, contentEnd: end } = section;
    return applyTextEdits(markdown, [withoutGap({ start, end, text: '' }, shown)]);
  }
  const edited = replaceSection(shown, section, withHeading(own, shown, section));
  const end = endOfLine(shown, section.contentEnd);
  const text = edited.slice(section.start, edited.length - (shown.length - end));
  return applyTextEdits(markdown, [{ start: section.start, end, text }]);
}

/** The new text of a section, with the existing heading if it has none of its own. */
function withHeading(written: string, shown: string, { start, bodyStart }: Section): string {
  const isBody = written.trim() !== '' && Markdown.read(written).sections.length === 0;
  const heading = shown.slice(start, bodyStart).trimEnd();
  return isBody && heading !== '' ? `${heading}\n\n${written.trimStart()}` : written;
}

/**
 * The one section with this name.
 * @throws {MisfitError} naming the possible ones.
 */
function requireSection(markdown: string, name: string): Section {
  const found = findSection(Markdown.read(markdown), name);
  if ('problem' in found) throw new MisfitError(`the page has ${found.problem}.`);
  return found.section;
}

/** The range of a section, or of the whole text if none is named. */
function rangeOfSection(
  section: string | undefined,
  shown: string,
): { start: number; end: number } {
  return section === undefined ? { start: 0, end: shown.length } : requireSection(shown, section);
}

/** The changes of one page. */
export interface PageWrite {
  page: { id: string; title: string; description?: string };
  /** Its text before and after; absent if the text is unchanged. */
  before?: string;
  after?: string;
  /** Lines of `after` whose links become plain text, as the caller allowed. */
  plainLines?: readonly number[];
  /** The new title and description, if they change. */
  fields: { title?: string; description?: string };
}
