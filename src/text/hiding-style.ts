import { sizesIn } from './css-math.ts';
import { type CssVariables, type Declaration, MAX_STYLE, readStyle } from './css-values.ts';
import {
  isClosedBox,
  isCutOff,
  isEmptyBox,
  isEmptyGrid,
  isHuge,
  isMovedOut,
} from './hiding-box.ts';
import { isClipped, isFar, isRectAway, LEAST_LETTER } from './hiding-clip.ts';
import { type Color, colorOf, isUnreadable } from './hiding-color.ts';
import {
  BLACK,
  backgroundOf,
  coveringShadow,
  groundsOf,
  strokeOf,
  withoutColors,
} from './hiding-ground.ts';
import {
  heightFor,
  LEAST_HEIGHT,
  LEAST_WIDTH,
  LETTER,
  lineHeightOf,
  widthFor,
} from './hiding-room.ts';
import { isRotatedAway, isScaledAway, isTransformedAway } from './hiding-transform.ts';

/** What an element passes on to its content. */
export interface Inherited {
  color?: Color;
  /** All of them for a gradient; none if the site or a picture determines them. */
  backgrounds?: readonly Color[];
  variables?: CssVariables;
  /** The opacity of all elements around a text, multiplied. */
  share?: number;
  /** The same for their scales. */
  scale?: number;
  /** The height of letters in pixels. */
  letter?: number;
  /** What boxes that cut off their content leave for a text. */
  height?: number;
  /** Whether a box around it shows nothing outside of itself. */
  isEnclosed?: boolean;
  /** Whether letters are pressed into the width of one. */
  isPressed?: boolean;
}

/** Whether a style hides its element, and what its content inherits. */
export interface Look extends Inherited {
  hidden: boolean;
  /** Whether a filter makes text as light as the page, which pictures survive. */
  bleached?: boolean;
}

/** Below this opacity or scale, nothing can be read. */
const LEAST_SHARE = 0.2;

/** Whatever comes closer to the eye than that, in pixels, is behind it. */
const LEAST_PERSPECTIVE = 50;

/** The letters of a formula at a deeper level than this are too small to be read. */
export const MAX_DEPTH = 5;

/** A line that begins further to the right has no room. */
const MOST_INDENT = 600;

/** Letters of more pixels are larger than the page. */
const MOST_LETTER = 500;

type StyleCheck = (value: string, style: ReadonlyMap<string, string>) => boolean;

const isAway =
  (percent: number): StyleCheck =>
  (value) =>
    sizesIn(value, percent).some(isFar);

const isOneOf =
  (...words: string[]): StyleCheck =>
  (value) =>
    words.includes(value);

/** Empty, or so small that only overflowing content could be seen. */
const isFlat: StyleCheck = (value, style) => {
  const [size] = sizesIn(value, 10);
  if (size === undefined || size >= LEAST_HEIGHT) return false;
  return size === 0 || isCutOff(style);
};

/** Flat, except where padding gives a box its height, as around embedded videos. */
const isLow: StyleCheck = (value, style) => isFlat(value, style) && !isPadded(style);

/** Not wide enough for a word. */
const isNarrow: StyleCheck = (value, style) =>
  isFlat(value, style) || (isCutOff(style) && (sizesIn(value, 10)[0] ?? LEAST_WIDTH) < LEAST_WIDTH);

const isHugeOr =
  (check: StyleCheck): StyleCheck =>
  (value, style) =>
    isHuge(value) || check(value, style);

/** Content reaches into the padding below it, and into the one above only if nothing is cut off. */
function isPadded(style: ReadonlyMap<string, string>): boolean {
  const [above = 0] = sizesIn(style.get('padding-top') ?? '', 10);
  const [below = 0] = sizesIn(style.get('padding-bottom') ?? '', 10);
  return below >= LEAST_WIDTH || (above >= LEAST_WIDTH && !isCutOff(style));
}

const isTiny: StyleCheck = (value) => {
  const sizes = sizesIn(value, 0.16);
  return sizes.length > 0 && Math.max(...sizes.map(Math.abs)) < LEAST_LETTER;
};

const isFaint: StyleCheck = (value) => {
  const [share] = sizesIn(value, 0.01);
  return share !== undefined && share < LEAST_SHARE;
};

/** Lines that lie upon each other, or that a box cuts off. */
const isFlatLineHeight: StyleCheck = (value, style) => {
  const height = lineHeightOf(value) ?? LETTER;
  return height < (isCutOff(style) ? LEAST_HEIGHT : LETTER * LEAST_SHARE);
};

