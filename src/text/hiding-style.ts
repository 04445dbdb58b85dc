import { type Color, colorOf, degreesOf, isUnreadable } from './hiding-color.ts';

const CSS_COMMENT = /\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\//g;
const CSS_ESCAPE = /\\(?:([0-9a-f]{1,6})\s?|([^0-9a-f\n]))/gi;

/** Real pages have no longer styles. */
export const MAX_STYLE = 1000;

/** The colors that an element has or inherits. */
export interface Colors {
  color?: Color;
  /** Of a gradient, all of them. */
  backgrounds?: readonly Color[];
}

/** Whether a style hides its element, and the colors of its content. */
export interface Look extends Colors {
  hidden: boolean;
}

/** Pixels of each unit; for relative units, at usual font and screen sizes. */
const PIXELS: Readonly<Record<string, number>> = {
  ...{ '': 1, px: 1, pt: 4 / 3, pc: 16, in: 96, cm: 37.8, mm: 3.78, q: 0.945 },
  ...{ em: 16, rem: 16, ex: 8, ch: 8, ic: 16, lh: 20, rlh: 20 },
  ...{ vw: 10, vh: 10, vmin: 10, vmax: 10, vi: 10, vb: 10 },
  ...{ svw: 10, svh: 10, lvw: 10, lvh: 10, dvw: 10, dvh: 10, cqw: 10, cqh: 10 },
};

