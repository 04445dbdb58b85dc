import { brotliCompressSync, constants } from 'node:zlib';

/** Data that is read rarely, as Brotli, as small as it gets. */
export function compressed(data: Uint8Array): Uint8Array {
  return brotliCompressSync(data, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
      [constants.BROTLI_PARAM_SIZE_HINT]: data.byteLength,
    },
  });
}
