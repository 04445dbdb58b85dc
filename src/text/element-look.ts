import { LARGEST } from './hiding-box.ts';
import { type Color, colorOf, oldColor } from './hiding-color.ts';
import { CURRENT_COLOR, type Inherited, type Look, lookOf, MAX_DEPTH } from './hiding-style.ts';

/** The attributes of an element, by their names in lower case. */
export type Attributes = Readonly<Record<string, string>>;

/** What is known of the look of an element. */
interface ElementLook extends Look {
  /** Hidden only because such elements are not rendered. */
  unrendered: boolean;
}

const UNRENDERED = new Set([
  ...['script', 'style', 'template', 'noscript', 'title', 'dialog', 'head', 'noembed', 'noframes'],
  ...['datalist', 'desc', 'metadata', 'defs', 'annotation', 'annotation-xml', 'rp', 'xml', 'param'],
  // The path decides where its text is drawn, and whether it is.
  'textpath',
  ...[
    'symbol',
    'clippath',
    'mask',
    'pattern',
    'marker',
    'mphantom',
    'mspace',
    'frameset',
    'tref',
    'solidcolor',
  ],
]);

/** Elements with a size of their own, which cut off larger content. */
const FRAMES = new Set([
  'svg',
  'foreignobject',
  'img',
  'input',
  'iframe',
  'video',
  'object',
  'embed',
  'marquee',
]);

/** Elements that are pictures, whose colors a filter may change. */
const PICTURES = new Set(['img', 'picture', 'video', 'svg', 'figure', 'iframe', 'canvas', 'input']);

/** Attributes of drawings that mean the same as styles. */
const STYLED = [
  ...[
    'display',
    'visibility',
    'opacity',
    'fill',
    'fill-opacity',
    'font-size',
    'x',
    'y',
    'dx',
    'dy',
  ],
  ...[
    'letter-spacing',
    'word-spacing',
    'baseline-shift',
    'font-family',
    'transform',
    'transform-origin',
    'stroke',
    'stroke-width',
    'clip-path',
    'mask',
    'filter',
  ],
];

/** Attributes with the styles that they mean: of drawings, of formulas and of old pages. */
const MEANINGS: readonly (readonly [attribute: string, style: string])[] = [
  ...STYLED.map((name) => [name, name] as const),
  ['mathcolor', 'color'],
  ['color', CURRENT_COLOR],
  ['mathbackground', 'background'],
  ['mathsize', 'font-size'],
  ['lspace', 'margin-left'],
  ['voffset', 'margin-top'],
];
const MEANT = new Set(MEANINGS.map(([name]) => name));

/** Attributes of parts of drawings that only some readers see. */
const CONDITIONS = ['requiredextensions', 'systemlanguage'];

const SMALLER = new Set(['small', 'sub', 'sup']);

/** A visible rectangle with a side of zero shows nothing. */
const EMPTY_BOX = /^\s*(?:[^\s,]+[\s,]+){2,3}[+-]?[0.]+(?:[\s,]+[^\s,]+)?\s*$/;

/** A text that is stretched over fewer pixels cannot be read. */
const LEAST_LENGTH = 10;

const SIZE_IN_STYLE = /(?:^|[;\s])(?:max-)?(width|height)\s{0,9}:([^;]{0,40})/gi;

