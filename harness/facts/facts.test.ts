import { expect, test } from 'vitest';
import { gaps } from '../contract/requirements.ts';
import { COMPLETED } from '../evidence/dialect.ts';
import { aRun, aSoundRun, type RunBuilder, START, signed, writeDefault } from '../testing/evidence.ts';
import type { Fact } from './fact.ts';
import { facts } from './facts.ts';
import { learn } from './learn.ts';

function factsOf(run: RunBuilder, told = {}) {
  const { evidence } = run;
  return facts(evidence, learn(evidence, told)).facts;
}

function about(gap: string, run: RunBuilder): readonly Partial<Fact>[] {
  return factsOf(run).filter(fact => fact.gap === gap);
}

/** What was seen about a gap: value, count and evidence, by condition. */
function seen(gap: string, run: RunBuilder) {
  return about(gap, run).map(({ condition, value, count, evidence }) => [condition, value, count, evidence]);
}

const UNANSWERED = { status: 'unanswered', count: 0, samples: 0, evidence: [] };

test('Facts have an entry for each gap, with a reason if it is unanswered', () => {
  const found = factsOf(aRun());
  expect(found.map(({ gap }) => gap)).toEqual([...gaps().keys()]);
  for (const { gap, ...fact } of found) {
    const { probe, why } = gaps().get(gap) ?? {};
    expect(fact).toEqual({ ...UNANSWERED, reason: probe === 'none' ? why : expect.stringMatching(/.{10}/) });
  }
});

test('Facts name their target', () => {
  const embedded = aRun(writeDefault, { target: { kind: 'embedded', url: 'http://127.0.0.1:1' } }).evidence;
  expect(facts(embedded, learn(embedded)).target).toBe('embedded');
  const { evidence } = aRun();
  expect(facts(evidence, learn(evidence)).target).toBe('https://sandbox.test');
});

test('Facts give the places of webhooks, with support and times', () => {
  const run = aSoundRun();
  const { deliveries } = run.evidence;
  const iso = (at = 0) => new Date(at).toISOString();
  const shared = {
    status: 'answered',
    firstSeen: iso(deliveries[0]?.at),
    lastSeen: iso(deliveries.at(-1)?.at),
    evidence: deliveries.slice(0, 10).map(({ id }) => id),
  };
  expect(about('event.id-field', run)).toEqual([
    { gap: 'event.id-field', ...shared, value: '/id', count: 14, samples: 14 },
  ]);
  expect(about('event.type-field', run)).toMatchObject([{ value: '/type', count: 4, samples: 4 }]);
  expect(about('event.order-field', run)).toMatchObject([{ value: '/data/order_id', count: 14, samples: 14 }]);
  expect(about('signature.header-name', run)).toMatchObject([{ value: 'service-signature', count: 14 }]);
  expect(about('signature.t-unit', run)).toMatchObject([
    { value: 's', count: 14, samples: 14 },
    { condition: 'the form of t', value: 'seconds since 1970, digits in a string', count: 14 },
  ]);
});

test('Facts count every delivery for a pinned place', () => {
  const [fact] = factsOf(aSoundRun(), { eventId: '/id' }).filter(({ gap }) => gap === 'event.id-field');
  expect(fact).toMatchObject({ value: '/id', count: 14, samples: 14 });
});

test('Facts give every place that fits, and none without support', () => {
  const both = aSoundRun(({ id, type, order }) => ({ body: { id, uuid: id, type, data: { order_id: order } } }));
  expect(about('event.id-field', both)).toMatchObject([{ value: ['/id', '/uuid'] }]);
  const none = aSoundRun(({ order }) => ({ body: { type: 'x', data: { order_id: order } } }));
  expect(about('event.type-field', none)).toMatchObject([UNANSWERED]);
  expect(about('event.id-field', none)).toMatchObject([UNANSWERED]);
});

test('Facts count support in whole samples', () => {
  const run = aRun();
  const journey = run.journey();
  for (const slots of [[0], [0], []]) journey.deliver('a', { signatures: [signed(START, { slots })] });
  expect(about('signature.header-name', run)).toMatchObject([{ count: 2, samples: 3 }]);
});

