import {
  brotliDecompressSync,
  constants,
  gunzipSync,
  inflateRawSync,
  inflateSync,
  zstdDecompressSync,
} from 'node:zlib';

/** Bytes with their content codings undone. */
export interface Opened {
  /** The codings that were undone, as the header names them; absent where there was none to undo. */
  readonly coding?: string;
  readonly plain: Buffer;
  /** False where the bytes do not follow their coding to the end, or hold too much: `plain` is what came before. */
  readonly whole: boolean;
}

/** Most decoded bytes of one body that are kept. */
const LARGEST_BODY = 4 * 1024 * 1024;

interface Coding {
  readonly undo: (bytes: Buffer, options: { maxOutputLength: number; finishFlush?: number }) => Buffer;
  /** What makes it give what it has at the end of bytes that were cut. */
  readonly flush: number;
}

const GZIP: Coding = { undo: gunzipSync, flush: constants.Z_SYNC_FLUSH };

const CODINGS: ReadonlyMap<string, Coding> = new Map([
  ['gzip', GZIP],
  ['x-gzip', GZIP],
  ['deflate', { undo: inflateEither, flush: constants.Z_SYNC_FLUSH }],
  ['br', { undo: brotliDecompressSync, flush: constants.BROTLI_OPERATION_FLUSH }],
  ['zstd', { undo: zstdDecompressSync, flush: constants.ZSTD_e_flush }],
]);

/** Undoes the codings that a `Content-Encoding` lists; bytes under a coding that is not known stay as they are. */
export function undoCodings(bytes: Buffer, header: string | undefined): Opened {
  const names = (header ?? '')
    .toLowerCase()
    .split(',')
    .map(name => name.trim())
    .filter(name => name !== '' && name !== 'identity');
  const codings = names.map(name => CODINGS.get(name)).filter(coding => coding !== undefined);
  if (bytes.length === 0 || names.length === 0 || codings.length < names.length) return { plain: bytes, whole: true };
  let plain = bytes;
  let whole = true;
  for (const coding of codings.toReversed()) {
    const all = attempt(coding, plain);
    if (all === undefined) whole = false;
    plain = all ?? followable(coding, plain);
  }
  return { coding: names.join(', '), plain, whole };
}

function attempt({ undo }: Coding, bytes: Buffer, finishFlush?: number): Buffer | undefined {
  try {
    return undo(bytes, { maxOutputLength: LARGEST_BODY, ...(finishFlush !== undefined && { finishFlush }) });
  } catch {
    return undefined;
  }
}

/** What the longest beginning of the bytes that can be followed holds. By bisection: zlib throws its output away. */
function followable(coding: Coding, bytes: Buffer): Buffer {
  let plain: Buffer = Buffer.alloc(0);
  let from = 0;
  let to = bytes.length;
  while (from < to) {
    const length = Math.ceil((from + to) / 2);
    const part = attempt(coding, bytes.subarray(0, length), coding.flush);
    if (part === undefined) to = length - 1;
    else [plain, from] = [part, length];
  }
  return plain;
}

/** `deflate` means zlib's format (RFC 9110, 8.4.1.2), but many send it without zlib's frame. */
function inflateEither(bytes: Buffer, options: { maxOutputLength: number }): Buffer {
  return ((bytes[0] ?? 0) % 16 === 8 ? inflateSync : inflateRawSync)(bytes, options);
}
