import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { crc32, deflateSync } from 'node:zlib';
import encodeWebp, { init } from '@jsquash/webp/encode.js';
import { encode } from 'jpeg-js';
import { PNG } from 'pngjs';

interface Pixels {
  data: Buffer;
  width: number;
  height: number;
}

/** A gradient, which every format compresses well. */
export function gradient(width: number, height: number): Pixels {
  const data = Buffer.alloc(width * height * 4, 255);
  for (let at = 0; at < width * height; at += 1) {
    data[at * 4] = Math.floor(((at % width) * 255) / width);
    data[at * 4 + 1] = Math.floor((Math.floor(at / width) * 255) / height);
  }
  return { data, width, height };
}

/** Noise, which none does: always the same. */
export function noise(width: number, height: number): Pixels {
  const data = Buffer.alloc(width * height * 4, 255);
  let seed = 1;
  for (let at = 0; at < data.length; at += 1) {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
    if (at % 4 !== 3) data[at] = seed >> 16;
  }
  return { data, width, height };
}

export function png({ data, width, height }: Pixels): Buffer {
  const image = new PNG({ width, height });
  image.data = data;
  return PNG.sync.write(image);
}

export function jpeg(pixels: Pixels): Buffer {
  return encode(pixels, 80).data;
}

export async function webp({ data, width, height }: Pixels): Promise<Buffer> {
  const { resolve } = createRequire(import.meta.url);
  const wasm = readFileSync(resolve('@jsquash/webp/codec/enc/webp_enc_simd.wasm'));
  await (init as (module: object) => Promise<unknown>)(new WebAssembly.Module(wasm));
  const image = { data: new Uint8ClampedArray(data), width, height, colorSpace: 'srgb' as const };
  return Buffer.from(await encodeWebp(image));
}

/** A PNG that says it has these pixels, with data that unpacks to so many zeros. */
export function bomb(width: number, height: number, zeros: number, interlaced = false): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 6, 0, 0, interlaced ? 1 : 0], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(zeros))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

export function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(body) >>> 0);
  return Buffer.concat([length, body, checksum]);
}

/** A red dot on white, as GIF. */
export const GIF = Buffer.from(
  'R0lGODdhAQABAIAAAP8AAP///yH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==',
  'base64',
);

/** The start of an AVIF file of one pixel: enough to be measured. */
export const AVIF = Buffer.from(
  'AAAAIGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZk1BMUIAAADybWV0YQAAAAAAAAAoaGRscgAAAAAAAAAAcGljdAAAAAAAAAAAAAAAAGxpYmF2aWYAAAAADnBpdG0AAAAAAAEAAAAeaWxvYwAAAABEAAABAAEAAAABAAABGgAAAB0AAAAoaWluZgAAAAAAAQAAABppbmZlAgAAAAABAABhdjAxQ29sb3IAAAAAamlwcnAAAABLaXBjbwAAABRpc3BlAAAAAAAAAAIAAAACAAAAEHBpeGkAAAAAAwgICAAAAAxhdjFDgQ0MAAAAABNjb2xybmNseAACAAIAAYAAAAAXaXBtYQAAAAAAAAABAAEEAQKDBAAAACVtZGF0EgAKCBgANogQEAwgMg8f8D///8WfhwB8+ErK42A=',
  'base64',
);