/** The size in the shorthand form: the first number with a unit, or before a slash. */
const isTinyFont: StyleCheck = (value, style) => {
  const size = /(?:^| )([+-]?[\d.]+(?:e[+-]?\d+)?(?:[a-z]+|%)|0)(?=[ /]|$)/.exec(value)?.[1];
  const line = /\/\s*([\d.]+[a-z%]*)/.exec(value)?.[1];
  const isFlatLine = line !== undefined && isFlatLineHeight(line, style);
  const isGiant = (sizesIn(size ?? '', 0.16)[0] ?? 0) > MOST_LETTER;
  return isFlatLine || isGiant || isBlankFont(value) || (size !== undefined && isTiny(size, style));
};

/** Fonts that draw nothing, bars or pictures in place of letters. */
const BLANK_FONTS = /blank|redact|barcode|dings|dingbats|flow (?:block|circular|rounded)/;

const isBlankFont = (value: string): boolean => BLANK_FONTS.test(value);

const MASKS = [
  ...['mask', 'mask-image', 'mask-border', 'mask-border-source'],
  ...['mask-box-image', 'mask-box-image-source'],
];

/** Styles that can hide an element, and the values that do. */
const CHECKS: Readonly<Record<string, StyleCheck>> = {
  display: isOneOf('none', 'table-column', 'table-column-group'),
  visibility: isOneOf('hidden', 'collapse'),
  'content-visibility': isOneOf('hidden'),
  // The ground of the page stays white.
  'color-scheme': (value, style) =>
    /^(?:only )?dark(?: only)?$/.test(value) && style.get('color') === 'canvastext',
  opacity: isFaint,
  'fill-opacity': isFaint,
  zoom: isFaint,
  scale: (value) => sizesIn(value, 0.01).some(isScaledAway),
  'font-size': isTiny,
  'font-size-adjust': (value) => sizesIn(value, 0.01).at(-1) === 0,
  'math-depth': (value) => (sizesIn(value, 1)[0] ?? 0) > MAX_DEPTH,
  'baseline-shift': isAway(0.16),
  font: isTinyFont,
  'font-family': isBlankFont,
  'line-height': isFlatLineHeight,
  ...named(['width', 'inline-size'], isHugeOr(isNarrow)),
  ...named(['height', 'block-size'], isHugeOr(isLow)),
  ...named(['max-width', 'max-inline-size'], isNarrow),
  ...named(['max-height', 'max-block-size'], isLow),
  ...named(
    ['grid-template-rows', 'grid-template-columns', 'grid-template', 'grid-auto-rows', 'grid'],
    isEmptyGrid,
  ),
  ...named(['min-width', 'min-height', 'min-inline-size', 'min-block-size'], isHuge),
  flex: (value, style) => /^0 \S+ 0(?:px|%)?$/.test(value) && isCutOff(style),
  'flex-basis': isNarrow,
  contain: (value, style) => value === 'strict' || (value.includes('size') && isCutOff(style)),
  ...named(['left', 'top'], isAway(10)),
  ...named(['right', 'bottom'], (value, style) =>
    sizesIn(value, 10).some(
      (size) => isFar(size) || (style.get('position') === 'relative' && isFar(-size)),
    ),
  ),
  'text-indent': (value) => sizesIn(value, 10).some((size) => isFar(size) || size >= MOST_INDENT),
  ...named(['x', 'y', 'dx', 'dy', 'vertical-align'], isAway(10)),
  translate: isAway(1),
  transform: isTransformedAway,
  rotate: isRotatedAway,
  perspective: (value) => (sizesIn(value, 1)[0] ?? LEAST_PERSPECTIVE) < LEAST_PERSPECTIVE,
  ...named(['offset', 'offset-path'], isAway(1)),
  'offset-distance': (value, style) => style.has('offset-path') && isAway(1)(value, style),
  'transform-origin': (value, style) => style.has('transform') && isAway(1)(value, style),
  clip: (value) => value.startsWith('rect(') && isRectAway(value.slice(5)),
  'clip-path': isClipped,
  ...named(MASKS, (value) =>
    // A size or a position behind the picture may show nothing of it.
    /url\(|luminance|transparent|#0000(?:0000)?(?![\da-f])|,\s?0\)|\/\s?0%?\)|\) *[^), ]/.test(
      value,
    ),
  ),
  'mask-mode': (value) => value.includes('luminance'),
  'mask-type': (value) => value.includes('luminance'),
  'mask-position': (value, style) =>
    isAway(5)(value, style) ||
    (/no-repeat/.test(style.get('mask-repeat') ?? '') &&
      sizesIn(value, 0).some((size) => Math.abs(size) >= LETTER)),
  'mask-size': (value) => sizesIn(value, 10).some((size) => size < LEAST_LETTER),
  'mask-composite': (value) => value !== 'add',
  // These leave the lighter color of text and page.
  'mix-blend-mode': isOneOf(
    ...['lighten', 'screen', 'color-dodge', 'plus-lighter', 'overlay', 'soft-light', 'hard-light'],
    ...['difference', 'exclusion', 'color', 'hue', 'saturation', 'luminosity'],
  ),
  content: (value) => value.startsWith('url('),
  filter: (value) => argumentOf(value, 'opacity') < LEAST_SHARE || blurOf(value) >= 3,
  'z-index': (value) => value.startsWith('-'),
  // An outline within the box is drawn over the text, and so is a line through it.
  'outline-offset': (value) => (sizesIn(value, 10)[0] ?? 0) <= -LEAST_WIDTH,
  ...named(['text-decoration', 'text-decoration-thickness'], isStruckOut),
  ...named(['letter-spacing', 'word-spacing'], (value) =>
    sizesIn(value, 0.16).some((size) => size <= -5 || size >= 100),
  ),
  ...named(['line-clamp', 'max-lines'], isOneOf('0')),
  'text-security': (value) => value !== 'none',
};

