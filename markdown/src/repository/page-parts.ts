import type { Heading, Nodes } from 'mdast';
import { toString as plainText } from 'mdast-util-to-string';
import { visit } from 'unist-util-visit';
import { parseMarkdown, printMarkdown, span } from './parse.ts';

/** Offsets of a part of a text. */
export interface PagePart {
  start: number;
  end: number;
}

/** Maximum characters of a title; a longer heading is not one. */
const LONGEST_TITLE = 1_000;

/** Maximum characters of frontmatter, which others wait for while it is parsed; what is longer is text. */
const LONGEST_FRONTMATTER = 20_000;

/** The parts of a page's text as written, with any line ends. */
export interface PageParts {
  /** The lines between the fences of the frontmatter. */
  frontmatter: PagePart | undefined;
  /** A level-one heading at the beginning of the text. */
  heading: (PagePart & { text: string }) | undefined;
  /** Everything after the frontmatter, including the heading, without surrounding blank lines. */
  body: PagePart;
  /** Everything after the heading, without surrounding blank lines. */
  rest: PagePart;
}

const LINE_END = /\r\n|\n|\r/y;
const FENCE = /---[ \t]*(?=[\r\n]|$)/y;
const REST_OF_LINE = /[ \t]*(?:\r\n|\n|\r)/y;
const LINE_BREAK = /[\r\n]/g;
const ATX = /^ {0,3}#(?:[ \t\r\n]|$)/;
const ATX_LENGTH = 5;
const UNDERLINE = /[\r\n] {0,3}=+[ \t]*(?=[\r\n]|$)/;
const BLANK_LINE = /(?:\r\n|\n|\r(?!\n))[ \t]*(?:\r\n|\n|\r)/g;

/** Finds the parts of a page. A byte order mark belongs to none. */
export function pagePartsOf(text: string): PageParts {
  return partsOf(text, (start) => start);
}

/** The same for a file, whose heading may also follow comments. These are part of its body, but not of its rest. */
export function filePartsOf(file: string): PageParts {
  return partsOf(file, (start) => afterComments(file, start));
}

function partsOf(text: string, headingFrom: (start: number) => number): PageParts {
  const from = afterBlankLines(text, text.startsWith('\uFEFF') ? 1 : 0);
  const frontmatter = frontmatterAt(text, from);
  const end = Math.max(text.trimEnd().length, frontmatter?.close ?? 0);
  const start = frontmatter ? Math.min(afterBlankLines(text, frontmatter.close), end) : from;
  const body = { start: Math.min(start, end), end };
  const first = { start: Math.min(headingFrom(body.start), end), end };
  const heading = headingOf(text.slice(first.start, endOfTitle(text, first)), first.start);
  return {
    frontmatter: frontmatter && { start: frontmatter.start, end: frontmatter.end },
    heading,
    body,
    rest: heading ? { start: Math.min(afterBlankLines(text, heading.end), end), end } : body,
  };
}

/** A title as a level-one heading. */
export function printHeading(title: string): string {
  return printMarkdown({
    type: 'root',
    children: [{ type: 'heading', depth: 1, children: [{ type: 'text', value: title }] }],
  });
}

/** Tags of which readers see only the text between them. */
const INLINE_TAG =
  /^<\/?(?:a|abbr|b|br|code|del|em|i|img|kbd|mark|s|small|span|strong|sub|sup|u)[\s/>]/i;

/** The text of a heading, without anchors and other tags. */
export function headingText(heading: Nodes): string {
  const copy = structuredClone(heading);
  visit(copy, 'html', (node) => {
    if (INLINE_TAG.test(node.value)) node.value = '';
  });
  return plainText(copy).trim();
}

function frontmatterAt(text: string, from: number): (PagePart & { close: number }) | undefined {
  const opened = endOf(FENCE, text, from);
  const start = opened === undefined ? undefined : endOf(LINE_END, text, opened);
  if (start === undefined) return undefined;
  const most = start + LONGEST_FRONTMATTER;
  for (
    let line: number | undefined = start;
    line !== undefined && line <= most;
    line = nextLine(text, line)
  ) {
    const close = endOf(FENCE, text, line);
    if (close !== undefined) return { start, end: line, close };
  }
  return undefined;
}

/** Where the first block ends, if it may be a title; else where it starts, so that nothing has to be parsed. */
function endOfTitle(text: string, { start, end }: PagePart): number {
  const most = Math.min(end, start + LONGEST_TITLE);
  LINE_BREAK.lastIndex = start;
  const line = Math.min(LINE_BREAK.exec(text)?.index ?? end, end);
  if (ATX.test(text.slice(start, start + ATX_LENGTH))) return line <= most ? line : start;
  BLANK_LINE.lastIndex = start;
  const block = text.slice(start, Math.min(BLANK_LINE.exec(text)?.index ?? end, most));
  const underline = UNDERLINE.exec(block);
  return underline ? start + underline.index + underline[0].length : start;
}

function headingOf(source: string, at: number): (PagePart & { text: string }) | undefined {
  const [first] = parseMarkdown(source).children;
  if (!isTitle(first)) return undefined;
  const [start, end] = span(first);
  return { start: at + start, end: at + end, text: headingText(first) };
}

function isTitle(node: Nodes | undefined): node is Heading {
  return node?.type === 'heading' && node.depth === 1;
}

function afterBlankLines(text: string, from: number): number {
  let at = from;
  for (;;) {
    let line = at;
    while (text[line] === ' ' || text[line] === '\t') line += 1;
    const next = endOf(LINE_END, text, line);
    if (next === undefined) return at;
    at = next;
  }
}

/** Start of the block after any comments on lines of their own; the offset itself if there are none. */
function afterComments(text: string, from: number): number {
  let at = from;
  while (text.startsWith('<!--', at)) {
    const close = text.indexOf('-->', at);
    const next = close < 0 ? undefined : endOf(REST_OF_LINE, text, close + '-->'.length);
    if (next === undefined) return at;
    at = afterBlankLines(text, next);
  }
  return at;
}

function nextLine(text: string, from: number): number | undefined {
  let at = from;
  while (at < text.length && text[at] !== '\n' && text[at] !== '\r') at += 1;
  return endOf(LINE_END, text, at);
}

/** The end of a match that starts at an offset. */
function endOf(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}
