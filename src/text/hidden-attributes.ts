import { MAX_STYLE } from './css-values.ts';
import { isProse } from './prose.ts';
import type { Span } from './ranges.ts';

/** Attributes that a reader sees or hears, by element; `*` stands for all. */
const SEEN: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    alt: new Set(['img', 'input']),
    caption: new Set(['img', 'image', 'figure']),
    placeholder: new Set(['input', 'textarea']),
    label: new Set(['option', 'optgroup']),
    'data-title': new Set(['pre', 'code', 'div']),
  }),
);

/** Attributes that embed a page, or that only a browser reads. */
const NEVER_SHOWN = /^(?:srcdoc|content|on[a-z]+)$/;

/** Attributes with an address or a name that others refer to. */
const ADDRESSES = new Set('href src srcset cite action poster data id for xlink:href'.split(' '));

/** Attributes of HTML and of the dialect that hold settings, which are not prose. */
const SETTINGS = new Set(
  [
    'width height align valign colspan rowspan span border cellpadding cellspacing start type',
    'reversed target rel lang dir open controls autoplay loop muted loading decoding class style',
    'role tabindex scope headers sizes media crossorigin referrerpolicy allow allowfullscreen',
    'frameborder scrolling checked disabled readonly value name title alt hidden bgcolor color',
    'size face xmlns viewbox fill stroke stroke-width stroke-linecap stroke-linejoin d x y cx cy',
    'r points transform version preserveaspectratio aria-label aria-hidden data-view data-size',
    'data-type data-hidden data-full-width data-footnote-ref data-card-target data-card-cover',
    'data-card-cover-dark data-card-cover-object-position data-multiple data-visibility',
    'data-gb-custom-block data-tag data-title data-old-href data-object-fit data-action data-query',
    'data-icon data-option data-options data-color data-columns data-search usemap',
  ]
    .join(' ')
    .split(' '),
);

