import { describe, expect, test } from 'vitest';
import { COMPLETED } from '../core/dialect.ts';
import type { SimulateEvent } from '../core/lifecycle.ts';
import { aRun, aSoundRun, INTERPRETATION } from '../testing/evidence.ts';
import type { ExchangeOptions } from '../testing/evidence-options.ts';
import { hiddenIn, outcome } from '../testing/outcome.ts';
import { hidden } from './check.ts';
import { completed } from './completed.ts';

const of = (run: Parameters<typeof outcome>[1]) => outcome(completed, run);

/** A run with a delivery, so that the receiver is known to be reachable and a missing webhook counts. */
function aHeardRun() {
  const run = aRun();
  run.deliver('session.created');
  return run;
}

describe('completed', () => {
  test('passes a conformant run that delivers it only after disburse', () => {
    const { breaches, passes } = of(aSoundRun());
    expect(breaches).toEqual([]);
    expect(passes['event.completed-delivered']).toHaveLength(3);
    expect(passes['collection.credit-signal']).toEqual(passes['event.completed-delivered']);
    expect(passes['event.completed-not-before-disburse']).toEqual(['j1', 'j5', 'j6']);
    expect(passes['event.completed-never-on-failure']).toEqual(['j2', 'j3', 'j4']);
  });

  test('finds it missing after disburse', () => {
    const run = aRun();
    const journey = run.journey();
    journey.step('deposit_detected');
    journey.step('deposit_confirmed');
    const { exchange } = journey.step('disburse', { sends: ['disbursement.initiated'], wait: 'missed' });
    const { breaches, passes } = of(run);
    expect(breaches).toHaveLength(1);
    expect(breaches[0]).toMatchObject({
      requirement: 'event.completed-delivered',
      also: ['collection.credit-signal'],
      cause: 'missing',
      message: 'disbursement.completed does not arrive after disburse',
      expected: 'disbursement.completed about the order',
      likely: 'the event is lost or has another name; a consumer would not credit the customer',
      next: 'if the service needs longer, raise DELIVERY_TIMEOUT_MS (5000 ms)',
      evidence: [exchange.id, 'j1'],
    });
    expect(breaches[0]?.received).toBe(
      'only collection.deposit_detected, collection.deposit_confirmed, disbursement.initiated in 5.0 s',
    );
    expect(passes['event.completed-delivered']).toBeUndefined();
  });

  test('does not require it for an amount of which no order shows that it leads there', () => {
    const afterAmount = (amount: string, shown: readonly string[]) => {
      const run = aHeardRun();
      for (const [received, sends] of [...shown.map(other => [other, [COMPLETED]] as const), [amount, []] as const]) {
        const journey = run.journey();
        journey.step('deposit_detected', { amount: received });
        journey.step('deposit_confirmed');
        journey.step('disburse', { sends, wait: sends.length === 0 ? 'missed' : 'came' });
      }
      return of(run).breaches.map(({ requirement }) => requirement);
    };
    expect(afterAmount('0.01', [])).toEqual([]);
    expect(afterAmount('0.01', ['999.00'])).toEqual([]);
    expect(afterAmount('0.01', ['0.01'])).toEqual(['event.completed-delivered']);
  });

  test('finds that it names another order, where one to which none was due got it meanwhile', () => {
    const missing = (step: SimulateEvent, after: number) => {
      const run = aRun();
      const other = run.journey();
      other.step(step, { sends: [], wait: 'none' });
      const { wait } = run.journey().step('disburse', { sends: [] });
      other.deliver('session.refreshed', { at: (wait?.to ?? 0) - 2 });
      const credit = other.deliver(COMPLETED, { at: (wait?.to ?? 0) + after });
      const found = of(run).breaches.find(({ requirement }) => requirement === 'event.completed-delivered');
      return { also: found?.also, likely: found?.likely, namesIt: found?.evidence.includes(credit.id) };
    };
    const another = {
      also: ['collection.credit-signal', 'simulate.own-order'],
      likely: 'it names another order, which must not be credited; a consumer would credit the wrong customer',
      namesIt: true,
    };
    const lost = {
      also: ['collection.credit-signal'],
      likely: 'the event is lost or has another name; a consumer would not credit the customer',
      namesIt: false,
    };
    expect(missing('deposit_detected', -1)).toEqual(another);
    expect(missing('deposit_detected', 1)).toEqual(lost);
    expect(missing('deposit_detected', -6_000)).toEqual(lost);
    expect(missing('disburse', -1)).toEqual(lost);
  });

  test('finds that it names another order, which is credited for its own disburse later', () => {
    const run = aRun();
    const [journey, other] = [run.journey(), run.journey()];
    for (const each of [journey, other]) each.step('deposit_detected');
    const { exchange } = journey.step('disburse', { sends: [], wait: 'none' });
    const early = other.deliver(COMPLETED);
    other.step('disburse');
    run.wait(journey.id, 'event', exchange.id, exchange.sentAt, 'missed');
    const found = of(run).breaches.find(({ cause }) => cause === 'missing');
    expect(found?.evidence).toEqual([exchange.id, early.id, journey.id]);
  });

  test('cannot be judged where a step on the way is refused', () => {
    const run = aHeardRun();
    const { exchange } = run.journey().step('deposit_detected', { status: 409 });
    run.journey().step('deposit_confirmed', { status: 409 });
    expect(hiddenIn(completed, run)).toEqual(
      ['event.completed-delivered', 'event.completed-not-before-disburse', 'collection.credit-signal'].map(
        requirement => hidden(requirement, ['lifecycle.happy-path'], exchange.id),
      ),
    );
  });

  test('does not report a missing event in an isolated retry', () => {
    const run = aHeardRun();
    run.journey({ diagnoses: 'j0' }).step('disburse', { sends: [] });
    expect(of(run).breaches).toEqual([]);
  });

  test('reports that no webhook arrived at all', () => {
    const run = aHeardRun();
    run.journey().step('disburse', { sends: [] });
    expect(of(run).breaches[0]?.received).toMatch(/^no webhook in 5\.0 s$/);
  });

  test.each(['abandoned', 'came', 'none'] as const)('does not report it as missing if the wait was %s', wait => {
    const run = aHeardRun();
    run.journey().step('disburse', { sends: [], wait });
    expect(of(run).breaches).toEqual([]);
  });

  test('considers only the wait for the event of the disburse step', () => {
    const run = aHeardRun();
    const journey = run.journey();
    const { exchange } = journey.step('disburse', { sends: [], wait: 'came' });
    run.wait('j1', 'quiet', exchange.id, run.now, 'missed');
    run.wait('j1', 'event', 'x99', run.now, 'missed');
    const { exchange: unheard } = run.journey().step('disburse', { sends: [], wait: 'none' });
    run.wait('j2', 'quiet', unheard.id, run.now, 'missed');
    expect(of(run).breaches).toEqual([]);
  });

  test.each([
    ['overlaps the end of the wait', 0, 0],
    ['overlaps its beginning', -9_999, -5_000],
  ])('is excused by an interruption that %s', (_, from, to) => {
    const run = aHeardRun();
    const { wait } = run.journey().step('disburse', { sends: [] });
    run.trouble((wait?.to ?? 0) + from, (wait?.to ?? 0) + to);
    expect(of(run).breaches).toEqual([]);
  });

  test('is excused if no delivery reached the receiver of a remote target', () => {
    const silent = () => {
      const run = aRun();
      run.journey().step('disburse', { sends: [] });
      return run;
    };
    expect(of(silent()).breaches).toEqual([]);
    const heard = silent();
    heard.deliver('session.created');
    expect(of(heard).breaches).toHaveLength(1);
  });

  test('is not excused by an interruption a millisecond outside the wait', () => {
    const run = aHeardRun();
    const { wait } = run.journey().step('disburse', { sends: [] });
    run.trouble((wait?.from ?? 0) - 100, (wait?.from ?? 0) - 1).trouble((wait?.to ?? 0) + 1, (wait?.to ?? 0) + 100);
    expect(of(run).breaches).toHaveLength(1);
  });

  test.each([{ status: 409 }, { failure: 'timeout' as const }])(
    'is not due after a disburse that ended %o',
    options => {
      const run = aHeardRun();
      run.journey().step('disburse', { ...options, sends: [], wait: 'missed' });
      expect(of(run)).toEqual({
        breaches: [],
        passes: options.failure ? { 'event.completed-not-before-disburse': ['j1'] } : {},
      });
    },
  );

  test('does not count one that arrived before disburse', () => {
    const run = aRun();
    const journey = run.journey();
    const early = journey.step('deposit_detected', { sends: [COMPLETED] }).deliveries[0];
    const { exchange } = journey.step('disburse', { sends: [] });
    expect(of(run).breaches.map(({ requirement, evidence }) => [requirement, evidence[0]])).toEqual([
      ['event.completed-delivered', exchange.id],
      ['event.completed-not-before-disburse', early?.id],
    ]);
  });
});

