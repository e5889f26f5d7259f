import type { Body, Headers } from '../../core/evidence.ts';
import { bytesOf } from '../../core/json.ts';
import { type Markup, markup } from '../markup.ts';

/** How much of a body the page holds, in characters; the HAR beside it holds all that the record keeps. */
const MOST_OF_BODY = 4096;
/** How much of one header's value the page holds. */
const MOST_OF_HEADER = 1024;

/** An HTTP message as it reads on the wire: its first line, headers in their order and case, then the body. */
export function httpMessage(first: string, headers: Headers | undefined, body: Body | undefined): Markup {
  return markup`<pre tabindex="0">${first}${headers?.map(
    ([name, value]) =>
      markup`\n<b>${name}</b>: ${value.slice(0, MOST_OF_HEADER)}${value.length > MOST_OF_HEADER && '…'}`,
  )}</pre>${body && bodyOf(body)}`;
}

function bodyOf(body: Body): Markup | undefined {
  if (body.size === 0) return undefined;
  const text = body.text ?? hexdump(bytesOf(body));
  const notes = [
    text.length > MOST_OF_BODY && `cut at 4 KB of ${body.size} bytes; more is in exchanges.har`,
    body.cut !== undefined && `the record keeps a part of ${body.size} bytes`,
    body.base64 !== undefined && 'not UTF-8, shown as hexadecimal',
    body.decoded !== undefined && `${body.decoded} undone`,
    body.altered && 'secrets redacted, or personal data replaced',
  ].filter(note => typeof note === 'string');
  return markup`<pre class="body" tabindex="0">${text.slice(0, MOST_OF_BODY)}</pre>${
    notes.length > 0 && markup`<p class="small">${notes.join(' · ')}</p>`
  }`;
}

function hexdump(bytes: Buffer): string {
  return bytes
    .subarray(0, MOST_OF_BODY)
    .toString('hex')
    .replace(/(..)(?=.)/g, '$1 ');
}
