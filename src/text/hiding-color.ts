import { NAMED } from './color-names.ts';

/** Red, green and blue from 0 to 255, and alpha from 0 to 1. */
export interface Color {
  rgb: readonly [number, number, number];
  alpha: number;
}

const HEX = /^#?([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/;
const FUNCTION = /^([a-z]+)\(([^()]*)\)$/;

/** The notations by hue, saturation and lightness, from which all is computed. */
const BY_HUE = new Set(['hsl', 'hsla']);

/** Degrees in the units of an angle. */
const DEGREES: readonly [unit: string, degrees: number][] = [
  ['grad', 0.9],
  ['rad', 180 / Math.PI],
  ['turn', 360],
];

/** Full lightness or whiteness, by function and the place of its argument. */
const LIGHTNESS: Readonly<Record<string, readonly [place: number, full: number]>> = {
  ...{ hwb: [1, 100], lab: [0, 100], lch: [0, 100], oklab: [0, 1], oklch: [0, 1] },
};

const WHITE: Color = { rgb: [255, 255, 255], alpha: 1 };

/** Text with less alpha, or whose color differs less from its background in all, cannot be read. */
const LEAST_ALPHA = 0.2;
const LEAST_CONTRAST = 36;

/** Parses a lower-case color. For colors given by lightness, only the lightness is parsed. */
export function colorOf(written: string): Color | undefined {
  const value = written.trim();
  if (value === 'transparent') return { rgb: [0, 0, 0], alpha: 0 };
  const hex = NAMED.get(value) ?? HEX.exec(value)?.[1];
  if (hex !== undefined) return colorOfHex(hex);
  const [, name = '', list = ''] = FUNCTION.exec(value) ?? [];
  const words = list.split(/[\s,/]+/).filter((word) => word !== '');
  if (words[0] === 'from') {
    const alpha = fraction(list.split('/')[1]?.trim() ?? '', 1);
    if (alpha < LEAST_ALPHA) return { rgb: [0, 0, 0], alpha };
    // Only the same parts make the same color; other ones are not computed.
    const isSame = name.replace(/a$/, '').endsWith(words.slice(2, 5).join(''));
    return isSame ? colorOf(words[1] ?? '') : undefined;
  }
  const parts = name === 'color' ? words.slice(1) : words;
  const alpha = parts[3] === undefined ? 1 : fraction(parts[3], 1);
  if (name === 'rgb' || name === 'rgba' || name === 'color') {
    const full = name === 'color' ? 1 : 255;
    const [red = Number.NaN, green = Number.NaN, blue = Number.NaN] = parts
      .slice(0, 3)
      .map((part) => 255 * Math.min(1, Math.max(0, fraction(part, full))));
    return Number.isNaN(red + green + blue) ? undefined : { rgb: [red, green, blue], alpha };
  }
  if (BY_HUE.has(name)) {
    const rgb = rgbOf(
      degreesOf(parts[0] ?? ''),
      fraction(parts[1] ?? '', 100),
      fraction(parts[2] ?? '', 100),
    );
    return Number.isNaN(rgb[0] + rgb[1] + rgb[2]) ? undefined : { rgb, alpha };
  }
  const [place, full] = (Object.hasOwn(LIGHTNESS, name) && LIGHTNESS[name]) || [];
  if (place === undefined || full === undefined) return undefined;
  const light = fraction(parts[place] ?? '', full);
  // Other colors have a hue, which is not computed.
  if (light > 0.03 && light < 0.96)
    return alpha < LEAST_ALPHA ? { rgb: [0, 0, 0], alpha } : undefined;
  return { rgb: [255 * light, 255 * light, 255 * light], alpha };
}

/** Whether text of a color cannot be read on a background, which is white by default. */
export function isUnreadable(color: Color, background: Color = WHITE): boolean {
  if (color.alpha < LEAST_ALPHA) return true;
  const contrast = color.rgb.reduce(
    (sum, part, index) => sum + Math.abs(part - (background.rgb[index] ?? 0)),
    0,
  );
  return contrast < LEAST_CONTRAST;
}

function colorOfHex(hex: string): Color {
  const digits = hex.length < 6 ? [...hex].map((digit) => digit + digit).join('') : hex;
  const [red = 0, green = 0, blue = 0, alpha = 255] = [0, 2, 4, 6]
    .filter((at) => at < digits.length)
    .map((at) => Number.parseInt(digits.slice(at, at + 2), 16));
  return { rgb: [red, green, blue], alpha: alpha / 255 };
}

/** An angle in degrees, which are its usual unit. */
export function degreesOf(angle: string): number {
  const [, factor] = DEGREES.find(([unit]) => angle.endsWith(unit)) ?? [];
  return angle === 'none' ? 0 : Number.parseFloat(angle) * (factor ?? 1);
}

/** Red, green and blue of a hue in degrees, and of saturation and lightness from 0 to 1. */
function rgbOf(hue: number, saturation: number, lightness: number): Color['rgb'] {
  const reach = saturation * Math.min(lightness, 1 - lightness);
  const part = (offset: number): number => {
    const place = (((offset + hue / 30) % 12) + 12) % 12;
    return 255 * (lightness - reach * Math.max(-1, Math.min(place - 3, 9 - place, 1)));
  };
  return [part(0), part(8), part(4)];
}

/** A number or percentage as a fraction of `full`. */
function fraction(written: string, full: number): number {
  const value = written === 'none' ? 0 : Number.parseFloat(written);
  return written.endsWith('%') ? value / 100 : value / full;
}

/** A longer color in an attribute is cut. */
const LONGEST_COLOR = 128;

/** The color that an attribute of an old page means, in a form that styles have: any text is one there. */
export function oldColor(written: string): string {
  const value = written.trim().toLowerCase();
  if (value === '' || colorOf(value) !== undefined) return value;
  const digits = value
    .slice(0, LONGEST_COLOR)
    .replace(/^#/, '')
    .replaceAll(/[^0-9a-f]/g, '0');
  const size = Math.max(1, Math.ceil(digits.length / 3));
  const parts = [0, 1, 2].map((at) =>
    digits.padEnd(size * 3, '0').slice(at * size, at * size + size),
  );
  let shortest = parts.map((part) => part.slice(-8));
  while ((shortest[0]?.length ?? 0) > 2 && shortest.every((part) => part.startsWith('0'))) {
    shortest = shortest.map((part) => part.slice(1));
  }
  return `#${shortest.map((part) => part.slice(0, 2).padStart(2, '0')).join('')}`;
}
