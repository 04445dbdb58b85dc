import {
  findDecoded,
  inPlaceOf,
  matchesIn,
  matchesInLine,
  type Pattern,
  patternOf,
  type SearchedPage,
  type TextMatch,
  type Wanted,
} from '../../../content/find/index.ts';
import { sanitizeText } from '../../../text/index.ts';
import { editShown, type TextEdit } from '../../edits/exact.ts';
import { withInserted } from '../../edits/insert.ts';
import type { PageWrite } from '../../edits/text-changes.ts';
import { titleLine } from '../../edits/title-line.ts';
import { inCaseOf } from './preserve-case.ts';

/** The replacement, and the parts of a page that it applies to. */
export interface Replacing {
  wanted: Wanted;
  /** Literal, or, for a regular expression, with `$1`, `$<name>`, `$&` and `$$`. */
  replacement: string;
  /** Also in titles and descriptions. */
  titles: boolean;
  /** Each new text has the case of what it replaces. */
  preserveCase?: boolean;
}

/** The replacements on a page. */
export interface PageReplacement extends Pick<PageWrite, 'before' | 'after' | 'fields'> {
  /** Number of replaced matches. */
  replaced: number;
  /** Number of matches in the new texts themselves. */
  again: number;
  /** Number of matches that stay, because they are in addresses. */
  inAddresses: number;
  /** Number of replaced matches that are written in another case than what was searched for. */
  otherCase: number;
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

const NONE = { text: '', count: 0, again: 0, inAddresses: 0, otherCase: 0 };

interface PreparedReplacement extends Replacing {
  pattern: Pattern;
}

async function replacementOn(
  { page, markdown }: SearchedPage,
  replacing: PreparedReplacement,
): Promise<PageReplacement | undefined> {
  const about = replacing.titles ? await aboutReplaced(page, replacing) : { ...NONE, fields: {} };
  const body = markdown === undefined ? NONE : await textReplaced(markdown, page.title, replacing);
  const replaced = body.count + about.count;
  const inAddresses = body.inAddresses + about.inAddresses;
  if (replaced + inAddresses === 0) return undefined;
  return {
    fields: about.fields,
    ...(body.count > 0 &&
      markdown !== undefined && { before: markdown, after: body.text ?? markdown }),
    ...(body.text === undefined && { isSwallowed: true }),
    replaced,
    otherCase: body.otherCase + about.otherCase,
    again: body.again + about.again,
    inAddresses,
  };
}

/** The outcome for one text. */
interface Replaced {
  /** Absent if a block would swallow an added text. */
  text?: string;
  count: number;
  again: number;
  inAddresses: number;
  otherCase: number;
}

async function textReplaced(
  markdown: string,
  title: string,
  replacing: PreparedReplacement,
): Promise<Replaced> {
  const { anchor } = replacing.pattern;
  if (anchor === undefined) {
    const { edits, ...counts } = await editsOf(markdown, title, replacing);
    const text = edits.length > 0 ? editShown(markdown, edits) : markdown;
    return { text, count: edits.length, ...counts };
  }
  if (replacing.wanted.in === 'code' || replacing.wanted.in === 'headings') return NONE;
  const added = putInstead({ start: 0, end: 0, groups: [''] }, replacing);
  const text = withInserted(markdown, sanitizeText(markdown), added, { title, at: anchor });
  return { ...NONE, text, count: text === markdown ? 0 : 1 };
}

async function editsOf(markdown: string, title: string, replacing: PreparedReplacement) {
  const shown = sanitizeText(markdown);
  const found = await findDecoded(replacing.pattern, shown);
  const left = titleLine(shown, title);
  const { matches, inAddresses } = matchesIn(replacing.wanted, found.matches, shown);
  const edits = matches
    .filter(({ start, end }) => !left || end <= left[0] || start >= left[1])
    .map((match) => {
      const { start, end } = match;
      return { start, end, text: inPlaceOf(match, shown, putInstead(match, replacing)) };
    })
    .filter(({ start, end, text }) => shown.slice(start, end) !== text);
  const otherCase = inOtherCase(
    edits.map(({ start, end }) => shown.slice(start, end)),
    replacing,
  );
  return { edits, inAddresses, otherCase, again: await matchesInNew(edits, replacing) };
}

/** How many of the texts differ in case from the one that was searched for. */
function inOtherCase(texts: readonly string[], { wanted }: PreparedReplacement): number {
  if (wanted.ignoreCase !== true || wanted.match === 'regex') return 0;
  return texts.filter((text) => text !== wanted.text).length;
}

/** The matches in the new texts: what they contain stays, and is no remainder. */
async function matchesInNew(
  edits: readonly TextEdit[],
  { pattern }: PreparedReplacement,
): Promise<number> {
  const counts = new Map<string, number>();
  let all = 0;
  for (const { text } of edits) {
    const count = counts.get(text) ?? (await pattern.find(text)).matches.length;
    counts.set(text, count);
    all += count;
  }
  return all;
}

async function aboutReplaced(
  { title, description = '' }: SearchedPage['page'],
  replacing: PreparedReplacement,
): Promise<Replaced & { fields: PageWrite['fields'] }> {
  const fields: Record<string, string> = {};
  const all = { count: 0, again: 0, inAddresses: 0, otherCase: 0 };
  for (const [name, value] of Object.entries({ title, description })) {
    const { matches: every } = await replacing.pattern.find(value);
    const { matches, inAddresses } = matchesInLine(replacing.wanted, every, value);
    all.inAddresses += inAddresses;
    const edits = matches.map((match) => ({ ...match, text: putInstead(match, replacing) }));
    const text = editShown(value, edits);
    if (text === value || text === '') continue;
    fields[name] = text;
    all.count += matches.length;
    const found = matches.map(({ start, end }) => value.slice(start, end));
    all.otherCase += inOtherCase(found, replacing);
    all.again += await matchesInNew(edits, replacing);
  }
  return { ...all, fields };
}

const REFERENCE = /\$(?:\$|&|(\d{1,2})|<([^>]*)>)/g;

function putInstead(match: TextMatch, replacing: PreparedReplacement): string {
  const text = insteadOf(match, replacing);
  if (!replacing.preserveCase) return text;
  const { match: kind, text: asked } = replacing.wanted;
  return inCaseOf(match.groups[0] ?? '', text, kind === 'regex' ? undefined : asked);
}

function insteadOf(
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
