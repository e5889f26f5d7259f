import { isUtf8 } from 'node:buffer';
import {
  brotliDecompressSync,
  constants,
  gunzipSync,
  inflateRawSync,
  inflateSync,
  zstdDecompressSync,
} from 'node:zlib';

/** Bytes after decoding. */
export interface Opened {
  /** The decoded codings, as the header names them; absent if there are none. */
  readonly coding?: string;
  readonly plain: Buffer;
  /** False if the bytes are truncated, broken or too large. `plain` then holds what could be decoded, if anything. */
  readonly whole: boolean;
  /** The decoded bytes exceed the limit; `plain` is then empty. */
  readonly tooLarge?: true;
}

/** The most bytes of a decoded body. */
export const LARGEST_DECODED = 16 * 1024 * 1024;

/** The most codings that are decoded. If there are more, the bytes stay as they are. */
const MOST_CODINGS = 4;

/** Decodes bytes, and throws if they are broken. With `finishFlush`, it accepts truncated bytes. */
type Undo = (bytes: Buffer, options: { readonly maxOutputLength: number; readonly finishFlush?: number }) => Buffer;

const CODINGS: ReadonlyMap<string, readonly [undo: Undo, flush: number]> = new Map([
  ['gzip', [gunzipSync, constants.Z_SYNC_FLUSH]],
  ['x-gzip', [gunzipSync, constants.Z_SYNC_FLUSH]],
  ['deflate', [inflateEither, constants.Z_SYNC_FLUSH]],
  ['br', [brotliDecompressSync, constants.BROTLI_OPERATION_FLUSH]],
  ['zstd', [zstdDecompressSync, constants.ZSTD_e_flush]],
]);

/** The codings in a `Content-Encoding`; empty if one of them is unknown. */
export function codingsIn(header = ''): readonly string[] {
  const listed = header
    .toLowerCase()
    .split(',')
    .map(name => name.trim());
  const names = listed.filter(name => name !== '' && name !== 'identity');
  return names.length <= MOST_CODINGS && names.every(name => CODINGS.has(name)) ? names : [];
}

/** Decodes the codings in a `Content-Encoding`. If one is unknown, the bytes stay as they are. */
export function undoCodings(bytes: Buffer, header?: string): Opened {
  const names = codingsIn(header);
  const codings = names.map(name => CODINGS.get(name)).filter(coding => coding !== undefined);
  if (bytes.length === 0 || names.length === 0) return { plain: bytes, whole: true };
  const coding = names.join(', ');
  let plain = bytes;
  let whole = true;
  for (const [undo, flush] of codings.toReversed()) {
    let decoded = attempt(undo, plain);
    whole &&= decoded !== undefined;
    decoded ??= attempt(undo, plain, flush);
    if (decoded === TOO_LARGE) return { coding, plain: Buffer.alloc(0), whole: false, tooLarge: true };
    plain = decoded ?? Buffer.alloc(0);
  }
  // Text that cannot be decoded has no coding: it is read and redacted as it is.
  return plain.length === 0 && !whole && isUtf8(bytes) ? { plain: bytes, whole: true } : { coding, plain, whole };
}

const TOO_LARGE = Symbol('too large');

function attempt(undo: Undo, bytes: Buffer, finishFlush?: number) {
  try {
    return undo(bytes, { maxOutputLength: LARGEST_DECODED, ...(finishFlush !== undefined && { finishFlush }) });
  } catch (thrown) {
    return (thrown as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? TOO_LARGE : undefined;
  }
}

/** `deflate` means zlib's format (RFC 9110, 8.4.1.2), but many senders omit zlib's frame. */
function inflateEither(bytes: Buffer, options: { readonly maxOutputLength: number }): Buffer {
  return ((bytes[0] ?? 0) % 16 === 8 ? inflateSync : inflateRawSync)(bytes, options);
}
