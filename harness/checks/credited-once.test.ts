import { describe, expect, test } from 'vitest';
import { COMPLETED } from '../core/dialect.ts';
import type { Journey } from '../core/evidence.ts';
import { aRun, aSoundRun, signed } from '../testing/evidence.ts';
import type { StepOptions } from '../testing/evidence-options.ts';
import { hiddenIn, outcome } from '../testing/outcome.ts';
import { hidden } from './check.ts';
import { creditedOnce } from './credited-once.ts';
import { signature } from './signature.ts';

test('credited-once passes every disbursed order of a conformant run, redelivered or not', () => {
  const { breaches, passes } = outcome(creditedOnce, aSoundRun());
  expect(breaches).toEqual([]);
  expect(passes).toEqual({ 'collection.credited-once': ['j1', 'j5', 'j6'] });
});

test('credited-once finds two completed events for one disbursement', () => {
  const run = aRun();
  const { deliveries } = run.journey().step('disburse', { sends: [COMPLETED, COMPLETED] });
  const [one, two] = deliveries;
  const { breaches, passes } = outcome(creditedOnce, run);
  expect(passes).toEqual({});
  expect(breaches).toHaveLength(1);
  expect(breaches[0]).toMatchObject({
    requirement: 'collection.credited-once',
    cause: 'twice',
    message: 'disbursement.completed of one disbursement arrives under more than one event id',
    expected: 'one event, however often it is delivered',
    received: `evt_${one?.id}, evt_${two?.id}`,
    evidence: [one?.id, two?.id, 'j1'],
  });
  expect(breaches[0]?.likely).toContain('each handler');
});

test('credited-once names the attempts only if one was refused', () => {
  const run = aRun();
  const journey = run.journey();
  journey.step('disburse', { sends: [COMPLETED], refuse: { status: 500 }, again: false });
  journey.deliver(COMPLETED);
  expect(outcome(creditedOnce, run).breaches[0]?.likely).toContain('each attempt');
});

test('credited-once gives advice where each accepted disburse credits under a new id', () => {
  const run = aRun();
  const journey = run.journey();
  journey.step('disburse');
  journey.step('disburse');
  expect(outcome(creditedOnce, run).breaches).toMatchObject([{ cause: 'each call', severity: 'advice' }]);
  journey.deliver(COMPLETED);
  const { breaches } = outcome(creditedOnce, run);
  expect(breaches).toMatchObject([{ cause: 'repeated' }]);
  expect(breaches[0]).not.toHaveProperty('severity');
});

test('credited-once finds a second disburse that is refused and credited', () => {
  const run = aRun();
  const journey = run.journey();
  journey.step('disburse');
  journey.step('disburse', { status: 409, sends: [COMPLETED] });
  const { breaches } = outcome(creditedOnce, run);
  expect(breaches).toMatchObject([{ cause: expect.stringContaining('repeated') }]);
  expect(breaches[0]).not.toHaveProperty('severity');
});

test('credited-once allows a disburse that is simulated twice and repeats its event', () => {
  const run = aRun();
  const journey = run.journey();
  const [first] = journey.step('disburse').deliveries;
  if (first) journey.redeliver(first);
  journey.step('disburse', { sends: [] });
  expect(outcome(creditedOnce, run)).toEqual({ breaches: [], passes: { 'collection.credited-once': ['j1'] } });
});

test('credited-once ignores what a receiver refuses, and counts an event that verifies at least once', () => {
  const run = aRun();
  const journey = run.journey();
  const [first] = journey.step('disburse').deliveries;
  const forged = { signatures: [signed(run.now, { slots: [] })] };
  journey.deliver(COMPLETED, forged);
  if (first) journey.redeliver(first, forged);
  expect(outcome(creditedOnce, run)).toEqual({ breaches: [], passes: { 'collection.credited-once': ['j1'] } });
});

test('credited-once does not judge orders without a credit, or without disburse', () => {
  const run = aRun();
  run.journey().step('disburse', { sends: ['disbursement.initiated'] });
  run.journey().step('fail', { sends: [COMPLETED, COMPLETED] });
  expect(outcome(creditedOnce, run)).toEqual({ breaches: [], passes: {} });
});

test('credited-once says that an event has no id', () => {
  const run = aRun(({ type, order, attempt }) => ({ body: { type, attempt, data: { order_id: order } } }));
  const journey = run.journey();
  const [first] = journey.step('disburse').deliveries;
  if (first) journey.redeliver(first);
  expect(outcome(creditedOnce, run).breaches[0]?.received).toBe('an event without an id, an event without an id');
});

describe('credited-once says where a credit was due and did not show', () => {
  const ID = 'collection.credited-once';

  /** What it says of an order that came as far as `disburse`. */
  function disbursing(options: StepOptions, more: Partial<Pick<Journey, 'diagnoses'>> = {}) {
    const run = aRun();
    const journey = run.journey(more);
    journey.step('deposit_detected');
    journey.step('deposit_confirmed');
    const { exchange } = journey.step('disburse', options);
    return { said: hiddenIn(creditedOnce, run), journey, run, exchange };
  }

  test('because a step on the way was refused', () => {
    const run = aRun();
    const journey = run.journey();
    journey.step('deposit_detected');
    const { exchange } = journey.step('deposit_confirmed', { status: 409 });
    expect(hiddenIn(creditedOnce, run)).toEqual([hidden(ID, ['lifecycle.happy-path'], exchange.id)]);
  });

  test.each<[string, StepOptions]>([
    ['its webhook does not come', {}],
    ['the step is refused', { status: 409 }],
  ])('because %s', (_, options) => {
    const { said, exchange } = disbursing({ sends: [], ...options });
    expect(said).toEqual([hidden(ID, ['lifecycle.happy-path', 'event.completed-delivered'], exchange.id)]);
  });

  test('because the webhook of the credit shows nothing: it has the id of another event', () => {
    const { run, journey } = disbursing({ sends: [] });
    const [first] = run.evidence.deliveries;
    const delivery = journey.deliver(COMPLETED, { event: `evt_${first?.id}` });
    journey.deliver('disbursement.initiated');
    expect(hiddenIn(creditedOnce, run)).toEqual([hidden(ID, [...signature.requirements, 'event.id'], delivery.id)]);
  });

  test('but not where it may still come, in an isolated retry, or off the happy path', () => {
    expect(disbursing({ sends: [], wait: 'none' }).said).toEqual([]);
    expect(disbursing({ sends: [], wait: 'abandoned' }).said).toEqual([]);
    expect(disbursing({ sends: [] }, { diagnoses: 'j9' }).said).toEqual([]);
    const run = aRun();
    run.journey().step('disburse', { sends: [] });
    expect(hiddenIn(creditedOnce, run)).toEqual([]);
  });

  test('and says nothing of an order that is credited', () => {
    expect(disbursing({}).said).toEqual([]);
  });
});
