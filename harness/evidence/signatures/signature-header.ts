/** A parsed signature header (Signature header, rule 1). */
interface SignatureHeader {
  /** Every `t`, verbatim. */
  readonly t: readonly string[];
  /** Every `v1`, verbatim. */
  readonly v1: readonly string[];
  /** Names of the other pairs, which are ignored. */
  readonly others: readonly string[];
}

/**
 * Splits a signature header on `,` into `k=v` pairs at their first `=`, and ignores what is no pair. Several header
 * lines are read as one list, as HTTP defines; spaces and tabs around an element are not part of it. Never throws;
 * takes linear time.
 */
export function parseSignatureHeader(lines: string | readonly string[]): SignatureHeader {
  const t: string[] = [];
  const v1: string[] = [];
  const others: string[] = [];
  for (const line of typeof lines === 'string' ? [lines] : lines) {
    for (const element of line.split(',')) {
      const pair = trimBlanks(element);
      const equals = pair.indexOf('=');
      const key = pair.slice(0, equals);
      if (equals < 1) continue;
      if (key === 't') t.push(pair.slice(equals + 1));
      else if (key === 'v1') v1.push(pair.slice(equals + 1));
      else others.push(key);
    }
  }
  return { t, v1, others };
}

/** Removes spaces and tabs. `trim` would also remove bytes like 0xA0, and a regular expression can be quadratic. */
function trimBlanks(text: string): string {
  let from = 0;
  let to = text.length;
  while (from < to && isBlank(text.charCodeAt(from))) from++;
  while (to > from && isBlank(text.charCodeAt(to - 1))) to--;
  return text.slice(from, to);
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x09;
}

import { createHmac } from 'node:crypto';

/** The digest of rule 2: HMAC-SHA256 over `<t>.<raw body>`, as lowercase hex. `t` has one byte per character. */
export function signatureOf(t: string, body: Uint8Array, secret: string): string {
  return createHmac('sha256', secret).update(`${t}.`, 'latin1').update(body).digest('hex');
}
