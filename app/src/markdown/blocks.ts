import type { RootContent } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { toString as wordsOf } from 'mdast-util-to-string';
import { gfm } from 'micromark-extension-gfm';

/** A block of a page, the unit in which two versions are compared. */
export interface SourceBlock {
  /** Its markdown. */
  source: string;
  /** Lines of the page, counted from 1. */
  line: number;
  end: number;
  /** Number of enclosing tags of the platform. */
  depth: number;
  /** Its text. */
  words: string;
  /** Absent for a tag of the platform and for a block that is too large to parse. */
  node?: RootContent;
  /** The content between the delimiters of a tag. */
  tag?: string;
}

/** Limits, because parsing may take quadratic time; readable text stays below. */
const MOST_CHARACTERS = 20_000;
const MOST_NESTED = 40;

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const TAG = /^\s*\{%([^%\n]{1,1000})%\}\s*$/;
const NAME = /^[\w-]+/;

/** Tags with an end tag, which enclose content. */
const ENCLOSING = new Set([
  ...['hint', 'tabs', 'tab', 'code', 'stepper', 'step', 'columns', 'column', 'content-ref'],
  ...['embed', 'file', 'updates', 'update', 'if', 'openapi-operation', 'prompt'],
]);

/** The blocks of a text; `firstLine` is the number of its first line in the page. */
export function blocksOf(markdown: string, firstLine = 1): SourceBlock[] {
  const blocks: SourceBlock[] = [];
  let part: string[] = [];
  let depth = 0;
  let fence: string | undefined;
  const lines = markdown.split('\n');
  const flush = (before: number) => {
    blocks.push(...parsed(part, before - part.length, depth));
    part = [];
  };
  for (const [index, line] of lines.entries()) {
    const sign = FENCE.exec(line)?.[1];
    if (fence === undefined) fence = sign;
    else if (sign?.startsWith(fence) && line.trim() === sign) fence = undefined;
    const tag = fence === undefined ? TAG.exec(line)?.[1]?.trim() : undefined;
    if (tag === undefined) {
      part.push(line);
      continue;
    }
    const number = firstLine + index;
    flush(number);
    const name = NAME.exec(tag)?.[0] ?? '';
    if (name.startsWith('end')) depth = Math.max(0, depth - 1);
    else blocks.push({ source: line, line: number, end: number, depth, words: tag, tag });
    if (ENCLOSING.has(name) && depth < MOST_NESTED) depth += 1;
  }
  flush(firstLine + lines.length);
  return blocks;
}

function parsed(lines: readonly string[], line: number, depth: number): SourceBlock[] {
  const text = lines.join('\n');
  if (text.trim() === '') return [];
  if (isTooMuch(text)) {
    return [{ source: text, line, end: line + lines.length - 1, depth, words: text }];
  }
  const { children } = fromMarkdown(text, {
    extensions: [gfm()],
    mdastExtensions: [gfmFromMarkdown()],
  });
  return children.map((node) => {
    const { start, end } = node.position ?? { start: { line: 1 }, end: { line: 1 } };
    return {
      source: lines.slice(start.line - 1, end.line).join('\n'),
      line: line + start.line - 1,
      end: line + end.line - 1,
      depth,
      words: wordsOf(node),
      node,
    };
  });
}

/** Whether a paragraph is too long, or nested too deeply. */
function isTooMuch(text: string): boolean {
  let paragraph = 0;
  for (const line of text.split('\n')) {
    paragraph = line.trim() === '' ? 0 : paragraph + line.length;
    const marks = /^[\s>*+\-\d.)]*/.exec(line)?.[0].replaceAll(/[\s\d]/g, '').length ?? 0;
    if (paragraph > MOST_CHARACTERS || marks > MOST_NESTED) return true;
  }
  return false;
}
