import { frontMatterOf, Markdown } from '@docs-platform-mcp/markdown';
import type { Code, Root, RootContent } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { mathFromMarkdown } from 'mdast-util-math';
import { math } from 'micromark-extension-math';
import { gfmSyntax } from './gfm.ts';
import { type TextPart, textPartsOf } from './parts.ts';
import { strongLeftovers } from './strong.ts';

/** Shorter texts are parsed at once. */
const MIN_CHARACTERS = 200;

/** After this many milliseconds, the rest is shown as written. */
const TIME_LIMIT_MS = 20_000;

/** CommonMark and GitHub's extensions, with formulas. */
const PLAIN = { extensions: [gfmSyntax()], mdastExtensions: [gfmFromMarkdown()] };
const WITH_MATH = {
  extensions: [gfmSyntax(), math({ singleDollarTextMath: false })],
  mdastExtensions: [gfmFromMarkdown(), mathFromMarkdown(), strongLeftovers],
};

/** The same without formulas as blocks: a line of `$$` that nothing closes would begin one that goes on to the end. */
const WITH_INLINE_MATH = {
  ...WITH_MATH,
  extensions: [gfmSyntax(), { text: math({ singleDollarTextMath: false }).text }],
};

type Syntax = typeof PLAIN | typeof WITH_MATH;

function syntaxOf(hasMath: boolean, hasFormula: boolean): Syntax {
  if (!hasMath) return PLAIN;
  return hasFormula ? WITH_MATH : WITH_INLINE_MATH;
}

export interface ReadingOptions {
  /** Whether the text is parsed for display: with formulas, and strong text in any notation. */
  math?: boolean;
  /** Milliseconds after which the rest is returned as written. */
  timeLimit?: number;
  /** The nodes for a part that would take too long, or comes too late. */
  asWritten?: (text: string) => RootContent[];
}

/**
 * The tree of a text without its front matter, parsed part by part, in time linear in the length. Positions of
 * top-level nodes are offsets in the text; those of the nodes within them are not.
 */
export function readText(
  markdown: string,
  { math = false, timeLimit = TIME_LIMIT_MS, asWritten = asCode }: ReadingOptions = {},
): Root & { isUnfinished?: boolean } {
  let at = frontMatterOf(markdown)?.end ?? 0;
  const text = markdown.slice(at);
  if (text.length < MIN_CHARACTERS) {
    const hasFormula = Markdown.read(text).blocks.some(({ type }) => type === 'formula');
    const { children } = fromMarkdown(text, syntaxOf(math, hasFormula));
    for (const node of children) move(node, at);
    return { type: 'root', children };
  }
  const end = performance.now() + timeLimit;
  let isUnfinished = false;
  const children: RootContent[] = [];
  for (const part of textPartsOf(text)) {
    const isLate = !part.isCostly && performance.now() > end;
    isUnfinished ||= isLate;
    const content =
      part.isCostly || isLate
        ? placed(asWritten(part.text), at, part.text)
        : contentOf(part, at, syntaxOf(math, part.hasFormula));
    const first = part.isItem && joined(children.at(-1), content[0], part.afterBlank);
    for (const node of content.slice(first ? 1 : 0)) children.push(node);
    at += part.text.length;
  }
  return { type: 'root', children, ...(isUnfinished && { isUnfinished }) };
}

/** Adds the items of a continued list to that list. */
function joined(
  list: RootContent | undefined,
  rest: RootContent | undefined,
  isSpread: boolean,
): boolean {
  if (list?.type !== 'list' || rest?.type !== 'list' || list.ordered !== rest.ordered) return false;
  for (const item of rest.children) list.children.push(item);
  list.spread = Boolean(list.spread || rest.spread || isSpread);
  if (list.position && rest.position) list.position.end = rest.position.end;
  return true;
}

function asCode(value: string): RootContent[] {
  return [{ type: 'code', value: value.trimEnd() }];
}

/** Code of which only the first line is parsed: it would take long otherwise, line by line. */
function longCode(
  { opening, value }: NonNullable<TextPart['code']>,
  from: number,
  to: number,
): RootContent {
  const [node] = fromMarkdown(opening, PLAIN).children;
  const start = { line: 1, column: 1, offset: from };
  const position = { start, end: { ...start, offset: to } };
  return { ...(node as Code), value, position };
}

/** The parser recognises references by their definitions, so definitions from elsewhere are put before the part. */
function contentOf({ text, labels, code }: TextPart, at: number, syntax: Syntax): RootContent[] {
  if (code) return [longCode(code, at, at + text.replace(/\n$/, '').length)];
  const lead = labels.map((label) => `[${label}]: x\n\n`).join('');
  const { children } = fromMarkdown(lead + text, syntax);
  const own = children.filter((node) => (node.position?.start.offset ?? 0) >= lead.length);
  for (const node of own) move(node, at - lead.length);
  return own;
}

function move({ position }: RootContent, by: number): void {
  if (position?.start.offset === undefined || position.end.offset === undefined) return;
  position.start.offset += by;
  position.end.offset += by;
}

/** The last node has the position of the whole part; those before it have none. */
function placed(nodes: RootContent[], at: number, text: string): RootContent[] {
  const end = at + text.trimEnd().length;
  return nodes.map((node, index) => {
    const start = { line: 1, column: 1, offset: at };
    const isLast = index === nodes.length - 1;
    return { ...node, position: { start, end: { ...start, offset: isLast ? end : at } } };
  });
}
