import { bytesOf } from '../../base/json.ts';
import type { Body, Delivery, Exchange, Headers } from '../../evidence/evidence.ts';
import { cut } from '../wording.ts';

/** How much of a body the page holds, in characters; the HAR beside it holds all that the record keeps. */
const MOST_OF_BODY = 4096;
/** How much of one header's value the page holds. */
const MOST_OF_HEADER = 1024;

/** An HTTP message as it reads on the wire: its first line, headers in their order and case, then the body. */
export interface MessagePart {
  readonly first: string;
  readonly headers: readonly string[];
  readonly body?: string;
  /** What is not as on the wire, and why. */
  readonly notes: readonly string[];
}

/** The request and the response of an exchange, or why there is none. */
export function partsOfExchange({ request, response, failure, leaked }: Exchange): readonly MessagePart[] {
  const { code } = failure ?? {};
  return [
    messagePart(`${request.method} ${request.url}`, request.headers, request.body),
    ...(response ? [messagePart(`HTTP ${response.status}`, response.headers, response.body, leaked)] : []),
    ...(failure
      ? [note(`Incomplete answer: ${failure.kind}${code === undefined ? '' : ` (${code})`}: ${failure.message}`)]
      : []),
  ];
}

/** A delivery as the receiver got it. */
export function partsOfDelivery({ method, path, headers, body, leaked }: Delivery): readonly MessagePart[] {
  return [messagePart(`${method} ${path}`, headers, body, leaked), note(`SHA-256 of the exact bytes: ${body.sha256}`)];
}

function note(text: string): MessagePart {
  return { first: '', headers: [], notes: [text] };
}

/** A message, or a packet that is not HTTP, which has a body alone. */
export function messagePart(
  first: string,
  headers: Headers,
  body: Body | undefined,
  leaked: readonly string[] = [],
): MessagePart {
  const text = body && textOf(body);
  const notes = [
    ...(body && text !== undefined ? notesOn(body, text) : []),
    ...(leaked.length > 0 ? [`returned secrets: ${leaked.join(', ')} (redacted here)`] : []),
  ];
  return {
    first,
    headers: headers.map(([name, value]) => `${name}: ${cut(value, MOST_OF_HEADER)}`),
    ...(text && { body: text.slice(0, MOST_OF_BODY) }),
    notes,
  };
}

function notesOn({ size, cut: left, base64, decoded, altered }: Body, text: string): readonly string[] {
  return [
    text.length > MOST_OF_BODY && `cut at 4 KB of ${size} bytes; more is in exchanges.har`,
    left !== undefined && `the record keeps a part of ${size} bytes`,
    base64 !== undefined && 'not UTF-8, shown as hexadecimal',
    decoded !== undefined && `${decoded} undone`,
    altered && 'secrets redacted, or personal data replaced',
  ].filter(part => typeof part === 'string');
}

function textOf(body: Body): string {
  if (body.size === 0) return '';
  return body.text ?? hexdump(bytesOf(body));
}

function hexdump(bytes: Buffer): string {
  return bytes
    .subarray(0, MOST_OF_BODY)
    .toString('hex')
    .replace(/(..)(?=.)/g, '$1 ');
}
