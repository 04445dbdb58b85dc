import { readFile } from 'node:fs/promises';
import { zipSync } from 'fflate';
import subsetFont from 'subset-font';
import { EMBOLDENED, FACES, SLANTED } from '../../platform/src/pdf/fonts.ts';
import { compressed } from './compress.ts';

/** Source of the faces, and their licence. */
export const FONTS = 'node_modules/dejavu-fonts-ttf';

/** Hinting for coarse screens, and data for font editors; a PDF needs neither. */
const LESS = { noHinting: true, dropTables: ['kern', 'FFTM', 'gasp'] };

/** A fixed time for reproducible builds, within the range of the archive format. */
const DATE = new Date(2000, 0);

type Ranges = typeof SLANTED;

/** Alphabets, symbols, and mathematical letters; game tiles and hexagrams do not occur in documentation. */
const UPRIGHT: Ranges = [
  [0x20, 0x4cff],
  [0xa000, 0xd7ff],
  [0xf900, 0xffff],
  [0x1d400, 0x1d7ff],
  [0x1f600, 0x1f64f],
];

const KEPT: readonly (readonly [face: RegExp, ranges: Ranges])[] = [
  [/Oblique/, SLANTED],
  [/Bold/, EMBOLDENED],
  [/./, UPRIGHT],
];

/**
 * All faces of the PDFs in one archive, compressed together because they have much in common. The slanted and bold
 * faces contain only what has such forms in documents.
 */
export async function fontArchive(release: boolean): Promise<Uint8Array> {
  const faces = FACES.map(async (name) => {
    const kept = charactersIn(KEPT.find(([face]) => face.test(name))?.[1] ?? UPRIGHT);
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
