import { Anchors, withoutId } from '@docs-platform-mcp/markdown';
import type { Heading, List, PhrasingContent, Root, RootContent, Table, TableCell } from 'mdast';
import { toString as plainText } from 'mdast-util-to-string';
import type { Content, ContentText } from 'pdfmake/interfaces.js';
import { htmlTable } from './html-table.ts';
import { htmlText, type PdfContext, type TextRun, toRuns } from './inlines.ts';
import { CODE_BOX, GRID, MAX_IMAGE_HEIGHT, QUOTE_BOX, TEXT_WIDTH } from './style.ts';
import { blockLabel } from './tags.ts';

/** The blocks of a page; its headings are destinations under the names that `nameOf` gives their anchors. */
export function pageBlocks(
  { children }: Root,
  around: PdfContext,
  nameOf: (anchor: string) => string,
): Content[] {
  const anchors = new Anchors();
  return children.map((node) => {
    if (node.type !== 'heading') return toBlock(node, around);
    const { words, anchor } = namesOf(node);
    const id = nameOf(anchor === undefined ? anchors.make(words) : anchors.keep(anchor));
    return { id, stack: inlineContent(node.children, around, `h${node.depth}`) };
  });
}

const EMPTY_LINK = /^<a\b[^>]*\sid="([^"]+)"/i;

/** The words of a heading, and the anchor that its author gives it. */
function namesOf(heading: Heading): { words: string; anchor: string | undefined } {
  const { text, id } = withoutId(plainText(heading, { includeHtml: false }).trim());
  const links = heading.children.flatMap((node) =>
    node.type === 'html' ? (EMPTY_LINK.exec(node.value)?.[1] ?? []) : [],
  );
  return { words: text, anchor: links[0] ?? id };
}

function toBlock(node: RootContent, around: PdfContext): Content {
  const inside = (children: readonly RootContent[]) =>
    children.map((child) => toBlock(child, around));
  switch (node.type) {
    case 'paragraph':
      return inlineContent(node.children, around, 'paragraph');
    case 'heading':
      return inlineContent(node.children, around, `h${node.depth}`);
    case 'code':
      return box({ text: node.value, style: 'code', preserveLeadingSpaces: true }, CODE_BOX);
    case 'thematicBreak':
      return {
        canvas: [{ type: 'line', x1: 0, y1: 4, x2: TEXT_WIDTH, y2: 4, lineWidth: 0.5 }],
        style: 'boxed',
      };
    case 'blockquote':
      return box({ stack: inside(node.children) }, QUOTE_BOX);
    case 'list':
      return listOf(node, around);
    case 'table':
      return tableOf(node, around);
    case 'html':
      return (
        blockLabel(node.value, around) ??
        htmlTable(node.value, around) ?? { text: htmlText(node.value).trim(), style: 'paragraph' }
      );
    case 'footnoteDefinition': {
      return {
        columns: [
          { text: `[${node.label ?? node.identifier}]`, width: 'auto' },
          { stack: inside(node.children) },
        ],
        columnGap: 6,
      };
    }
    default:
      return [];
  }
}

/** Running text in one style. A PDF has no images inside of text, so each is placed below the preceding text. */
function inlineContent(
  nodes: readonly PhrasingContent[],
  around: PdfContext,
  style: string,
): Content[] {
  const blocks: Content[] = [];
  let text: ContentText[] = [];
  const flush = () => {
    if (text.length > 0) blocks.push({ text, style });
    text = [];
  };
  for (const run of toRuns(nodes, around)) {
    const found = 'url' in run ? around.imageOf(run.url) : undefined;
    if (found === 'missing') text.push(missingImage(run));
    else if (found) {
      flush();
      const { width, height } = found.image;
      const fit: [number, number] = [
        Math.min(width, TEXT_WIDTH),
        Math.min(height, MAX_IMAGE_HEIGHT),
      ];
      blocks.push({ image: found.name, fit, style: 'boxed' });
    } else {
      text.push(textOf(run));
    }
  }
  flush();
  return blocks;
}

/** An image that cannot be shown is replaced by its description. */
function textOf(run: TextRun): ContentText {
  return 'url' in run ? { text: run.alt && `[${run.alt}]`, italics: true } : run;
}

function missingImage(run: TextRun): ContentText {
  const alt = 'url' in run && run.alt ? run.alt : 'Image';
  return { text: `[${alt}: the file is missing]`, italics: true };
}

function box(content: Content, layout: typeof CODE_BOX): Content {
  return { table: { widths: ['*'], body: [[content]] }, layout, style: 'boxed' };
}

function listOf({ ordered, start, children }: List, around: PdfContext): Content {
  const items = children.map<Content>(({ checked, children: blocks }) => {
    const stack = blocks.map((block) => toBlock(block, around));
    if (typeof checked !== 'boolean') return { stack };
    return {
      columns: [{ text: checked ? '☑' : '☐', width: 'auto' }, { stack }],
      columnGap: 6,
      listType: 'none',
    };
  });
  return ordered ? { ol: items, start: start ?? 1, style: 'list' } : { ul: items, style: 'list' };
}

function tableOf({ children, align }: Table, around: PdfContext): Content {
  const columns = Math.max(1, ...children.map((row) => row.children.length));
  const cell = (content: TableCell | undefined, column: number, head: boolean): Content => ({
    stack: inlineContent(content?.children ?? [], around, head ? 'head' : ''),
    alignment: align?.[column] ?? 'left',
  });
  const body = children.map((row, index) =>
    Array.from({ length: columns }, (_, at) => cell(row.children[at], at, index === 0)),
  );
  const widths = Array.from({ length: columns }, () => '*');
  return { table: { headerRows: 1, widths, body }, layout: GRID, style: 'boxed' };
}
