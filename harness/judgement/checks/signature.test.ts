import { expect, test } from 'vitest';
import type { NearMiss, ObservedSignature } from '../../evidence/delivery.ts';
import { aRun, INTERPRETATION, signed } from '../../testing/evidence.ts';
import { hiddenIn, outcome } from '../../testing/outcome.ts';
import { hidden } from './check.ts';
import { TRUNCATED } from './json-body.ts';
import { signature } from './signature.ts';

/** One delivery with the given signature. */
function made(more: Partial<ObservedSignature> | undefined, raw = 't=1,v1=ab') {
  const run = aRun();
  run.journey().deliver('a', {
    headers: [['Service-Signature', raw]],
    signatures: more === undefined ? [] : [signed(run.now, more)],
  });
  return run;
}

const delivering = (...one: Parameters<typeof made>) => outcome(signature, made(...one));
const notShown = (...one: Parameters<typeof made>) => hiddenIn(signature, made(...one));

const OF_V1 = ['signature.hmac', 'signature.raw-body', 'signature.lowercase-hex'];
const OF_HEADER = ['signature.pairs', 'signature.t', 'signature.v1', ...OF_V1];
const FORM = ['signature.header', 'signature.t', 'signature.v1', 'signature.pairs'];
const SIGNED = ['webhook.signed', ...OF_V1];

test('signature finds a delivery without the header', () => {
  expect(delivering(undefined)).toMatchObject({
    breaches: [
      {
        requirement: 'signature.header',
        also: ['webhook.signed'],
        cause: 'missing',
        message: 'a delivery has no signature header',
        expected: 'a header such as service-signature',
        received: 'headers Service-Signature',
        likely: 'only some deliveries are signed, or the header has another name',
        next: 'if the header has another name, set SIGNATURE_HEADER',
        evidence: ['d1'],
      },
    ],
    passes: {},
  });
  expect(notShown(undefined)).toEqual(
    ['signature.pairs', 'signature.t', 'signature.v1', ...OF_V1].map(id => hidden(id, ['signature.header'], 'd1')),
  );
});

test('signature finds several t, unless they are the same', () => {
  const [wrong, right] = [
    ['1', '2'],
    ['1', '1'],
  ].map(t => delivering({ t }));
  expect(wrong?.breaches).toMatchObject([{ requirement: 'signature.t', cause: 'several t' }]);
  expect(wrong?.passes).not.toHaveProperty(['signature.t']);
  expect(right?.breaches).toEqual([]);
});

test('signature names every header that it looked for, and every header that is there', () => {
  const run = aRun();
  run.journey().deliver('a', {
    headers: [
      ['Host', 'a'],
      ['Via', 'b'],
    ],
    signatures: [],
  });
  const interpretation = { ...INTERPRETATION, signatureHeaders: ['a-signature', 'b-signature'] };
  expect(outcome(signature, run, interpretation).breaches).toMatchObject([
    { expected: 'a header such as a-signature or b-signature', received: 'headers Host, Via' },
  ]);
});

test('signature uses the candidate header that verifies', () => {
  const run = aRun();
  run.journey().deliver('a', {
    signatures: [signed(run.now, { header: 'A-Signature', slots: [] }), signed(run.now, { header: 'B-SIGNATURE' })],
  });
  const interpretation = { ...INTERPRETATION, signatureHeaders: ['a-signature', 'b-signature'] };
  expect(outcome(signature, run, interpretation).breaches).toEqual([]);
  expect(outcome(signature, run, { ...INTERPRETATION, signatureHeaders: ['a-signature'] }).breaches).toHaveLength(1);
});

