import { expect, test } from 'vitest';
import { formatTimestamp } from '../base/timestamp.ts';
import type { Evidence } from '../evidence/evidence.ts';
import { aBusyRun } from '../testing/busy-run.ts';
import { aRun, aSoundRun, INTERPRETATION, START, signed } from '../testing/evidence.ts';
import { learn } from './learn.ts';

const learned = (evidence: Evidence) => learn(evidence).interpretations;

const headersOf = (evidence: Evidence) => learn(evidence).aspects.find(({ aspect }) => aspect === 'signatureHeader');
const delivering = (...signatures: Parameters<typeof signed>[1][]) => {
  const run = aRun();
  const journey = run.journey();
  for (const _ of [1, 2, 3, 4]) journey.deliver('a', { signatures: signatures.map(more => signed(run.now, more)) });
  return run;
};

test('Learning chooses the header that verifies', () => {
  const run = delivering(
    { header: 'X-Signature', slots: [] },
    { header: 'X-Acme-Signature' },
    { header: 'Service-Signature', slots: [] },
  );
  expect(headersOf(run.evidence)).toEqual({
    aspect: 'signatureHeader',
    candidates: [{ locator: 'x-acme-signature', support: 1, samples: 4 }],
    pinned: false,
  });
});

test('Learning chooses a header even if one delivery in five does not verify, and gives its support', () => {
  const run = delivering({ header: 'X-Acme-Signature' });
  run.journey().deliver('a', { signatures: [signed(run.now, { header: 'x-acme-SIGNATURE', slots: [] })] });
  expect(headersOf(run.evidence)?.candidates).toEqual([{ locator: 'x-acme-signature', support: 0.8, samples: 5 }]);
});

test('Learning keeps two headers that verify equally often, and drops one that verifies less often', () => {
  const run = delivering({ header: 'A-Signature' }, { header: 'B-Signature' });
  expect(learned(run.evidence)[0].signatureHeaders).toEqual(['a-signature', 'b-signature']);
  run.journey().deliver('a', { signatures: [signed(run.now, { header: 'B-Signature' })] });
  expect(learned(run.evidence)[0].signatureHeaders).toEqual(['b-signature']);
});

test('Learning falls back on the neutral name if none verifies, then on any signature header', () => {
  const none = { slots: [] };
  const both = delivering({ header: 'X-Signature', ...none }, { header: 'Service-Signature', ...none });
  expect(headersOf(both.evidence)?.candidates).toEqual([{ locator: 'service-signature', support: 0, samples: 4 }]);
  const other = delivering({ header: 'X-Signature', ...none }, { header: 'Y-Signature', ...none });
  expect(learned(other.evidence)[0].signatureHeaders).toEqual(['x-signature', 'y-signature']);
  expect(headersOf(aRun().evidence)?.candidates).toEqual([{ locator: 'service-signature', support: 0, samples: 0 }]);
});

test('Learning ignores deliveries to other paths', () => {
  const run = delivering({ header: 'X-Acme-Signature' });
  for (const _ of [1, 2, 3, 4, 5])
    run.deliver('a', { ours: false, signatures: [signed(run.now, { header: 'X-Other', t: ['9'] })] });
  expect(learned(run.evidence)[0]).toMatchObject({ signatureHeaders: ['x-acme-signature'], timestampUnit: 's' });
});

test.each(['s', 'ms', 'us', 'ns', 'iso'] as const)('Learning finds t in %s, the nearest to the clock', unit => {
  const run = aRun();
  const journey = run.journey();
  const at = (ms: number) => formatTimestamp(BigInt(run.now + ms) * 1_000_000n, unit);
  for (const off of [-290_000, 0, 290_000]) journey.deliver('a', { signatures: [signed(run.now, { t: [at(off)] })] });
  const { interpretations, aspects } = learn(run.evidence);
  expect(interpretations[0].timestampUnit).toBe(unit);
  expect(aspects[1]).toEqual({
    aspect: 'timestampUnit',
    candidates: [{ locator: unit, support: 1, samples: 3 }],
    pinned: false,
  });
});

