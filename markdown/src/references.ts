import type { Block, Scan } from './blocks.ts';
import { unescaped, withoutEntities } from './characters.ts';
import { HtmlReader } from './html.ts';
import { type InlineLink, referenceName } from './inline.ts';
import { charge } from './meter.ts';
import type { Range } from './range.ts';
import type { Tag } from './tags.ts';
import { WordReader } from './words.ts';

/** A reference from a text to a target, and the range of the target. */
export interface Reference {
  form: 'link' | 'image' | 'definition' | 'autolink' | 'html' | 'liquid';
  /** The target, with escapes and entities decoded. */
  url: string;
  /** The exact range that a new target replaces. */
  target: Range;
  /** The complete range: the link with its label, the definition, or the tag. */
  whole: Range;
  /** The visible part of a link. */
  label?: Range;
  /** The tag and the attribute that contain it. */
  tag?: string;
  attribute?: string;
  /** Whether it displays its target, as an image does. */
  embeds: boolean;
}

/** An inline link whose target is in a definition. */
export interface IndirectLink {
  name: string;
  image: boolean;
  whole: Range;
  label: Range;
}

export interface References {
  references: Reference[];
  indirect: IndirectLink[];
  /** Fragments that HTML tags set. */
  ids: string[];
}

/** The HTML attributes with targets, by element; `*` means all elements. */
const HTML_ATTRIBUTES: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    a: ['href'],
    area: ['href'],
    link: ['href'],
    img: ['src', 'srcset'],
    source: ['src', 'srcset'],
    video: ['src', 'poster'],
    audio: ['src'],
    track: ['src'],
    iframe: ['src'],
    embed: ['src'],
    object: ['data'],
    image: ['href'],
    use: ['href'],
    blockquote: ['cite'],
    q: ['cite'],
  }),
);

const EMBEDDING = new Set([
  'img',
  'source',
  'video',
  'audio',
  'track',
  'iframe',
  'embed',
  'object',
  'image',
]);

/** The liquid attributes with targets, in any tag. `path` is that of an API operation. */
const LIQUID_ATTRIBUTES = new Set(['url', 'src', 'href']);

/** The tag that the service wrote before `content-ref`; its target is `page`. */
const PAGE_REFERENCE = 'page-ref';

const EMBEDDING_LIQUID = new Set(['file', 'embed', 'include']);

/** In a list of images: a target with its size, and a following one. */
const SIZED = /\s\d+(?:\.\d+)?[wxh]\s*(?:,|$)/;
const SEVERAL = /,\s/;

/** All references of a text: links and images, HTML attributes, liquid tags; nothing in code. */
export function referencesIn(scan: Scan): References {
  return new Collector(scan).collect();
}

class Collector {
  readonly #scan: Scan;
  readonly #reader: WordReader;
  readonly #html: HtmlReader;
  readonly #found: References = { references: [], indirect: [], ids: [] };

  constructor(scan: Scan) {
    this.#scan = scan;
    this.#reader = new WordReader(scan);
    this.#html = new HtmlReader(scan.unquoted);
  }

  collect(): References {
    const { blocks, definitions } = this.#scan;
    const byStart = new Map(definitions.map((definition) => [definition.start, definition]));
    for (const block of blocks) {
      const definition = block.type === 'definition' ? byStart.get(block.start) : undefined;
      if (definition) {
        const { start, end, target, label } = definition;
        this.#add({ form: 'definition', target, whole: { start, end }, label, embeds: false });
      } else this.#takeBlock(block);
    }
    this.#found.references.sort((a, b) => a.target.start - b.target.start);
    return this.#found;
  }

  #takeBlock(block: Block): void {
    if (block.type === 'liquid' && block.tag) this.#takeLiquid(block.tag);
    if (block.type === 'html') {
      for (const found of this.#html.read(block)) if (!('comment' in found)) this.#takeHtml(found);
    }
    if (block.type === 'table')
      for (const row of rowsOf(this.#scan.text, block)) this.#takeText(row);
    if (block.type === 'paragraph' || block.type === 'heading') this.#takeText(block.content);
  }

  #takeText(part: Range): void {
    const { links, autolinks, html, liquid } = this.#reader.inline(part);
    for (const link of links) this.#takeLink(link);
    for (const { start, end } of autolinks) {
      const whole = { start: start - 1, end: end + 1 };
      this.#add({ form: 'autolink', target: { start, end }, whole, embeds: false });
    }
    for (const tag of html) this.#takeHtml(tag);
    for (const tag of liquid) this.#takeLiquid(tag);
  }

  #takeLink({ image, label, target, reference, start, end }: InlineLink): void {
    const whole = { start, end };
    if (target) this.#add({ form: image ? 'image' : 'link', target, whole, label, embeds: image });
    else if (reference) this.#found.indirect.push({ name: reference, image, whole, label });
  }