test.each([
  ['t=1;v1=ab', { t: ['1;v1=ab'], v1: 0 }, ['signature.v1']],
  ['t=1 v1=ab', { t: ['1 v1=ab'], v1: 0 }, ['signature.v1']],
  ['v1=ab&t=1', { t: [], v1: 1 }, ['signature.t']],
  ['sha256=ab', { t: [], v1: 0 }, ['signature.t', 'signature.v1']],
  ['', { t: [], v1: 0 }, ['signature.t', 'signature.v1']],
])('signature reports one cause if "%s" is not a list of pairs', (raw, seen, also) => {
  const { breaches, passes } = delivering({ ...seen, slots: [] }, raw);
  expect(breaches).toMatchObject([
    {
      requirement: 'signature.pairs',
      also: [...also, 'webhook.signed'],
      cause: 'form',
      message: 'the signature header is not a comma-separated list of k=v pairs with t and v1',
      expected: 't=…,v1=…',
      received: `Service-Signature: ${raw}`,
      likely: 'the separator is not a comma, or the pairs have other names',
      evidence: ['d1'],
    },
  ]);
  expect(notShown({ ...seen, slots: [] }, raw)).toEqual(OF_V1.map(id => hidden(id, OF_HEADER, 'd1')));
  expect(Object.keys(passes)).toEqual(FORM.filter(id => id !== 'signature.pairs' && !also.includes(id)));
});

test.each([
  ['v1=ab', { t: [], v1: 1 }, 't', 'signature.v1'],
  ['ts=1,v1=ab', { t: [], v1: 1 }, 't', 'signature.v1'],
  ['t=1', { t: ['1'], v1: 0 }, 'v1', 'signature.t'],
  ['t=1,v0=ab,x-v1=cd', { t: ['1'], v1: 0 }, 'v1', 'signature.t'],
])('signature finds only the missing part of "%s"', (raw, seen, missing, there) => {
  const { breaches, passes } = delivering({ ...seen, slots: [] }, raw);
  expect(breaches).toMatchObject([
    {
      requirement: `signature.${missing}`,
      also: ['webhook.signed'],
      cause: `no ${missing}`,
      message: `the signature header has no ${missing}`,
      evidence: ['d1'],
    },
  ]);
  expect(Object.keys(passes)).toEqual(['signature.header', there]);
  expect(notShown({ ...seen, slots: [] }, raw)).toEqual([
    hidden('signature.pairs', ['signature.t', 'signature.v1'], 'd1'),
    ...OF_V1.map(id => hidden(id, OF_HEADER, 'd1')),
  ]);
});

test('signature shows every line of the header in any case, at most 160 characters', () => {
  const run = aRun();
  run.journey().deliver('a', {
    headers: [
      ['service-signature', 'first'],
      ['X-Other', 'no'],
      ['SERVICE-SIGNATURE', 'x'.repeat(200)],
    ],
    signatures: [signed(run.now, { t: [], v1: 0, slots: [] })],
  });
  expect(outcome(signature, run).breaches[0]?.received).toBe(
    `Service-Signature: ${`first | ${'x'.repeat(200)}`.slice(0, 160)}`,
  );
});

const diagnoses: { readonly [requirement: string]: readonly NearMiss[] } = {
  'signature.raw-body': [
    ...(['reserialised-body', 'trimmed-body', 'bom', 'line-feed', 'line-ends', 'other-encoding'] as const),
    'normalised-body',
  ],
  'signature.hmac': [
    ...(['padded-secret', 'decoded-secret', 'body-only', 'no-dot', 'other-separator', 'other-t'] as const),
    ...(['sha1', 'sha512', 'plain-sha256', 'truncated'] as const),
  ],
  'signature.lowercase-hex': ['uppercase-hex', 'unpadded-hex', 'base64'],
};
const misses = Object.entries(diagnoses).flatMap(([id, names]) => names.map(name => [name, id] as const));
test.each(misses)('signature reports that %s breaks %s', (nearMiss, requirement) => {
  const { breaches, passes } = delivering({ slots: [], nearMiss: nearMiss as NearMiss });
  expect(breaches).toMatchObject([
    {
      requirement,
      also: ['webhook.signed'],
      cause: nearMiss,
      received: '1 v1 value, none of which matches',
      evidence: ['d1'],
    },
  ]);
  expect(breaches[0]?.likely).toMatch(/^a v1 ./);
  expect(breaches[0]?.next).toBeUndefined();
  expect(Object.keys(passes)).toEqual(FORM);
});

