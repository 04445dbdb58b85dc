import type { Definition } from 'mdast';
import type { Content } from 'pdfmake/interfaces.js';
import { visit } from 'unist-util-visit';
import { readText } from '../markdown/read-text.ts';
import { sectionsOf } from '../markdown/sections.ts';
import { targetOf } from '../markdown/targets.ts';
import { tagsToElements } from '../render/tags.ts';
import { pageBlocks } from './blocks.ts';
import { canEmbolden, canSlant, FAMILIES, readFaces } from './fonts.ts';
import { type PdfImage, readImage } from './images.ts';
import type { PdfContext, PdfTarget } from './inlines.ts';
import { BASE, PAGE_MARGIN, STYLES } from './style.ts';

export interface PdfPage {
  id: string;
  title: string;
  description: string;
  /** The stored text. */
  markdown: string;
}

export interface PdfInput {
  title: string;
  createdAt: Date;
  /** In reading order; each starts on a new sheet. */
  pages: readonly PdfPage[];
  /** The addresses of files, and of the pages that are not in the document, by their ids. */
  addresses: ReadonlyMap<string, string>;
  /** The bytes of files shown as images, by their ids. */
  images: ReadonlyMap<string, Uint8Array>;
  /** The ids of files shown as images whose content is lost. */
  missing: readonly string[];
}

/**
 * Writes a PDF: headings, lists, code, tables, images and links of the pages' texts, with an outline. Blocks of the
 * service have their titles above their content.
 */
export async function renderPdf(input: PdfInput): Promise<Uint8Array> {
  const images = new Map<string, PdfImage | undefined>();
  const missing = new Set(input.missing);
  const imageOf: PdfContext['imageOf'] = (url) => {
    const target = targetOf(url);
    if (target.kind !== 'file') return undefined;
    const { file } = target;
    if (missing.has(file)) return 'missing';
    if (!images.has(file)) {
      const bytes = input.images.get(file);
      images.set(file, bytes && readImage(bytes));
    }
    const image = images.get(file);
    return image && { name: file, image };
  };
  const destinations = destinationsOf(input.pages);
  const content = input.pages.flatMap((page, index): Content[] => {
    const root = readText(tagsToElements(page.markdown));
    const definitions = new Map<string, Definition>();
    visit(root, 'definition', (node) => {
      definitions.set(node.identifier, node);
    });
    const around = {
      definitions,
      imageOf,
      targetOf: (url: string) => linkOf(input, destinations, page, url),
    };
    return [
      {
        text: page.title,
        style: 'title',
        bold: canEmbolden(page.title),
        id: nameOf(page.id, ''),
        outline: true,
        ...(index > 0 && { pageBreak: 'before' as const }),
      },
      ...(page.description
        ? [{ text: page.description, style: 'description', italics: canSlant(page.description) }]
        : []),
      ...pageBlocks(root, around, (anchor) => nameOf(page.id, anchor)),
    ];
  });
  return await write(input, content, images);
}

async function write(
  { title, createdAt }: PdfInput,
  content: Content[],
  images: ReadonlyMap<string, PdfImage | undefined>,
): Promise<Uint8Array> {
  const { default: pdfmake } = await import('pdfmake');
  pdfmake.setUrlAccessPolicy(() => false);
  pdfmake.setLocalAccessPolicy(() => false);
  provideFaces(pdfmake as unknown as WithFiles);
  pdfmake.setFonts(FAMILIES);
  const embedded = [...images].flatMap(([name, image]) => (image ? [[name, image.dataUrl]] : []));
  const pdf = pdfmake.createPdf({
    info: { title, creationDate: createdAt },
    pageSize: 'A4',
    pageMargins: PAGE_MARGIN,
    defaultStyle: BASE,
    styles: STYLES,
    images: Object.fromEntries(embedded),
    header: { text: title, style: 'running' },
    footer: (page, pages) => ({ text: `${page} / ${pages}`, style: 'running', alignment: 'right' }),
    content,
  });
  return await pdf.getBuffer();
}

/** The files in memory that pdfmake reads fonts from; its types leave them out. */
interface WithFiles {
  virtualfs: {
    existsSync(name: string): boolean;
    writeFileSync(name: string, content: Uint8Array): void;
  };
}

function provideFaces({ virtualfs }: WithFiles): void {
  if (virtualfs.existsSync(FAMILIES.Sans.normal)) return;
  for (const [name, bytes] of readFaces()) virtualfs.writeFileSync(name, bytes);
}

/** Names of the places that links inside the document may lead to. */
function destinationsOf(pages: readonly PdfPage[]): Set<string> {
  return new Set(
    pages.flatMap(({ id, markdown }) => [
      nameOf(id, ''),
      ...sectionsOf(markdown).map(({ anchor }) => nameOf(id, anchor)),
    ]),
  );
}

function nameOf(page: string, anchor: string): string {
  return anchor ? `${page}#${anchor}` : page;
}

function linkOf(
  { addresses }: PdfInput,
  destinations: ReadonlySet<string>,
  page: PdfPage,
  url: string,
): PdfTarget {
  const target = targetOf(url);
  if (target.kind === 'url') return { link: target.url };
  if (target.kind === 'unknown') return undefined;
  if (target.kind === 'file') return address(addresses.get(target.file));
  const linked = target.kind === 'page' ? target.page : page.id;
  const place = nameOf(linked, target.anchor);
  if (destinations.has(place)) return { linkToDestination: place };
  if (destinations.has(linked)) return { linkToDestination: linked };
  return address(addresses.get(linked));
}

function address(link: string | undefined): PdfTarget {
  return link === undefined ? undefined : { link };
}
