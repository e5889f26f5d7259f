import { isUtf8 } from 'node:buffer';
import { header } from '../../base/json.ts';
import type { Headers } from '../evidence.ts';
import { type Opened, undoCodings } from './content-coding.ts';
import { type Kept, keepBody, keepStart } from './keep-body.ts';

/** Most characters of a body that are parsed although nothing shows who sent it: anybody may find the receiver. */
const MOST_PARSED_UNTRUSTED = 1024 * 1024;

/** A body as it is analysed. */
export interface OpenedBody extends Omit<Opened, 'plain'>, Kept {
  readonly bytes: Buffer;
  /** What is searched for secrets: the bytes, with and without their codings. */
  readonly searched: readonly Buffer[];
  /** Whether its bytes without their codings are UTF-8. If not, the text has one character for each byte. */
  readonly utf8: boolean;
}

/**
 * Undoes the codings of a body, and cuts its text to what is kept: the only place that parses a long body.
 * @param trusted whether its sender is known: a verified signature, or the answer to a call of ours
 */
export function openBody(bytes: Buffer, headers: Headers, trusted: boolean): OpenedBody {
  const { plain, ...opened } = undoCodings(bytes, header(headers, 'content-encoding'));
  const utf8 = isUtf8(plain);
  const text = plain.toString(utf8 ? 'utf8' : 'latin1');
  const keep = trusted || text.length <= MOST_PARSED_UNTRUSTED ? keepBody : keepStart;
  return { bytes, searched: [...new Set([bytes, plain])], utf8, ...opened, ...keep(text) };
}

/** A body that is neither analysed nor kept. */
export function unopened(bytes: Buffer): OpenedBody {
  return { bytes, searched: [], utf8: true, whole: true, text: '', cut: bytes.length };
}
