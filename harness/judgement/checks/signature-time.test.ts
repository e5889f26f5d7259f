import { expect, test } from 'vitest';
import { formatTimestamp } from '../../base/timestamp.ts';
import { aRun, INTERPRETATION, START, signed } from '../../testing/evidence.ts';
import { hiddenIn, outcome } from '../../testing/outcome.ts';
import { hidden } from './check.ts';
import { signatureTime } from './signature-time.ts';

/** The age of a delivery's t could not be judged. */
const unjudged = (id: string) =>
  hidden('signature.tolerance', ['signature.header', 'signature.pairs', 'signature.t'], id);

/** One delivery whose t is this many milliseconds before its arrival. */
function aged(ms: number, unit: 's' | 'ms' | 'us' | 'ns' | 'iso' = 's') {
  const run = aRun();
  const at = START + 1_000_000;
  const t = formatTimestamp(BigInt(at - ms) * 1_000_000n, unit);
  run.journey().deliver('a', { at, signatures: [signed(at, { t: [t] })] });
  return outcome(signatureTime, run, { ...INTERPRETATION, timestampUnit: unit });
}

test.each(['s', 'ms', 'us', 'ns', 'iso'] as const)(
  'signature-time allows 300 seconds to either side, and no more, in %s',
  unit => {
    for (const ms of [300_000, -300_000, 0])
      expect(aged(ms, unit)).toEqual({ breaches: [], passes: { 'signature.tolerance': ['d1'] } });
    for (const ms of [301_000, -301_000]) expect(aged(ms, unit).breaches).toHaveLength(1);
  },
);

test.each(['ms', 'us', 'ns'] as const)('signature-time counts the milliseconds of a t in %s', unit => {
  expect(aged(300_001, unit).breaches).toHaveLength(1);
  expect(aged(-300_001, unit).breaches).toHaveLength(1);
});

test('signature-time only advises against a fraction, and judges its age', () => {
  const at = (seconds: number) => {
    const run = aRun();
    const t = [`${START / 1000 - seconds}.123`];
    run.journey().deliver('a', { at: START, signatures: [signed(START, { t })] });
    return outcome(signatureTime, run);
  };
  expect(at(0).passes['signature.tolerance']).toHaveLength(1);
  expect(at(0).breaches).toMatchObject([
    {
      requirement: 'signature.t',
      severity: 'advice',
      cause: 'fraction',
      message: 't has a decimal fraction',
      expected: 'a t without a dot',
      likely: expect.stringMatching(/not specified, so this is allowed; .* so that one signature covers two messages/),
      evidence: ['d1'],
    },
  ]);
  expect(at(400).breaches).toMatchObject([{ cause: 'fraction' }, { requirement: 'signature.tolerance' }]);
});

test('signature-time distinguishes a t in another unit from a t of another time', () => {
  const run = aRun();
  const [t, at] = [String(START + 1_000), START + 1_000];
  run.journey().deliver('a', { at, signatures: [{ ...signed(at), t: [t] }] });
  expect(outcome(signatureTime, run).breaches).toMatchObject([
    { cause: 'in ms', also: ['signature.t'], message: 'one t is in ms, the others are in s' },
  ]);
});

test('signature-time distinguishes an old t from one in the future', () => {
  const t = START / 1000 + 1000;
  expect(aged(400_000).breaches).toMatchObject([
    {
      requirement: 'signature.tolerance',
      cause: 'old',
      message: 't is outside the tolerance of 300 seconds',
      expected: 'at most 300 s between t and the moment of delivery',
      received: `t=${t - 400}, 400 s ago`,
      likely: 'the clock of the service (or of this machine) is wrong, or t is in another unit',
      evidence: ['d1'],
    },
  ]);
  expect(aged(-400_000).breaches).toMatchObject([{ cause: 'future', received: `t=${t + 400}, 400 s ahead` }]);
});

test.each([
  [-1, 0],
  [1, 1],
])(
  'signature-time does not judge an age from when the clock of this machine was set (%i ms from the delivery)',
  (from, breaches) => {
    const at = START + 1_000_000;
    const run = aRun().trouble(at + from, at + from, 'clock');
    run.journey().deliver('a', { at, signatures: [signed(at, { t: [String((at - 400_000) / 1000)] })] });
    expect(outcome(signatureTime, run).breaches).toHaveLength(breaches);
  },
);