/** Margins and insets exist for each side, and for all. */
const AWAY_NAMES = /^(?:margin|padding|inset|border)(?:-|$)/;

/** Struck through with a line that covers letters. */
function isStruckOut(value: string, style: ReadonlyMap<string, string>): boolean {
  const lines = ['text-decoration', 'text-decoration-line'].map((name) => style.get(name) ?? '');
  const isThrough = lines.some((line) => line.includes('line-through'));
  return isThrough && sizesIn(withoutColors(value), 0.16).some((size) => size >= LEAST_HEIGHT);
}

function named(names: readonly string[], check: StyleCheck): Record<string, StyleCheck> {
  return Object.fromEntries(names.map((name) => [name, check]));
}

/** The product of the arguments of a function that multiplies; without one, it is 1. */
function argumentOf(filter: string, name: string): number {
  const [, ...uses] = filter.split(`${name}(`);
  return uses.reduce(
    (product, use) => product * (sizesIn(use.split(')')[0] ?? '', 0.01)[0] ?? 1),
    1,
  );
}

function blurOf(filter: string): number {
  return sizesIn(listOf(filter, 'blur'), 1)[0] ?? 0;
}

function listOf(filter: string, name: string): string {
  const at = filter.indexOf(`${name}(`);
  return at === -1 ? '' : (filter.slice(at + name.length + 1).split(')')[0] ?? '');
}

/** Filters that make text as light as the page, unless the element has a background of its own. */
function isBleaching(filter: string, hasGround: boolean): boolean {
  if (filter.includes('url(') || argumentOf(filter, 'contrast') < LEAST_SHARE) return true;
  if (argumentOf(filter, 'brightness') >= 3) return true;
  const isInverted = filter.includes('invert(') && argumentOf(filter, 'invert') > 0.5;
  return isInverted !== hasGround && (isInverted || argumentOf(filter, 'brightness') < LEAST_SHARE);
}

