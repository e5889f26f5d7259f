import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { signatureOf } from '../evidence/signatures/signature-header.ts';
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

type Row = readonly [mistake: string, said: RegExp, changed: Partial<SignedMessage>];

const REORDERED = { body: Buffer.from('{ "id": "evt_1", "data": { "n": 1 } }') };

const MISTAKES: { readonly [reason: string]: readonly Row[] } = {
  // near-miss.test.ts has every one of these, and testing/findings/signature.txt its words.
  'signature-mismatch': [
    ['a body written again', /re-serialized JSON/, { ...REORDERED, header: header(over(`${T}.${JSON_BODY.trim()}`)) }],
    ['a secret in quotation marks', /quotation marks added/, { secrets: [`"${SECRET}"`] }],
    ['a t in another unit than was signed', /another t/, { header: header(over(`${T}000.${JSON_BODY}`)) }],
  ],
  'timestamp-too-new': [['a t in ms', /read as "ms"/, { header: signatureHeader(`${T}000`, BODY, [SECRET]) }]],
  'timestamp-too-old': [['a t in seconds, where ms are expected', /read as "s"/, { unit: 'ms' }]],
  'no-timestamp': [
    ['the name of the header in front', /name of the header/, { header: `Service-Signature: ${SOUND.header}` }],
    ['a header in quotation marks', /quotation marks/, { header: `"${SOUND.header}"` }],
  ],
  'malformed-timestamp': [
    ['a t as RFC 3339', /read as "iso"/, { header: signatureHeader('2026-01-01T00:00:00Z', BODY, [SECRET]) }],
    ['semicolons for commas', /semicolons/, { header: header(digest).replace(',', ';') }],
    ['blanks for commas', /blanks/, { header: header(digest).replace(',', ' ') }],
  ],
  'ambiguous-timestamp': [
    ['the headers of two deliveries', /joined/, { header: [header(over('x'), String(NOW - 9)), header(digest)] }],
  ],
};

test.each(Object.entries(MISTAKES).flatMap(([reason, rows]) => rows.map(row => [...row, reason] as const)))(
  'The mistake behind a refusal is named: %s',
  (_, said, changed, reason) => {
    expect(explained(changed)).toEqual([reason, expect.stringMatching(said)]);
  },
);

test.each<[string, string, Partial<SignedMessage>]>([
  ['another secret', 'signature-mismatch', { secrets: ['whsec_other'] }],
  ['another body', 'signature-mismatch', { body: Buffer.from('{"id":"evt_2"}') }],
  ['a delivery of yesterday', 'timestamp-too-old', { now: (NOW + 86_400) * 1000 }],
  ['no header', 'no-header', { header: null }],
  ['no secret', 'no-secret', { secrets: [] }],
  ['no v1', 'no-signature', { header: `t=${T}` }],
  ['a forged header with its name in front', 'no-timestamp', { header: `Service-Signature: ${header(over('x'))}` }],
  ['two t, neither signed', 'ambiguous-timestamp', { header: `t=1,t=2,v1=${over('x')}` }],
])('No mistake is named for %s', (_, reason, changed) => {
  expect(explained(changed)).toEqual([reason, undefined]);
});
