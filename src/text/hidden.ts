import { Parser } from 'htmlparser2';
import type { Nodes } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { isInvisible } from './invisible.ts';

type Range = [start: number, end: number];

const UNRENDERED = new Set(['script', 'style', 'template', 'noscript']);

const HIDING_STYLE =
  /display\s*:\s*none|visibility\s*:\s*hidden|(?:font-size|opacity|max-height)\s*:\s*0(?![.\d]*[1-9])/i;

const NUMERIC_ENTITY = /&#(?:x([0-9a-f]{1,6})|(\d{1,7}));?/gi;

/** What tells that there may be something hidden at all. */
const SUSPICIOUS = /<|\]:|&#/;

/**
 * Parts of a markdown text that its readers are not shown: comments, elements that are hidden or not rendered,
 * definitions used as comments, and entities of invisible characters. What stands in code is shown, so it stays.
 */
export function hiddenRanges(text: string): Range[] {
  if (!SUSPICIOUS.test(text)) return [];
  const { code, definitions } = survey(text);
  const visible = masked(text, code);
  return merged([...definitions, ...hiddenHtml(visible), ...hiddenEntities(visible)]);
}

/** Where code stands in the text, and which definitions are nothing but comments. */
function survey(text: string): { code: Range[]; definitions: Range[] } {
  const code: Range[] = [];
  const definitions: Range[] = [];
  const visit = (node: Nodes): void => {
    const range: Range = [node.position?.start.offset ?? 0, node.position?.end.offset ?? 0];
    if (node.type === 'code' || node.type === 'inlineCode') code.push(range);
    const comment = node.type === 'definition' && (node.identifier === '//' || node.url === '#');
    if (comment && node.title) definitions.push(range);
    if ('children' in node) for (const child of node.children) visit(child);
  };
  visit(fromMarkdown(text));
  return { code, definitions };
}

function masked(text: string, ranges: readonly Range[]): string {
  let result = '';
  let done = 0;
  for (const [start, end] of ranges) {
    result += text.slice(done, start) + ' '.repeat(end - start);
    done = end;
  }
  return result + text.slice(done);
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
    { xmlMode: true, lowerCaseTags: true, lowerCaseAttributeNames: true, decodeEntities: false },
  );
  parser.end(text);
  return ranges;
}

function isHidden(name: string, attributes: Record<string, string>): boolean {
  if (UNRENDERED.has(name) || 'hidden' in attributes) return true;
  return HIDING_STYLE.test(attributes.style ?? '') || attributes.type?.toLowerCase() === 'hidden';
}

function hiddenEntities(text: string): Range[] {
  return [...text.matchAll(NUMERIC_ENTITY)]
    .filter(([, hex, decimal]) => isInvisible(hex ? Number.parseInt(hex, 16) : Number(decimal)))
    .map(({ 0: entity, index }) => [index, index + entity.length]);
}

/** Sorted ranges that do not overlap. */
function merged(ranges: Range[]): Range[] {
  const result: Range[] = [];
  for (const [start, end] of ranges.sort((a, b) => a[0] - b[0])) {
    const last = result.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else result.push([start, end]);
  }
  return result;
}
