import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { brotliDecompressSync } from 'node:zlib';
import { unzipSync } from 'fflate';

/** All faces in one compressed archive beside the bundle; without a bundle they are read from the package itself. */
const ARCHIVE = new URL('./fonts.zip.br', import.meta.url);

const MONO = 'DejaVuSansMono.ttf';

/** Font families that cover most alphabets and the symbols that documentation uses. */
export const FAMILIES = {
  Sans: {
    normal: 'DejaVuSans.ttf',
    bold: 'DejaVuSans-Bold.ttf',
    italics: 'DejaVuSans-Oblique.ttf',
    // Bold italic falls back to bold: a fourth face would add a tenth to the size.
    bolditalics: 'DejaVuSans-Bold.ttf',
  },
  // Code has no bold face: it would add an eighth to the size.
  Mono: { normal: MONO, bold: MONO, italics: MONO, bolditalics: MONO },
};

/** Characters that the italic faces contain: Latin, Greek and Cyrillic, and their punctuation. */
export const SLANTED: readonly (readonly [first: number, last: number])[] = [
  [0x20, 0x52f],
  [0x1e00, 0x1eff],
  [0x2000, 0x206f],
  [0x20a0, 0x20bf],
  [0x2100, 0x214f],
  [0x2190, 0x21ff],
  [0x2212, 0x2265],
  [0xfb00, 0xfb06],
];

/**
 * Characters that the bold face contains: alphabets and common symbols, but no phonetic letters, special arrows or
 * Braille.
 */
export const EMBOLDENED: typeof SLANTED = [
  [0x20, 0x24f],
  [0x2b0, 0x13ff],
  [0x1e00, 0x27ff],
  [0x2b00, 0x2e7f],
  [0xa000, 0xd7ff],
  [0xf900, 0xffff],
  [0x1f600, 0x1f64f],
];

/** The names of all faces. */
export const FACES = [
  ...new Set(Object.values(FAMILIES).flatMap((family) => Object.values(family))),
];

/** Whether a text can be set in italics; otherwise it stays upright. */
export function canSlant(text: string): boolean {
  return isWithin(SLANTED, text);
}

/** Whether a text can be set in bold; otherwise it stays regular. */
export function canEmbolden(text: string): boolean {
  return isWithin(EMBOLDENED, text);
}

function isWithin(ranges: typeof SLANTED, text: string): boolean {
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    if (!ranges.some(([first, last]) => code >= first && code <= last)) return false;
  }
  return true;
}

/** The bytes of every face by its name. */
export function readFaces(): Map<string, Uint8Array> {
  if (existsSync(ARCHIVE)) {
    return new Map(Object.entries(unzipSync(brotliDecompressSync(readFileSync(ARCHIVE)))));
  }
  const { resolve } = createRequire(import.meta.url);
  return new Map(
    FACES.map((name) => [name, readFileSync(resolve(`dejavu-fonts-ttf/ttf/${name}`))]),
  );
}
