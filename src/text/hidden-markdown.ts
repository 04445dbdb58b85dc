import { frontMatterOf, type Markdown, unescaped } from '@docs-platform-mcp/markdown';
import { isHiddenAddress, isSentence } from './hidden-attributes.ts';
import { unusedFootnotes } from './hidden-footnotes.ts';
import { hiddenFormulas } from './hidden-formulas.ts';
import { hiddenExpressions, hiddenLiquid } from './hidden-liquid.ts';
import { isProse } from './prose.ts';
import type { Span } from './ranges.ts';

/** A fence and its info string, in quotes and lists too. */
const FENCE = /^(?:[ \t>]|(?:[-*+]|\d{1,9}[.)])[ \t]){0,40}(?:`{3,}|~{3,})([^\n]*)/gm;

/** Words in a language name, such as `objective-c`; more make a sentence. */
const MAX_WORDS_OF_LANGUAGE = 4;

/** Words of settings that a block of code may have. */
const USUAL_WORDS = new Set(
  'title overflow wrap lineNumbers fullWidth expandable theme highlight true false'.split(' '),
);

/** The end of the path of a file. */
const EXTENSION = /\.\w{1,5}$/;

/** The usual info strings: nothing, or one word that is too short for a sentence. */
const USUAL_INFO = /^[a-zA-Z+#-]{0,6}\r?$/;

/** An id at the end of a heading, which readers do not see. */
const HEADING_ID = /\{#([^{}\n]{1,100})\}(?=[ \t#]*\r?$)/gm;

/** Comments of templates, which neither the dialect nor its readers show. */
const TEMPLATE_COMMENT = /\{\/\*|\{#(?=[\s-])/g;
const ENDS: Readonly<Record<string, string>> = { '{/*': '*/}', '{#': '#}' };

/** The first and last lines of a block of settings in TOML, and of one that ends as a YAML document does. */
const OPENING = /^(?:---|\+\+\+)[ \t]*\r?\n/;
const CLOSING = /^(?:\.\.\.|\+\+\+)[ \t]*(?:\r?\n|$)/gm;
const MEMBER = /^(?:[\w.-]+|"[^"\n]*"|'[^'\n]*')\s{0,20}[:=]/m;

/**
 * Parts of the markdown that readers do not see: prose in titles of links and definitions, and comments of templates.
 * In `text`, code is blanked.
 */
export function hiddenMarkdown(text: string, read: Markdown): Span[] {
  return [
    ...(TITLED.test(text) ? hiddenTitles(text, read) : []),
    ...(text.includes('[^') ? unusedFootnotes(read, text) : []),
    ...(text.includes('{%') ? hiddenLiquid(text) : []),
    ...(text.includes('{{') ? hiddenExpressions(text) : []),
    ...(text.includes('$$') ? hiddenFormulas(text) : []),
    ...templateComments(text),
    ...headingIds(text),
  ];
}

/** Prose in the info strings of fences, in a text that still contains its code. */
export function hiddenInfo(text: string): Span[] {
  if (hasUsualInfos(text, '```') && hasUsualInfos(text, '~~~')) return [];
  const ranges: Span[] = [];
  for (const { 0: fence, 1: words = '', index } of text.matchAll(FENCE)) {
    if (words.includes('`')) continue;
    const language = words.trimStart();
    const end = index + fence.length;
    const space = language.search(/\s/);
    const name = space === -1 ? language : language.slice(0, space);
    if (name.split(/[^\p{L}]+/u).length > MAX_WORDS_OF_LANGUAGE) {
      ranges.push([end - language.length, end]);
    } else if (space !== -1 && hasProse(language.slice(space))) {
      ranges.push([end - language.length + space, end]);
    }
  }
  return ranges;
}

