import { type Definition, Markdown } from '@docs-platform-mcp/markdown';
import { hiddenHtml } from './hidden-html.ts';
import { frontMatter, hiddenInfo, hiddenMarkdown, surplusCells } from './hidden-markdown.ts';
import { isInvisible } from './invisible.ts';
import { blank, mergeRanges, type Span } from './ranges.ts';

const ENTITY =
  /&(?:#(?:x([0-9a-f]{1,6})|(\d{1,7}));?|(?:shy|zwn?j|lrm|rlm|ZeroWidthSpace|NoBreak);)/gi;

/** Signs that a text may contain hidden parts, each with characters that it cannot do without. */
const SIGNS: readonly (readonly [needed: string, sign: RegExp])[] = [
  ['{', /\{[%#/{]/],
  ['&', /&(?:#|shy|zw|lrm|rlm|Zero|NoBreak)/i],
];

/** A link with a title, or with a target that is a text itself. */
const UNUSUAL_LINK =
  /\]\((?:[^()\s]{0,2048}(?:[\s(]|\\:|&(?:#|[a-z]+;))|(?:data|javascript|vbscript|about|blob|view-source):)/i;

/** What follows `](` in almost every link. */
const USUAL_TARGET = /(?:https?:\/\/)?[^()\s:&\\]{0,200}\)/y;

/** Whether a text may have such a link. Checking each target takes half as long as searching for the exception. */
function hasUnusualLink(text: string): boolean {
  for (let at = text.indexOf(']('); at !== -1; at = text.indexOf('](', at)) {
    USUAL_TARGET.lastIndex = at + 2;
    if (!USUAL_TARGET.test(text)) return UNUSUAL_LINK.test(text);
    at = USUAL_TARGET.lastIndex;
  }
  return false;
}

/** Whether a text may contain hidden parts. A text is searched for characters much faster than for an expression. */
function isSuspicious(text: string): boolean {
  if (['<', ']:', '$$'].some((sign) => text.includes(sign))) return true;
  if (hasUnusualLink(text)) return true;
  return SIGNS.some(([needed, sign]) => text.includes(needed) && sign.test(text));
}

/** An escaped backslash, or an escaped bracket. */
const ESCAPED = /\\[\\<]/g;

/** Labels that are used by a reference. */
const LABEL = /\[([^[\]]{1,200})\]/g;

/**
 * The parts of a markdown text that readers do not see: comments, elements that are hidden or not rendered,
 * attributes with prose, unused definitions and footnotes, prose in titles of links and in info strings, frontmatter,
 * and entities of invisible characters. Code is visible, so it stays.
 */
export function hiddenRanges(text: string): Span[] {
  const infos = hiddenInfo(text);
  const settings = frontMatter(text);
  const cells = surplusCells(text);
  if (infos.length + settings.length + cells.length === 0 && !isSuspicious(text)) return [];
  const { read, code, definitions } = survey(text);
  // An escaped bracket is visible, so it opens nothing. In a tag, a form feed separates as a space does.
  const visible = blank(text, code)
    .replaceAll(ESCAPED, (pair) => (pair === '\\\\' ? pair : '  '))
    .replaceAll('\f', ' ');
  return mergeRanges([
    ...settings,
    ...infosOfFences(text, infos, code),
    ...definitions,
    ...cells.filter((cell) => visible.slice(...cell).trim() !== ''),
    ...hiddenMarkdown(visible, read),
    ...hiddenHtml(withoutTargets(visible, read)),
    ...hiddenEntities(visible),
  ]);
}

/** The text without link addresses in angle brackets, which are not tags. */
function withoutTargets(text: string, read: Markdown): string {
  if (!/\](?:\(|:)\s{0,20}</.test(text)) return text;
  const targets = read.references.references
    .filter(({ form, target }) => form !== 'html' && text.charAt(target.start - 1) === '<')
    .map(({ target }): Span => [target.start - 1, target.end]);
  return blank(text, mergeRanges(targets));
}

/** Keep only info strings in the first line of a fence, not in code that shows one. Both lists are in order. */
function infosOfFences(text: string, infos: readonly Span[], code: readonly Span[]): Span[] {
  let next = 0;
  return infos.filter(([start]) => {
    while ((code[next]?.[1] ?? Number.POSITIVE_INFINITY) <= start) next += 1;
    const from = code[next]?.[0] ?? start;
    if (from > start) return true;
    const lineEnd = text.indexOf('\n', from);
    return lineEnd === -1 || lineEnd > start;
  });
}

/** The ranges of code in a markdown text (fenced, indented or inline), in order. */
export function codeRanges(text: string): Span[] {
  return survey(text).code;
}

/** The ranges of code in the text, and of invisible definitions. */
function survey(text: string): { read: Markdown; code: Span[]; definitions: Span[] } {
  const read = Markdown.read(text);
  const code = read.code.map(({ start, end }): Span => [start, end]);
  if (read.definitions.length === 0) return { read, code, definitions: [] };
  const all = read.definitions.map(({ start, end }): Span => [start, end]);
  const used = labelsIn(blank(text, mergeRanges([...code, ...all])));
  const definitions = read.definitions
    .filter((definition) => {
      // If a name has two definitions, the first one counts.
      const isUsed = used.delete(definition.name);
      return isComment(definition, text) || !isUsed;
    })
    .map(({ start, end }): Span => [start, end]);
  return { read, code, definitions };
}

function labelsIn(text: string): Set<string> {
  return new Set(
    [...text.matchAll(LABEL)].map(([, label = '']) =>
      label.trim().replaceAll(/\s+/g, ' ').toLowerCase().toUpperCase(),
    ),
  );
}

/** A definition without a real target exists only for the prose in its label or title. */
function isComment({ name, target }: Definition, text: string): boolean {
  const url = text.slice(target.start, target.end);
  return name === '//' || url === '#' || url === '';
}

function hiddenEntities(text: string): Span[] {
  return [...text.matchAll(ENTITY)]
    .filter(([, hex, decimal]) => {
      if (hex === undefined && decimal === undefined) return true;
      return isInvisible(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16));
    })
    .map(({ 0: entity, index }) => [index, index + entity.length]);
}