test('signature says that a v1 is not a lowercase hex digest', () => {
  const [found] = delivering({ slots: [], v1: 1, wellFormed: 0 }).breaches;
  expect(found?.received).toBe('1 v1 value, none of which is 64 lowercase hex digits');
});

test('signature reports a wrong secret or a wrong text if nothing verifies', () => {
  expect(delivering({ slots: [], v1: 2 }).breaches).toMatchObject([
    {
      requirement: 'signature.hmac',
      cause: 'mismatch',
      message: 'the signature of a delivery does not verify',
      expected: 'a v1 that is the lowercase hex HMAC-SHA256 over "<t>.<raw body>"',
      received: '2 v1 values, none of which matches',
      likely: expect.stringMatching(/^SIGNING_SECRET, .* is not that of the service: no delivery verifies; otherwise/),
      next: expect.stringMatching(/^compare SIGNING_SECRET with the webhook settings/),
    },
  ]);
});

test('signature reports a truncated body before a wrong secret', () => {
  const run = aRun();
  run.journey({ alone: true }).deliver('a', { text: '{"id": "cut', signatures: [signed(run.now, { slots: [] })] });
  const [found] = outcome(signature, run).breaches;
  expect(found).toMatchObject({ cause: 'truncated', likely: TRUNCATED });
  expect(found?.next).toBeUndefined();
});

test.each([
  ['verifies', {}],
  ['is a near miss', { slots: [], nearMiss: 'normalised-body' as const }],
])('signature does not report a wrong secret if another delivery %s', (_, other) => {
  const run = aRun();
  const journey = run.journey();
  journey.deliver('a', { signatures: [signed(run.now, other)] });
  journey.deliver('a', { signatures: [signed(run.now, { slots: [] })] });
  const found = outcome(signature, run).breaches.find(({ cause }) => cause === 'mismatch');
  expect(found?.requirement).toBe('signature.hmac');
  expect(found?.likely).toContain('other deliveries show that the secret is right');
  expect(found?.next).toBeUndefined();
});

test.each(['t=1, v1=ab', 't=1 ,v1=ab'])('signature only advises against the white space of "%s"', raw => {
  const { breaches, passes } = delivering({}, raw);
  expect(breaches).toMatchObject([
    {
      requirement: 'signature.pairs',
      severity: 'advice',
      cause: 'blanks',
      message: 'the signature header has white space around its pairs',
      likely: expect.stringMatching(/^a receiver that splits the header on ","/),
    },
  ]);
  expect(Object.keys(passes)).toEqual([...FORM, ...SIGNED]);
});

test('signature allows unknown schemes, decoys, several secrets, and additional pairs', () => {
  expect(delivering({ v1: 5, wellFormed: 3, others: ['v0', 'kid'], malformed: 1, slots: [1] }).breaches).toEqual([]);
});

test('signature ignores truncated and unattributed deliveries', () => {
  const run = aRun();
  run.journey().deliver('a', { complete: false, signatures: [] });
  run.deliver('a', { signatures: [] });
  expect(outcome(signature, run)).toEqual({ breaches: [], passes: {} });
});

test('signature finds a redelivery with a new t and the v1 of the first attempt', () => {
  const run = aRun();
  const headers = (t: string) => [['Service-Signature', `t=${t},v1=ab`]] as const;
  const refused = { kind: 'status', status: 503, refused: true } as const;
  const first = run
    .journey()
    .deliver('a', { headers: headers('1'), answer: refused, signatures: [signed(run.now, { t: ['1'] })] });
  run.redeliver(first, { headers: headers('9'), signatures: [signed(run.now, { t: ['9'], slots: [] })] });
  expect(outcome(signature, run).breaches).toMatchObject([{ requirement: 'signature.hmac', cause: 'kept v1' }]);
});