describe('completed, before disburse', () => {
  test('breaks two requirements where the order had failed before', () => {
    const run = aRun();
    const journey = run.journey();
    journey.step('deposit_detected');
    journey.step('fail', { sends: ['collection.failed', COMPLETED] });
    journey.step('disburse', { sends: [] });
    expect(of(run).breaches.at(-1)).toMatchObject({
      requirement: 'event.completed-not-before-disburse',
      also: ['collection.credit-signal', 'event.completed-never-on-failure'],
    });
  });

  test('finds it early, and names the preceding step', () => {
    const run = aRun();
    const journey = run.journey();
    journey.step('deposit_detected');
    const { deliveries } = journey.step('deposit_confirmed', { sends: ['collection.deposit_confirmed', COMPLETED] });
    journey.step('disburse');
    const { breaches } = of(run);
    expect(breaches).toHaveLength(1);
    expect(breaches[0]).toMatchObject({
      requirement: 'event.completed-not-before-disburse',
      also: ['collection.credit-signal'],
      cause: 'early',
      message: 'disbursement.completed is sent before disburse',
      expected: 'disbursement.completed only after an accepted disburse',
      received: `${COMPLETED} after deposit_detected, deposit_confirmed`,
      likely: 'another transition sends the credit signal; a consumer would credit money that has not moved',
      evidence: [deliveries[1]?.id, 'j1'],
    });
  });

  test('finds it if the order never takes disburse', () => {
    const run = aRun();
    const journey = run.journey();
    journey.deliver(COMPLETED);
    journey.step('deposit_detected');
    expect(of(run).breaches).toMatchObject([{ cause: 'early', received: `${COMPLETED} before any step` }]);
  });

  test('names each of several', () => {
    const run = aRun();
    const journey = run.journey();
    const { deliveries } = journey.step('deposit_detected', { sends: [COMPLETED, COMPLETED] });
    expect(of(run).breaches).toMatchObject([{ evidence: [...deliveries.map(({ id }) => id), 'j1'] }]);
  });

  test('does not judge an order that neither disburses nor fails', () => {
    const run = aRun();
    run.journey().step('deposit_detected');
    expect(of(run)).toEqual({ breaches: [], passes: {} });
  });

  test('finds it even if it shares its id with another event', () => {
    const run = aRun();
    const journey = run.journey();
    const [first] = journey.step('deposit_detected').deliveries;
    journey.deliver(COMPLETED, { event: `evt_${first?.id}` });
    journey.step('disburse');
    expect(of(run).breaches.map(({ cause }) => cause)).toEqual(['early']);
  });

  test('finds it after a disburse that was refused', () => {
    const run = aRun();
    const journey = run.journey();
    journey.step('deposit_detected');
    journey.step('disburse', { status: 409, sends: [COMPLETED] });
    const received = `${COMPLETED} after deposit_detected, disburse (409)`;
    expect(of(run).breaches).toMatchObject([
      {
        cause: 'refused',
        message: 'disbursement.completed is sent although disburse was refused',
        received,
        likely: 'the step is refused after its webhook was stored; a consumer would credit money that has not moved',
      },
    ]);
  });

  test.each([{ status: 500 }, { status: 504 }, { failure: 'dropped' as const }])(
    'does not report it as early after a disburse that ended %o and may have taken effect',
    options => {
      const run = aRun();
      run.journey().step('disburse', { ...options, sends: [COMPLETED] });
      expect(of(run).breaches).toEqual([]);
    },
  );

  test('does not judge an order without a step of the run, which another client may have driven', () => {
    const run = aRun(undefined, { settings: { orderSetting: 'ORDER_IDS' } });
    const idle = run.journey();
    idle.deliver(COMPLETED);
    const made = aRun();
    made.journey().deliver(COMPLETED);
    expect(of(made)).toEqual({ breaches: [], passes: {} });
    const spent = run.journey();
    spent.deliver(COMPLETED);
    spent.step('deposit_detected', { status: 409 });
    expect(of(run)).toEqual({ breaches: [], passes: {} });
  });

  test('judges an order that was made for the run, even if every step is refused', () => {
    const run = aRun();
    run.journey().step('disburse', { status: 409, sends: [COMPLETED] });
    expect(of(run).breaches).toMatchObject([{ cause: 'refused', received: `${COMPLETED} after disburse (409)` }]);
  });

  test('does not require it of an accepted disburse that the order was not ready for', () => {
    const run = aHeardRun();
    run.journey().happyPath();
    const journey = run.journey();
    journey.step('fail');
    journey.step('disburse', { sends: [] });
    expect(of(run).breaches).toEqual([]);
  });

  test('ignores the word elsewhere in an earlier event', () => {
    const run = aRun(({ id, type, order }) => ({
      body: { id, type, ends_with: COMPLETED, data: { order_id: order } },
    }));
    run.journey().happyPath();
    expect(of(run).breaches).toEqual([]);
  });
});

