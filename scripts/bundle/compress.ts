import { brotliCompressSync, constants } from 'node:zlib';

/**
 * Compresses rarely read data with Brotli. A release is compressed as far as possible, which takes eight seconds; the
 * output of other builds is a tenth larger.
 */
export function compressed(data: Uint8Array, release: boolean): Buffer {
  return brotliCompressSync(data, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: release ? constants.BROTLI_MAX_QUALITY : 7,
      [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
      [constants.BROTLI_PARAM_SIZE_HINT]: data.byteLength,
    },
  });
}
