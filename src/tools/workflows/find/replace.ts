import {
  countLoose,
  encodedReplacement,
  findDecoded,
  matchesIn,
  matchesInLine,
  type Pattern,
  patternOf,
  type SearchedPage,
  type SearchPattern,
  type TextMatch,
} from '../../../content/find/index.ts';
import { foldConfusable, sanitizeText } from '../../../text/index.ts';
import { describeBroken } from '../../edits/broken-blocks.ts';
import { insertText } from '../../edits/insert.ts';
import type { PageWrite } from '../../edits/text-changes.ts';
import { applyTextEdits, type TextEdit } from '../../edits/text-edits.ts';
import { titleLine } from '../../edits/title-line.ts';
import { keepPunctuation } from './keep-punctuation.ts';
import { preserveCase } from './preserve-case.ts';

/** The replacement, and the parts of a page that it applies to. */
export interface Replacement {
  searched: SearchPattern;
  /** Literal, or, for a regular expression, with `$1`, `${1}`, `\1`, `$<name>`, `${name}`, `$&` and `$$`. */
  replacement: string;
  /** Whether it also applies to titles and descriptions. */
  titles: boolean;
  /** Whether each new text adopts the case of the one that it replaces. */
  preserveCase?: boolean;
}

/** The replacements on a page. */
export interface PageReplacement extends Pick<PageWrite, 'before' | 'after' | 'fields'> {
  /** Number of replaced matches. */
  replaced: number;
  /** Number of matches within the new texts themselves. */
  again: number;
  /** Number of matches that stay, because they are in addresses. */
  inAddresses: number;
  /** Number of matches that stay, because they are in code, or in text, and only the other was requested. */
  inOtherPart: number;
  /** Number of replaced matches that differ in case from the searched text. */
  otherCase: number;
  /** Number of replaced matches that have other quotation marks, dashes or spaces than the searched text. */
  loose: number;
  /** Why the page cannot be written. */
  problem?: string;
}

/** The replacements on each of some pages, in order; undefined for a page without any. */
export async function replaceInTexts({
  pages,
  replacing,
}: {
  pages: readonly SearchedPage[];
  replacing: Replacement;
}): Promise<(PageReplacement | undefined)[]> {
  const pattern = patternOf(replacing.searched);
  const replaced: (PageReplacement | undefined)[] = [];
  for (const page of pages) replaced.push(await replaceInPage(page, { ...replacing, pattern }));
  return replaced;
}

const NONE: TextReplacement = {
  text: '',
  count: 0,
  again: 0,
  inAddresses: 0,
  inOtherPart: 0,
  otherCase: 0,
  loose: 0,
};

interface PreparedReplacement extends Replacement {
  pattern: Pattern;
}

async function replaceInPage(
  { page, markdown }: SearchedPage,
  replacing: PreparedReplacement,
): Promise<PageReplacement | undefined> {
  const about = replacing.titles ? await replaceInFields(page, replacing) : { ...NONE, fields: {} };
  const body = markdown === undefined ? NONE : await replaceInText(markdown, page.title, replacing);
  const replaced = body.count + about.count;
  const inAddresses = body.inAddresses + about.inAddresses;
  const { inOtherPart } = body;
  if (replaced + inAddresses + inOtherPart === 0) return undefined;
  return {
    fields: about.fields,
    ...(body.count > 0 && markdown !== undefined && { before: markdown, after: body.text }),
    ...(body.problem !== undefined && { problem: body.problem }),
    replaced,
    otherCase: body.otherCase + about.otherCase,
    loose: body.loose + about.loose,
    again: body.again + about.again,
    inAddresses,
    inOtherPart,
  };
}

/** The outcome for one text. */
interface TextReplacement {
  text: string;
  problem?: string;
  count: number;
  again: number;
  inAddresses: number;
  inOtherPart: number;
  otherCase: number;
  loose: number;
}

async function replaceInText(
  markdown: string,
  title: string,
  replacing: PreparedReplacement,
): Promise<TextReplacement> {
  const { anchor } = replacing.pattern;
  if (anchor === undefined) {
    const { edits, ...counts } = await editsOf(markdown, title, replacing);
    const text = edits.length > 0 ? applyTextEdits(markdown, edits) : markdown;
    const problem = describeBroken({ before: markdown, after: text });
    return { text, problem, count: edits.length, ...counts };
  }
  if (replacing.searched.in === 'code' || replacing.searched.in === 'headings') return NONE;
  const added = replacementFor({ start: 0, end: 0, groups: [''] }, replacing);
  const inserted = insertText(markdown, sanitizeText(markdown), added, { title, at: anchor });
  if ('problem' in inserted) return { ...NONE, ...inserted, count: 1 };
  const { text } = inserted;
  const problem = describeBroken({ before: markdown, after: text });
  return { ...NONE, text, problem, count: text === markdown ? 0 : 1 };
}