  #takeHtml(tag: Tag): void {
    for (const { name, value, start, end } of tag.attributes) {
      if ((name === 'id' || (name === 'name' && tag.name === 'a')) && value !== '') {
        this.#found.ids.push(withoutEntities(value));
      }
      if (value === '' || !HTML_ATTRIBUTES.get(tag.name)?.includes(name)) continue;
      if (name === 'href' && this.#isAnchor(tag, value)) continue;
      const parts =
        name === 'srcset' ? candidates(value, start) : [trimmed(this.#scan.text, { start, end })];
      for (const target of parts) this.#addTag('html', tag, name, target, EMBEDDING.has(tag.name));
    }
  }

  /** Whether an element only marks a place: `<a href="x" id="x"></a>`, as the service once wrote on headings. */
  #isAnchor(tag: Tag, href: string): boolean {
    const isItself = tag.attributes.some(({ name, value }) => name === 'id' && value === href);
    return isItself && tag.name === 'a' && this.#scan.text.startsWith('</a>', tag.end);
  }

  #takeLiquid(tag: Tag): void {
    const embeds = EMBEDDING_LIQUID.has(tag.name);
    for (const [place, { name, value, quote, start, end }] of tag.attributes.entries()) {
      const isTarget =
        LIQUID_ATTRIBUTES.has(name) || (tag.name === PAGE_REFERENCE && name === 'page');
      if (value !== '' && isTarget) this.#addTag('liquid', tag, name, { start, end }, embeds);
      // The target of an include has no attribute name, only quotes.
      if (tag.name === 'include' && place === 0 && name === '' && quote !== '') {
        this.#addTag('liquid', tag, name, { start, end }, embeds);
      }
    }
  }

  #addTag(
    form: 'html' | 'liquid',
    tag: Tag,
    attribute: string,
    target: Range,
    embeds: boolean,
  ): void {
    const whole = { start: tag.start, end: tag.end };
    this.#add({ form, target, whole, tag: tag.name, attribute, embeds });
  }

  #add(reference: Omit<Reference, 'url'>): void {
    const { form, target } = reference;
    const written = this.#scan.text.slice(target.start, target.end);
    const isHtml = form === 'html' || form === 'autolink';
    const url = isHtml
      ? withoutEntities(written)
      : form === 'liquid'
        ? written
        : unescaped(written);
    // What is no address of the web between angle brackets is one of e-mail: `<a@b.example>`.
    const isMail = form === 'autolink' && !url.includes(':');
    this.#found.references.push({ ...reference, url: isMail ? `mailto:${url}` : url });
  }
}

/** The lines of a table; no inline element spans several of them. */
function rowsOf(text: string, { start, end }: Range): Range[] {
  const rows: Range[] = [];
  for (let at = start; at < end; ) {
    const next = text.indexOf('\n', at);
    const rowEnd = next === -1 || next > end ? end : next;
    charge(rowEnd - at);
    rows.push({ start: at, end: rowEnd });
    at = rowEnd + 1;
  }
  return rows;
}

function trimmed(text: string, { start, end }: Range): Range {
  let [from, to] = [start, end];
  while (from < to && text.charCodeAt(from) <= 32) from += 1;
  while (to > from && text.charCodeAt(to - 1) <= 32) to -= 1;
  return { start: from, end: to };
}

/** The addresses in a list of images of several sizes. The service writes a single one, which may contain spaces. */
function candidates(value: string, offset: number): Range[] {
  if (!SIZED.test(value) && !SEVERAL.test(value)) {
    const start = offset + value.length - value.trimStart().length;
    return [{ start, end: start + value.trim().length }];
  }
  const found: Range[] = [];
  for (const match of value.matchAll(/(?:^|,)\s*([^\s,]\S*)/g)) {
    const written = match[1] as string;
    const url = written.endsWith(',') ? written.slice(0, -1) : written;
    const start = offset + match.index + match[0].length - written.length;
    found.push({ start, end: start + url.length });
  }
  return found;
}

/** Where a link or image leads. */
export interface Link {
  url: string;
  /** Whether it displays its target, as an image does. */
  embeds: boolean;
}

/**
 * The links and images of a text, in order. Those by reference lead to the target of their definition; without a
 * definition, they are not links.
 */
export function linksOf(text: string, { references, indirect }: References): Link[] {
  const found: (Link & { at: number })[] = [];
  const defined = new Map<string, string>();
  for (const { form, url, embeds, whole, label } of references) {
    if (form !== 'definition') found.push({ url, embeds, at: whole.start });
    else if (label) {
      const name = referenceName(text.slice(label.start, label.end));
      if (!defined.has(name)) defined.set(name, url);
    }
  }
  for (const { name, image, whole } of indirect) {
    const url = defined.get(referenceName(name));
    if (url !== undefined) found.push({ url, embeds: image, at: whole.start });
  }
  // Stable: attributes of one tag keep their order.
  return found.sort((a, b) => a.at - b.at).map(({ url, embeds }) => ({ url, embeds }));
}
