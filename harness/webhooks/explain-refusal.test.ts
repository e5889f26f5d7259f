import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { signatureOf } from '../evidence/signatures/signature-digest.ts';
import { explainRefusal } from './explain-refusal.ts';
import { type SignedMessage, signatureHeader, verifySignature } from './signature.ts';

const NOW = 1_767_225_600;
const T = String(NOW);
const SECRET = 'whsec_explained_7Qm2';
const JSON_BODY = '{"id":"evt_1","data":{"n":1}}\n';
const BODY = Buffer.from(JSON_BODY);
const SOUND: SignedMessage = {
  header: signatureHeader(T, BODY, [SECRET]),
  body: BODY,
  secrets: [SECRET],
  now: NOW * 1000,
};

/** Why a delivery is refused, and the mistake behind it. */
function explained(changed: Partial<SignedMessage>): readonly [reason: string, mistake: string | undefined] {
  const message = { ...SOUND, ...changed };
  const verdict = verifySignature(message);
  if (verdict.accepted) throw new Error('it is accepted');
  const mistake = explainRefusal(message, verdict.reason);
  for (const secret of [SECRET, signatureOf(T, BODY, SECRET)]) expect(mistake ?? '').not.toContain(secret);
  return [verdict.reason, mistake];
}

const header = (digest: string, t = T) => `t=${t},v1=${digest}`;
const over = (message: string, key = SECRET) => createHmac('sha256', key).update(message).digest('hex');
const digest = signatureOf(T, BODY, SECRET);

test.each<[string, string, RegExp, Partial<SignedMessage>]>([
  [
    'a body written again',
    'signature-mismatch',
    /re-serialized JSON/,
    {
      body: Buffer.from('{ "id": "evt_1", "data": { "n": 1 } }'),
      header: header(over(`${T}.{"id":"evt_1","data":{"n":1}}`)),
    },
  ],
  ['a line feed that an editor dropped', 'signature-mismatch', /line feed/, { body: BODY.subarray(0, -1) }],
  [
    'a line feed that an editor added',
    'signature-mismatch',
    /white space around/,
    { body: Buffer.concat([BODY, Buffer.from('\n')]), header: header(over(`${T}.${JSON_BODY.trim()}`)) },
  ],
  [
    'other line ends',
    'signature-mismatch',
    /line endings/,
    { body: Buffer.from('{"a":\r\n1}'), header: header(over(`${T}.{"a":\n1}`)) },
  ],
  [
    'a byte order mark',
    'signature-mismatch',
    /byte order mark/,
    { body: Buffer.concat([Buffer.from('\ufeff'), BODY]) },
  ],
  ['a digest in upper case', 'signature-mismatch', /upper case/, { header: header(digest.toUpperCase()) }],
  ['a digest that is cut', 'signature-mismatch', /part of the correct digest/, { header: header(digest.slice(0, 40)) }],
  ['a secret in quotation marks', 'signature-mismatch', /quotation marks added/, { secrets: [`"${SECRET}"`] }],
  [
    'a t in another unit than was signed',
    'signature-mismatch',
    /another t/,
    { header: header(over(`${T}000.${JSON_BODY}`)) },
  ],
  ['a t in ms', 'timestamp-too-new', /read as "ms"/, { header: signatureHeader(`${T}000`, BODY, [SECRET]) }],
  ['a t in seconds, where ms are expected', 'timestamp-too-old', /read as "s"/, { unit: 'ms' }],
  [
    'a t as RFC 3339',
    'malformed-timestamp',
    /read as "iso"/,
    { header: signatureHeader('2026-01-01T00:00:00Z', BODY, [SECRET]) },
  ],
  [
    'the name of the header in front',
    'no-timestamp',
    /name of the header/,
    { header: `Service-Signature: ${SOUND.header}` },
  ],
  ['a header in quotation marks', 'no-timestamp', /quotation marks/, { header: `"${SOUND.header}"` }],
  ['semicolons for commas', 'malformed-timestamp', /semicolons/, { header: header(digest).replace(',', ';') }],
  ['blanks for commas', 'malformed-timestamp', /blanks/, { header: header(digest).replace(',', ' ') }],
  [
    'the headers of two deliveries',
    'ambiguous-timestamp',
    /joined/,
    { header: [header(over('x'), String(NOW - 9)), header(digest)] },
  ],
])('%s is named', (_, reason, mistake, changed) => {
  expect(explained(changed)).toEqual([reason, expect.stringMatching(mistake)]);
});

describe('No mistake is named', () => {
  test.each<[string, string, Partial<SignedMessage>]>([
    ['another secret', 'signature-mismatch', { secrets: ['whsec_other'] }],
    ['another body', 'signature-mismatch', { body: Buffer.from('{"id":"evt_2"}') }],
    ['a delivery of yesterday', 'timestamp-too-old', { now: (NOW + 86_400) * 1000 }],
    ['no header', 'no-header', { header: null }],
    ['no secret', 'no-secret', { secrets: [] }],
    ['no v1', 'no-signature', { header: `t=${T}` }],
    ['a forged header with its name in front', 'no-timestamp', { header: `Service-Signature: ${header(over('x'))}` }],
    ['two t, neither signed', 'ambiguous-timestamp', { header: `t=1,t=2,v1=${over('x')}` }],
  ])('for %s', (_, reason, changed) => {
    expect(explained(changed)).toEqual([reason, undefined]);
  });
});