/** How an element looks by its name, its attributes and the element around it, and whether its readers see it. */
export function lookOfElement(
  name: string,
  attributes: Attributes,
  around: Inherited | undefined,
): ElementLook {
  const within: Inherited = around ? inheritedOf(around) : {};
  const given = Object.keys(attributes);
  // Most elements of a large table are without attributes, and spreading an object takes longer than all else.
  if (given.length === 0 && !SMALLER.has(name)) {
    const { color, backgrounds, variables, share, scale, letter, height, isEnclosed } = within;
    const hidden = UNRENDERED.has(name);
    const unrendered = hidden;
    return {
      ...{ color, backgrounds, variables, share, scale, letter, height, isEnclosed },
      ...{ hidden, unrendered },
    };
  }
  const { style = '', type, width, height, color, bgcolor, size, text, face } = attributes;
  const drawn = given.some((one) => MEANT.has(one)) ? meaningOf(attributes) : '';
  const ground = bgcolor === undefined ? undefined : colorOf(oldColor(bgcolor));
  const letters = name === 'font' ? color : name === 'body' ? text : undefined;
  const look = lookOf(
    `${SMALLER.has(name) ? 'font-size:smaller;' : ''}${name === 'font' && face ? `font-family:${face};` : ''}${drawn}${letters === undefined ? '' : `color:${oldColor(letters)};`}${style}`,
    ground ? { ...within, backgrounds: [ground] } : within,
  );
  if (name === 'a' && attributes.href !== undefined) look.color ??= LINK;
  const hidden =
    look.hidden ||
    (look.bleached === true && !PICTURES.has(name)) ||
    (FRAMES.has(name) && isPoint(name, attributes)) ||
    'hidden' in attributes ||
    (name === 'details' && isFixed(attributes)) ||
    (!FRAMES.has(name) &&
      [width, height].some((side) => Number.parseFloat(side ?? '') >= LARGEST)) ||
    'popover' in attributes ||
    isForSomeReaders(attributes) ||
    Number.parseFloat(attributes.textlength ?? '') < LEAST_LENGTH ||
    Number.parseFloat(attributes.scriptlevel ?? '') > MAX_DEPTH ||
    (name === 'svg' && EMPTY_BOX.test(attributes.viewbox ?? '')) ||
    (type?.toLowerCase() === 'hidden' && name === 'input') ||
    Number.parseFloat(width ?? '') === 0 ||
    Number.parseFloat(height ?? '') === 0 ||
    (name === 'font' && size === '0');
  const unrendered =
    !hidden && UNRENDERED.has(name) && !(name === 'dialog' && 'open' in attributes);
  return { ...look, hidden: hidden || unrendered, unrendered };
}

/** The usual color of a link. */
const LINK: Color = { rgb: [0, 0, 238], alpha: 1 };

/** Whether details are closed, and cannot be opened. */
function isFixed({ inert, open, style = '' }: Attributes): boolean {
  return (
    open === undefined && (inert !== undefined || /pointer-events\s{0,9}:\s{0,9}none/i.test(style))
  );
}

/** The style that attributes mean. */
function meaningOf(attributes: Attributes): string {
  return MEANINGS.filter(([name]) => attributes[name] !== undefined)
    .map(([name, meaning]) => `${meaning}:${attributes[name]};`)
    .join('');
}

/** Whether an element is a few pixels in size. A picture keeps its proportions, so one side is enough. */
function isPoint(name: string, { style = '', width, height }: Attributes): boolean {
  const sizes = new Map<string, string | undefined>([
    ['width', width],
    ['height', height],
  ]);
  for (const [, side = '', size = ''] of style.matchAll(SIZE_IN_STYLE)) {
    sizes.set(side.toLowerCase(), size);
  }
  const few = [...sizes.values()].map(isFewPixels);
  return name === 'img' || name === 'marquee' ? few.includes(true) : !few.includes(false);
}

function isFewPixels(size: string | undefined): boolean {
  return size !== undefined && /^[0-2](?:\.\d+)?(?:px|%)?(?:\s*!important)?$/i.test(size.trim());
}
function inheritedOf(element: Inherited): Inherited {
  const { color, backgrounds, variables, share, scale, letter, height, isEnclosed } = element;
  return { color, backgrounds, variables, share, scale, letter, height, isEnclosed };
}

/** Whether only some readers see an element of a drawing. */
export function isForSomeReaders(attributes: Attributes): boolean {
  return CONDITIONS.some((key) => key in attributes);
}

/** Whether an element of a drawing changes how the one around it looks. */
export function isHidingAnimation({ attributename = '' }: Attributes): boolean {
  return STYLED.includes(attributename.toLowerCase());
}
