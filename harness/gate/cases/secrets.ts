import type { SignatureCase } from '../signature-case.ts';
import { BODY, type Draft, signed } from './draft.ts';

/** The secret's text is the key as it stands. */
export function secretsCases({ accept, reject, T }: Draft): readonly SignatureCase[] {
  const known = (secret: string) => ({ secrets: [secret] });
  const BASE64 = 'c2VjcmV0LWJ5dGVzLW9mLXRoZS1rZXk=';
  return [
    ...(
      [
        ['base64', 'looks like base64', BASE64],
        ['prefix', 'has the prefix whsec_ and base64 behind it', `whsec_${BASE64}`],
        ['hex', 'looks like hex', '00112233445566778899aabbccddeeff'],
        ['blanks', 'has blanks at both ends', ' whsec_blank '],
        ['comma', 'holds a comma', 'whsec_a,b'],
        ['unicode', 'is more than ASCII', 'whsec_sécrèt_🔑'],
        ['block', 'is as long as a block of SHA-256', 'k'.repeat(64)],
        ['long', 'is longer than a block of SHA-256', `whsec_${'k'.repeat(120)}`],
        ['short', 'is one character', 'k'],
      ] as const
    ).map(([name, title, secret]) =>
      accept(
        `secrets/${name}`,
        `the secret ${title}`,
        signed(T, BODY, secret),
        'its text, in UTF-8, is the key',
        known(secret),
      ),
    ),
    reject(
      'secrets/base64-decoded',
      'signed under the decoded secret',
      signed(T, BODY, Buffer.from(BASE64, 'base64')),
      'signature-mismatch',
      'the secret is not decoded',
      known(BASE64),
    ),
    reject(
      'secrets/prefix-stripped',
      'signed under the secret without whsec_',
      signed(T, BODY, 'gate_current'),
      'signature-mismatch',
      'the prefix is part of the key',
      known('whsec_gate_current'),
    ),
    reject(
      'secrets/prefix-stripped-and-decoded',
      'signed as Standard Webhooks would',
      signed(T, BODY, Buffer.from(BASE64, 'base64')),
      'signature-mismatch',
      'another scheme',
      known(`whsec_${BASE64}`),
    ),
    reject(
      'secrets/hex-decoded',
      'signed under the secret read as hex',
      signed(T, BODY, Buffer.from('00112233', 'hex')),
      'signature-mismatch',
      'the secret is not decoded',
      known('00112233'),
    ),
    reject(
      'secrets/trimmed',
      'signed under the secret without its blanks',
      signed(T, BODY, 'whsec_blank'),
      'signature-mismatch',
      'the secret is not trimmed',
      known(' whsec_blank '),
    ),
    reject(
      'secrets/untrimmed',
      'signed under the secret and a line feed',
      signed(T, BODY, 'whsec_line\n'),
      'signature-mismatch',
      'as from a file read whole: the sender is wrong',
      known('whsec_line'),
    ),
    reject(
      'secrets/cut-at-a-block',
      'signed under the first 64 bytes of a longer secret',
      signed(T, BODY, 'k'.repeat(64)),
      'signature-mismatch',
      'HMAC hashes a long key, it does not cut it',
      known('k'.repeat(65)),
    ),
    reject(
      'secrets/latin-1',
      'signed under the secret in Latin-1',
      signed(T, BODY, Buffer.from('whsec_é', 'latin1')),
      'signature-mismatch',
      'the text is taken in UTF-8',
      known('whsec_é'),
    ),
    reject(
      'secrets/other-case',
      'signed under the secret in upper case',
      signed(T, BODY, 'WHSEC_CASE'),
      'signature-mismatch',
      'case counts',
      known('whsec_case'),
    ),
  ];
}