/** A setting of a tag as it is written. The text before it keeps a long run of separators from being scanned again. */
const ATTRIBUTE = /(?<![\s/])[\s/]+([^\s=>"'/]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g;

/** The end of a tag in markdown: what follows is a paragraph of its own, such as more code of a component. */
const BLANK_LINE = /\n[ \t]*\r?\n/;

/** Words, not the letters of an id. Scripts that need no spaces between words have two letters in most of them. */
const WORDS =
  /\p{Lu}\p{Ll}{2,}|\p{Ll}{3,}|\p{Lu}{3,}|[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]{2}|\p{Lo}{2,}/gu;

/** A path, a fragment or the name of a file. */
const PATH = /\/|^#|\.\w{1,5}$/;

/** More words than this are a sentence, whatever joins them. */
const MAX_WORDS = 6;

/** Longer runs of letters and digits could be encoded text. */
const ENCODED = /[\w+/=-]{60}/;

/** Attributes of one tag that no reader sees and that read like prose, individually or together. */
export function hiddenAttributes(
  name: string,
  tag: string,
  start: number,
  decoded: Readonly<Record<string, string>>,
): Span[] {
  const hidden: Span[] = [];
  const unknown: Span[] = [];
  const seen = new Set<string>();
  let words = 0;
  const end = tag.search(BLANK_LINE);
  for (const { 0: written, 1: own = '', 2: a, 3: b, 4: c, index } of tag.matchAll(ATTRIBUTE)) {
    if (end !== -1 && index >= end && (a ?? b) === undefined) continue;
    const key = own.toLowerCase();
    const range: Span = [start + index, start + index + written.length];
    const isRepeated = seen.has(key);
    seen.add(key);
    const isDecoded = !isRepeated && Object.hasOwn(decoded, key);
    const value = (isDecoded ? decoded[key] : undefined) ?? a ?? b ?? c ?? '';
    const isSeen = SEEN.get(key)?.has(name) && showsAttribute(key, name, decoded);
    if (isSeen || (key === 'value' && isField(name, decoded))) continue;
    if (isRepeated || NEVER_SHOWN.test(key) || isHiddenProse(key, value)) {
      hidden.push(range);
    } else if (!ADDRESSES.has(key) && !SETTINGS.has(key)) {
      unknown.push(range);
      words += wordsIn(key.replace(/^(?:data|aria)-/, '')) + wordsIn(value);
    }
  }
  if (words > MAX_WORDS) for (const range of unknown) hidden.push(range);
  return hidden;
}

/** Fields without a place for text. */
const TEXTLESS =
  /^(?:checkbox|radio|range|color|file|hidden|image|submit|reset|button|date|datetime-local|month|week|time)$/i;

/** Whether a field shows what it could show: a placeholder until it has a text, and a description of a picture. */
function showsAttribute(
  key: string,
  name: string,
  { type = '', value, content }: Readonly<Record<string, string>>,
): boolean {
  if (key === 'placeholder')
    return !value && !content && !(name === 'input' && TEXTLESS.test(type));
  return key !== 'alt' || name !== 'input' || /^image$/i.test(type);
}

/** Whether the element shows its value. */
function isField(name: string, { type = 'text' }: Readonly<Record<string, string>>): boolean {
  const isText = /^(?:text|search|email|url|tel|button|submit|reset)?$/i.test(type);
  return name === 'input' && isText;
}

function isHiddenProse(name: string, value: string): boolean {
  if (value === '') return false;
  if (name === 'style') return isProseInStyle(value);
  if (name === 'rel') return wordsIn(value) > MAX_WORDS;
  if (ADDRESSES.has(name)) return isHiddenAddress(value);
  if (SHAPES.has(name)) return isProse(value);
  return isProse(value) || isSentence(value) || ENCODED.test(value);
}

/** Addresses that contain a text themselves, rather than lead to one. */
const INLINE = /^\s*(?:data|javascript|vbscript|about|blob|view-source):/i;

/** A text in an address, in letters that hide it. */
const ENCODED_TEXT = /^\s*data:(?:text|application)\/[^,]*;base64,/i;

/** Whether an address leads nowhere and is prose that nobody sees. */
export function isHiddenAddress(written: string): boolean {
  // A browser leaves these out.
  const address = written.replaceAll(/[\t\r\n]/g, '');
  if (ENCODED_TEXT.test(address)) return true;
  if (INLINE.test(address)) return isProse(decoded(address)) || isSentence(decoded(address));
  return isProse(address) && !isPath(address);
}

function decoded(address: string): string {
  return address.replaceAll(/%([2-7][0-9a-f])/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

/** Whether a value is an address, although it has words between spaces. */
export function isPath(value: string): boolean {
  return PATH.test(value.trim()) && !INLINE.test(value);
}

/** Whether a value has the words of a sentence, however they are joined. */
export function isSentence(value: string): boolean {
  return wordsIn(value) > MAX_WORDS;
}

/** Attributes of drawings, with many letters that are commands. */
const SHAPES = new Set(['d', 'points', 'transform', 'viewbox']);

/** More than a property takes. */
const WORDS_IN_A_ROW = /(?<!\p{L})(?:\p{L}{2,}[\s.]+){5}\p{L}{2}/u;

/** Comments, strings, variables and invalid declarations can contain prose. */
function isProseInStyle(style: string): boolean {
  if (style.length > MAX_STYLE) return true;
  if (/\/\*|["']/.test(style) && wordsIn(style.replaceAll(/url\([^)]*\)/g, '')) > 2 * MAX_WORDS) {
    return true;
  }
  return style.split(/;|\/\*|\*\//).some((declaration) => {
    const colon = declaration.indexOf(':');
    if (colon === -1) return isProse(declaration.trim());
    const isFree = /^\s*(?:--|content\b)/.test(declaration);
    const value = declaration.slice(colon + 1);
    if (WORDS_IN_A_ROW.test(value) || value.split(/[\s,()]+/).some(isSentence)) return true;
    return wordsIn(value) > (isFree ? MAX_WORDS : 2 * MAX_WORDS);
  });
}

/** The number of words, whatever joins them; a name in camel case has several. */
function wordsIn(text: string): number {
  return text.match(WORDS)?.length ?? 0;
}
