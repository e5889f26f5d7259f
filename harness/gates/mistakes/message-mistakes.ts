import { isUtf8 } from 'node:buffer';
import { createHash, createHmac } from 'node:crypto';
import { attempted } from '../../base/errors.ts';
import { isObject } from '../../base/json.ts';
import { escapeUnit } from '../../evidence/redaction/encodings.ts';
import {
  COMPACT_REWRITERS,
  INDENTED_REWRITERS,
  minified,
  type Rewrite,
  SPACED_REWRITERS,
} from '../../evidence/signatures/rewritten-json.ts';
import { hmac, type Mistakes, nowIfMissing, RIGHT, type Steps } from './verifier.ts';

/** A rewritten body; a body that is not JSON stays unchanged. */
function rewriting(rewrite: Rewrite): (body: Buffer) => Buffer {
  return body => rewrite(body) ?? body;
}

/** A rewrite by parsers that replace invalid UTF-8, fail on it, and read what Python's parser reads. */
function rewritings(rewrite: Rewrite): readonly Partial<Steps>[] {
  return [
    { body: rewriting(rewrite) },
    { body: rewriting(body => (isUtf8(body) ? rewrite(Buffer.from(decoded(body))) : undefined)) },
    { body: rewriting(body => (isUtf8(body) ? rewrite(body) : undefined)) },
  ];
}

/** Decodes a body as Python's JSON reader does: also from UTF-16, and without a byte order mark. */
function decoded(body: Buffer): string {
  return body.toString(body[1] === 0 ? 'utf16le' : 'utf8').replace(/^\ufeff/, '');
}

/** Decodes base64, ignoring other characters; `undefined` if the padding is missing or the text is not ASCII. */
function unbase64(text: string): Buffer | undefined {
  const left = text.replace(/[^A-Za-z0-9+/]/g, '').length % 4;
  const isWhole = left === 0 || (left > 1 && left + ((4 - (text.length % 4)) % 4) >= 4);
  return isWhole && /^[ -~]*$/.test(text) ? Buffer.from(text.replace(/[^A-Za-z0-9+/]/g, ''), 'base64') : undefined;
}

