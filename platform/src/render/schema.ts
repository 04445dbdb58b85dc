import { defaultSchema, type Schema } from 'hast-util-sanitize';
import { ELEMENTS } from './tags.ts';

/** Authors' ids contain no colon; ids of the pages themselves do. */
const ID = /^[\p{L}\p{N}_.-]+$/u;

/** Schemes that links may have, whichever block they come from. */
export const LINK_SCHEMES = [...(defaultSchema.protocols?.href ?? []), 'tel', 'ftp'];

const data = defaultSchema.attributes ?? {};

/** What the tree of a text may contain before its blocks are built. Nothing else from an author gets through. */
export const SANITIZER_SCHEMA: Schema = {
  ...defaultSchema,
  tagNames: [
    ...(defaultSchema.tagNames ?? []).filter(
      (name) => !/^(strike|tt|ruby|rb|rp|rt|rtc)$/.test(name),
    ),
    ...['mark', 'u', 'small', 'figure', 'figcaption', 'iframe', 'video', 'audio', 'button'],
    ...ELEMENTS,
  ],
  attributes: {
    ...data,
    '*': [
      ...['align', 'alt', 'colSpan', 'rowSpan', 'start', 'title', 'width', 'height', 'open'],
      ...['dir', 'lang'],
      ['id', ID],
      ['dataAttributes'],
    ],
    a: [
      ...['href', 'dataFootnoteRef', 'dataFootnoteBackref', 'dataMention'],
      ['className', 'data-footnote-backref', 'button', 'primary', 'secondary'],
    ],
    code: [['className', /^language-./, /^lang-./, 'math-inline', 'math-display', 'expression']],
    pre: [['className', /^language-./], 'dataTitle'],
    div: [],
    p: [],
    i: [['className', /^fa-[\w-]+$/]],
    iframe: ['src'],
    video: ['src'],
    audio: ['src'],
    img: ['src', 'longDesc', 'dataSize'],
    source: ['srcSet', ['media', /^\(prefers-color-scheme: (?:dark|light)\)$/]],
    input: [...(data.input ?? []), ['checked', true]],
    mark: ['style'],
    span: ['dataOption'],
    table: [['dataView', 'cards', 'list']],
    th: [
      ...['dataHidden', 'dataType', 'dataMax', 'dataCardTarget', 'dataCardCover'],
      ...['dataCardCoverDark', 'dataCardTitle'],
    ],
  },
  protocols: {
    ...defaultSchema.protocols,
    href: LINK_SCHEMES,
  },
  strip: [
    'script',
    'style',
    'template',
    'svg',
    'object',
    'noscript',
    'select',
    'textarea',
    'title',
  ],
  clobber: [],
};

const MATH = [
  ...[
    'math',
    'mrow',
    'mi',
    'mn',
    'mo',
    'mtext',
    'mspace',
    'ms',
    'mfrac',
    'msqrt',
    'mroot',
    'mstyle',
  ],
  ...['merror', 'mpadded', 'mphantom', 'msub', 'msup', 'msubsup', 'munder', 'mover', 'munderover'],
  ...['mmultiscripts', 'mprescripts', 'mtable', 'mtr', 'mtd', 'menclose', 'mglyph', 'none'],
];

/** What a formula may contain: no style, link or script. */
export const MATH_SCHEMA: Schema = {
  tagNames: MATH,
  attributes: {
    '*': [
      ...['display', 'mathvariant', 'stretchy', 'fence', 'separator', 'lspace', 'rspace', 'form'],
      ...['minsize', 'maxsize', 'movablelimits', 'accent', 'accentunder', 'linethickness', 'width'],
      ...['height', 'depth', 'voffset', 'displaystyle', 'scriptlevel', 'columnalign', 'notation'],
      ...['columnspan', 'rowspan', 'symmetric', 'largeop'],
    ],
  },
  clobber: [],
};
