import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Beside the bundle; without a bundle, in the package itself. */
const BUNDLED = fileURLToPath(new URL('./fonts/', import.meta.url));

/** Families of fonts that cover most alphabets and the signs that documentation uses. */
export const fonts = {
  Sans: family('DejaVuSans'),
  Mono: family('DejaVuSansMono'),
};

/** The folder that the fonts are read from. */
export function fontFolder(): string {
  if (existsSync(BUNDLED)) return BUNDLED;
  return dirname(createRequire(import.meta.url).resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'));
}

function family(name: string) {
  const file = (style: string) => join(fontFolder(), `${name}${style}.ttf`);
  return {
    normal: file(''),
    bold: file('-Bold'),
    italics: file('-Oblique'),
    bolditalics: file('-BoldOblique'),
  };
}