test('Learning uses the t that verifies, and the unit of most deliveries', () => {
  const run = aRun();
  const journey = run.journey();
  const decoy = signed(run.now, { header: 'X-Signature', t: [String(run.now)], slots: [] });
  journey.deliver('a', { signatures: [signed(run.now, { t: [String(run.now)] })] });
  for (const _ of [1, 2, 3]) journey.deliver('a', { signatures: [decoy, signed(run.now)] });
  journey.deliver('a', { signatures: [signed(run.now, { t: ['now'] })] });
  journey.deliver('a', { signatures: [signed(run.now, { t: [] })] });
  expect(learn(run.evidence).aspects[1]?.candidates).toEqual([{ locator: 's', support: 0.6, samples: 5 }]);
});

test('Learning uses the first t if none verifies, and assumes seconds without a t', () => {
  const run = aRun();
  run.deliver('a', { signatures: [signed(run.now, { t: [String(run.now)], slots: [] })] });
  expect(learned(run.evidence)[0].timestampUnit).toBe('ms');
  const unread = aRun();
  unread.deliver('a', { signatures: [signed(START, { t: ['now'] })] });
  for (const run of [unread, aRun()])
    expect(learn(run.evidence).aspects[1]?.candidates).toEqual([{ locator: 's', support: 0, samples: 0 }]);
});

test('Learning keeps the parts that are pinned, and learns the rest', () => {
  const pinned = {
    signatureHeader: 'X-Acme-Signature',
    timestampUnit: 'ms',
    eventId: '/data/id',
    eventType: { a: '/kind' },
    orderId: 'header:X-Order',
  } as const;
  const { interpretations, aspects } = learn(aSoundRun().evidence, pinned);
  expect(interpretations).toEqual([
    {
      signatureHeaders: ['x-acme-signature'],
      timestampUnit: 'ms',
      eventId: '/data/id',
      eventType: { a: '/kind' },
      orderId: 'header:x-order',
    },
  ]);
  expect(aspects.every(({ pinned }) => pinned)).toBe(true);
  expect(aspects.map(({ candidates }) => candidates)).toEqual(
    ['x-acme-signature', 'ms', '/data/id', { a: '/kind' }, 'header:x-order'].map(locator => [
      { locator, support: 1, samples: 0 },
    ]),
  );
  const half = learn(aSoundRun().evidence, { eventId: '/type' });
  expect(half.interpretations).toEqual([{ ...INTERPRETATION, eventId: '/type' }]);
  expect(half.aspects.map(({ aspect, pinned }) => [aspect, pinned])).toEqual([
    ['signatureHeader', false],
    ['timestampUnit', false],
    ['eventId', true],
    ['eventType', false],
    ['orderId', false],
  ]);
});

test('Learning has one interpretation without places if no delivery came', () => {
  const { interpretations, aspects } = learn(aRun().evidence);
  expect(interpretations).toEqual([{ signatureHeaders: ['service-signature'], timestampUnit: 's' }]);
  expect(aspects.slice(2).map(({ candidates }) => candidates)).toEqual([[], [], []]);
});

test('Learning keeps every interpretation, the best first', () => {
  const { evidence } = aBusyRun(({ id, type, order }) => ({
    body: { id, event_id: id, uuid: id, msg_id: id, type, kind: type, order, order_id: order },
  }));
  const interpretations = learned(evidence);
  expect(interpretations).toHaveLength(2 * 2 * 4);
  expect(interpretations[0]).toEqual({ ...INTERPRETATION, orderId: '/order' });
  for (const [part, places] of [
    ['orderId', ['/order', '/order_id']],
    ['eventType', ['/type', '/kind']],
    ['eventId', ['/id', '/event_id', '/uuid', '/msg_id']],
  ] as const)
    expect(new Set(interpretations.map(interpretation => interpretation[part]))).toEqual(new Set(places));
});

test('Learning attributes a late event without an order by its event id', () => {
  const run = aRun(({ id, type, order }) => ({
    body: { id, type, data: type.endsWith('confirmed') ? {} : { order_id: order } },
  }));
  const journey = run.journey({ alone: true });
  for (const event of ['deposit_detected', 'deposit_confirmed', 'disburse'] as const) journey.step(event);
  const [, confirmed] = run.evidence.deliveries;
  journey.end();
  if (confirmed) run.redeliver(confirmed);
  const id = learn(run.evidence).aspects.find(({ aspect }) => aspect === 'eventId');
  expect(id?.candidates).toEqual([{ locator: '/id', support: 1, samples: 4 }]);
});
