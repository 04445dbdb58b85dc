import { isProse } from './prose.ts';
import type { Range } from './ranges.ts';

/** The title of a link or an image, which only appears on hover. */
const LINK_TITLE = /\]\([^()\s"']*([ \t\n]+(?:"[^"\n]*"|'[^'\n]*'))[ \t]*\)/g;

/** A fence and its info string. */
const FENCE = /^[ \t>]{0,40}(?:`{3,}|~{3,})([^\n]*)/gm;

/** A footnote: its label and the lines of its paragraph. */
const FOOTNOTE = /^\[\^([^\]\s]{1,100})\]:[^\n]*(?:\n(?!\s*\n|\[\^)[^\n]+)*\n?/gm;
const FOOTNOTE_USE = /\[\^([^\]\s]{1,100})\](?!:)/g;

/** Delimiters of comments in the dialect's liquid syntax. */
const LIQUID_COMMENT = /\{%-?[ \t]{0,20}(end)?comment\b[^%\n]*%\}/g;

/** A frontmatter block. */
const FRONT_MATTER = /^---[ \t]*\n(?:[^\n]*\n)*?---[ \t]*(?:\n|$)/;

/** Maximum length of a frontmatter block. */
const MAX_FRONT_MATTER = 20_000;

/**
 * Parts of the markdown that readers do not see: prose in titles of links, unused footnotes, and comments of the
 * dialect. In `text`, code is blanked.
 */
export function hiddenMarkdown(text: string): Range[] {
  return [
    ...linkTitles(text),
    ...(text.includes('[^') ? unusedFootnotes(text) : []),
    ...(text.includes('{%') ? liquidComments(text) : []),
  ];
}

/** Prose in the info strings of fences, in a text that still contains its code. */
export function hiddenInfo(text: string): Range[] {
  if (!text.includes('```') && !text.includes('~~~')) return [];
  const ranges: Range[] = [];
  for (const { 0: fence, 1: words = '', index } of text.matchAll(FENCE)) {
    const language = words.trimStart();
    const space = language.search(/\s/);
    if (space === -1 || words.includes('`') || !isProse(language.slice(space))) continue;
    const end = index + fence.length;
    ranges.push([end - language.length + space, end]);
  }
  return ranges;
}

/** The frontmatter of a page. */
export function frontMatter(text: string): Range[] {
  if (!text.startsWith('---')) return [];
  const found = FRONT_MATTER.exec(text.slice(0, MAX_FRONT_MATTER));
  return found && /^[\w-]+:/m.test(found[0]) ? [[0, found[0].length]] : [];
}

function linkTitles(text: string): Range[] {
  return [...text.matchAll(LINK_TITLE)]
    .filter(([, title = '']) => isProse(title))
    .map(({ 0: link, 1: title = '', index }) => {
      const start = index + link.lastIndexOf(title);
      return [start, start + title.length];
    });
}

function unusedFootnotes(text: string): Range[] {
  const used = new Set([...text.matchAll(FOOTNOTE_USE)].map(([, label]) => label));
  return [...text.matchAll(FOOTNOTE)]
    .filter(([, label]) => !used.has(label))
    .map(({ 0: { length }, index }) => [index, index + length]);
}

function liquidComments(text: string): Range[] {
  const ranges: Range[] = [];
  let start: number | undefined;
  for (const { 0: tag, 1: ends, index } of text.matchAll(LIQUID_COMMENT)) {
    if (ends === undefined) start ??= index;
    else if (start !== undefined) {
      ranges.push([start, index + tag.length]);
      start = undefined;
    }
  }
  return ranges;
}
