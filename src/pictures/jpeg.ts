import { decode, encode } from 'jpeg-js';
import type { Pixels } from './picture.ts';

const MEGAPIXEL = 1_000_000;

/** @throws if the bytes are not a complete JPEG, or if it needs more pixels or memory than allowed. */
export function readJpeg(bytes: Buffer, mostPixels: number, memoryMb: number): Pixels {
  return decode(bytes, {
    useTArray: true,
    maxResolutionInMP: mostPixels / MEGAPIXEL,
    maxMemoryUsageInMB: memoryMb,
  });
}

/** As a JPEG of this quality (1 to 100), on white. */
export function writeJpeg({ data, width, height }: Pixels, quality: number): Buffer {
  return encode({ data: flattenOnWhite(data), width, height }, quality).data;
}

function flattenOnWhite(data: Uint8Array): Uint8Array {
  const opaque = new Uint8Array(data);
  for (let at = 0; at < opaque.length; at += 4) {
    const alpha = opaque[at + 3] as number;
    if (alpha === 255) continue;
    for (let colour = at; colour < at + 3; colour += 1) {
      opaque[colour] = Math.round(((opaque[colour] as number) * alpha) / 255 + 255 - alpha);
    }
    opaque[at + 3] = 255;
  }
  return opaque;
}

/** From this one on, EXIF orientations exchange width and height. */
const FIRST_SIDEWAYS = 5;

/** Whether a camera held in this EXIF orientation (1 to 8) stored columns as rows. */
export function isSideways(orientation: number): boolean {
  return orientation >= FIRST_SIDEWAYS;
}

/** For each EXIF orientation, the pixel of a picture of w x h that belongs at x, y. */
const SOURCES: Readonly<
  Record<number, (x: number, y: number, w: number, h: number) => [x: number, y: number]>
> = {
  2: (x, y, w) => [w - 1 - x, y],
  3: (x, y, w, h) => [w - 1 - x, h - 1 - y],
  4: (x, y, _, h) => [x, h - 1 - y],
  5: (x, y) => [y, x],
  6: (x, y, _, h) => [y, h - 1 - x],
  7: (x, y, w, h) => [w - 1 - y, h - 1 - x],
  8: (x, y, w) => [w - 1 - y, x],
};

/** A picture turned upright, because models ignore the orientation tag. */
export function rotateUpright(pixels: Pixels, orientation: number): Pixels {
  const sourceOf = SOURCES[orientation];
  if (!sourceOf) return pixels;
  const { width: w, height: h } = pixels;
  const [width, height] = isSideways(orientation) ? [h, w] : [w, h];
  const from = new Uint32Array(pixels.data.slice().buffer);
  const to = new Uint32Array(w * h);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const [sourceX, sourceY] = sourceOf(x, y, w, h);
      to[y * width + x] = from[sourceY * w + sourceX] as number;
    }
  }
  return { data: new Uint8Array(to.buffer), width, height };
}