const told = (ahead: number, age: number) => {
  const run = aRun();
  // Date is truncated to whole seconds, and compared with the middle of the call.
  const at = START + 1_000_000;
  const date = new Date(at + ahead * 1000).toUTCString();
  run.exchange('getOnrampOrder', { sentAt: at + 500, endedAt: at + 500, headers: [['Date', date]] });
  run.journey().deliver('a', { at, signatures: [signed(at - age * 1000)] });
  const [breach] = outcome(signatureTime, run).breaches;
  return { cause: breach?.cause, likely: breach?.likely, next: breach?.next };
};
const next = 'synchronize both clocks by NTP, this machine first, and run again';
const wrong = (differs: string) =>
  `the clock of the service is ${differs} the clock of this machine, ` +
  'as its Date headers show: one of the two is wrong';
const STALE = 'the signature is stale, or t is in another unit; the Date headers show that the clocks agree';
const UNKNOWN = 'the clock of the service (or of this machine) is wrong, or t is in another unit';

test.each([
  [-400, 400, 'old by the clock', wrong('400 s behind')],
  [-340, 400, 'old by the clock', wrong('340 s behind')],
  [-460, 400, 'old by the clock', wrong('460 s behind')],
  [400, -400, 'future by the clock', wrong('400 s ahead of')],
  [0, 400, 'old', STALE],
  [60, 400, 'old', STALE],
  [-60, 400, 'old', STALE],
  [0, -400, 'future', STALE.replace('the signature is stale', 't lies in the future')],
  [0, -5_400, 'future', 't is 1.5 hours off, as if a local time were UTC'],
  [0, 1_800, 'old', STALE],
  [0, 3_600, 'old', 't is 1 hour off, as if a local time were UTC'],
  [-339, 400, 'old', UNKNOWN],
  [-461, 400, 'old', UNKNOWN],
  [400, 400, 'old', UNKNOWN],
  [61, 400, 'old', UNKNOWN],
])(
  'signature-time says by the Date of the answers whether a clock is wrong %i s ahead, and a t that is %i s old: %s',
  (ahead, age, cause, likely) => {
    expect(told(ahead, age)).toEqual({ cause, likely, next: cause.endsWith('by the clock') ? next : undefined });
  },
);

test('signature-time reports that the old t is that of the first attempt', () => {
  const run = aRun();
  const journey = run.journey();
  const first = journey.deliver('a');
  journey.redeliver(first, { at: run.now + 301_000, signatures: first.signatures });
  journey.deliver('a', { at: run.now + 301_000, signatures: first.signatures });
  const { breaches, passes } = outcome(signatureTime, run);
  expect(breaches.map(({ cause }) => cause)).toEqual(['old on redelivery', 'old']);
  expect(breaches[0]?.message).toBe('t is outside the tolerance of 300 seconds on a redelivery');
  expect(breaches[0]?.likely).toBe('the redelivery repeats the signature of the first attempt');
  expect(passes).toEqual({ 'signature.tolerance': [first.id] });
});

test.each([
  [400, 'old on redelivery of its own', 'a stale t of its own'],
  [-400, 'future on redelivery of its own', 'a t of its own'],
])('signature-time reports that a redelivery has a different t, %i s old, at every attempt', (age, cause, own) => {
  const run = aRun();
  const first = run.journey().deliver('a', { signatures: [signed(START)] });
  const wrong = { signatures: [signed(START - age * 1000)] };
  for (let attempt = 0; attempt < 2; attempt++) run.redeliver(first, { at: START + 1000, ...wrong });
  const likely = `the redelivery has ${own}: the first attempt had t=${START / 1000}`;
  expect(outcome(signatureTime, run).breaches).toMatchObject([
    { cause, likely },
    { cause, likely },
  ]);
});

test('signature-time does not treat an earlier delivery, or one without an id, as the first attempt', () => {
  const { eventId: _, ...interpretation } = INTERPRETATION;
  const run = aRun();
  const journey = run.journey();
  const old = { signatures: [signed(START - 400_000)] };
  const first = journey.deliver('a', old);
  journey.redeliver(first);
  expect(outcome(signatureTime, run).breaches.map(({ cause }) => cause)).toEqual(['old']);
  journey.redeliver(first, old);
  expect(outcome(signatureTime, run, interpretation).breaches.map(({ cause }) => cause)).toEqual(['old', 'old']);
});

test.each(['now', '+1700000000', '1700000000,5', '', '2023-11-14T22:13:20Z'])(
  'signature-time finds that "%s" has not the form of the others',
  t => {
    const run = aRun();
    run.journey().deliver('a', { signatures: [signed(run.now, { t: [t] })] });
    expect(outcome(signatureTime, run)).toMatchObject({
      breaches: [
        {
          requirement: 'signature.t',
          cause: 'form',
          follows: 'signature.pairs',
          message: 't is not a timestamp in s, as other deliveries have it',
          received: t,
          expected: 'a timestamp in s',
          evidence: ['d1'],
        },
      ],
      passes: {},
    });
    expect(hiddenIn(signatureTime, run)).toEqual([unjudged('d1')]);
  },
);