test('Facts list the values of every order that is returned, with the times of the first and the last', () => {
  const run = aRun();
  const account = { provider: 'p' };
  const one = run.exchange('getOnrampOrder', { answers: { status: 'a', execution_mode: 'e', account } });
  const two = run.exchange('getOnrampOrder', { answers: { status: 'b', execution_mode: null, account: null } });
  run.exchange('getOnrampOrder', { answers: { status: { no: 1 } } });
  for (const status of [404, 201]) run.exchange('getOnrampOrder', { status, answers: { status: 'no' } });
  run.exchange('getOnrampOrder', { text: '[]' });
  run.exchange('resolveBankAccount', { answers: { execution_mode: 'no' } });
  expect(seen('onramp.status-values', run)).toEqual([[undefined, ['a', 'b'], 2, [one.id, two.id]]]);
  expect(seen('onramp.execution-mode-values', run)).toEqual([[undefined, ['e', null], 2, [one.id, two.id]]]);
  expect(seen('account.provider-values', run)).toEqual([[undefined, 'p', 1, [one.id]]]);
  const [firstSeen, lastSeen] = [one, two].map(({ sentAt }) => new Date(sentAt).toISOString());
  expect(about('onramp.status-values', run)).toMatchObject([{ status: 'answered', samples: 2, firstSeen, lastSeen }]);
});

test('Facts about answers name at most ten pieces of evidence, and count all', () => {
  const run = aRun();
  for (let n = 0; n < 12; n++) run.exchange('getOnrampOrder', { answers: { status: 'a' } });
  expect(about('onramp.status-values', run)).toMatchObject([{ count: 12, samples: 12 }]);
  expect(about('onramp.status-values', run)[0]?.evidence).toHaveLength(10);
});

test('Facts about answers give statuses and codes of complete errors', () => {
  const run = aRun();
  const unknown = run.exchange('getOnrampOrder', { condition: 'unknown', status: 404, answers: { code: 'none' } });
  const plain = run.exchange('getOnrampOrder', { status: 400, answers: { code: 'bad' } });
  run.exchange('getOnrampOrder', { status: 399, answers: { code: 'no' } });
  run.exchange('getOnrampOrder', { status: 404, failure: { kind: 'cut', message: '' } });
  for (const [gap, ofPlain, ofUnknown] of [
    ['onramp.error-statuses', 400, 404],
    ['error.onramp-codes', 'bad', 'none'],
  ] as const)
    expect(seen(gap, run)).toEqual([
      [undefined, ofPlain, 1, [plain.id]],
      ['unknown', ofUnknown, 1, [unknown.id]],
    ]);
});

test('Facts about answers ignore the answers of a limiter or a gateway', () => {
  const run = aRun();
  const answered = (status: number) => run.exchange('simulateCollectionOrder', { condition: 'unknown-event', status });
  for (const status of [429, 502, 503, 504]) answered(status);
  expect(seen('simulate.unknown-event', run)).toEqual([[undefined, undefined, 0, []]]);
  const { id } = answered(422);
  expect(seen('simulate.unknown-event', run)).toEqual([['with an event that is not one of the six', 422, 1, [id]]]);
});

test('Facts about webhooks name events by the step that caused them', () => {
  const run = aRun();
  const journey = run.journey();
  const created = journey.deliver('session.created');
  const { deliveries } = journey.step('disburse', { sends: ['disbursement.initiated', COMPLETED] });
  journey.deliver('', { json: { id: 'no-type', data: { order_id: journey.order } } });
  expect(seen('event.names', run)).toEqual([
    ['after disburse', [COMPLETED, 'disbursement.initiated'], 2, deliveries.map(({ id }) => id)],
    ['before any step', 'session.created', 1, [created.id]],
  ]);
});

test('Facts about webhooks say whether a redelivery is signed again', () => {
  const run = aRun();
  const journey = run.journey();
  const kept = journey.deliver('a');
  journey.redeliver(kept, { signatures: kept.signatures });
  run.tick(2_000);
  const late = journey.deliver('e');
  run.tick(2_000);
  const again = journey.redeliver(late, { signatures: late.signatures });
  const renewed = journey.redeliver(journey.deliver('b'), { signatures: [signed(START + 9_000)] });
  journey.redeliver(journey.deliver('c'), { signatures: [signed(START, { t: [] })] });
  journey.deliver('d');
  expect(seen('signature.renewed', run)).toEqual([[undefined, [false, true], 2, [again.id, renewed.id]]]);
});

test('Facts about webhooks name other pairs of the signature, once per delivery, and the sender', () => {
  const run = aRun();
  const journey = run.journey();
  const headers = [['User-Agent', 'Acme/1']] as const;
  const one = journey.deliver('a', { signatures: [signed(START, { others: ['v0', 'v0', 'kid'] })], headers });
  const other = journey.deliver('a');
  run.deliver('a', { headers, signatures: [signed(START, { others: ['stray'] })] });
  expect(seen('signature.other-pairs', run)).toEqual([[undefined, ['kid, v0', 'none'], 2, [one.id, other.id]]]);
  expect(about('webhook.headers', run)).toContainEqual(
    expect.objectContaining({ condition: 'user-agent', value: 'Acme/1', count: 1, samples: 2 }),
  );
});
