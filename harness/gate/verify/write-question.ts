import { isUtf8 } from 'node:buffer';
import type { SignatureCase } from '../signature-case.ts';

/** How much of a header or a body is quoted, in characters. */
const QUOTED = 240;

/** What an SDK was given to verify, as a person would check it. Secrets are counted, not named. */
export function writeQuestion({ title, header, body, secrets, now, toleranceSeconds }: SignatureCase): string {
  const known = secrets.length === 1 ? 'one secret' : `${secrets.length} secrets`;
  const at = toleranceSeconds === 300 ? `now=${now}` : `now=${now}, tolerance ${toleranceSeconds} s`;
  const written = writeBody(Buffer.from(body, 'base64'));
  return `${title}: header ${quote(JSON.stringify(header))}, body ${written}, ${at}, ${known}`;
}

/** A body in words: its text where it is UTF-8, else its bytes in base64. */
export function writeBody(body: Buffer): string {
  if (body.length === 0) return 'of no bytes';
  const text = isUtf8(body) ? JSON.stringify(body.toString('utf8')) : `base64 ${body.toString('base64')}`;
  return quote(text, body.length);
}

function quote(text: string, size = text.length): string {
  return text.length > QUOTED ? `${text.slice(0, QUOTED)}… (${size} in all)` : text;
}
