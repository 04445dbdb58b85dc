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

type Ranges = typeof SLANTED;

/** Alphabets, signs, and the mathematical letters; tiles of games and hexagrams are no part of documentation. */
const UPRIGHT: Ranges = [
  [0x20, 0x4cff],
  [0xa000, 0xd7ff],
  [0xf900, 0xffff],
  [0x1d400, 0x1d7ff],
  [0x1f600, 0x1f64f],
];

/**
 * All faces of the PDFs in one archive. It is compressed as a whole, because much is the same in all of them; the slanted
 * ones have only the alphabets that are slanted.
 */
export async function fontArchive(release: boolean): Promise<Uint8Array> {
  const faces = FACES.map(async (name) => {
    const kept = charactersIn(name.includes('Oblique') ? SLANTED : UPRIGHT);
    return [name, await subsetFont(await readFile(`${FONTS}/ttf/${name}`), kept, LESS)] as const;
  });
  return compressed(
    zipSync(Object.fromEntries(await Promise.all(faces)), { level: 0, mtime: DATE }),
    release,
  );
}

function charactersIn(ranges: Ranges): string {
  return ranges
    .flatMap(([first, last]) =>
      Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)),
    )
    .join('');
}
