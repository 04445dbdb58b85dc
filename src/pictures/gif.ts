import { GifReader } from 'omggif';
import type { Pixels } from './picture.ts';

/** The first frame of a GIF. @throws if the bytes are not a GIF, or if the frame is larger than the image. */
export function readGif(bytes: Buffer): Pixels {
  const gif = new GifReader(bytes);
  const { x, y, width, height } = gif.frameInfo(0);
  if (x + width > gif.width || y + height > gif.height) throw new Error('a frame of another size');
  const data = new Uint8Array(gif.width * gif.height * 4);
  gif.decodeAndBlitFrameRGBA(0, data);
  return { data, width: gif.width, height: gif.height };
}
