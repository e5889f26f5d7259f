import { BODY, each, signed, type Table } from './draft.ts';

const BASE64 = 'c2VjcmV0LWJ5dGVzLW9mLXRoZS1rZXk=';

/** Secrets that look like something other than text. */
const UNUSUAL = [
  ['base64', 'looks like base64', BASE64],
  ['prefix', 'is base64 with the prefix whsec_', `whsec_${BASE64}`],
  ['hex', 'looks like hex', '00112233445566778899aabbccddeeff'],
  ['blanks', 'has spaces at both ends', ' whsec_blank '],
  ['comma', 'holds a comma', 'whsec_a,b'],
  ['unicode', 'has characters beyond ASCII', 'whsec_sécrèt_🔑'],
  ['block', 'is as long as a block of SHA-256', 'k'.repeat(64)],
  ['long', 'is longer than a block of SHA-256', `whsec_${'k'.repeat(120)}`],
  ['short', 'is one character', 'k'],
] as const;

/** Wrong keys: what signs in words, the secret that the receiver knows, the key that signs, and why it is wrong. */
const DERIVED = [
  ['base64-decoded', 'the decoded secret', BASE64, Buffer.from(BASE64, 'base64'), 'the secret is not decoded'],
  [
    'prefix-stripped',
    'the secret without whsec_',
    'whsec_gate_current',
    'gate_current',
    'the prefix is part of the key',
  ],
  [
    'prefix-stripped-and-decoded',
    'the key that Standard Webhooks derives',
    `whsec_${BASE64}`,
    Buffer.from(BASE64, 'base64'),
    'another scheme',
  ],
  ['hex-decoded', 'the secret read as hex', '00112233', Buffer.from('00112233', 'hex'), 'the secret is not decoded'],
  ['trimmed', 'the secret without its spaces', ' whsec_blank ', 'whsec_blank', 'the secret is not trimmed'],
  ['untrimmed', 'the secret and a line feed', 'whsec_line', 'whsec_line\n', 'as from a file: the sender is wrong'],
  [
    'cut-at-a-block',
    'the first 64 bytes of a longer secret',
    'k'.repeat(65),
    'k'.repeat(64),
    'HMAC hashes a long key, it does not cut it',
  ],
  ['latin-1', 'the secret in Latin-1', 'whsec_é', Buffer.from('whsec_é', 'latin1'), 'the text is encoded in UTF-8'],
  ['other-case', 'the secret in upper case', 'whsec_case', 'WHSEC_CASE', 'case counts'],
] as const;

/** The secret's text is the key as it stands. */
export const secretsCases: Table = ({ accept, reject, T }) => [
  accept(
    'its text, in UTF-8, is the key',
    each(UNUSUAL, ([name, title, secret]) => [
      name,
      [`the secret ${title}`, signed(T, BODY, secret), { secrets: [secret] }],
    ]),
  ),
  ...DERIVED.map(([name, title, known, key, why]) =>
    reject('signature-mismatch', why, {
      [name]: [`signed under ${title}`, signed(T, BODY, key), { secrets: [known] }],
    }),
  ),
];
