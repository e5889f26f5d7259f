import { createHash, createHmac } from 'node:crypto';
import type { VerifierMistake } from './verifier-mistake.ts';

const hmac = (algorithm: string) => (key: Buffer, message: Buffer) =>
  createHmac(algorithm, key).update(message).digest('hex');

/** Mistakes in what is signed, and with what. */
export const MESSAGE_MISTAKES: readonly VerifierMistake[] = [
  {
    name: 'parsed-json',
    bug: 'it signs parsed and re-serialized JSON, not the raw body',
    steps: { body: body => Buffer.from(JSON.stringify(JSON.parse(body.toString()))) },
  },
  {
    name: 'trims-body',
    bug: 'it trims the body before signing',
    steps: { body: body => Buffer.from(body.toString('latin1').replace(/^[\s]+|[\s]+$/g, ''), 'latin1') },
  },
  {
    name: 'strips-bom',
    bug: 'it drops a byte order mark before signing',
    steps: { body: body => (body.subarray(0, 3).equals(Buffer.from('\ufeff')) ? body.subarray(3) : body) },
  },
  {
    name: 'decodes-body',
    bug: 'it decodes the body as UTF-8 before signing: invalid bytes become replacement characters',
    steps: { body: body => Buffer.from(body.toString('utf8')) },
  },
  {
    name: 'latin-1-body',
    bug: 'it takes the bytes of the body as Latin-1 characters and signs them in UTF-8',
    steps: { body: body => Buffer.from(body.toString('latin1')) },
  },
  {
    name: 'ascii-body',
    bug: 'it drops what is not ASCII from the body',
    steps: { body: body => Buffer.from(body.filter(byte => byte < 128)) },
  },
  {
    name: 'drops-no-utf-8',
    bug: 'it decodes the body as UTF-8 before signing, and drops invalid bytes',
    steps: { body: body => Buffer.from(body.toString('utf8').replaceAll('\ufffd', '')) },
  },
  {
    name: 'drops-nul',
    bug: 'it drops NUL bytes from the body',
    steps: { body: body => Buffer.from(body.filter(byte => byte !== 0)) },
  },
  {
    name: 'line-ends',
    bug: 'it turns CRLF into LF before signing',
    steps: { body: body => Buffer.from(body.toString('latin1').replaceAll('\r\n', '\n'), 'latin1') },
  },
  {
    name: 'nul-ends-body',
    bug: 'it takes the body only up to a NUL byte',
    steps: { body: body => (body.includes(0) ? body.subarray(0, body.indexOf(0)) : body) },
  },
  {
    name: 'cut-body',
    bug: 'it signs only the first kilobytes of the body',
    steps: { body: body => body.subarray(0, 4096) },
  },
  {
    name: 'normalised-body',
    bug: 'it normalises the Unicode of the body before signing',
    steps: { body: body => Buffer.from(body.toString('utf8').normalize()) },
  },
  {
    name: 'body-alone',
    bug: 'it signs only the body: t is not covered, so a delivery can be replayed for ever',
    steps: { message: (_, body) => body },
  },
  {
    name: 'no-dot',
    bug: 'it leaves out the dot between t and the body',
    steps: { message: (t, body) => Buffer.concat([Buffer.from(t, 'latin1'), body]) },
  },
  {
    name: 'other-separator',
    bug: 'it puts another separator than a dot between t and the body',
    steps: { message: (t, body) => Buffer.concat([Buffer.from(`${t},`, 'latin1'), body]) },
  },
  { name: 'sha-512', bug: 'it computes HMAC-SHA512', steps: { digest: hmac('sha512') } },
  { name: 'sha-1', bug: 'it computes HMAC-SHA1', steps: { digest: hmac('sha1') } },
  {
    name: 'unkeyed',
    bug: 'it hashes without the secret as a key',
    steps: { digest: (_, message) => createHash('sha256').update(message).digest('hex') },
  },
  {
    name: 'base64-digest',
    bug: 'it writes the digest in base64',
    steps: { digest: (key, message) => createHmac('sha256', key).update(message).digest('base64') },
  },
  {
    name: 'prefix-stripped',
    bug: 'it strips whsec_ from the secret',
    steps: { key: secret => Buffer.from(secret.replace(/^whsec_/, '')) },
  },
  {
    name: 'secret-decoded',
    bug: 'it decodes the secret from base64, as Standard Webhooks does',
    steps: { key: secret => Buffer.from(secret.replace(/^whsec_/, ''), 'base64') },
  },
  {
    name: 'secret-guessed',
    bug: 'it decodes a secret that looks like base64',
    steps: {
      key: secret =>
        /^(?:[A-Za-z0-9+/]{4})+(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)$/.test(secret)
          ? Buffer.from(secret, 'base64')
          : Buffer.from(secret),
    },
  },
  {
    name: 'hex-secret',
    bug: 'it decodes a secret that looks like hex',
    steps: { key: secret => (/^(?:[0-9a-f]{2})+$/.test(secret) ? Buffer.from(secret, 'hex') : Buffer.from(secret)) },
  },
  { name: 'trims-secret', bug: 'it trims the secret', steps: { key: secret => Buffer.from(secret.trim()) } },
  {
    name: 'latin-1-secret',
    bug: 'it takes the secret in Latin-1',
    steps: { key: secret => Buffer.from(secret, 'latin1') },
  },
  { name: 'cut-secret', bug: 'it cuts a long secret', steps: { key: secret => Buffer.from(secret).subarray(0, 64) } },
];
