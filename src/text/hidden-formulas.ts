import { isProse } from './prose.ts';
import type { Span } from './ranges.ts';

const FORMULA = /\$\$([^$]{1,5000})\$\$/g;

/** A comment to the end of its line, or a command whose argument takes up space but is not drawn. */
const HIDING = /(?<!\\)%|\\[hv]?phantom\s{0,20}\{/g;

/** Markup of a text in a formula. */
const MARKUP = /\\[a-z]+|[{}~]/gi;

/** The comments and phantoms of formulas, if they are prose. */
export function hiddenFormulas(text: string): Span[] {
  return [...text.matchAll(FORMULA)].flatMap(({ 1: formula = '', index }) =>
    unseen(formula).map(([from, to]): Span => [index + 2 + from, index + 2 + to]),
  );
}

function unseen(formula: string): Span[] {
  const ranges: Span[] = [];
  let done = 0;
  for (const { 0: opening, index } of formula.matchAll(HIDING)) {
    if (index < done) continue;
    const from = index + opening.length;
    done = opening === '%' ? endOfLine(formula, from) : endOfGroup(formula, from);
    if (isProse(formula.slice(from, done).replaceAll(MARKUP, ' '))) ranges.push([from, done]);
  }
  return ranges;
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end === -1 ? text.length : end;
}

/** The end of a group whose brace is already open; of the text, if it is not closed. */
function endOfGroup(text: string, from: number): number {
  let depth = 1;
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '{') depth += 1;
    else if (text[at] === '}') depth -= 1;
    if (depth === 0) return at;
  }
  return text.length;
}
