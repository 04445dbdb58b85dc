import { Parser } from 'htmlparser2';
import type { Definition, Nodes, PhrasingContent } from 'mdast';
import { toString as plainText } from 'mdast-util-to-string';
import type { ContentText } from 'pdfmake/interfaces.js';
import { canEmbolden, canSlant } from './fonts.ts';
import type { PdfImage } from './images.ts';

/** The target of a link: a location in the document, or an address; undefined keeps only its text. */
export type PdfTarget = { linkToDestination: string } | { link: string } | undefined;

/** The context of one page's text. */
export interface PdfContext {
  definitions: ReadonlyMap<string, Definition>;
  targetOf: (url: string) => PdfTarget;
  /** The name of an image in the document, and the image; undefined if it cannot be shown. */
  imageOf: (url: string) => { name: string; image: PdfImage } | 'missing' | undefined;
}

/** A run of text, or an inline image. */
export type TextRun = ContentText | { url: string; alt: string };

type Marks = Pick<
  ContentText,
  'bold' | 'italics' | 'decoration' | 'style' | 'link' | 'linkToDestination'
>;

/** Running text as runs of one style each, with inline images between them. */
export function toRuns(
  nodes: readonly PhrasingContent[],
  around: PdfContext,
  marks: Marks = {},
): TextRun[] {
  return nodes.flatMap((node) => convert(node, around, marks));
}

/** Elements whose end separates words. */
const CELLS: ReadonlySet<string> = new Set('dd div dt li p td th tr'.split(' '));

/** The text of markup, without the markup. */
export function htmlText(markup: string): string {
  let text = '';
  const parser = new Parser({
    onclosetag: (name) => {
      if (CELLS.has(name)) text += name === 'td' || name === 'th' ? ' ' : '\n';
    },
    ontext: (part) => {
      text += part;
    },
  });
  parser.end(markup);
  return text;
}

/** The URL of a link or image, looked up when it is given by reference. */
export function linkUrlOf(node: Nodes, { definitions }: PdfContext): string {
  if ('url' in node) return node.url;
  return 'identifier' in node ? (definitions.get(node.identifier)?.url ?? '') : '';
}

function convert(node: PhrasingContent, around: PdfContext, marks: Marks): TextRun[] {
  const inside = (children: readonly PhrasingContent[], added: Marks) =>
    toRuns(children, around, { ...marks, ...added });
  switch (node.type) {
    case 'text':
      return [styledRun(node.value.replaceAll('\n', ' '), marks)];
    case 'html':
      return [styledRun(htmlText(node.value), marks)];
    case 'inlineCode':
      return [{ text: node.value, ...marks, style: 'inlineCode' }];
    case 'strong':
      return inside(node.children, { bold: true });
    case 'emphasis':
      return inside(node.children, { italics: true });
    case 'delete':
      return inside(node.children, { decoration: 'lineThrough' });
    case 'break':
      return [{ text: '\n', ...marks }];
    case 'footnoteReference':
      return [{ text: `[${node.label ?? node.identifier}]`, ...marks }];
    case 'link':
    case 'linkReference': {
      const target = around.targetOf(linkUrlOf(node, around));
      return inside(node.children, target ? { ...target, style: 'link' } : {});
    }
    case 'image':
    case 'imageReference':
      return [{ url: linkUrlOf(node, around), alt: node.alt ?? '' }];
    default:
      return [styledRun(plainText(node), marks)];
  }
}

/** A text without italic glyphs stays upright, and one without bold glyphs regular, in headings as well. */
export function styledRun(text: string, { italics = false, ...marks }: Marks): ContentText {
  const weight = canEmbolden(text) ? {} : { bold: false };
  return { text, ...marks, ...weight, italics: italics && canSlant(text) };
}
