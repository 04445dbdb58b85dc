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

/** Noise, which no format compresses well; the same in every run. */
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

/** For each EXIF orientation, whether a camera stores the top left corner at the right, and at the bottom. */
const CORNERS: Record<number, [boolean, boolean]> = {
  2: [true, false],
  3: [true, true],
  4: [false, true],
  5: [false, false],
  6: [false, true],
  7: [true, true],
  8: [true, false],
};

/** A photo of 60 x 40 pixels with a red corner at the top left, as a camera in this orientation stores it. */
export function turned(orientation: number): Buffer {
  const [width, height] = orientation < 5 ? [60, 40] : [40, 60];
  const [isRight, isBottom] = CORNERS[orientation] ?? [false, false];
  const data = Buffer.alloc(width * height * 4, 255);
  for (let at = 0; at < width * height; at += 1) {
    const [x, y] = [at % width, Math.floor(at / width)];
    const isRed = x >= width / 2 === isRight && y >= height / 2 === isBottom;
    data.set(isRed ? [255, 0, 0] : [0, 0, 255], at * 4);
  }
  const photo = jpeg({ data, width, height });
  const entry = Buffer.from([0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0]);
  const tiff = Buffer.concat([Buffer.from('4d4d002a000000080001', 'hex'), entry, Buffer.alloc(4)]);
  const exif = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff]);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(exif.length + 2);
  const segment = Buffer.concat([Buffer.from([0xff, 0xe1]), length, exif]);
  return Buffer.concat([photo.subarray(0, 2), segment, photo.subarray(2)]);
}

export async function webp({ data, width, height }: Pixels): Promise<Buffer> {
  const { resolve } = createRequire(import.meta.url);
  const wasm = readFileSync(resolve('@jsquash/webp/codec/enc/webp_enc_simd.wasm'));
  await (init as (module: object) => Promise<unknown>)(new WebAssembly.Module(wasm));
  const image = { data: new Uint8ClampedArray(data), width, height, colorSpace: 'srgb' as const };
  return Buffer.from(await encodeWebp(image));
}

/** A PNG whose header declares this size, and whose data unpacks to this number of zeros. */
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
