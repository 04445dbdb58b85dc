import { decode, encode } from 'jpeg-js';
import type { Pixels } from './picture.ts';

const MEGAPIXEL = 1_000_000;

/** @throws if the bytes are not a complete JPEG, or if it takes more pixels or memory. */
export function readJpeg(bytes: Buffer, mostPixels: number, memoryMb: number): Pixels {
  return decode(bytes, {
    useTArray: true,
    maxResolutionInMP: mostPixels / MEGAPIXEL,
    maxMemoryUsageInMB: memoryMb,
  });
}

/** As a JPEG of this quality (1 to 100), on white. */
export function writeJpeg({ data, width, height }: Pixels, quality: number): Buffer {
  return encode({ data: onWhite(data), width, height }, quality).data;
}

function onWhite(data: Uint8Array): Uint8Array {
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
