import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';

/** The content codings by their names in `Content-Encoding`, with their encoders. */
export const CONTENT_CODINGS = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync, zstd: zstdCompressSync };

/** The name of a content coding. */
export type ContentCoding = keyof typeof CONTENT_CODINGS;

/** Applies content codings to a body, in the order in which `Content-Encoding` lists them. */
export function encode(body: Buffer, codings: readonly ContentCoding[]): Buffer {
  return codings.reduce((bytes, coding) => CONTENT_CODINGS[coding](bytes), body);
}
