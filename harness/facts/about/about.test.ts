import { describe, expect, test } from 'vitest';
import type { Json } from '../../base/json.ts';
import type { Condition } from '../../evidence/condition.ts';
import { addOrders } from '../../order/testing/orders.ts';
import { aRun, type RunBuilder, signed } from '../../testing/evidence.ts';
import { facts } from '../facts.ts';
import { learn } from '../learn.ts';

/** What a run's facts say about a gap, by condition. */
function seen(run: RunBuilder, gap: string): { readonly [condition: string]: unknown } {
  const found = facts(run.evidence, learn(run.evidence)).facts.filter(
    fact => fact.gap === gap && fact.status !== 'unanswered',
  );
  return Object.fromEntries(
    found.map(({ condition = '', value, count, samples }) => [
      condition,
      `${JSON.stringify(value)} ${count}/${samples}`,
    ]),
  );
}

const SIMULATE = 'simulateCollectionOrder';

test('Fields are counted by body, with their types, whatever their names', () => {
  const run = aRun();
  for (const note of ['a', null, undefined] as const) {
    const journey = run.journey();
    const step = { id: note ?? 'x', type: 'collection.failed', data: { order_id: journey.order, amount: '1.50' } };
    journey.step('fail', { sends: [] });
    journey.deliver('', { json: { ...step, by: { '12345': 1 }, ...(note !== undefined && { note }) } });
  }
  expect(seen(run, 'event.fields')).toMatchObject({
    'after fail, /data/amount': '"decimal string" 3/3',
    'after fail, /note': '["null","string"] 2/3',
    'after fail, /by/*': '"number" 3/3',
  });
});

test('Events that come late count for the step that their type belongs to', () => {
  const run = aRun();
  for (let n = 0; n < 3; n++) run.journey().happyPath();
  const late = run.journey();
  late.step('deposit_detected', { sends: [] });
  late.step('deposit_confirmed', { sends: ['collection.deposit_detected', 'collection.deposit_confirmed'] });
  expect(seen(run, 'event.names')).toMatchObject({
    'after deposit_detected': '"collection.deposit_detected" 4/4',
    'after deposit_confirmed': '"collection.deposit_confirmed" 4/4',
  });
});

test('Events count as missing after a step whose wait was missed', () => {
  const run = aRun();
  run.journey().step('expire');
  run.journey().step('expire', { sends: [] });
  expect(seen(run, 'event.names')).toEqual({ 'after expire': '"collection.expired" 1/2' });
});

const probe = (run: RunBuilder, condition: Condition, status: number, journey: string, answers?: Json) =>
  run.exchange(SIMULATE, {
    journey,
    condition,
    status,
    method: 'POST',
    asks: { event: 'deposit_detected' },
    ...(answers !== undefined && { answers }),
  });

test('Probes show refusals with their code, calls that are ignored and calls that fire', () => {
  const run = aRun();
  for (let n = 0; n < 3; n++) run.journey().happyPath();
  const refused = run.journey();
  refused.step('expire');
  probe(run, 'illegal-step', 409, refused.id, { code: 'invalid_state' });
  const ignored = run.journey();
  ignored.step('deposit_detected');
  probe(run, 'repeated-step', 202, ignored.id);
  const fires = run.journey();
  fires.step('deposit_confirmed');
  probe(run, 'repeated-step: deposit_confirmed again', 202, fires.id);
  fires.deliver('collection.deposit_confirmed');
  expect(seen(run, 'simulate.illegal-step')).toEqual({
    'deposit_detected after expire': '409 1/1',
    "deposit_detected after expire, the error's code": '"invalid_state" 1/1',
  });
  expect(seen(run, 'simulate.repeated-step')).toEqual({
    'deposit_detected again': '"ignored" 1/1',
    'deposit_confirmed again': '"fires" 1/1',
  });
});

test('Probes do not fire by a late event of the previous step', () => {
  const run = aRun();
  for (let n = 0; n < 3; n++) run.journey().happyPath();
  const journey = run.journey();
  journey.step('deposit_detected', { sends: [] });
  probe(run, 'repeated-step', 202, journey.id);
  journey.deliver('collection.deposit_detected');
  expect(seen(run, 'simulate.repeated-step')).toEqual({ 'deposit_detected again': '"ignored" 1/1' });
});