const NUMBER = /([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)([a-z%]*)/g;

/** Smaller letters cannot be read. */
const LEAST_LETTER = 3;

/** Nothing can be read in a narrower box. */
const LEAST_WIDTH = 10;

/** Below this opacity or scale, nothing can be read. */
const LEAST_SHARE = 0.2;

/** Moved by this many pixels up or left, or by that many down or right, an element has left the page. */
const AWAY_BEFORE = -100;
const AWAY_BEHIND = 1000;

type StyleCheck = (value: string, style: ReadonlyMap<string, string>) => boolean;

/** The sizes in a value, in pixels; `percent` is the size of one percent. */
function sizesIn(value: string, percent: number): number[] {
  return Array.from(value.matchAll(NUMBER), ([, number = '', unit = '']) => {
    const factor = unit === '%' ? percent : (PIXELS[unit] ?? 1);
    return Number(number) * factor;
  });
}

const isAway =
  (percent: number): StyleCheck =>
  (value) =>
    // A product within a calculation can have any size.
    value.includes('*') || sizesIn(value, percent).some(isFar);

function isFar(size: number): boolean {
  return size <= AWAY_BEFORE || size >= AWAY_BEHIND;
}

const isOneOf =
  (...words: string[]): StyleCheck =>
  (value) =>
    words.includes(value);

/** Empty, or so small that only overflowing content could be seen. */
const isFlat: StyleCheck = (value, style) => {
  const [size] = sizesIn(value, 10);
  if (size === undefined || size > 2) return false;
  return size === 0 || isCutOff(style);
};

/** Flat, except where padding gives a box its height, as around embedded videos. */
const isLow: StyleCheck = (value, style) => isFlat(value, style) && !isPadded(style);

/** Not wide enough for a word. */
const isNarrow: StyleCheck = (value, style) =>
  isFlat(value, style) || (isCutOff(style) && (sizesIn(value, 10)[0] ?? LEAST_WIDTH) < LEAST_WIDTH);

function isCutOff(style: ReadonlyMap<string, string>): boolean {
  return /hidden|clip|scroll|auto/.test(overflowOf(style));
}

/** Content reaches into the padding below it, and into the one above only if nothing is cut off. */
function isPadded(style: ReadonlyMap<string, string>): boolean {
  const [above = 0] = sizesIn(style.get('padding-top') ?? '', 10);
  const [below = 0] = sizesIn(style.get('padding-bottom') ?? '', 10);
  return below >= LEAST_WIDTH || (above >= LEAST_WIDTH && !isCutOff(style));
}

function overflowOf(style: ReadonlyMap<string, string>): string {
  return ['overflow', 'overflow-x', 'overflow-y'].map((name) => style.get(name) ?? '').join(' ');
}

const isTiny: StyleCheck = (value) => {
  const sizes = sizesIn(value, 0.16);
  const most = value.startsWith('min(') ? Math.min : Math.max;
  return sizes.length > 0 && most(...sizes.map(Math.abs)) < LEAST_LETTER;
};

const isFaint: StyleCheck = (value) => {
  const [share] = sizesIn(value, 0.01);
  return share !== undefined && share < LEAST_SHARE;
};

/** The size in the shorthand form: the first number with a unit, or before a slash. */
const isTinyFont: StyleCheck = (value) => {
  const size = /(?:^| )([+-]?[\d.]+(?:e[+-]?\d+)?(?:[a-z]+|%)|0)(?=[ /]|$)/.exec(value)?.[1];
  return size !== undefined && isTiny(size, new Map());
};

const isTransformedAway: StyleCheck = (value, style) => {
  for (const [, name = '', list = ''] of value.matchAll(/(?<![a-z0-9])([a-z0-9]+)\(([^()]*)/g)) {
    const sizes = sizesIn(list, 1);
    if (name.startsWith('translate') && sizes.some(isFar)) return true;
    if (name.startsWith('scale') && sizes.some((share) => Math.abs(share) < LEAST_SHARE))
      return true;
    if (name.startsWith('matrix')) {
      const second = name === 'matrix3d' ? 5 : 3;
      if ([0, second].some((at) => Math.abs(sizes[at] ?? 1) < LEAST_SHARE)) return true;
    }
    if (/^rotate[xy]/.test(name) && isOnEdge(degreesOf(list), style)) return true;
    if (name === 'rotate3d' && isOnEdge(degreesOf(list.split(',')[3] ?? ''), style)) return true;
    if (name.startsWith('skew') && list.split(',').some(isSkewedAway)) return true;
  }
  return false;
};

/** Slanted so much that letters become lines. */
function isSkewedAway(angle: string): boolean {
  return Math.abs((degreesOf(angle) % 180) / 90) > 0.9 && Math.abs(degreesOf(angle) % 180) < 99;
}

/** Turned edge-on, or so that only its hidden back is visible. */
function isOnEdge(degrees: number, style: ReadonlyMap<string, string>): boolean {
  const turned = Math.abs(degrees) % 180;
  const hasBack = style.get('backface-visibility') !== 'hidden';
  return Math.abs(turned - 90) < 6 || (!hasBack && Math.abs(degrees) >= 90);
}

const isClipped: StyleCheck = (value) => {
  const [, shape, list = ''] = /(?<![a-z])([a-z]+)\(([^()]*)/.exec(value) ?? [];
  const sizes = sizesIn(list, 10);
  if (shape === 'inset') {
    return sizes.length === 1 ? (sizes[0] ?? 0) >= 500 : sizes.some((size) => size >= 900);
  }
  if (shape === 'circle' || shape === 'ellipse')
    return sizes.slice(0, 2).some((size) => size === 0);
  if (shape === 'xywh') return sizes.slice(2, 4).some((size) => size < LEAST_LETTER);
  const isDrawn = shape === 'polygon' || shape === 'path' || shape === 'rect';
  return isDrawn && Math.max(0, ...sizes) < LEAST_LETTER;
};

/** Styles that can hide an element, and the values that do. */
const CHECKS: Readonly<Record<string, StyleCheck>> = {
  display: isOneOf('none'),
  visibility: isOneOf('hidden', 'collapse'),
  'content-visibility': isOneOf('hidden'),
  opacity: isFaint,
  'fill-opacity': isFaint,
  zoom: isFaint,
  scale: isFaint,
  'font-size': isTiny,
  'font-size-adjust': isOneOf('0'),
  font: isTinyFont,
  'line-height': (value) => sizesIn(value, 0.16)[0] === 0,
  ...named(['width', 'max-width', 'inline-size', 'max-inline-size'], isNarrow),
  ...named(['height', 'max-height', 'block-size', 'max-block-size'], isLow),
  'grid-template-rows': (value, style) => value === '0fr' && isCutOff(style),
  contain: (value, style) => /size|strict/.test(value) && isCutOff(style),
  ...named(['left', 'right', 'top', 'bottom', 'text-indent'], isAway(10)),
  ...named(['x', 'y', 'dx', 'dy'], isAway(10)),
  translate: isAway(1),
  transform: isTransformedAway,
  '-webkit-transform': isTransformedAway,
  rotate: (value, style) => /^[xy] /.test(value) && isOnEdge(degreesOf(value.slice(2)), style),
  ...named(['offset', 'offset-path'], (value) => sizesIn(value, 1).some(isFar)),
  clip: (value) => value.startsWith('rect') && Math.max(0, ...sizesIn(value, 1)) <= 1,
  ...named(['clip-path', '-webkit-clip-path'], isClipped),
  ...named(['mask', 'mask-image', '-webkit-mask', '-webkit-mask-image'], (value) =>
    /transparent|#0000(?:0000)?(?![\da-f])|,\s?0\)|\/\s?0%?\)/.test(value),
  ),
  // These leave the lighter color of text and page.
  'mix-blend-mode': isOneOf('lighten', 'screen', 'color-dodge', 'plus-lighter'),
  content: (value) => value.startsWith('url('),
  filter: (value) =>
    isFunction(value, 'opacity', isFaint) ||
    isFunction(value, 'contrast', isFaint) ||
    (sizesIn(/brightness\(([^()]*)/.exec(value)?.[1] ?? '', 0.01)[0] ?? 1) >= 10 ||
    (sizesIn(/blur\(([^()]*)/.exec(value)?.[1] ?? '', 1)[0] ?? 0) >= 5,
  'z-index': (value) => value.startsWith('-'),
  ...named(['letter-spacing', 'word-spacing'], (value) =>
    sizesIn(value, 0.16).some((size) => size <= -5 || size >= 100),
  ),
  ...named(['line-clamp', '-webkit-line-clamp'], isOneOf('0')),
  '-webkit-text-security': (value) => value !== 'none',
};

/** Margins and insets exist for each side, and for all. */
const AWAY_NAMES = /^(?:margin|padding|inset)(?:-|$)/;
const COLOR_NAMES = ['color', 'fill', '-webkit-text-fill-color'];

function named(names: readonly string[], check: StyleCheck): Record<string, StyleCheck> {
  return Object.fromEntries(names.map((name) => [name, check]));
}

function isFunction(value: string, name: string, check: StyleCheck): boolean {
  const at = value.indexOf(`${name}(`);
  return at !== -1 && check(value.slice(at + name.length + 1), new Map());
}

/** How a style shows its element: whether it is hidden by position, size, or color on its background. */
export function lookOf(style: string, inherited: Colors = {}): Look {
  if (style === '') return { ...inherited, hidden: false };
  if (style.length > MAX_STYLE) return { ...inherited, hidden: true };
  const declarations = declarationsOf(style);
  const last = new Map(declarations);
  const background = last.get('background-color') ?? last.get('background');
  const colors: Colors = { ...inherited };
  const grounds = background ? groundsOf(background) : [];
  if (grounds.length > 0) colors.backgrounds = grounds;
  let hidden = false;
  for (const [name, value] of declarations) {
    const check = Object.hasOwn(CHECKS, name) ? CHECKS[name] : undefined;
    if (check?.(value, last) || (AWAY_NAMES.test(name) && isAway(10)(value, last))) hidden = true;
    if (COLOR_NAMES.includes(name)) {
      const color = colorOf(value);
      if (color) colors.color = color;
      if (!color && (value === background || /^(?:color-mix|light-dark)/.test(value)))
        hidden = true;
      if (name === 'fill' && value === 'none') hidden = true;
    }
    // A variable defined in the style itself can hold anything; the site's variables are unknown.
    if (value.includes('var(') && declarations.some(([other]) => other.startsWith('--')))
      hidden = true;
  }
  const isDeclared = grounds.length > 0 || COLOR_NAMES.some((name) => last.has(name));
  const { color, backgrounds = [undefined] } = colors;
  if (isDeclared && color && backgrounds.some((ground) => isUnreadable(color, ground))) {
    hidden = true;
  }
  if (background?.includes('currentcolor')) hidden = true;
  return { ...colors, hidden };
}

/** A color within a background, with its arguments. */
const COLOR_WITHIN = /#[0-9a-f]{3,8}|(?:rgb|hsl|hwb|lab|lch|oklab|oklch)a?\([^()]*\)|[a-z]+/g;

/** The opaque colors of a background: one, or those of a gradient. */
function groundsOf(background: string): Color[] {
  return (background.match(COLOR_WITHIN) ?? [])
    .map(colorOf)
    .filter((color): color is Color => color !== undefined && color.alpha > 0.5);
}

/** The declarations of a style in order, without comments, escapes and redundant spaces. */
function declarationsOf(style: string): [name: string, value: string][] {
  return style
    .replace(CSS_COMMENT, '')
    .replace(CSS_ESCAPE, (_, hex: string | undefined, other: string | undefined) => {
      if (hex === undefined) return other ?? '';
      const code = Number.parseInt(hex, 16);
      return code <= 0x10ffff ? String.fromCodePoint(code) : '';
    })
    .toLowerCase()
    .replaceAll('!important', '')
    .split(/[;{}]/)
    .map((declaration): [string, string] => {
      const colon = declaration.indexOf(':');
      const plain = (part: string) => part.trim().split(/\s+/).join(' ');
      return colon === -1
        ? ['', plain(declaration)]
        : [plain(declaration.slice(0, colon)), plain(declaration.slice(colon + 1))];
    });
}
