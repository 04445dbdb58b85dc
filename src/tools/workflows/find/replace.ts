import type { Match, PageText, Pattern } from '../../../content/find/index.ts';
import { codeRanges, sanitizeText } from '../../../text/index.ts';
import { editShown, type TextEdit } from '../../edits/exact.ts';
import { titleLine } from '../../edits/title-line.ts';
import type { TreeWrite } from '../change/write.ts';

/** The replacement, and the parts of a page that it applies to. */
export interface Replacing {
  pattern: Pattern;
  /** Literal, or, for a regular expression, with `$1`, `$<name>`, `$&` and `$$`. */
  replacement: string;
  isTemplate: boolean;
  in: 'text' | 'code' | 'both';
  /** Also in titles and descriptions. */
  titles: boolean;
}

/** The changes of one page, and the number of replaced matches; undefined if there are none. */
export async function replacementOn(
  { page, markdown }: PageText,
  replacing: Replacing,
): Promise<(TreeWrite & { replaced: number }) | undefined> {
  const about = replacing.titles
    ? await aboutReplaced(page, replacing)
    : { fields: {}, replaced: 0 };
  const edits = markdown === undefined ? [] : await editsOf(markdown, page.title, replacing);
  const replaced = edits.length + about.replaced;
  if (replaced === 0) return undefined;
  return {
    page,
    fields: about.fields,
    ...(edits.length > 0 &&
      markdown !== undefined && { before: markdown, after: editShown(markdown, edits) }),
    replaced,
  };
}

async function editsOf(markdown: string, title: string, replacing: Replacing): Promise<TextEdit[]> {
  const shown = sanitizeText(markdown);
  const { matches } = await replacing.pattern.find(shown);
  const left = titleLine(shown, title);
  const isCode = replacing.in === 'both' ? undefined : within(codeRanges(shown));
  return matches
    .filter(({ start, end }) => !left || end <= left[0] || start >= left[1])
    .filter((match) => !isCode || isCode(match) === (replacing.in === 'code'))
    .map((match) => ({ start: match.start, end: match.end, text: putInstead(match, replacing) }))
    .filter(({ start, end, text }) => shown.slice(start, end) !== text);
}

async function aboutReplaced(
  { title, description = '' }: PageText['page'],
  replacing: Replacing,
): Promise<{ fields: TreeWrite['fields']; replaced: number }> {
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

function putInstead({ groups }: Match, { replacement, isTemplate, pattern }: Replacing): string {
  if (!isTemplate) return replacement;
  return replacement.replaceAll(REFERENCE, (whole, number?: string, name?: string) => {
    if (whole === '$$') return '$';
    if (whole === '$&') return groups[0] ?? '';
    const group = number === undefined ? pattern.names[name ?? ''] : Number(number);
    return group !== undefined && group < groups.length ? (groups[group] ?? '') : whole;
  });
}

/** Whether a match lies in one of these ranges, which are in order. */
function within(ranges: readonly (readonly [number, number])[]) {
  return ({ start, end }: Match): boolean =>
    ranges.some(([from, to]) => from <= start && end <= to);
}
