import { readFile } from 'node:fs/promises';
import { zipSync } from 'fflate';
import subsetFont from 'subset-font';
import { FACES, SLANTED } from '../../platform/src/pdf/fonts.ts';
import { compressed } from './compress.ts';

/** Where the faces are taken from, and their licence. */
export const FONTS = 'node_modules/dejavu-fonts-ttf';

/** Instructions for coarse screens and what editors of fonts keep; a PDF needs neither. */
const LESS = { noHinting: true, dropTables: ['kern', 'FFTM', 'gasp'] };

/** The same for every build, and within what an archive can tell. */
const DATE = new Date(2000, 0);

/**
 * All faces of the PDFs in one archive. It is compressed as a whole, because much is the same in all of them; the slanted
 * ones have only the alphabets that are slanted.
 */
export async function fontArchive(): Promise<Uint8Array> {
  const slanted = SLANTED.map(([first, last]) =>
    String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, index) => first + index)),
  ).join('');
  const faces = FACES.map(async (name) => {
    const face = await readFile(`${FONTS}/ttf/${name}`);
    const kept = name.includes('Oblique') ? slanted : undefined;
    return [name, await subsetFont(face, kept, { ...LESS, keepAllGlyphs: !kept })] as const;
  });
  return compressed(
    zipSync(Object.fromEntries(await Promise.all(faces)), { level: 0, mtime: DATE }),
  );
}
