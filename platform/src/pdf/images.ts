import { inflateSync } from 'node:zlib';
import { imageSize } from 'image-size';

/** An image in a form that a PDF can contain. */
export interface PdfImage {
  dataUrl: string;
  /** In points. */
  width: number;
  height: number;
}

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const SAMPLES: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
const HIGHEST_FILTER = 4;
const MAX_PIXELS = 25_000_000;
const POINTS_PER_PIXEL = 0.75;

/** A prepared PNG or JPEG image; undefined for anything else and for damaged images. */
export function readImage(bytes: Uint8Array): PdfImage | undefined {
  try {
    const { type, width, height } = imageSize(bytes);
    if (width * height > MAX_PIXELS || !(type === 'jpg' || (type === 'png' && isSoundPng(bytes)))) {
      return undefined;
    }
    const media = type === 'jpg' ? 'image/jpeg' : 'image/png';
    return {
      dataUrl: `data:${media};base64,${Buffer.from(bytes).toString('base64')}`,
      width: width * POINTS_PER_PIXEL,
      height: height * POINTS_PER_PIXEL,
    };
  } catch {
    // An image without known dimensions cannot be shown.
    return undefined;
  }
}

/**
 * Whether a PNG that is not interlaced has all its pixels. The PDF library unpacks images outside of any call that
 * could catch an error, so a damaged one must not reach it.
 */
function isSoundPng(given: Uint8Array): boolean {
  const bytes = Buffer.from(given);
  if (!bytes.subarray(0, 8).equals(PNG_SIGNATURE)) return false;
  const chunks = [...chunksOf(bytes)];
  const header = chunks[0];
  if (header?.type !== 'IHDR' || chunks.at(-1)?.type !== 'IEND') return false;
  const width = header.data.readUInt32BE(0);
  const height = header.data.readUInt32BE(4);
  const depth = header.data.readUInt8(8);
  const color = header.data.readUInt8(9);
  const interlaced = header.data.readUInt8(12) !== 0;
  if (interlaced || (color === 3 && !chunks.some(({ type }) => type === 'PLTE'))) return false;
  const rowBytes = 1 + Math.ceil((width * depth * (SAMPLES[color] ?? 0)) / 8);
  const expected = rowBytes * height;
  const packed = Buffer.concat(
    chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data),
  );
  const pixels = inflateSync(packed, { maxOutputLength: expected });
  if (pixels.byteLength !== expected) return false;
  for (let row = 0; row < height; row += 1) {
    if ((pixels[row * rowBytes] ?? 0) > HIGHEST_FILTER) return false;
  }
  return true;
}

function* chunksOf(bytes: Buffer): Generator<{ type: string; data: Buffer }> {
  for (let at = PNG_SIGNATURE.length; at + 12 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    const data = bytes.subarray(at + 8, at + 8 + length);
    if (data.length < length) return;
    const type = bytes.toString('latin1', at + 4, at + 8);
    yield { type, data };
    if (type === 'IEND') return;
    at += length + 12;
  }
}
