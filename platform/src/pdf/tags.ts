import type { Content } from 'pdfmake/interfaces.js';
import type { Attributes } from '../render/fill.ts';
import { HINTS, tagOfElement } from '../render/tags.ts';
import { canEmbolden } from './fonts.ts';
import type { PdfContext } from './inlines.ts';

/** The words above the content of a block, by the name of its tag. */
const LABELS: ReadonlyMap<string, (attributes: Attributes) => string | undefined> = new Map([
  ['hint', ({ style = '' }) => HINTS.get(style) ?? HINTS.get('info')],
  ['tab', ({ title }) => title],
  ['code', ({ title }) => title],
  ['code-tabs-item', ({ title }) => title],
  ['expandable', ({ title }) => title],
  ['update', ({ date }) => date],
  ['prompt', ({ description }) => description],
  ['if', ({ condition }) => condition && `If ${condition}`],
  ['else', () => 'Otherwise'],
  ['include', () => 'Included text'],
  ['file', () => 'File'],
  ['embed', ({ url }) => url],
  ...['openapi', 'openapi-operation', 'openapi-webhook', 'swagger', 'api-method'].map(
    (name) =>
      [
        name,
        ({ method = '', path }: Attributes) => `${method.toUpperCase()} ${path ?? ''}`.trim(),
      ] as const,
  ),
]);

/** Tags whose words lead somewhere. */
const LINKED: ReadonlySet<string> = new Set(['include', 'file', 'embed']);

/** The label of the block that an element stands for; undefined for other HTML. */
export function blockLabel(html: string, { targetOf }: PdfContext): Content | undefined {
  const tag = tagOfElement(html);
  if (!tag) return undefined;
  const { name, attributes } = tag;
  const text = LABELS.get(name)?.(attributes);
  if (!text) return [];
  const url = attributes.url ?? attributes.src;
  const link = url !== undefined && LINKED.has(name) ? targetOf(url) : undefined;
  return { text: [{ text, bold: canEmbolden(text), ...link }], style: 'paragraph' };
}
