import {
  matchesIn,
  type Pattern,
  type PatternInput,
  patternOf,
  type SearchedPage,
  type TextMatch,
  type TextPart,
} from '../../../content/find/index.ts';
import { sanitizeText } from '../../../text/index.ts';
import { editShown, type TextEdit } from '../../edits/exact.ts';
import { withInserted } from '../../edits/insert.ts';
import type { PageWrite } from '../../edits/page-write.ts';
import { titleLine } from '../../edits/title-line.ts';

/** The replacement, and the parts of a page that it applies to. */
export interface Replacing {
  wanted: PatternInput;
  /** Literal, or, for a regular expression, with `$1`, `$<name>`, `$&` and `$$`. */
  replacement: string;
  in: TextPart;
  /** Also in titles and descriptions. */
  titles: boolean;
}

/** The replacements on a page. */
export interface PageReplacement extends Pick<PageWrite, 'before' | 'after' | 'fields'> {
  /** Number of replaced matches. */
  replaced: number;
  /** The added text would become part of an unclosed block. */
  isSwallowed?: boolean;
}

/** The replacements on each of some pages, in order; undefined for a page without any. */
export async function replaceOn({
  pages,
  replacing,
}: {
  pages: readonly SearchedPage[];
  replacing: Replacing;
}): Promise<(PageReplacement | undefined)[]> {
  const pattern = patternOf(replacing.wanted);
  const replaced: (PageReplacement | undefined)[] = [];
  for (const page of pages) replaced.push(await replacementOn(page, { ...replacing, pattern }));
  return replaced;
}

const NONE = { text: '', count: 0 };

interface PreparedReplacement extends Replacing {
  pattern: Pattern;
}

async function replacementOn(
  { page, markdown }: SearchedPage,
  replacing: PreparedReplacement,
): Promise<PageReplacement | undefined> {
  const about = replacing.titles
    ? await aboutReplaced(page, replacing)
    : { fields: {}, replaced: 0 };
  const body = markdown === undefined ? NONE : await textReplaced(markdown, page.title, replacing);
  const replaced = body.count + about.replaced;
  if (replaced === 0) return undefined;
  return {
    fields: about.fields,
    ...(body.count > 0 &&
      markdown !== undefined && { before: markdown, after: body.text ?? markdown }),
    ...(body.text === undefined && { isSwallowed: true }),
    replaced,
  };
}

/** The text of a page with the replacements, and their number; no text if a block would swallow one. */
async function textReplaced(
  markdown: string,
  title: string,
  replacing: PreparedReplacement,
): Promise<{ text?: string | undefined; count: number }> {
  const { anchor } = replacing.pattern;
  if (anchor === undefined) {
    const edits = await editsOf(markdown, title, replacing);
    return { text: edits.length > 0 ? editShown(markdown, edits) : markdown, count: edits.length };
  }
  if (replacing.in === 'code') return NONE;
  const added = putInstead({ start: 0, end: 0, groups: [''] }, replacing);
  const text = withInserted(markdown, sanitizeText(markdown), added, { title, at: anchor });
  return { text, count: text === markdown ? 0 : 1 };
}

async function editsOf(
  markdown: string,
  title: string,
  replacing: PreparedReplacement,
): Promise<TextEdit[]> {
  const shown = sanitizeText(markdown);
  const { matches } = await replacing.pattern.find(shown);
  const left = titleLine(shown, title);
  return matchesIn(replacing.in, matches, shown)
    .filter(({ start, end }) => !left || end <= left[0] || start >= left[1])
    .map((match) => ({ start: match.start, end: match.end, text: putInstead(match, replacing) }))
    .filter(({ start, end, text }) => shown.slice(start, end) !== text);
}

async function aboutReplaced(
  { title, description = '' }: SearchedPage['page'],
  replacing: PreparedReplacement,
): Promise<{ fields: PageWrite['fields']; replaced: number }> {
  const fields: Record<string, string> = {};
  let replaced = 0;
  for (const [name, value] of Object.entries({ title, description })) {
    const { matches } = await replacing.pattern.find(value);
    const edits = matches.map((match) => ({ ...match, text: putInstead(match, replacing) }));
    const text = editShown(value, edits);
    if (text === value || text === '') continue;
    fields[name] = text;
    replaced += matches.length;
  }
  return { fields, replaced };
}

const REFERENCE = /\$(?:\$|&|(\d{1,2})|<([^>]*)>)/g;

function putInstead(
  { groups }: TextMatch,
  { replacement, wanted, pattern }: PreparedReplacement,
): string {
  if (wanted.match !== 'regex') return replacement;
  return replacement.replaceAll(REFERENCE, (whole, number?: string, name?: string) => {
    if (whole === '$$') return '$';
    if (whole === '$&') return groups[0] ?? '';
    const group = number === undefined ? pattern.names[name ?? ''] : Number(number);
    return group !== undefined && group < groups.length ? (groups[group] ?? '') : whole;
  });
}
