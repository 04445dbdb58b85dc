import { brotliCompressSync, constants } from 'node:zlib';

/** What is published is compressed as far as it goes, which takes seconds; a build for oneself only nearly so. */
const QUALITY = process.argv.includes('--publish') ? 11 : 9;

/** Data that is read rarely, as Brotli. */
export function compressed(data: Uint8Array): Uint8Array {
  return brotliCompressSync(data, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: QUALITY,
      [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
      [constants.BROTLI_PARAM_SIZE_HINT]: data.byteLength,
    },
  });
}
