import { brotliCompressSync, constants, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';

/** The content codings by their names in `Content-Encoding`, with their encoders. */
export const CONTENT_CODINGS = { gzip: gzipSync, deflate: deflateSync, br: brotli, zstd: zstdCompressSync };

/** The name of a content coding. */
export type ContentCoding = keyof typeof CONTENT_CODINGS;

/** Brotli at the quality that servers use for dynamic content; the default takes thirty times as long. */
function brotli(body: Buffer): Buffer {
  const { BROTLI_PARAM_QUALITY: quality, BROTLI_PARAM_LGWIN: window } = constants;
  return brotliCompressSync(body, { params: { [quality]: 4, [window]: 16 } });
}

/** Applies content codings to a body in the order of `Content-Encoding`. */
export function encode(body: Buffer, codings: readonly ContentCoding[]): Buffer {
  return codings.reduce((bytes, coding) => CONTENT_CODINGS[coding](bytes), body);
}
