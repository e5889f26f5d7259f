import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';

const ENCODERS = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync, zstd: zstdCompressSync };

/** A content coding, by its name in `Content-Encoding`. */
export type ContentCoding = keyof typeof ENCODERS;

/** Every content coding that the service can apply. */
export const CONTENT_CODINGS = Object.keys(ENCODERS) as readonly ContentCoding[];

/** Applies content codings to a body, in the order in which `Content-Encoding` lists them. */
export function encode(body: Buffer, codings: readonly ContentCoding[]): Buffer {
  return codings.reduce((bytes, coding) => ENCODERS[coding](bytes), body);
}