describe('completed, for an order that does not exist', () => {
  const asking = (options: ExchangeOptions = {}) => {
    const run = aRun();
    run.journey().happyPath();
    const { id } = run.exchange('simulateCollectionOrder', {
      method: 'POST',
      condition: 'unknown-order',
      url: 'https://sandbox.test/sandbox/collection-orders/made-up%2Fid/simulate',
      status: 404,
      ...options,
    });
    return { run, id };
  };

  test.each([404, 202])('finds it, and names the order, if the call was answered %i', status => {
    const { run, id } = asking({ status });
    const { id: credit } = run.deliver(COMPLETED, { order: 'made-up/id' });
    const { breaches } = of(run);
    expect(breaches).toHaveLength(1);
    expect(breaches[0]).toMatchObject({
      requirement: 'event.completed-not-before-disburse',
      also: ['collection.credit-signal'],
      cause: 'no such order',
      message: 'disbursement.completed arrives for an order that does not exist',
      expected: 'no disbursement.completed: the order id was made up',
      likely: 'the webhook is sent before the order is looked up; a consumer would credit money that has not moved',
      received: `a signed disbursement.completed for made-up/id, after a call that got ${status}`,
      evidence: [credit, id],
    });
  });

  test.each([
    ['advice where a disburse was taken', 202, 'disburse', 'advice'],
    ['a breach where a disburse was refused', 404, 'disburse', undefined],
    ['a breach where another step was taken', 202, 'deposit_detected', undefined],
  ])('is %s for it', (_, status, event, severity) => {
    const { run } = asking({ status, asks: { event } });
    run.deliver(COMPLETED, { order: 'made-up/id' });
    const { breaches } = of(run);
    expect(breaches.map(found => found.severity)).toEqual([severity]);
    expect(breaches[0]?.also).toEqual(severity === undefined ? ['collection.credit-signal'] : undefined);
  });

  test('is a breach where a disburse was taken, and another step of such an order too, which sent nothing', () => {
    const { run } = asking({ status: 202, asks: { event: 'disburse' } });
    run.deliver(COMPLETED, { order: 'made-up/id' });
    expect(of(run).breaches.map(({ severity }) => severity)).toEqual(['advice']);
    run.exchange('simulateCollectionOrder', {
      ...{ method: 'POST', condition: 'unknown-order', asks: { event: 'deposit_detected' }, status: 202 },
      url: 'https://sandbox.test/sandbox/collection-orders/other/simulate',
    });
    expect(of(run).breaches.map(({ severity }) => severity)).toEqual([undefined]);
    run.deliver('collection.deposit_detected', { order: 'other' });
    expect(of(run).breaches.map(({ severity }) => severity)).toEqual(['advice']);
  });

  test('finds it where the call had no answer', () => {
    const { run } = asking({ failure: { kind: 'timeout', message: '' } });
    run.deliver(COMPLETED, { order: 'made-up/id' });
    expect(of(run).breaches[0]?.received).toMatch(/after a call that got no answer$/);
  });

  test('finds it for an id with invalid escapes', () => {
    const { run } = asking({ url: 'https://sandbox.test/sandbox/collection-orders/%zz/simulate' });
    run.deliver(COMPLETED, { order: '%zz' });
    expect(of(run).breaches).toHaveLength(1);
  });

  test.each([
    ['of another type', 'collection.deposit_detected', {}],
    ['about another order', COMPLETED, { order: 'somebody-else' }],
    ['that nobody signed', COMPLETED, { signatures: [] }],
    ['to another path', COMPLETED, { ours: false }],
    ['that was cut short', COMPLETED, { complete: false }],
  ])('ignores a webhook %s', (_, type, options) => {
    const { run } = asking();
    run.deliver(type, { order: 'made-up/id', ...options });
    expect(of(run).breaches).toEqual([]);
  });

  test('ignores an unattributed delivery about an unknown order', () => {
    const { run } = asking({ condition: 'without-event' });
    run.deliver(COMPLETED, { order: 'made-up/id' });
    expect(of(run).breaches).toEqual([]);
  });
});

