import { Anchors, Markdown, percentDecoded, serviceFragments } from '@docs-platform-mcp/markdown';
import { similarTo } from '../../names/similar.ts';
import type { LinkedText } from './page-links.ts';
import { commonRun, significantWords } from './words.ts';

/** Maximum number of anchors that are compared with a dead one, and that are shown. */
const MAX_COMPARED = 1000;
const MAX_ANCHORS = 3;
/** The number at the end of the anchor of a heading whose text occurred before. */
const REPEATED = /-\d+$/;

/**
 * The anchors of a page that a dead one may mean, as the service writes them: those that clearly match or, if there are
 * none, those that share the longest run of words with the dead one or with the link, or else those that resemble it.
 */
export async function suggestAnchors(
  fragment: string,
  label: string,
  { markdown, anchors }: Pick<LinkedText, 'markdown' | 'anchors'>,
): Promise<string[]> {
  const known = [...anchors].slice(0, MAX_COMPARED);
  const names = [significantWords(percentDecoded(fragment)), significantWords(label)];
  const clear = clearlyMeant(fragment, label, known);
  const running = clear.length > 0 ? clear : withLongestRun(names, known);
  const found = running.length > 0 ? running : await similarAnchors(fragment, known);
  const written = await serviceAnchorsOf(markdown);
  return [...new Set(found)].slice(0, MAX_ANCHORS).map((anchor) => written.get(anchor) ?? anchor);
}

/**
 * The anchors of the heading with the words of the link, without the number of a repeated heading, or with all words.
 */
function clearlyMeant(fragment: string, label: string, known: readonly string[]): string[] {
  const ofLabel = new Anchors().make(label);
  const unnumbered = fragment.replace(REPEATED, '');
  const same = known.filter((anchor) => anchor === ofLabel || anchor === unnumbered);
  if (same.length > 0) return same;
  const words = significantWords(percentDecoded(fragment));
  const holding = known.filter((anchor) => hasInOrder(significantWords(anchor), words));
  return words.length > 0 && holding.length === 1 ? holding : [];
}

function hasInOrder(words: readonly string[], searched: readonly string[]): boolean {
  let found = 0;
  for (const word of words) if (word === searched[found]) found += 1;
  return found === searched.length;
}

async function similarAnchors(fragment: string, anchors: readonly string[]): Promise<string[]> {
  const named = anchors.map((title) => ({ title }));
  return (await similarTo(fragment, named, MAX_ANCHORS)).map(({ title }) => title);
}

/** The anchors of headings as the service writes them; one that a heading sets itself stays. */
async function serviceAnchorsOf(markdown: string): Promise<Map<string, string>> {
  const { headings } = await Markdown.readInTurns(markdown);
  return new Map(
    headings.flatMap(({ text, anchor, given }) => {
      const [form] = given ? [] : serviceFragments(text);
      const base = new Anchors().make(text);
      return form === undefined ? [] : [[anchor, `${form}${anchor.slice(base.length)}`] as const];
    }),
  );
}

/**
 * The anchors that share the longest run of words with one of some names, if that is most of the name or of the anchor.
 */
function withLongestRun(names: readonly string[][], anchors: readonly string[]): string[] {
  let longest = 1;
  let found: { anchor: string; rest: number }[] = [];
  for (const anchor of anchors) {
    const words = significantWords(anchor);
    for (const name of names) {
      const run = commonRun(name, words);
      if (run < longest || run * 2 < Math.min(name.length, words.length)) continue;
      if (run > longest) found = [];
      longest = run;
      found.push({ anchor, rest: words.length - run });
    }
  }
  return found.sort((one, other) => one.rest - other.rest).map(({ anchor }) => anchor);
}