test('signature-time quotes 60 characters of a t that has not the form of the others', () => {
  const run = aRun();
  run.journey().deliver('a', { signatures: [signed(run.now, { t: ['x'.repeat(61)] })] });
  expect(outcome(signatureTime, run).breaches[0]?.received).toBe('x'.repeat(60));
});

test('signature-time leaves a header without t to the signature check, and ignores other headers', () => {
  const run = aRun();
  const journey = run.journey();
  journey.deliver('a', { signatures: [signed(run.now, { t: [] })] });
  journey.deliver('a', { signatures: [signed(run.now, { header: 'X-Signature', t: ['1'] })] });
  journey.deliver('a', { signatures: [] });
  expect(outcome(signatureTime, run)).toEqual({ breaches: [], passes: {} });
  expect(hiddenIn(signatureTime, run)).toEqual(['d1', 'd2', 'd3'].map(unjudged));
});

test('signature-time uses the first t of the first header that has one', () => {
  const run = aRun();
  const good = String(START / 1000);
  run.journey().deliver('a', { signatures: [signed(run.now, { t: [] }), signed(run.now, { t: [good, '1'] })] });
  expect(outcome(signatureTime, run).passes).toEqual({ 'signature.tolerance': ['d1'] });
  expect(hiddenIn(signatureTime, run)).toEqual([]);
});

const REFUSED = { answer: { kind: 'status', status: 500, refused: true } } as const;
/** A refused delivery and its redelivery, with the given differences in arrival and in t. */
const redelivered = (
  ms: number,
  seconds: number,
  { unit = 's' as 's' | 'ms' | 'iso', first = REFUSED as object, isPaused = false } = {},
) => {
  const run = aRun();
  const journey = run.journey();
  const t = (at: number) => [formatTimestamp(BigInt(at) * 1_000_000n, unit)];
  const one = journey.deliver('a', { ...first, signatures: [signed(START, { t: t(START) })] });
  journey.redeliver(one, { at: one.at + ms, signatures: [signed(START, { t: t(START + seconds * 1000) })] });
  if (isPaused) run.trouble(one.at + 1, one.at + 2, 'service-paused');
  return outcome(signatureTime, run, { ...INTERPRETATION, timestampUnit: unit });
};

test('On a t that is kept, signature-time gives the advice to renew it', () => {
  expect(redelivered(6_000, 0)).toMatchObject({
    breaches: [
      {
        requirement: 'signature.tolerance',
        severity: 'advice',
        cause: 'kept',
        message: 'a redelivery has the t of the first attempt',
        expected: 'a new signature for each attempt',
        likely: 'the event is signed once; after 300 s every correct consumer refuses it',
        received: `t=${START / 1000} again`,
        evidence: ['d2', 'd1'],
      },
    ],
    passes: { 'signature.tolerance': ['d1', 'd2'] },
  });
});

test('On a t that is kept, signature-time gives no advice if it is renewed, or may be', () => {
  expect(redelivered(6_000, 1).breaches).toEqual([]);
  expect(redelivered(4_999, 0).breaches).toEqual([]);
  expect(redelivered(5_000, 0).breaches).toHaveLength(1);
  expect(redelivered(49, 0, { unit: 'ms' }).breaches).toEqual([]);
  expect(redelivered(50, 0, { unit: 'ms' }).breaches).toHaveLength(1);
  expect(redelivered(4_999, 0, { unit: 'iso' }).breaches).toEqual([]);
  expect(redelivered(5_000, 0, { unit: 'iso' }).breaches).toHaveLength(1);
});

test('A t that is kept gives no advice on an attempt that an outage may have held, or on an acknowledged one', () => {
  expect(redelivered(6_000, 0, { isPaused: true }).breaches).toEqual([]);
  expect(redelivered(6_000, 0, { first: {} }).breaches).toEqual([]);
});

test('On a t that is kept, signature-time ignores deliveries without an order or a signature', () => {
  const run = aRun();
  const unattributed = run.deliver('a', { ...REFUSED, signatures: [signed(START)] });
  run.redeliver(unattributed, { at: unattributed.at + 6_000, signatures: [signed(START)] });
  const journey = run.journey();
  const unsigned = journey.deliver('b', { ...REFUSED, signatures: [] });
  journey.redeliver(unsigned, { at: unsigned.at + 6_000, signatures: [signed(START)] });
  expect(outcome(signatureTime, run).breaches).toEqual([]);
});
