import { sizesIn } from './css-math.ts';
import { type Color, colorOf, isUnreadable } from './hiding-color.ts';

type Style = ReadonlyMap<string, string>;

/** Thicker outlines of letters cover their inside. */
const THICK = 3;

/** A shadow that reaches as far into a box from above and below covers a line; from one side, it is a border. */
const COVERING_SHADOW = 12;
const COVERING_SIDE = 100;

/** A color within a background, with its arguments. */
const COLOR_WITHIN = /#[0-9a-f]{3,8}|(?:rgb|hsl|hwb|lab|lch|oklab|oklch)a?\([^()]*\)|[a-z]+/g;

/** The usual color of letters. */
export const BLACK: Color = { rgb: [0, 0, 0], alpha: 1 };

/** What is written of a background, with the picture of a border that fills the box. */
export function backgroundOf(style: Style, names: readonly string[]): string {
  const borders = ['border-image', 'border-image-slice', 'border-image-source'];
  const border = borders.map((name) => style.get(name) ?? '').join(' ');
  const written = names.map((name) => style.get(name) ?? '').join(' ');
  return border.includes('fill') ? `${written} ${border}` : written;
}

/** Whether letters without a color of their own cannot be read on their background. */
export function isDarkOnDark({
  color,
  backgrounds = [],
}: {
  color?: Color;
  backgrounds?: readonly Color[];
}): boolean {
  const isDark = (ground: Color) => isUnreadable(BLACK, ground);
  return color === undefined && backgrounds.length > 0 && backgrounds.every(isDark);
}

/** The opaque colors of a background: one, or those of a gradient. */
export function groundsOf(background: string): Color[] {
  return (background.replaceAll(/url\([^()]*\)/g, '').match(COLOR_WITHIN) ?? [])
    .map(colorOf)
    .filter((color): color is Color => color !== undefined && color.alpha > 0.5);
}

/** The color of an outline that covers its letters. */
export function strokeOf(style: Style): Color | undefined {
  const names = ['text-stroke', 'text-stroke-width', 'text-stroke-color', 'stroke', 'stroke-width'];
  const stroke = names.map((name) => style.get(name) ?? '').join(' ');
  return Math.max(0, ...sizesIn(withoutColors(stroke), 1)) >= THICK
    ? groundsOf(stroke)[0]
    : undefined;
}

/** The color of a shadow that covers the box from within; that of its letters if it states none. */
export function coveringShadow(style: Style): Color | 'currentcolor' | undefined {
  const shadows = style.get('box-shadow') ?? '';
  // Between the arguments of a color, a space means the same as a comma.
  const separated = shadows.replaceAll(COLOR_WITHIN, (color) => color.replaceAll(',', ' '));
  for (const shadow of separated.split(',')) {
    if (!shadow.includes('inset')) continue;
    const [x = 0, y = 0, , spread = 0] = sizesIn(withoutColors(shadow), 10).map(Math.abs);
    if (Math.max(y, spread) < COVERING_SHADOW && x < COVERING_SIDE) continue;
    const colors = (shadow.match(COLOR_WITHIN) ?? []).map(colorOf);
    const color = colors.find((one) => one !== undefined);
    if (!color) return /var\(/.test(shadow) ? undefined : 'currentcolor';
    if (color.alpha > 0.5) return color;
  }
  return undefined;
}

/** What is left of a value without its colors. */
export function withoutColors(value: string): string {
  return value.replaceAll(COLOR_WITHIN, (found) => (colorOf(found) ? '' : found));
}
