import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { brotliDecompressSync } from 'node:zlib';
import { initSync, resize } from '@jsquash/resize/lib/resize/pkg/squoosh_resize.js';
import decodeWebp, { init } from '@jsquash/webp/decode.js';
import type { Pixels } from './picture.ts';

/** The WebAssembly modules, by the names that the build gives them beside the bundle. */
export const CODECS = {
  'webp.wasm.br': '@jsquash/webp/codec/dec/webp_dec.wasm',
  'resize.wasm.br': '@jsquash/resize/lib/resize/pkg/squoosh_resize_bg.wasm',
} as const;

/** Lanczos, the sharpest of its filters. */
const FILTER = 3;

/** Weigh edges by their opacity, which takes four times the memory. */
const MAX_WEIGHED_PIXELS = 8_000_000;

let canRead: Promise<void> | undefined;
let canScale = false;

/** @throws if the bytes are not a WebP image, or if it has several frames. */
export async function readWebp(bytes: Buffer): Promise<Pixels> {
  const start = init as (module: WebAssembly.Module) => Promise<void>;
  canRead ??= start(codec('webp.wasm.br'));
  await canRead;
  const { buffer } = new Uint8Array(bytes);
  const { data, width, height } = await decodeWebp(buffer as ArrayBuffer);
  return { data: new Uint8Array(data.buffer, data.byteOffset, data.byteLength), width, height };
}

/** The same picture with fewer pixels. */
export function scalePixels(
  { data, ...from }: Pixels,
  { width, height }: Omit<Pixels, 'data'>,
): Pixels {
  if (!canScale) initSync(codec('resize.wasm.br'));
  canScale = true;
  const isWeighed = from.width * from.height <= MAX_WEIGHED_PIXELS;
  const pixels = resize(data, from.width, from.height, width, height, FILTER, isWeighed, false);
  return { data: new Uint8Array(pixels.buffer), width, height };
}

function codec(name: keyof typeof CODECS): WebAssembly.Module {
  const built = new URL(`./${name}`, import.meta.url);
  const { resolve } = createRequire(import.meta.url);
  return new WebAssembly.Module(
    existsSync(built)
      ? brotliDecompressSync(readFileSync(built))
      : readFileSync(resolve(CODECS[name])),
  );
}