/** Whether the settings of a block of code are prose, each or together. */
function hasProse(settings: string): boolean {
  const words = settings.split(/[\s"'=]+/);
  const isPath = (word: string): boolean => word.includes('/') && EXTENSION.test(word);
  const unusual = words.filter((word) => !USUAL_WORDS.has(word) && !isPath(word));
  return isProse(settings) || isSentence(unusual.join(' '));
}

/** Whether only usual info strings follow this mark, wherever it occurs. An expression takes ten times as long. */
function hasUsualInfos(text: string, mark: string): boolean {
  for (let at = text.indexOf(mark); at !== -1; ) {
    let start = at + mark.length;
    while (text.charAt(start) === mark.charAt(0)) start += 1;
    const end = text.indexOf('\n', start);
    // Half of the fences end a block, so nothing follows them.
    const isBare = end === start;
    if (!isBare && !USUAL_INFO.test(text.slice(start, end === -1 ? undefined : end))) return false;
    at = end === -1 ? -1 : text.indexOf(mark, end);
  }
  return true;
}

/** The frontmatter of a page. */
export function frontMatter(text: string): Span[] {
  const found = frontMatterOf(text);
  if (found) return [[found.start, found.end]];
  const opening = OPENING.exec(text)?.[0].length;
  if (opening === undefined) return [];
  CLOSING.lastIndex = opening;
  const closing = CLOSING.exec(text);
  if (!closing || !MEMBER.test(text.slice(opening, closing.index))) return [];
  return [[0, closing.index + closing[0].length]];
}

/** Something that may be a title follows a target. */
const TITLED =
  /\]\([^()\n]{0,2048}[\s"'(&\\]|\]:|\]\(<|\]\((?:data|javascript|vbscript|about|blob|view-source):/i;

/** Titles of links, images and definitions, which only appear on hover, and invalid addresses, if they are prose. */
function hiddenTitles(text: string, { references }: Markdown): Span[] {
  const ranges: Span[] = [];
  for (const { form, url, target, whole } of references.references) {
    if (form !== 'link' && form !== 'image' && form !== 'definition') continue;
    const behind = text.startsWith('>', target.end) ? target.end + 1 : target.end;
    const end = form === 'definition' ? whole.end : whole.end - 1;
    const title = text.slice(behind, end);
    if (isHiddenAddress(url)) ranges.push([target.start, target.end]);
    if (title.trim() !== '' && isProse(unescaped(title.trim().slice(1, -1))))
      ranges.push([behind, end]);
  }
  return ranges;
}

function headingIds(text: string): Span[] {
  return [...text.matchAll(HEADING_ID)].flatMap(({ 0: { length }, 1: id = '', index }) =>
    isProse(id) ? [[index, index + length] as Span] : [],
  );
}

function templateComments(text: string): Span[] {
  const ranges: Span[] = [];
  const unended = new Set<string>();
  let done = 0;
  for (const { 0: opening, index } of text.matchAll(TEMPLATE_COMMENT)) {
    if (index < done || unended.has(opening)) continue;
    const ending = ENDS[opening] ?? '';
    const at = text.indexOf(ending, index + opening.length);
    if (at === -1) unended.add(opening);
    if (at === -1) continue;
    done = at + ending.length;
    ranges.push([index, done]);
  }
  return ranges;
}

/** Prose in cells of a row beyond those of the head, which are not rendered. The text still contains its code. */
export function surplusCells(text: string): Span[] {
  const ranges: Span[] = [];
  if (!text.includes('|')) return ranges;
  let count: number | undefined;
  let at = 0;
  for (const line of text.split('\n')) {
    if (line.trim() === '') count = undefined;
    else if (count === undefined) {
      if (isDelimiters(line)) count = pipesOf(line).length;
    } else {
      const last = pipesOf(line)[count - 1];
      if (
        last !== undefined &&
        isProse(
          line
            .slice(last + 1)
            .replaceAll('|', ' ')
            .trim(),
        )
      ) {
        ranges.push([at + last + 1, at + line.length]);
      }
    }
    at += line.length + 1;
  }
  return ranges;
}

/** Whether a line separates the head of a table from its rows. */
function isDelimiters(line: string): boolean {
  if (!line.includes('|') || !/^[\s|:>-]+$/.test(line)) return false;
  const cells = line.replace(/^[\s>]+/, '').split('|');
  return cells.every((cell) => /^(?::?-+:?)?$/.test(cell.trim())) && line.includes('-');
}

/** The offsets at which the cells of a row end. */
function pipesOf(line: string): number[] {
  const pipes = [...line.matchAll(/(?<!\\)\|/g)].map(({ index }) => index);
  const opens = line.search(/[^\s>]/);
  if (pipes[0] === opens) pipes.shift();
  const last = line.trimEnd().length - 1;
  if (pipes.at(-1) !== last) pipes.push(line.length);
  return pipes;
}