describe('completed, on failure', () => {
  test.each(['wrong_chain', 'expire', 'fail'] as const)('finds it for an order that went to %s', event => {
    const run = aRun();
    const journey = run.journey();
    const { deliveries } = journey.step(event, { sends: ['it.failed', COMPLETED] });
    const { breaches, passes } = of(run);
    expect(breaches).toHaveLength(1);
    expect(breaches[0]).toMatchObject({
      requirement: 'event.completed-never-on-failure',
      also: ['collection.credit-signal'],
      cause: event,
      message: `disbursement.completed is sent for an order that ended with ${event}`,
      expected: 'no disbursement.completed',
      received: `${COMPLETED} 0.03 s after ${event}`,
      likely: 'a transition other than disburse sends it; a consumer would credit money that was never received',
      evidence: [deliveries[1]?.id, 'j1'],
    });
    expect(passes['event.completed-never-on-failure']).toBeUndefined();
  });

  test('reports that it arrived before the failure', () => {
    const run = aRun();
    const journey = run.journey();
    journey.step('deposit_detected', { sends: [COMPLETED] });
    journey.step('fail');
    expect(of(run).breaches).toMatchObject([{ cause: 'fail', received: `${COMPLETED} 0.02 s before fail` }]);
  });

  test('reports it as early if the failure was refused', () => {
    const run = aRun();
    const journey = run.journey();
    journey.step('wrong_chain', { status: 409 });
    journey.step('deposit_detected', { sends: ['collection.deposit_detected', COMPLETED] });
    expect(of(run).breaches.map(({ cause }) => cause)).toEqual(['early']);
  });

  test('allows it if the order was disbursed before it failed', () => {
    const run = aRun();
    const journey = run.journey().happyPath();
    journey.step('fail');
    const { breaches, passes } = of(run);
    expect(breaches).toEqual([]);
    expect(passes).toMatchObject({ 'event.completed-not-before-disburse': [journey.id] });
  });

  test.each(['interrupted', 'deadline', undefined] as const)(
    'does not pass a run that ended %s, before its fence',
    end => {
      const run = aRun().ends(end);
      run.journey().step('fail');
      expect(of(run)).toEqual({ breaches: [], passes: {} });
    },
  );
});

test('completed reads the type where the interpretation places it', () => {
  const run = aRun(({ id, type, order }) => ({
    body: { id, data: { order_id: order } },
    headers: [['X-Event-Type', type]],
  }));
  run.journey().happyPath();
  const interpretation = { ...INTERPRETATION, eventType: 'header:x-event-type' };
  expect(outcome(completed, run, interpretation).passes['event.completed-delivered']).toHaveLength(1);
});
