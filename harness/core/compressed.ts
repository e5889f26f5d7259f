import { constants, gunzipSync } from 'node:zlib';
import { codeOf } from './errors.ts';

/** Gzip in base64 or base64url always begins like this; in JSON, `/` may be escaped. */
const BEGINNING = 'H4sI';
const RUNS = /H4sI(?:[A-Za-z0-9+/_-]|\\\/){20,}/g;
/** Of one text no more than this is decompressed, in bytes: a small text can hold a large one many times over. */
const MOST_DECOMPRESSED = 1024 * 1024;

/**
 * Replaces runs of gzip in base64 in a text. @param replacement of a run that holds this text, also where its end is
 * missing; undefined leaves it as it is
 */
export function replaceCompressed(text: string, replacement: (plain: string) => string | undefined): string {
  if (!text.includes(BEGINNING)) return text;
  let left = MOST_DECOMPRESSED;
  return text.replace(RUNS, run => {
    const plain = left > 0 ? decompressed(run, left) : undefined;
    left = plain === undefined ? 0 : left - plain.length;
    return plain?.length ? (replacement(plain.toString()) ?? run) : run;
  });
}

/** What a run holds, as far as it can be decompressed; undefined where that is longer than `most`. */
function decompressed(run: string, most: number): Buffer | undefined {
  const bytes = Buffer.from(run.replaceAll('\\', ''), 'base64');
  try {
    return gunzipSync(bytes, { maxOutputLength: most, finishFlush: constants.Z_SYNC_FLUSH });
  } catch (thrown) {
    return codeOf(thrown) === 'ERR_BUFFER_TOO_LARGE' ? undefined : Buffer.alloc(0);
  }
}