test('Probes of keys distinguish a repeated answer from another one', () => {
  const run = aRun();
  const journey = run.journey();
  probe(run, 'replay: first', 202, journey.id, { state: 'detected' });
  journey.deliver('collection.deposit_detected');
  probe(run, 'replay: again', 202, journey.id, { state: 'detected' });
  probe(run, 'replay: after 1 s', 409, journey.id);
  probe(run, 'conflict: fail', 202, journey.id, { state: 'failed' });
  journey.deliver('collection.failed');
  expect(seen(run, 'idempotency.replay')).toMatchObject({
    'the answer': '"the first answer again" 1/1',
    'its webhook': '"no further webhook" 1/1',
  });
  expect(seen(run, 'idempotency.retention')).toEqual({ 'after 1 s': '"another answer" 1/1' });
  expect(seen(run, 'idempotency.conflict')).toEqual({ '': '"performed" 1/1' });
});

test('Deliveries show retries, redirects, duplicates and timeouts', () => {
  const run = aRun();
  const refused = run.journey();
  const answer = { kind: 'status', status: 503, refused: true } as const;
  const first = refused.deliver('a', { answer });
  run.tick(5_000);
  const second = refused.redeliver(first, { answer });
  run.tick(30_000);
  refused.redeliver(second, { answer });
  const redirected = run.journey();
  redirected.deliver('a', { answer: { kind: 'status', status: 307, refused: false } });
  run.deliver('a', { ours: false, path: `/redirected-${redirected.id}`, signatures: [signed(run.now)] });
  const held = run.journey().deliver('a', { answer: { kind: 'slow', refused: true } });
  run.tick(70_000);
  run.journey().redeliver(held);
  const twice = run.journey().deliver('b');
  run.journey().redeliver(twice);
  expect(seen(run, 'webhook.retry-schedule')).toEqual({
    'before attempt 2': '"within ten seconds" 1/1',
    'before attempt 3': '"within a minute" 1/1',
  });
  expect(seen(run, 'webhook.give-up')).toEqual({ 'after 3 refusals': '"not tried again within the run" 1/1' });
  expect(seen(run, 'webhook.redirects')).toEqual({ 'answered 307': '"followed with POST" 1/1' });
  expect(seen(run, 'webhook.timeout')).toEqual({ '': '"within ten minutes" 1/1' });
  expect(seen(run, 'webhook.duplicates')).toEqual({ '': '"sent again" 1/1' });
  expect(seen(run, 'webhook.acknowledgement')).toEqual({
    'answered 200': '["not sent again","sent again"] 3/3',
    'answered 307': '"not sent again" 1/1',
    'answered 503': '["not sent again","sent again"] 3/3',
    'not answered': '"sent again" 1/1',
  });
  expect(seen(run, 'webhook.form')).toEqual({
    'the media type': '"application/json" 8/8',
    'the method': '"POST" 8/8',
  });
});

test('Deliveries contradict each other if one condition has two answers', () => {
  const run = aRun();
  run.journey().step('expire');
  run.journey().step('expire', { status: 200 });
  const [fact] = facts(run.evidence, learn(run.evidence)).facts.filter(({ gap }) => gap === 'simulate.status');
  expect(fact).toMatchObject({ status: 'contradicted', value: [200, 202], count: 2 });
  expect(fact?.reason).toMatch(/200 \(1 times, x\d+\) and 202 \(1 times, x\d+\)/);
});

describe('Documented responses', () => {
  const order = { source_amount: '100.0', quoted_rate: '0.031', destination_amount: '3.1' };
  const run = aRun();
  run.exchange('getOnrampOrder', { answers: { ...order, account: { amount: '-0100', bank_code: null } } });
  run.exchange('getOnrampOrder', { answers: { ...order, destination_amount: '3.2' } });
  run.exchange('resolveBankAccount', { status: 400, answers: { code: null } });

  test('show which fields are there and which are null', () => {
    expect(seen(run, 'fields.presence')).toMatchObject({
      'an onramp order, /account/bank_code': '"null" 1/2',
      'an onramp order, /source_amount': '"decimal string" 2/2',
      'an error of a name enquiry, /code': '"null" 1/1',
    });
  });

  test('show how decimals are written, and how a rate converts and rounds', () => {
    expect(seen(run, 'format.decimals')).toMatchObject({
      'in onramp orders, amount': '"no dot, a -, leading zeros" 1/1',
      'in onramp orders, quoted_rate': '"3 digits behind the dot" 2/2',
    });
    expect(seen(run, 'onramp.rate')).toEqual({
      direction: '"source × rate" 2/2',
      rounding: '["exact","up, by more than half a digit"] 2/2',
    });
  });
});