/** Base64 with its padding, with or without the prefix of Standard Webhooks. */
const BASE64 = /^(?:whsec_)?(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** The same, not empty and without the prefix. */
const GUESSED = /^(?:[A-Za-z0-9+/]{4})+(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)$/;

/** A body with changed text. Bytes that are not changed are kept. */
function changed(change: (text: string) => string): (body: Buffer) => Buffer {
  return body => Buffer.from(change(body.toString('latin1')), 'latin1');
}

/** Both the raw body and the changed one. */
const either =
  (change: (body: Buffer) => Buffer | undefined): Steps['body'] =>
  body => [body, change(body) ?? body];

/** The signs that Go escapes in JSON, in a text with one character a byte. */
const escaped = (text: string) =>
  text.replace(/[<>&]/g, escapeUnit).replace(/\xe2\x80([\xa8\xa9])/g, (_, end) => `\\u202${end === '\xa8' ? 8 : 9}`);

const isJson = (body: Buffer) => attempted(() => JSON.parse(body.toString())) !== undefined;

/** The members of an event that a type has; absent ones as in `empty`. */
function retyped(body: Buffer, empty: object): Buffer | undefined {
  const event = attempted(() => JSON.parse(body.toString()));
  if (!isObject(event)) return undefined;
  const kept = ['id', 'type', 'data'].flatMap(name => (name in event ? [[name, event[name]]] : []));
  return Buffer.from(JSON.stringify({ ...empty, ...Object.fromEntries(kept) }));
}

const trimmed = changed(text => text.replace(/^\s+|\s+$/g, ''));

const withoutDot = (t: string, body: Buffer) => Buffer.concat([Buffer.from(t, 'latin1'), body]);

const bytesOfDigest = (key: Buffer, message: Buffer) => [...Buffer.from(RIGHT.digest(key, message), 'hex')];

/** Mistakes in the signed message and its key. */
export const MESSAGE_MISTAKES: Mistakes = {
  'drops-line-end': [
    'it drops the line end behind the body, or every one, before signing',
    ...[/[\r\n]+$/, /[\r\n]/g].map(dropped => ({ body: changed(text => text.replace(dropped, '')) })),
  ],
  'parsed-json': [
    'it signs parsed and re-serialized JSON, not the raw body',
    { body: body => Buffer.from(JSON.stringify(JSON.parse(body.toString()))) },
    ...COMPACT_REWRITERS.flatMap(({ inOrder }) => rewritings(inOrder)),
    { body: rewriting(body => Buffer.from(minified(decoded(body)))) },
  ],
  'minified-json': [
    'it signs JSON without the white space between its tokens, not the raw body',
    ...[escaped, (text: string) => text].flatMap(write =>
      [0, 4096].map(least => ({
        body: (body: Buffer) =>
          body.length > least && isJson(body) ? changed(text => write(minified(text)))(body) : body,
      })),
    ),
  ],
  'typed-json': [
    'it signs JSON that it writes from a type of its own: members that the type lacks are lost',
    { body: rewriting(body => retyped(body, { id: '', type: '', data: null })) },
    { body: rewriting(body => retyped(body, {})) },
  ],
  'escaped-html': [
    'it escapes <, > and & in the body before signing, as some JSON writers do',
    { body: changed(escaped) },
    { body: changed(text => text.replace(/[<>&]/g, escapeUnit)) },
  ],
  'changed-escapes': [
    'it changes escapes in the body before signing, such as \\/ for a slash',
    { body: changed(text => text.replaceAll('\\/', '/')) },
    { body: changed(text => text.replace(/(?<!\\)\//g, '\\/')) },
    { body: changed(text => text.replace(/\\(.)/g, '$1')) },
  ],
  'percent-signs': [
    'it interprets percent signs in the body, as a format or as an encoding',
    ...[/%./g, /%(?=%)/g].map(dropped => ({ body: changed(text => text.replace(dropped, '')) })),
  ],
  'sorted-json': [
    'it signs re-serialized JSON with sorted keys, not the raw body',
    ...COMPACT_REWRITERS.flatMap(({ sorted }) => rewritings(sorted)),
    ...SPACED_REWRITERS.map(({ sorted }) => ({ body: rewriting(sorted) })),
  ],
  'json-with-blanks': [
    'it signs re-serialized JSON with a space after each separator, not the raw body',
    ...SPACED_REWRITERS.map(({ inOrder }) => ({ body: rewriting(inOrder) })),
  ],
  'indented-json': [
    'it signs re-serialized and indented JSON, not the raw body',
    ...INDENTED_REWRITERS.map(({ inOrder }) => ({ body: rewriting(inOrder) })),
  ],
  'also-changed-body': [
    'it also accepts a signature over a changed body, such as a trimmed one, where that over the raw body does not fit',
    { body: either(trimmed) },
    { body: either(body => Buffer.from(body.toString('utf8'))) },
    { body: either(changed(text => text.replaceAll('\n', '\r\n'))) },
    { body: either(changed(text => `${text}\n`)) },
  ],
  'also-rewritten-json': [
    'it also accepts a signature over re-serialized JSON, where that over the raw body does not fit',
    ...[...COMPACT_REWRITERS, ...SPACED_REWRITERS].flatMap(({ inOrder, sorted }) => [
      { body: either(inOrder) },
      { body: either(sorted) },
    ]),
  ],
  'lower-case-body': ['it turns the body to lower case before signing', { body: changed(text => text.toLowerCase()) }],
  'trims-body': ['it trims the body before signing', { body: trimmed }],
  'blanks-alike': [
    'it replaces white space in the body before signing',
    { body: changed(text => text.replaceAll('\t', ' ')) },
    { body: changed(text => text.replace(/\s+/g, ' ')) },
  ],
  'strips-bom': [
    'it drops a byte order mark before signing',
    { body: body => (body.subarray(0, 3).equals(Buffer.from('\ufeff')) ? body.subarray(3) : body) },
  ],
  'decodes-body': [
    'it decodes the body as UTF-8 and signs its characters, not the raw bytes',
    { body: body => Buffer.from(body.toString('utf8')) },
    {
      // Perl signs a character as one byte, and fails on one that has no byte.
      body: body => {
        if (/[^\0-\xff]/.test(body.toString('utf8'))) throw new RangeError('a wide character');
        return Buffer.from(body.toString('utf8'), 'latin1');
      },
    },
  ],
  'latin-1-body': [
    'it reads the body as Latin-1 and signs it in UTF-8',
    { body: body => Buffer.from(body.toString('latin1')) },
  ],
  'ascii-body': [
    'it drops or replaces non-ASCII characters of the body',
    ...['', '?'].map(by => ({ body: changed(text => text.replace(/[\x80-\xff]/g, by)) })),
  ],
  'drops-no-utf-8': [
    'it decodes the body as UTF-8 before signing, and drops invalid bytes',
    { body: body => Buffer.from(body.toString('utf8').replaceAll('\ufffd', '')) },
  ],
  'drops-nul': ['it drops NUL bytes from the body', { body: changed(text => text.replaceAll('\0', '')) }],
  'line-ends': ['it turns CRLF into LF before signing', { body: changed(text => text.replaceAll('\r\n', '\n')) }],
  'nul-ends-body': [
    'it reads the body only up to a NUL byte',
    { body: body => (body.includes(0) ? body.subarray(0, body.indexOf(0)) : body) },
  ],
  'cut-body': ['it signs only the beginning of the body', { body: body => body.subarray(0, 4096) }],
  'normalised-body': [
    'it normalises the Unicode of the body before signing',
    { body: body => Buffer.from(body.toString('utf8').normalize()) },
    { body: body => (isUtf8(body) ? Buffer.from(body.toString('utf8').normalize()) : body) },
  ],
  'body-alone': [
    'it signs only the body: t is not covered, so a delivery can be replayed at any time',
    { message: (_, body) => body },
  ],
  'no-dot': ['it omits the dot between t and the body', { message: withoutDot }],
  'also-other-message': [
    'it also accepts a signature that does not cover t and the dot, as those of an older scheme',
    { message: (t, body) => [RIGHT.message(t, body), body] },
    { message: (t, body) => [RIGHT.message(t, body), body], moment: nowIfMissing },
    { message: (t, body) => [RIGHT.message(t, body), withoutDot(t, body)] },
  ],
  'other-separator': [
    'it uses another separator than a dot between t and the body',
    { message: (t, body) => Buffer.concat([Buffer.from(`${t},`, 'latin1'), body]) },
    { message: (t, body) => Buffer.concat([Buffer.from(`${t}:`, 'latin1'), body]) },
  ],
  'sha-512': ['it computes HMAC-SHA512', { digest: hmac('sha512') }],
  'sha-1': ['it computes HMAC-SHA1', { digest: hmac('sha1') }],
  unkeyed: [
    'it hashes without the secret as a key',
    { digest: (_, message) => createHash('sha256').update(message).digest('hex') },
  ],
  'base64-digest': [
    'it writes the digest in base64',
    { digest: (key, message) => createHmac('sha256', key).update(message).digest('base64') },
  ],
  'prefix-stripped': ['it strips whsec_ off the secret', { key: secret => Buffer.from(secret.replace(/^whsec_/, '')) }],
  'secret-decoded': [
    'it decodes the secret from base64, as Standard Webhooks does, or one that looks like it',
    { key: secret => Buffer.from(secret.replace(/^whsec_/, ''), 'base64') },
    { key: secret => unbase64(secret.replace(/^whsec_/, '')) ?? Buffer.from(secret.replace(/^whsec_/, '')) },
    { key: secret => (secret.startsWith('whsec_') ? Buffer.from(secret.slice(6), 'base64') : Buffer.from(secret)) },
    { key: secret => (secret.startsWith('whsec_') && unbase64(secret.slice(6))) || Buffer.from(secret) },
    ...[BASE64, GUESSED].map(form => ({
      key: (secret: string) =>
        form.test(secret) ? Buffer.from(secret.replace(/^whsec_/, ''), 'base64') : Buffer.from(secret),
    })),
  ],
  'hex-secret': [
    'it decodes a secret that looks like hex',
    { key: secret => (/^(?:[0-9a-f]{2})+$/.test(secret) ? Buffer.from(secret, 'hex') : Buffer.from(secret)) },
  ],
  'trims-secret': ['it trims the secret', { key: secret => Buffer.from(secret.trim()) }],
  'latin-1-secret': ['it encodes the secret in Latin-1', { key: secret => Buffer.from(secret, 'latin1') }],
  'cut-secret': [
    'it truncates a long secret',
    ...[64, 32, 31, 16].map(most => ({ key: (secret: string) => Buffer.from(secret).subarray(0, most) })),
  ],
  // The notation of digest bytes shows only if a byte is below 16.
  'unpadded-bytes': [
    'it writes each byte of the digest in hex without padding: a byte below 16 loses its zero',
    {
      digest: (key, message) =>
        bytesOfDigest(key, message)
          .map(byte => byte.toString(16))
          .join(''),
    },
  ],
  'digest-as-number': [
    'it writes the digest in hex as one number: zeros at its beginning are lost',
    { digest: (key, message) => BigInt(`0x${RIGHT.digest(key, message)}`).toString(16) },
  ],
};
