import type { NearMiss } from './delivery.ts';

/**
 * What a digest that does not verify was made from: the requirement that its sender broke, and what it is, as the rest
 * of "a v1 …". Every explanation of a signature uses these words.
 */
export const NEAR_MISSES: { readonly [miss in NearMiss]: readonly [requirement: string, is: string] } = {
  'reserialised-body': ['signature.raw-body', 'is over re-serialized JSON, not over the raw bytes of the body'],
  'trimmed-body': ['signature.raw-body', 'is over the body without the white space around it'],
  bom: ['signature.raw-body', 'is over the body with a byte order mark added or removed'],
  'line-feed': ['signature.raw-body', 'is over the body with an additional line feed at its end'],
  'line-ends': ['signature.raw-body', 'is over the body with other line endings: CRLF for LF, or LF for CRLF'],
  'body-only': ['signature.hmac', 'is over the body alone, without "<t>."'],
  'no-dot': ['signature.hmac', 'is over t and the body without the dot between them'],
  'other-separator': ['signature.hmac', 'is over t and the body with another separator than a dot'],
  'uppercase-hex': ['signature.lowercase-hex', 'is the correct digest in upper case'],
  'unpadded-hex': [
    'signature.lowercase-hex',
    'is the correct digest without its leading zeros: each byte is two hex digits',
  ],
  base64: ['signature.lowercase-hex', 'is the correct digest in base64'],
  sha1: ['signature.hmac', 'is an HMAC-SHA1'],
  sha512: ['signature.hmac', 'is an HMAC-SHA512'],
  'plain-sha256': ['signature.hmac', 'is a plain SHA-256, not an HMAC'],
  'decoded-secret': ['signature.hmac', 'uses the secret decoded from base64 or hex; the key is its text'],
  'padded-secret': ['signature.hmac', 'uses the secret with white space or quotation marks added or removed'],
  'other-t': ['signature.hmac', 'is over another t than the header has: in another unit, or seconds apart'],
  truncated: ['signature.hmac', 'is only a part of the correct digest, or has extra characters at its end'],
};
