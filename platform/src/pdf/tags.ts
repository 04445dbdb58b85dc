import type { Content } from 'pdfmake/interfaces.js';
import { PREFIX } from '../render/tags.ts';
import { canEmbolden } from './fonts.ts';
import type { PdfContext } from './inlines.ts';

type Attributes = Readonly<Record<string, string | undefined>>;

const TAG = new RegExp(`^<${PREFIX}([\\w-]+) data-attributes="([^"]*)">`);

const HINTS: ReadonlyMap<string, string> = new Map([
  ['success', 'Tip'],
  ['warning', 'Warning'],
  ['danger', 'Danger'],
]);

/** The words above the content of a block, by the name of its tag. */
const LABELS: ReadonlyMap<string, (attributes: Attributes) => string | undefined> = new Map([
  ['hint', ({ style = '' }) => HINTS.get(style) ?? 'Note'],
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

/** The label of the block that an element stands for; undefined for other HTML. */
export function blockLabel(html: string, { targetOf }: PdfContext): Content | undefined {
  const [, name = '', attributes] = TAG.exec(html) ?? [];
  if (attributes === undefined) return undefined;
  const given = attributesIn(attributes);
  const text = LABELS.get(name)?.(given);
  if (!text) return [];
  const url = given.url ?? given.src;
  const link = url !== undefined && LINKED.has(name) ? targetOf(url) : undefined;
  return { text: [{ text, bold: canEmbolden(text), ...link }], style: 'paragraph' };
}

const LINKED: ReadonlySet<string> = new Set(['include', 'file', 'embed']);

function attributesIn(written: string): Attributes {
  const json = written
    .replaceAll('&gt;', '>')
    .replaceAll('&lt;', '<')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
  try {
    const given: unknown = JSON.parse(json);
    return Object.fromEntries(
      Object.entries(given ?? {}).map(([name, value]) => [name, String(value)]),
    );
  } catch {
    // An author wrote the element itself.
    return {};
  }
}
