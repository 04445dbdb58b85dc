import { Parser } from 'htmlparser2';
import type { Definition, Nodes } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { isInvisible } from './invisible.ts';
import { blank, merged, type Range } from './ranges.ts';

const UNRENDERED = new Set(['script', 'style', 'template', 'noscript', 'title', 'dialog']);

const HIDING_STYLE =
  /display\s*:\s*none|visibility\s*:\s*hidden|(?:font-size|opacity|max-height)\s*:\s*0(?![.\d]*[1-9])|color\s*:\s*transparent|(?:left|top|text-indent)\s*:\s*-\d{3}/i;

const CSS_COMMENT = /\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\//g;
const CSS_ESCAPE = /\\([0-9a-f]{1,6})\s?/gi;

const ENTITY =
  /&(?:#(?:x([0-9a-f]{1,6})|(\d{1,7}));?|(?:shy|zwn?j|lrm|rlm|ZeroWidthSpace|NoBreak);)/gi;

/** Deeper lists and quotes are written by nobody; reading them would cost more than they are worth. */
const TOO_DEEP = /^(?:[ \t]*(?:>|[-+*]|\d{1,9}[.)])){50}/m;

/** Only what tells code and comments apart is read: the rest costs time and says nothing here. */
const CODE_ONLY = {
  disable: {
    null: [
      'attention',
      'autolink',
      'headingAtx',
      'labelEnd',
      'labelStartImage',
      'labelStartLink',
      'setextUnderline',
      'thematicBreak',
    ],
  },
};

/** What tells that there may be something hidden at all. */
const SUSPICIOUS = /<|\]:|&(?:#|shy|zw|lrm|rlm|Zero|NoBreak)/i;

/**
 * Parts of a markdown text that its readers are not shown: comments, elements that are hidden or not rendered,
 * definitions used as comments, and entities of invisible characters. What stands in code is shown, so it stays.
 */
export function hiddenRanges(text: string): Range[] {
  if (!SUSPICIOUS.test(text)) return [];
  const { code, definitions } = survey(text);
  // An escaped bracket is shown, so it opens nothing.
  const visible = blank(text, code).replaceAll('\\<', '  ');
  return merged([...definitions, ...hiddenHtml(visible), ...hiddenEntities(visible)]);
}

/** Where code stands in a markdown text, in fences, indented or within a line; in its order. */
export function codeRanges(text: string): Range[] {
  return survey(text).code;
}

/**
 * Where code stands in the text, and which definitions are nothing but comments. In a text that is too deep, what
 * looks like code is not spared.
 */
function survey(text: string): { code: Range[]; definitions: Range[] } {
  if (TOO_DEEP.test(text)) return { code: [], definitions: [] };
  const code: Range[] = [];
  const definitions: Range[] = [];
  const visit = (node: Nodes): void => {
    const range: Range = [node.position?.start.offset ?? 0, node.position?.end.offset ?? 0];
    if (node.type === 'code' || node.type === 'inlineCode') code.push(range);
    if (node.type === 'definition' && isComment(node)) definitions.push(range);
    if ('children' in node) for (const child of node.children) visit(child);
  };
  visit(fromMarkdown(text, { extensions: [CODE_ONLY] }));
  return { code, definitions };
}

/** A definition that leads nowhere is there for what its label or title says. */
function isComment({ identifier, url }: Definition): boolean {
  return identifier === '//' || url === '#' || url === '';
}

function hiddenHtml(text: string): Range[] {
  const ranges: Range[] = [];
  const open: { start: number; hidden: boolean }[] = [];
  const cut = (): void => {
    // A comment that never ends hides nothing in running text.
    if (parser.endIndex < text.length - 1 || text.endsWith('>')) {
      const end = parser.endIndex + 1;
      // Of `?>`, the parser counts only the question mark.
      ranges.push([parser.startIndex, text.startsWith('?>', end - 1) ? end + 1 : end]);
    }
  };
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        const hidden = isHidden(name, attributes);
        if (name === 'input' && hidden) cut();
        open.push({ start: parser.startIndex, hidden });
      },
      onclosetag(_, isImplied) {
        const element = open.pop();
        if (element?.hidden && !isImplied) ranges.push([element.start, parser.endIndex + 1]);
      },
      oncomment: cut,
      onprocessinginstruction: cut,
      oncdatastart: cut,
    },
    // Without the rules of HTML, what is in a script is read like everything else, should it never end.
    { xmlMode: true, lowerCaseTags: true, lowerCaseAttributeNames: true, decodeEntities: true },
  );
  parser.end(text);
  return ranges;
}

function isHidden(name: string, attributes: Record<string, string>): boolean {
  if (UNRENDERED.has(name) || 'hidden' in attributes) return true;
  return (
    HIDING_STYLE.test(plainStyle(attributes.style ?? '')) ||
    attributes.type?.toLowerCase() === 'hidden'
  );
}

/** A style without the comments and escapes that its words could be written with. */
function plainStyle(style: string): string {
  return style.replace(CSS_COMMENT, '').replace(CSS_ESCAPE, (_, hex: string) => {
    const code = Number.parseInt(hex, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : '';
  });
}

function hiddenEntities(text: string): Range[] {
  return [...text.matchAll(ENTITY)]
    .filter(([, hex, decimal]) => {
      if (hex === undefined && decimal === undefined) return true;
      return isInvisible(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16));
    })
    .map(({ 0: entity, index }) => [index, index + entity.length]);
}
