import { type Enclosure, Markdown, type Range, type Section } from '@docs-platform-mcp/markdown';
import { asGiven } from '../../text/as-given.ts';

/** A new text of a section, or of the block of which the section is the only content. */
interface NewText {
  text: string;
  block?: Range;
}

/** The tag of an end at the end of a text. */
const LAST_END = /(?:\{%-?\s*end(\w+)\s*-?%\}|<\/(\w+)>)$/;

/** Maximum characters of that tag, so that a long text is not searched for it. */
const MAX_TAG = 200;

const SUMMARY = /^\s*<summary>[^<]*<\/summary>/;

/**
 * The new text of a section for which a caller also copied tags of the blocks around it: without those that the page
 * has there anyway, or, for the whole block of which the section is the only content, that block in its place. The
 * reason if it is neither; undefined if the text has no such tags.
 */
export function sectionInBlock(
  written: string,
  shown: string,
  section: Section,
): NewText | { problem: string } | undefined {
  const around = enclosuresOf(shown, section);
  if (around.length === 0) return undefined;
  const whole = wholeBlock(written, around);
  if (whole === undefined) {
    const text = withoutEnds(written, shown, section, around);
    return text === undefined ? undefined : { text };
  }
  if (isOnlyContent(shown, whole.block, section)) return whole;
  const line = Markdown.read(shown).lineOf(whole.block.start);
  return {
    problem: `section ${asGiven(section.heading)} is only a part of the block that begins in line ${line}: give it without the tags of that block.`,
  };
}

/** The blocks that contain a section, the innermost first. */
function enclosuresOf(shown: string, { start }: Section): Enclosure[] {
  const { liquid, html } = Markdown.read(shown);
  return [...liquid, ...html]
    .filter(({ inner }) => inner.start <= start && start < inner.end)
    .sort((one, other) => other.start - one.start);
}

/** The text of the innermost of these blocks, if a text is that block, or one around it without anything else in it. */
function wholeBlock(
  written: string,
  around: readonly Enclosure[],
): { text: string; block: Enclosure } | undefined {
  let text = written.trim();
  let at: number | undefined;
  for (;;) {
    const outer = outerBlock(text);
    if (!outer) return undefined;
    at = at === undefined ? around.findIndex(({ name }) => name === outer.name) : at - 1;
    const block = around[at];
    if (block?.name !== outer.name) return undefined;
    if (at === 0) return { text, block };
    text = text.slice(outer.inner.start, outer.inner.end).trim();
  }
}

/** The block that a text begins and ends with. */
function outerBlock(text: string): Enclosure | undefined {
  if (!/^[{<]/.test(text)) return undefined;
  const { liquid, html } = Markdown.read(text);
  return [...liquid, ...html].find(({ start, end }) => start === 0 && end === text.length);
}

function isOnlyContent(shown: string, { inner }: Enclosure, { start, end }: Section): boolean {
  const before = shown.slice(inner.start, start).replace(SUMMARY, '');
  return before.trim() === '' && shown.slice(end, inner.end).trim() === '';
}

/** The text without ends of the blocks that end right after the section, which have no beginning in the text. */
function withoutEnds(
  written: string,
  shown: string,
  section: Section,
  around: readonly Enclosure[],
): string | undefined {
  const ending = namesEndingAfter(shown, section, around);
  const text = written.trimEnd();
  const unopened = Markdown.read(text).faults.filter(({ kind }) => kind === 'unopened').length;
  const last = lastEnds(text, unopened);
  const first = last.find((_, at) =>
    last.slice(at).every(({ name }, place) => name === ending[place]),
  );
  return first && text.slice(0, first.start).trimEnd();
}

/** The names of the blocks that end after a section without anything between their ends, the innermost first. */
function namesEndingAfter(shown: string, { end }: Section, around: readonly Enclosure[]): string[] {
  const names: string[] = [];
  let done = end;
  for (const { name, inner, end: after } of around) {
    if (shown.slice(done, inner.end).trim() !== '') break;
    names.push(name);
    done = after;
  }
  return names;
}

/** The ends of blocks at the end of a text, at most so many, in their order. */
function lastEnds(text: string, most: number): { name: string; start: number }[] {
  const ends: { name: string; start: number }[] = [];
  let end = text.length;
  while (ends.length < most) {
    const [tag = '', liquid, html] =
      LAST_END.exec(text.slice(Math.max(0, end - MAX_TAG), end)) ?? [];
    const name = liquid ?? html;
    if (name === undefined) break;
    ends.unshift({ name, start: end - tag.length });
    end = text.slice(0, end - tag.length).trimEnd().length;
  }
  return ends;
}
