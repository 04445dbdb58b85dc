import type { JobCaller } from '../../../thread-pool.ts';
import { diffOf } from '../change/write.ts';
import { type CaseArguments, keepsCase } from './preserve-case.ts';
import type { ReplacedTree, ReplacingArguments } from './replacers.ts';
import { type FoundPage, sum } from './result-page.ts';

const MAX_KEPT_PAGES = 20;

/** The first pages that keep matches which are replaced elsewhere. */
export function keptPages(found: readonly FoundPage[]) {
  const pages = found.map(({ page: { title, path }, matches }) => ({ title, path, matches }));
  const more = pages.slice(MAX_KEPT_PAGES);
  return {
    matches: sum(pages, ({ matches }) => matches),
    pages: pages.slice(0, MAX_KEPT_PAGES),
    ...(more.length > 0 && { morePages: more.length }),
  };
}

/** States whether texts in another case keep it, or all become the same. */
export function otherCaseOf(planned: readonly ReplacedTree[], args: CaseArguments) {
  const otherCase = planned.reduce((sum, page) => sum + page.otherCase, 0);
  if (otherCase === 0 || args.preserveCase) return {};
  if (keepsCase(args)) {
    return { inOtherCase: otherCase, case: 'kept; preserveCase: false writes new as it is' };
  }
  return { inOtherCase: otherCase, case: 'all become the same; preserveCase: true keeps capitals' };
}

/** States how many texts have other punctuation, which they keep. */
export function looseOf(planned: readonly ReplacedTree[]) {
  const loose = sum(planned, (page) => page.loose);
  if (loose === 0) return {};
  return {
    looseMatches: `${loose} have other quotation marks, dashes or spaces than old, and keep them where new has the same`,
  };
}

/** The pages with the diffs of their replacements. */
export async function replacedPages(writes: readonly ReplacedTree[], caller: JobCaller) {
  const pages = [];
  for (const write of writes) {
    const { id, title, path } = write.page;
    pages.push({ id, title, path, replaced: write.replaced, diff: await diffOf(write, caller) });
  }
  return pages;
}

/** The number of replacements on all pages. */
export function countOf(writes: readonly ReplacedTree[]): number {
  return writes.reduce((sum, { replaced }) => sum + replaced, 0);
}

/** Maximum characters of a text in a subject. */
const MAX_NAMED = 30;

/** The subject of a change request if the call has none. */
export function replacementSubject(
  old: string | undefined,
  replacement: string,
  match: ReplacingArguments['match'],
): string {
  return shortSubject(old, replacement, match).replaceAll(/\s+/g, ' ');
}

function shortSubject(
  old: string | undefined,
  replacement: string,
  match: ReplacingArguments['match'],
): string {
  if (old === undefined) return `Add ${shorten(replacement.trim())}`;
  return match === 'link'
    ? `Link to ${shorten(replacement)} instead of ${shorten(old)}`
    : `Replace ${shorten(old)} by ${shorten(replacement)}`;
}

function shorten(text: string): string {
  return text.length > MAX_NAMED ? `${text.slice(0, MAX_NAMED - 1)}…` : text;
}
