import { imageSize } from 'image-size';
import { GifReader } from 'omggif';
import { readWebp, scalePixels } from './codecs.ts';
import { isSideways, readJpeg, rotateUpright, writeJpeg } from './jpeg.ts';
import type { Fitted, PictureLimits, Pixels } from './picture.ts';
import { readPng, writePng } from './png.ts';

/** Maximum pixels to process; more would take too much memory for one picture. */
const MAX_PIXELS = 32_000_000;
const JPEG_MEMORY_MB = 400;

/** JPEG qualities to try until the result is small enough; after the last one, the picture is scaled down. */
const QUALITIES = [85, 70, 50];
const SMALLER = 0.7;

type Size = Omit<Pixels, 'data'>;

interface PictureFormat {
  mimeType: string;
  /** Absent: neither this server nor models can read it. */
  read?(bytes: Buffer, size: Size): Pixels | Promise<Pixels>;
}

/** Image formats, by their first bytes. */
const FORMATS: Readonly<Record<string, PictureFormat>> = {
  png: { mimeType: 'image/png', read: readPng },
  jpg: {
    mimeType: 'image/jpeg',
    read: (bytes) => readJpeg(bytes, MAX_PIXELS, JPEG_MEMORY_MB),
  },
  gif: { mimeType: 'image/gif', read: readGif },
  webp: { mimeType: 'image/webp', read: readWebp },
  avif: { mimeType: 'image/avif' },
  heif: { mimeType: 'image/heif' },
  heic: { mimeType: 'image/heic' },
  bmp: { mimeType: 'image/bmp' },
  tiff: { mimeType: 'image/tiff' },
  ico: { mimeType: 'image/x-icon' },
};

/** A picture and the limits it has to fit into. */
export interface PictureJob {
  bytes: Uint8Array;
  frame: PictureLimits;
}

/** Makes a picture fit; runs in a worker thread. The bytes decide the format, whatever the file claims to be. */
export default async function fit({ bytes: given, frame }: PictureJob): Promise<Fitted> {
  const bytes = Buffer.from(given.buffer, given.byteOffset, given.byteLength);
  const found = measure(bytes);
  if (!found) return { refused: 'is not an image of a known format' };
  const { mimeType, read, orientation, ...size } = found;
  const isUpright = orientation <= 1;
  const fits =
    isUpright && Math.max(size.width, size.height) <= frame.side && bytes.length <= frame.bytes;
  if (size.width * size.height > MAX_PIXELS) {
    return { refused: `has ${size.width} x ${size.height} pixels, more than this server reads` };
  }
  const asItIs = { bytes, mimeType, ...size };
  if (!read)
    return {
      refused: `is ${mimeType}, which models cannot view: store it as PNG, JPEG or WebP`,
    };
  const pixels = await readOrNothing(read, bytes, size);
  if (!pixels) {
    // This decoder cannot read animated WebP, but hosts can.
    if (mimeType !== 'image/webp' || !isWhole(bytes)) {
      return { refused: `is not a complete ${mimeType}: its bytes are damaged` };
    }
    return fits ? asItIs : unreadPicture(mimeType, size, frame);
  }
  const photo = mimeType === 'image/jpeg' ? { orientation } : undefined;
  return fits ? asItIs : scaleDown(pixels, photo, frame);
}

function measure(bytes: Buffer): (PictureFormat & Size & { orientation: number }) | undefined {
  try {
    const { type = '', width, height, orientation = 1 } = imageSize(bytes);
    const format = FORMATS[type];
    return format && width > 0 && height > 0
      ? { ...format, width, height, orientation }
      : undefined;
  } catch {
    // A file that claims to be an image and cannot be measured is not one.
    return undefined;
  }
}

async function readOrNothing(
  read: NonNullable<PictureFormat['read']>,
  bytes: Buffer,
  size: Size,
): Promise<Pixels | undefined> {
  try {
    return await read(bytes, size);
  } catch {
    // Each decoder reports malformed bytes in its own way; every error here means that.
    return undefined;
  }
}

/** Whether a RIFF file has all the bytes that its header declares. */
function isWhole(bytes: Buffer): boolean {
  return bytes.length >= 12 && bytes.readUInt32LE(4) + 8 <= bytes.length;
}

function unreadPicture(mimeType: string, { width, height }: Size, frame: PictureLimits): Fitted {
  return {
    refused: `is ${mimeType} of ${width} x ${height} pixels, which is not scaled down here: store it as PNG, JPEG or WebP, or with ${frame.side} pixels and ${frame.bytes} bytes at most`,
  };
}

function scaleDown(
  original: Pixels,
  photo: { orientation: number } | undefined,
  { side, bytes: most }: PictureLimits,
): Fitted {
  const { width, height } = original;
  const orientation = photo?.orientation ?? 1;
  const seen = isSideways(orientation) ? { width: height, height: width } : { width, height };
  for (let longest = Math.min(side, Math.max(width, height)); longest >= 1; longest *= SMALLER) {
    const size = fitWithin(original, longest);
    const isSame = size.width === width && size.height === height;
    const pixels = rotateUpright(isSame ? original : scalePixels(original, size), orientation);
    const from = isSame ? undefined : seen;
    const tries = [
      ...(photo ? [] : [() => ({ bytes: writePng(pixels), mimeType: 'image/png' })]),
      ...QUALITIES.map((quality) => () => ({
        bytes: writeJpeg(pixels, quality),
        mimeType: 'image/jpeg',
      })),
    ];
    for (const attempt of tries) {
      const written = attempt();
      if (written.bytes.length > most) continue;
      return { ...written, width: pixels.width, height: pixels.height, ...(from && { from }) };
    }
  }
  return { refused: 'cannot be made small enough' };
}

function fitWithin({ width, height }: Size, longest: number): Size {
  const share = Math.min(1, longest / Math.max(width, height));
  return {
    width: Math.max(1, Math.round(width * share)),
    height: Math.max(1, Math.round(height * share)),
  };
}

/** The first frame of a GIF. @throws if the bytes are not a GIF, or if the frame is larger than the image. */
function readGif(bytes: Buffer): Pixels {
  const gif = new GifReader(bytes);
  const { x, y, width, height } = gif.frameInfo(0);
  if (x + width > gif.width || y + height > gif.height) throw new Error('a frame of another size');
  const data = new Uint8Array(gif.width * gif.height * 4);
  gif.decodeAndBlitFrameRGBA(0, data);
  return { data, width: gif.width, height: gif.height };
}
