/** Red, green and blue from 0 to 255, and alpha from 0 to 1. */
export interface Color {
  rgb: readonly [number, number, number];
  alpha: number;
}

/** Color names that make text disappear on white or on black, and common ones. */
const NAMED: Readonly<Record<string, string>> = {
  ...{ white: 'ffffff', snow: 'fffafa', ivory: 'fffff0', ghostwhite: 'f8f8ff' },
  ...{ floralwhite: 'fffaf0', whitesmoke: 'f5f5f5', seashell: 'fff5ee', azure: 'f0ffff' },
  ...{ mintcream: 'f5fffa', honeydew: 'f0fff0', aliceblue: 'f0f8ff', lavenderblush: 'fff0f5' },
  ...{ oldlace: 'fdf5e6', linen: 'faf0e6', canvas: 'ffffff', window: 'ffffff', field: 'ffffff' },
  ...{ black: '000000', canvastext: '000000', red: 'ff0000', lime: '00ff00', blue: '0000ff' },
  ...{ yellow: 'ffff00', cyan: '00ffff', aqua: '00ffff', magenta: 'ff00ff', fuchsia: 'ff00ff' },
  ...{ gray: '808080', grey: '808080', silver: 'c0c0c0', green: '008000', navy: '000080' },
  ...{ maroon: '800000', purple: '800080', teal: '008080', olive: '808000', orange: 'ffa500' },
};

const HEX = /^#?([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/;
const FUNCTION = /^([a-z]+)\(([^()]*)\)$/;

/** Full lightness or whiteness, by function and the place of its argument. */
const LIGHTNESS: Readonly<Record<string, readonly [place: number, full: number]>> = {
  ...{ hsl: [2, 100], hsla: [2, 100], hwb: [1, 100], lab: [0, 100], lch: [0, 100] },
  ...{ oklab: [0, 1], oklch: [0, 1] },
};

const WHITE: Color = { rgb: [255, 255, 255], alpha: 1 };

/** Text with less alpha, or whose color differs less from its background in all, cannot be read. */
const LEAST_ALPHA = 0.2;
const LEAST_CONTRAST = 36;

/** Parses a lower-case color. For colors given by lightness, only the lightness is parsed. */
export function colorOf(written: string): Color | undefined {
  const value = written.trim();
  if (value === 'transparent') return { rgb: [0, 0, 0], alpha: 0 };
  const named = Object.hasOwn(NAMED, value) ? NAMED[value] : undefined;
  const hex = named ?? HEX.exec(value)?.[1];
  if (hex !== undefined) return colorOfHex(hex);
  const [, name = '', list = ''] = FUNCTION.exec(value) ?? [];
  const words = list.split(/[\s,/]+/).filter((word) => word !== '');
  const parts = name === 'color' ? words.slice(1) : words;
  const alpha = parts[3] === undefined ? 1 : fraction(parts[3], 1);
  if (name === 'rgb' || name === 'rgba' || name === 'color') {
    const full = name === 'color' ? 1 : 255;
    const [red = Number.NaN, green = Number.NaN, blue = Number.NaN] = parts
      .slice(0, 3)
      .map((part) => 255 * fraction(part, full));
    return Number.isNaN(red + green + blue) ? undefined : { rgb: [red, green, blue], alpha };
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

/** A number or percentage as a fraction of `full`. */
function fraction(written: string, full: number): number {
  const value = Number.parseFloat(written);
  return written.endsWith('%') ? value / 100 : value / full;
}