/** How a style shows its element: whether it is hidden by position, size, or color on its background. */
export function lookOf(written: string, inherited: Inherited = {}): Look {
  if (written === '') return { ...inherited, hidden: false };
  if (written.length > MAX_STYLE) return { ...inherited, hidden: true };
  const { declarations, variables, isUnknown } = readStyle(written, inherited.variables);
  const style = lastOf(declarations);
  const look: Look = { ...inherited, ...sizesOf(style, inherited), variables, hidden: isUnknown };
  look.height = heightFor(style, inherited.height);
  if (/^all$/.test(style.get('text-combine-upright') ?? style.get('text-combine') ?? ''))
    look.isPressed = true;
  if (inherited.isEnclosed && isMovedOut(style)) look.hidden = true;
  look.isEnclosed = inherited.isEnclosed || isClosedBox(style);
  if (isVanishing(look) || isEmptyBox(style) || (widthFor(style) ?? LEAST_WIDTH) < LEAST_WIDTH)
    look.hidden = true;
  for (const { name, value } of declarations) {
    if (value === undefined) continue;
    const check = Object.hasOwn(CHECKS, name) ? CHECKS[name] : undefined;
    if (check?.(value, style) || (AWAY_NAMES.test(name) && isAway(10)(value, style)))
      look.hidden = true;
    if (/^(?:attr|if)\(/.test(value)) look.hidden = true;
  }
  const isColored = paint(look, declarations, style);
  const filter = style.get('filter');
  if (filter !== undefined) {
    const isOnDark = !isColored && (inherited.backgrounds ?? []).length > 0 && isDarkening(filter);
    look.bleached = isOnDark || isBleaching(filter, isColored);
  }
  return look;
}

/** The last value of each property. */
function lastOf(declarations: readonly Declaration[]): ReadonlyMap<string, string> {
  return new Map(
    declarations.flatMap(({ name, value }) =>
      value === undefined || (LETTERS.has(name) && isNoColor(value)) ? [] : [[name, value]],
    ),
  );
}

/** Properties with the color of letters. */
const LETTERS = new Set(['color', 'fill', 'text-fill-color']);

/** Whether a browser ignores a word in place of a color, so that the color before it counts. */
function isNoColor(value: string): boolean {
  const isKnown = /^(?:inherit|initial|unset|revert|currentcolor|none)$/.test(value);
  return !isKnown && /^[a-z]+$/.test(value) && colorOf(value) === undefined;
}

/** Sizes that add up over nested elements. */
function sizesOf(
  style: ReadonlyMap<string, string>,
  { share = 1, scale = 1, letter = LETTER }: Inherited,
): Required<Pick<Inherited, 'share' | 'scale' | 'letter'>> {
  const [opacity = 1] = sizesIn(style.get('opacity') ?? '', 0.01);
  const scales = [style.get('zoom') ?? '', style.get('scale') ?? ''].map(
    (value) => sizesIn(value, 0.01)[0] ?? 1,
  );
  const [transformed = 1] = sizesIn(listOf(style.get('transform') ?? '', 'scale'), 0.01);
  const size = style.get('font-size') ?? '';
  return {
    share: share * opacity,
    scale: scales.reduce((product, one) => product * one, scale * transformed),
    letter: size === 'smaller' ? letter * 0.83 : (letterOf(size, letter) ?? letter),
  };
}

/** A size of letters in pixels; relative to those around it if its unit is. */
function letterOf(size: string, around: number): number | undefined {
  const [pixels] = sizesIn(size, LETTER / 100);
  if (pixels === undefined) return undefined;
  return /(?:em|ex|ch|%)$/.test(size) && !size.endsWith('rem')
    ? (pixels * around) / LETTER
    : pixels;
}

/** Whether all elements around a text make it too faint or small together. */
function isVanishing({ share = 1, scale = 1, letter = LETTER, height }: Inherited): boolean {
  if (height !== undefined && height < LEAST_HEIGHT) return true;
  const size = letter * Math.abs(scale);
  return share < LEAST_SHARE || isScaledAway(scale) || size < LEAST_LETTER || size > MOST_LETTER;
}

/** The variable for the color that an attribute gives to a drawing, which is drawn only where a fill refers to it. */
export const CURRENT_COLOR = '--currentcolor';

/** Whether a filter makes the page behind an element as dark as its letters. */
function isDarkening(filter: string): boolean {
  const isInverted = filter.includes('invert(') && argumentOf(filter, 'invert') > 0.5;
  return isInverted || argumentOf(filter, 'brightness') < LEAST_SHARE;
}

/** Determines the colors, and hides what cannot be read on its background; returns whether that is the element's own. */
function paint(
  look: Look,
  declarations: readonly Declaration[],
  style: ReadonlyMap<string, string>,
): boolean {
  const written = ['background-color', 'background', 'background-image'];
  const background = backgroundOf(style, written);
  const grounds = groundsOf(background);
  const isOpen =
    /(?:url|image|image-set|element)\((?! ?['"]?data:)/.test(background) ||
    declarations.some(({ name, value }) => value === undefined && written.includes(name));
  if (grounds.length > 0 || isOpen) look.backgrounds = grounds;
  const shadow = coveringShadow(style);
  if (shadow === 'currentcolor' || background.includes('currentcolor')) look.hidden = true;
  else if (shadow) look.backgrounds = [shadow];
  if (isDarkening(style.get('backdrop-filter') ?? '')) look.backgrounds = [BLACK];
  if (/^(?:multiply|darken|color-burn)$/.test(style.get('mix-blend-mode') ?? '')) {
    look.hidden ||= (look.backgrounds ?? []).length > 0;
  }
  const letters = Array.from(LETTERS, (name) => style.get(name));
  for (const value of letters.filter((one) => one !== undefined)) {
    const own = value === 'currentcolor' ? look.variables?.get(CURRENT_COLOR) : value;
    const color = colorOf(own ?? '');
    if (color) look.color = color;
    else if (
      written.some((name) => style.get(name) === value) ||
      /^(?:color-mix|light-dark|contrast-color|[a-z]+\(from)/.test(value)
    )
      look.hidden = true;
  }
  if (/^(?:none|url\(|context-)/.test(style.get('fill') ?? '')) look.hidden = true;
  const { color, backgrounds = [undefined] } = look;
  const isDeclared =
    grounds.length > 0 || shadow !== undefined || letters.some((value) => value !== undefined);
  const isUnseen = (one: Color): boolean => backgrounds.some((ground) => isUnreadable(one, ground));
  if (isDeclared && color && isUnseen(color)) look.hidden = true;
  const stroke = strokeOf(style);
  if (stroke && isUnseen(stroke)) look.hidden = true;
  return grounds.length > 0 || isOpen;
}