test('Gaps about orders are answered by events before any step, without a step, and without a field', () => {
  const run = aRun();
  run.journey().step('expire');
  const journey = run.journey();
  journey.deliver('session.created');
  journey.step('deposit_detected', { sends: [] });
  const times = { created_at: '2026-11-20T12:00:00Z', quote_expires_at: '2026-11-20T12:30:00Z' };
  const data = { order_id: journey.order, amount: '5.00', received_amount: '5.00', ...times };
  journey.deliver('collection.deposit_detected', { json: { id: 'e', type: 'collection.deposit_detected', data } });
  journey.deliver('collection.expired');
  expect(seen(run, 'session.webhook')).toEqual({ '': '"session.created" 1/1' });
  expect(seen(run, 'simulate.defaults')).toMatchObject({
    'without received_amount': expect.stringContaining('amount'),
  });
  expect(seen(run, 'collection.expiry')).toEqual({
    'how long a quote is locked': '"1800 s" 1/1',
    'without the step expire': '"expires by itself" 1/1',
  });
});

test('Only new orders show that no event comes with an order', () => {
  const [made, given] = ['ORDER_COMMAND', 'ORDER_IDS'].map(orderSetting => {
    const run = aRun(undefined, { settings: { orderSetting } });
    run.journey().step('fail');
    return seen(run, 'session.webhook');
  });
  expect([made, given]).toEqual([{ '': '"none" 1/1' }, {}]);
});

test('Signatures show what the key is, and which secrets sign', () => {
  const run = aRun(undefined, { settings: { secrets: 2 } });
  const journey = run.journey();
  journey.deliver('a', { signatures: [signed(run.now, { slots: [0, 1] })] });
  journey.deliver('b', { signatures: [signed(run.now, { slots: [1] })] });
  journey.deliver('c', { signatures: [{ ...signed(run.now, { slots: [] }), nearMiss: 'decoded-secret' }] });
  expect(seen(run, 'signature.key-bytes')).toEqual({ '': '["decoded from base64 or hex","its text"] 3/3' });
  expect(seen(run, 'signature.overlap')).toEqual({ '': '["secret 1 and 2 of 2","secret 2 of 2"] 2/2' });
});

test('Calls at the sandbox and repeated enquiries are facts by their answers', () => {
  const run = aRun();
  run.exchange(undefined, { condition: 'at-sandbox', status: 404 });
  for (const [condition, name] of [
    ['replay: first', 'Ada'],
    ['replay: again', 'Obi'],
  ] as const)
    run.exchange('resolveBankAccount', { condition, requestHeaders: [['Idempotency-Key', 'k']], answers: { name } });
  expect(seen(run, 'version.sandbox-routes')).toEqual({ '': '404 1/1' });
  expect(seen(run, 'idempotency.enquiry')).toMatchObject({ 'the answer': '"another success" 1/1' });
});

test('The fact about a step names the previous steps of its order', () => {
  const run = addOrders(aRun(), 'disburse!409 deposit_detected deposit_detected=?none fail disburse!422');
  expect(seen(run, 'states.transitions')).toEqual({
    'deposit_detected after deposit_detected': '"accepted, without a webhook" 1/1',
    'deposit_detected after no other step': '"accepted, with a webhook" 1/1',
    'disburse after deposit_detected, fail': '422 1/1',
    'disburse after no other step': '409 1/1',
    'fail after deposit_detected': '"accepted, with a webhook" 1/1',
  });
});

test('A step without an answer shows nothing, nor do the steps after it', () => {
  expect(seen(addOrders(aRun(), 'deposit_detected!dropped fail'), 'states.transitions')).toEqual({});
});

test('States in events and states in answers to steps are separate facts', () => {
  const run = aRun();
  const journey = run.journey();
  journey.step('deposit_detected', { answers: { id: journey.order, state: 'detected' }, sends: [] });
  const data = { order_id: journey.order, state: 'on_hold' };
  journey.deliver('order.updated', { json: { id: 'evt_1', type: 'order.updated', data } });
  expect(seen(run, 'states.names')).toEqual({ 'in answers to steps': '"detected" 1/1', 'in events': '"on_hold" 1/1' });
});
