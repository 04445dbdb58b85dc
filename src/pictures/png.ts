import { inflateSync } from 'node:zlib';
import { PNG } from 'pngjs';
import type { Pixels } from './picture.ts';

const SIGNATURE = 8;
/** Length and type before the data of a chunk, and its checksum after it. */
const CHUNK_HEAD = 8;
const CHUNK_TAIL = 4;
/**
 * The maximum bytes of a pixel, with a margin for the byte before each line in the seven passes of an interlaced image.
 */
const MAX_BYTES_A_PIXEL = 8;
const LINE_BYTES = 16;

/** @throws if the bytes are not a complete PNG. */
export function readPng(bytes: Buffer, { width, height }: Omit<Pixels, 'data'>): Pixels {
  checkChunks(bytes, width * height * MAX_BYTES_A_PIXEL + height * LINE_BYTES);
  const { data } = PNG.sync.read(bytes);
  return { data, width, height };
}

export function writePng({ data, width, height }: Pixels): Buffer {
  const png = new PNG({ width, height });
  png.data = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  return PNG.sync.write(png);
}

/**
 * The decoder believes the last header, and unpacks an interlaced image whatever its size. So allow only one header,
 * and no more data than it declares.
 */
function checkChunks(bytes: Buffer, mostBytes: number): void {
  const data: Buffer[] = [];
  let headers = 0;
  for (let at = SIGNATURE; at + CHUNK_HEAD + CHUNK_TAIL <= bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    const type = bytes.toString('latin1', at + 4, at + CHUNK_HEAD);
    if (type === 'IHDR') headers += 1;
    if (type === 'IDAT') data.push(bytes.subarray(at + CHUNK_HEAD, at + CHUNK_HEAD + length));
    at += CHUNK_HEAD + length + CHUNK_TAIL;
  }
  if (headers !== 1) throw new Error('not one header');
  inflateSync(Buffer.concat(data), { maxOutputLength: mostBytes });
}