async function editsOf(markdown: string, title: string, replacing: PreparedReplacement) {
  const shown = sanitizeText(markdown);
  const found = await findDecoded(replacing.pattern, shown);
  const left = titleLine(shown, title);
  const { matches, inAddresses, inOtherPart } = matchesIn(replacing.searched, found.matches, shown);
  const edits = matches
    .filter(({ start, end }) => !left || end <= left[0] || start >= left[1])
    .map((match) => {
      const { start, end } = match;
      return {
        start,
        end,
        text: encodedReplacement(match, shown, replacementFor(match, replacing)),
        isLoose: match.isLoose,
      };
    })
    .filter(({ start, end, text }) => shown.slice(start, end) !== text);
  const otherCase = countOtherCase(
    edits.map(({ start, end }) => shown.slice(start, end)),
    replacing,
  );
  return {
    edits,
    inAddresses,
    inOtherPart,
    otherCase,
    loose: edits.filter(({ isLoose }) => isLoose).length,
    again: await countMatchesInNew(edits, replacing),
  };
}

/** How many of the texts differ in case from the searched one. */
function countOtherCase(texts: readonly string[], { searched }: PreparedReplacement): number {
  if (searched.ignoreCase !== true || searched.match === 'regex') return 0;
  const asked = foldConfusable(searched.text);
  return texts.filter((text) => foldConfusable(text) !== asked).length;
}

/** The matches in the new texts: these stay, and do not count as left over. */
async function countMatchesInNew(
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

async function replaceInFields(
  { title, description = '' }: SearchedPage['page'],
  replacing: PreparedReplacement,
): Promise<Omit<TextReplacement, 'text'> & { fields: PageWrite['fields'] }> {
  const fields: Record<string, string> = {};
  const { text: _, ...all } = { ...NONE };
  for (const [name, value] of Object.entries({ title, description })) {
    const { matches: every } = await replacing.pattern.find(value);
    const { matches, inAddresses } = matchesInLine(replacing.searched, every, value);
    all.inAddresses += inAddresses;
    const edits = matches.map((match) => ({ ...match, text: replacementFor(match, replacing) }));
    const text = applyTextEdits(value, edits);
    if (text === value || text === '') continue;
    fields[name] = text;
    all.count += matches.length;
    all.loose += countLoose(matches);
    const found = matches.map(({ start, end }) => value.slice(start, end));
    all.otherCase += countOtherCase(found, replacing);
    all.again += await countMatchesInNew(edits, replacing);
  }
  return { ...all, fields };
}

const REFERENCE = /\$(?:\$|&|(\d{1,2})|<([^>]{0,100})>|\{(\w{1,64})\})|\\([1-9])/g;

/** The number of forms in which a group can be named. */
const REFERENCE_FORMS = 4;

function replacementFor(match: TextMatch, replacing: PreparedReplacement): string {
  const {
    groups: [found = ''],
    isLoose,
  } = match;
  const given = substituteGroups(match, replacing);
  const text = isLoose ? keepPunctuation(found, given) : given;
  if (!replacing.preserveCase) return text;
  const { match: kind, text: asked } = replacing.searched;
  return preserveCase(found, text, kind === 'regex' ? undefined : asked);
}

function substituteGroups(
  { groups }: TextMatch,
  { replacement, searched, pattern }: PreparedReplacement,
): string {
  if (searched.match !== 'regex') return replacement;
  return replacement.replaceAll(REFERENCE, (reference: string, ...found: unknown[]) => {
    if (reference === '$$') return '$';
    if (reference === '$&') return groups[0] ?? '';
    const group = groupNamed(found, pattern);
    return group === undefined ? reference : (groups[group] ?? '');
  });
}

/** The number of the group that a reference names; undefined if the expression has no such group. */
function groupNamed(found: readonly unknown[], { names, groupCount }: Pattern): number | undefined {
  const name = found.slice(0, REFERENCE_FORMS).find((one) => typeof one === 'string') as string;
  const group = /^\d/.test(name) ? Number(name) : names[name];
  return group !== undefined && group <= groupCount ? group : undefined;
}

/** The first reference of a replacement to a group that the expression does not have; undefined if it has all. */
export function unknownReference(replacement: string, pattern: Pattern): string | undefined {
  for (const [reference, ...found] of replacement.matchAll(REFERENCE)) {
    const isGroup = reference !== '$$' && reference !== '$&';
    if (isGroup && groupNamed(found, pattern) === undefined) return reference;
  }
  return undefined;
}
