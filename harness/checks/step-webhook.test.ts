import { describe, expect, test } from 'vitest';
import type { SimulateEvent } from '../core/lifecycle.ts';
import { ALLOWED_MS, aRun, aSoundRun, type RunMade } from '../testing/evidence.ts';
import type { StepOptions } from '../testing/evidence-options.ts';
import { hiddenIn, outcome } from '../testing/outcome.ts';
import { hidden } from './check.ts';
import { stepWebhook } from './step-webhook.ts';

type Step = readonly [SimulateEvent, StepOptions?];
const of = (run: RunMade) => outcome(stepWebhook, run);
const causes = (run: RunMade) => of(run).breaches.map(({ cause }) => cause);

describe('step-webhook', () => {
  test('passes every step of a sound run, each under its own requirement too', () => {
    const { breaches, passes } = of(aSoundRun());
    expect(breaches).toEqual([]);
    const counts = Object.entries(passes).map(([id, evidence]) => [id, evidence.length]);
    expect(Object.fromEntries(counts)).toEqual({
      'event.every-step': 12,
      'simulate.own-order': 12,
      'simulate.deposit-detected': 3,
      'simulate.deposit-confirmed': 3,
      'simulate.disburse': 3,
      'simulate.expire': 1,
      'simulate.fail': 1,
      'simulate.wrong-chain': 1,
    });
  });

  test.each([
    ['deposit_detected', 'simulate.deposit-detected'],
    ['wrong_chain', 'simulate.wrong-chain'],
    ['expire', 'simulate.expire'],
    ['fail', 'simulate.fail'],
  ] as const)('finds %s without its webhook', (event, requirement) => {
    const run = aSoundRun();
    const journey = run.journey();
    const { exchange } = journey.step(event, { sends: [] });
    for (let n = 0; n < 2; n++) run.journey().step('expire');
    run.journey().step('fail', { status: 409 });
    expect(of(run).breaches).toMatchObject([
      {
        requirement: 'event.every-step',
        also: [requirement],
        cause: event,
        message: `${event} is accepted, but its webhook does not arrive`,
        expected: 'a webhook about the order',
        received: `none about ${journey.order} in 5.2 s; 2 later steps got theirs`,
        likely: 'the service loses the event, or sends it to another address',
        next: `if the service needs longer, raise DELIVERY_TIMEOUT_MS (${ALLOWED_MS} ms)`,
        evidence: [exchange.id, journey.id],
      },
    ]);
  });

  test.each([
    [['collection.failed'], 'co_9z received it, so it is not always missing'],
    [[], 'co_9z did not receive it either, with nothing else running'],
  ])('says what came of it when it was driven again alone: %s', (sends, what) => {
    const run = aSoundRun();
    const journey = run.journey();
    journey.step('fail', { sends: [] });
    const again = run.journey({ order: 'co_9z', diagnoses: journey.id });
    again.step('deposit_detected');
    again.step('fail', { sends });
    expect(of(run).breaches).toHaveLength(1);
    expect(of(run).breaches[0]?.likely).toBe(
      `the service loses the event, or sends it to another address; the isolated retry ${what}`,
    );
  });

  test('says nothing of a step that was not reached again', () => {
    const run = aSoundRun();
    const journey = run.journey();
    journey.step('fail', { sends: [] });
    run.journey({ diagnoses: journey.id }).step('expire');
    expect(of(run).breaches[0]?.likely).not.toContain('isolated retry');
  });

  test('finds it where it came about another order: one that had taken that step already', () => {
    const run = aSoundRun();
    const journey = run.journey();
    const other = run.journey();
    other.step('deposit_detected');
    const { exchange } = journey.step('deposit_detected', { sends: [], wait: 'none' });
    const unattributed = other.deliver('collection.deposit_detected');
    run.wait(journey.id, 'event', exchange.id, run.now, 'missed');
    expect(of(run).breaches).toMatchObject([
      {
        also: ['simulate.deposit-detected', 'simulate.own-order'],
        evidence: [exchange.id, unattributed.id, journey.id],
      },
    ]);
    expect(of(run).breaches[0]?.likely).toContain('names another order');
  });

  test('finds it where it came about an order that had taken no step yet, whatever its type', () => {
    const run = aSoundRun();
    const [journey, other] = [run.journey(), run.journey()];
    const from = run.now;
    const { exchange } = journey.step('fail', { sends: [], wait: 'none' });
    const unattributed = other.deliver('never.seen');
    run.wait(journey.id, 'event', exchange.id, from, 'missed');
    other.step('expire');
    expect(of(run).breaches).toMatchObject([
      { also: ['simulate.fail', 'simulate.own-order'], evidence: [exchange.id, unattributed.id, journey.id] },
    ]);
  });

  test('finds it where it came about an order that was there and was never taken', () => {
    const run = aSoundRun();
    const journey = run.journey();
    const from = run.now;
    const { exchange } = journey.step('fail', { sends: [], wait: 'none' });
    const unattributed = run.deliver('collection.failed', { order: 'co_spare' });
    run.wait(journey.id, 'event', exchange.id, from, 'missed');
    const evidence = { ...run.evidence, orders: ['co_spare'] };
    expect(outcome(stepWebhook, { evidence }).breaches).toMatchObject([
      { also: ['simulate.fail', 'simulate.own-order'], evidence: [exchange.id, unattributed.id, journey.id] },
    ]);
  });

  test('takes none about an order that was never taken for it, from before the step or after the wait', () => {
    const run = aSoundRun();
    const spare = () => run.deliver('collection.failed', { order: 'co_spare' });
    spare();
    run.journey().step('fail', { sends: [] });
    spare();
    const evidence = { ...run.evidence, orders: ['co_spare'] };
    expect(outcome(stepWebhook, { evidence }).breaches).toMatchObject([{ also: ['simulate.fail'] }]);
  });

  test('finds it where it names an order that nobody made', () => {
    const run = aRun();
    const journey = run.journey({ alone: true });
    const from = run.now;
    const { exchange } = journey.step('fail', { sends: [], wait: 'none' });
    const { id } = run.deliver('collection.failed', { order: 'co_9z' });
    run.wait(journey.id, 'event', exchange.id, from, 'came');
    expect(of(run)).toMatchObject({
      passes: {},
      breaches: [
        {
          requirement: 'simulate.own-order',
          cause: 'another',
          message: 'the webhook of fail names another order',
          likely:
            'the service mixes up orders; a consumer would credit one customer for the payment of another customer',
          expected: journey.order,
          received: 'co_9z',
          evidence: [id, exchange.id, journey.id],
        },
      ],
    });
    expect(hiddenIn(stepWebhook, run)).toEqual(
      ['event.every-step', 'simulate.fail'].map(requirement => hidden(requirement, ['simulate.own-order'], id)),
    );
  });

  test.each([
    ['what every order shows before its first step', 'session.created'],
    ['what an order shows behind its own step', undefined],
  ])('does not take %s for a webhook gone astray', (_, type) => {
    const run = aRun();
    const announced = () => {
      const journey = run.journey();
      if (type) journey.deliver(type);
      return journey;
    };
    for (let n = 0; n < 4; n++) announced().step('expire', { sends: ['collection.expired', 'collection.expired'] });
    const silent = announced();
    const { exchange } = silent.step('expire', { sends: [], wait: 'none' });
    const other = announced();
    if (!type) other.step('expire', { sends: ['collection.expired', 'collection.expired'] });
    run.wait(silent.id, 'event', exchange.id, run.now, 'missed');
    expect(of(run).breaches).toMatchObject([{ also: ['simulate.expire'] }]);
  });

  test('does not take the second event of a step, come late, for one gone astray', () => {
    const run = aRun();
    const sends = ['collection.updated', 'collection.deposit_detected'];
    const drive = (late: boolean) => {
      const journey = run.journey();
      journey.step('deposit_detected', { sends: late ? sends.slice(0, 1) : sends });
      journey.step('deposit_confirmed');
      if (late) journey.deliver('collection.deposit_detected');
    };
    // What is usual is counted over the orders that took the step, not over all.
    for (let n = 0; n < 9; n++) run.journey().step('fail');
    for (let n = 0; n < 3; n++) drive(false);
    const silent = run.journey();
    const from = run.now;
    const { exchange } = silent.step('deposit_detected', { sends: [], wait: 'none' });
    drive(true);
    run.wait(silent.id, 'event', exchange.id, from, 'missed');
    run.journey().step('deposit_detected', { sends: sends.slice(1) });
    expect(of(run).breaches).toMatchObject([{ also: ['simulate.deposit-detected'] }]);
  });

  test('finds one gone astray to an order that fails without having taken the step', () => {
    const run = aSoundRun();
    run.journey().step('fail');
    const silent = run.journey();
    const { exchange } = silent.step('deposit_detected', { sends: [], wait: 'none' });
    const other = run.journey();
    other.step('fail');
    const unattributed = other.deliver('collection.deposit_detected');
    run.wait(silent.id, 'event', exchange.id, run.now, 'missed');
    expect(of(run).breaches).toMatchObject([
      {
        also: ['simulate.deposit-detected', 'simulate.own-order'],
        evidence: [exchange.id, unattributed.id, silent.id],
      },
    ]);
  });

  test('takes none for it that is of another type, about an order that had taken a step, or after the wait', () => {
    const run = aSoundRun();
    const [busy, idle] = [run.journey(), run.journey()];
    busy.step('expire');
    const silent = run.journey();
    const { exchange } = silent.step('fail', { sends: [], wait: 'none' });
    busy.deliver('collection.deposit_detected');
    run.wait(silent.id, 'event', exchange.id, exchange.sentAt, 'missed');
    idle.deliver('never.seen');
    idle.step('wrong_chain');
    expect(of(run).breaches).toMatchObject([{ also: ['simulate.fail'] }]);
  });

  test('does not take a surplus from before the step for its webhook', () => {
    const run = aSoundRun();
    run.journey().deliver('collection.failed');
    run.journey().step('fail', { sends: [] });
    expect(of(run).breaches).toMatchObject([{ also: ['simulate.fail'] }]);
  });

  describe('where no step of its kind ever had its webhook', () => {
    /** Lets an order expire in silence, and `meanwhile` happen before the wait for its webhook ends. */
    const expireInSilence = (
      run: ReturnType<typeof aRun>,
      meanwhile: () => void,
      after: () => void = () => undefined,
    ) => {
      const journey = run.journey();
      const from = run.now;
      const { exchange } = journey.step('expire', { sends: [], wait: 'none' });
      meanwhile();
      run.wait(journey.id, 'event', exchange.id, from, 'missed');
      after();
      return { journey, exchange };
    };

    test('takes one about an order that was let go before for it, though that is usual', () => {
      const run = aRun();
      const other = run.journey();
      other.step('wrong_chain');
      other.end();
      const unattributed: string[] = [];
      const silent = [1, 2, 3].map(() =>
        expireInSilence(run, () => unattributed.push(other.deliver('collection.expired').id)),
      );
      expect(of(run).breaches[0]).toMatchObject({
        also: ['simulate.expire', 'simulate.own-order'],
        evidence: [silent[0]?.exchange.id, unattributed[0], silent[0]?.journey.id],
      });
    });

    test('takes one about an order of which nothing was asked yet, whatever was asked of others', () => {
      const run = aRun();
      run.exchange('simulateCollectionOrder', { journey: run.journey().id, condition: 'unknown-field' });
      const other = run.journey();
      let unattributed = '';
      const { journey, exchange } = expireInSilence(
        run,
        () => (unattributed = other.deliver('session.created').id),
        () => other.step('fail'),
      );
      expect(of(run).breaches).toMatchObject([
        { also: ['simulate.expire', 'simulate.own-order'], evidence: [exchange.id, unattributed, journey.id] },
      ]);
    });

    test('takes none about an order of which something else than a step was asked', () => {
      const run = aRun();
      const other = run.journey();
      run.exchange('simulateCollectionOrder', { journey: other.id, condition: 'unknown-field' });
      expireInSilence(run, () => other.deliver('collection.deposit_detected'));
      expect(of(run).breaches[0]?.also).toEqual(['simulate.expire']);
    });

    test('takes none about an order of which something was asked before, and again later', () => {
      const run = aRun();
      const other = run.journey();
      const refusal = { journey: other.id, condition: 'unknown-field', status: 400 } as const;
      const ask = () => run.exchange('simulateCollectionOrder', refusal);
      ask();
      expireInSilence(run, () => other.deliver('session.created'), ask);
      expect(of(run).breaches).toMatchObject([{ also: ['simulate.expire'] }]);
    });

    test('takes none about an order that took a step meanwhile', () => {
      const run = aRun();
      expireInSilence(run, () => run.journey().step('fail'));
      expect(of(run).breaches).toMatchObject([{ also: ['simulate.expire'] }]);
    });

    test('takes none about itself, and none from before the step or after the wait', () => {
      const run = aRun();
      const other = run.journey();
      other.deliver('session.created');
      expireInSilence(
        run,
        () => undefined,
        () => other.deliver('collection.expired'),
      );
      expect(of(run).breaches).toMatchObject([{ also: ['simulate.expire'] }]);
    });
  });

  test('finds webhooks that name their order with a truncated id', () => {
    const run = aRun(({ id, type, order }) => ({ body: { id, type, data: { order_id: order.slice(0, -2) } } }));
    const journey = run.journey({ order: 'co_93fKe72mQx', alone: true });
    journey.step('expire');
    expect(of(run).breaches).toMatchObject([
      { requirement: 'simulate.own-order', cause: 'truncated', expected: 'co_93fKe72mQx', received: 'co_93fKe72m' },
    ]);
  });

  test('finds a lost event where all events have one type', () => {
    const run = aRun(({ id, order }) => ({ body: { id, type: 'update', data: { order_id: order } } }));
    for (let n = 0; n < 3; n++) run.journey().happyPath();
    const journey = run.journey();
    journey.step('deposit_detected');
    journey.step('deposit_confirmed', { sends: [] });
    journey.step('disburse');
    expect(causes(run)).toEqual(['deposit_confirmed']);
  });

  test('finds a lost webhook although, on another way, a late one of an earlier step came after the same step', () => {
    const run = aRun();
    const both = ['collection.deposit_confirmed', 'collection.audited'];
    for (let n = 0; n < 3; n++) {
      const journey = run.journey();
      journey.step('deposit_detected');
      journey.step('deposit_confirmed', { sends: both });
    }
    const late = run.journey();
    late.step('deposit_detected');
    late.step('deposit_confirmed', { sends: both.slice(0, 1) });
    late.step('wrong_chain', { sends: both.slice(1) });
    run.journey().step('wrong_chain', { sends: [] });
    expect(causes(run)).toEqual(['wrong_chain']);
  });

  test('tells what came after the step instead, not what came before it', () => {
    const run = aSoundRun();
    const journey = run.journey();
    journey.step('deposit_detected');
    journey.step('deposit_confirmed', { sends: ['collection.deposit_detected', 'collection.expired'], wait: 'missed' });
    expect(of(run).breaches[0]?.received).toMatch(/^only collection\.deposit_detected, collection\.expired about /);
  });

  test('is satisfied by a webhook that comes late', () => {
    const run = aSoundRun();
    const journey = run.journey();
    const { exchange } = journey.step('fail', { sends: [] });
    const late = journey.deliver('collection.failed', { at: exchange.sentAt + 61_230 });
    expect(of(run).breaches).toMatchObject([
      {
        severity: 'advice',
        cause: 'late',
        message: 'a webhook arrives after the timeout',
        expected: 'the webhook of fail within 5000 ms',
        received: 'it came 61.2 s after the step',
        next: 'if the service needs longer, raise DELIVERY_TIMEOUT_MS',
        evidence: [late.id, exchange.id, journey.id],
      },
    ]);
    expect(of(run).passes['simulate.fail']).toContain(late.id);
  });

  test('finds a webhook in place of another, where that of another order comes after the time-out', () => {
    const run = aSoundRun();
    const other = run.journey();
    other.step('expire', { sends: [] });
    other.deliver('collection.expired');
    const journey = run.journey();
    journey.step('deposit_detected');
    journey.step('deposit_confirmed', { sends: ['collection.deposit_detected'], wait: 'missed' });
    run.journey().happyPath();
    expect(causes(run)).toContain('deposit_confirmed');
  });

  test('is satisfied by any event of a step that causes several', () => {
    const run = aRun();
    const sends = ['collection.updated', 'collection.expired'];
    for (let n = 0; n < 3; n++) run.journey().step('expire', { sends });
    run.journey().step('expire', { sends: sends.slice(1), wait: 'missed' });
    expect(causes(run)).toEqual([]);
  });
});

describe('step-webhook says only what is true', () => {
  const lost = () => {
    const run = aSoundRun();
    const journey = run.journey();
    journey.step('fail', { sends: [] });
    return { run, journey };
  };

  test('of another step’s event that came instead', () => {
    const { run, journey } = lost();
    journey.deliver('collection.expired');
    for (const event of ['fail', 'fail', 'expire', 'expire'] as const) run.journey().step(event);
    expect(of(run).breaches[0]?.received).toMatch(`only collection.expired about ${journey.order}`);
  });

  test('of a webhook that came under the id of an earlier event, which is another breach', () => {
    const run = aSoundRun();
    const journey = run.journey();
    const [first] = journey.step('deposit_detected').deliveries;
    journey.step('deposit_confirmed', { sends: [] });
    const { id } = journey.deliver('collection.deposit_confirmed', { event: `evt_${first?.id}` });
    expect(of(run).breaches).toEqual([]);
    expect(hiddenIn(stepWebhook, run)).toEqual([hidden('simulate.deposit-confirmed', ['event.id'], id)]);
  });

  test.each(['before', 'after'] as const)('of webhooks under a used id %s the step, which are not its own', when => {
    const run = aSoundRun();
    const journey = run.journey();
    const [first] = journey.step('deposit_detected').deliveries;
    if (when === 'before') journey.deliver('collection.expired', { event: `evt_${first?.id}` });
    journey.step('deposit_confirmed', { sends: [] });
    if (when === 'after' && first) journey.redeliver(first);
    expect(causes(run)).toEqual(['deposit_confirmed']);
  });

  test('of webhooks of two steps that share an id, and come after both', () => {
    const run = aRun();
    const types = ['collection.deposit_detected', 'collection.deposit_confirmed'];
    const events = ['deposit_detected', 'deposit_confirmed'] as const;
    for (let nth = 0; nth < 3; nth++) {
      const journey = run.journey();
      for (const [index, event] of events.entries()) {
        journey.step(event, { sends: [], wait: 'came' });
        journey.deliver(types[index] ?? '', { event: `evt_${journey.order}` });
      }
    }
    const journey = run.journey();
    const [detected] = events.map(event => journey.step(event, { sends: [], wait: 'none' }));
    for (const type of types) journey.deliver(type, { event: `evt_${journey.order}` });
    run.wait(journey.id, 'event', detected?.exchange.id ?? '', detected?.exchange.sentAt ?? 0, 'missed');
    run.journey().happyPath();
    expect(of(run).breaches.filter(({ evidence }) => evidence.includes(journey.id))).toEqual([]);
  });

  test('of a webhook that names the order in another letter case', () => {
    const { run, journey } = lost();
    const { id } = run.deliver('collection.failed', { json: { id: 'evt_1', order: journey.order.toUpperCase() } });
    expect(of(run).breaches).toMatchObject([
      { also: ['simulate.fail', 'simulate.own-order'], likely: 'the webhook names the order in another letter case' },
    ]);
    expect(of(run).breaches[0]?.evidence).toContain(id);
  });

  test('of a webhook that names an order in another letter case, but before the step, or of another receiver', () => {
    const { run, journey } = lost();
    const recased = (order: string, ours = true) =>
      run.deliver('collection.failed', { ours, json: { id: 'evt_1', order: order.toUpperCase() } });
    recased(journey.order, false);
    const later = run.journey();
    recased(later.order);
    later.step('fail', { sends: [] });
    const loses = 'the service loses the event, or sends it to another address';
    expect(of(run).breaches).toMatchObject([{ likely: loses }, { likely: loses }]);
  });

  test('of a webhook that names an order with capital letters as it is', () => {
    const run = aSoundRun();
    for (let n = 0; n < 2; n++) run.journey().step('fail');
    const journey = run.journey({ order: 'CO_9Z' });
    journey.step('fail', { sends: [] });
    journey.deliver('collection.deposit_detected');
    expect(of(run).breaches).toMatchObject([{ likely: 'the service sends another event in its place, or loses it' }]);
  });

  test('reads each webhook no more often where more of them are missing', () => {
    const readsPerWebhook = (count: number) => {
      const run = aSoundRun();
      let reads = 0;
      for (let made = 0; made < count; made++) {
        run.journey().step('fail', { sends: [] });
        const { body } = run.deliver('collection.failed', { order: 'co_9z' });
        const { text } = body;
        const read = () => {
          reads++;
          return text;
        };
        Object.defineProperty(body, 'text', { get: read });
      }
      expect(of(run).breaches.length).toBeGreaterThanOrEqual(count);
      return reads / count;
    };
    expect(readsPerWebhook(20)).toBe(readsPerWebhook(2));
  });

  test('of a webhook elsewhere that a probe caused', () => {
    const { run } = lost();
    const other = run.journey();
    run.exchange('simulateCollectionOrder', { journey: other.id, condition: 'unknown-field', status: 202 });
    other.deliver('collection.failed');
    expect(of(run).breaches[0]?.likely).toMatch(/^the service loses the event/);
  });

  test.each<[string, readonly SimulateEvent[]]>([
    ['at once', []],
    ['after a later step', ['deposit_confirmed']],
    ['after several', ['deposit_confirmed', 'disburse']],
  ])('of a webhook that comes after its time-out, %s', (_, later) => {
    const run = aSoundRun();
    const journey = run.journey();
    const { exchange } = journey.step('deposit_detected', { sends: [] });
    for (const event of later) journey.step(event);
    run.tick(3_000);
    const { id } = journey.deliver('collection.deposit_detected');
    expect(of(run).breaches).toMatchObject([
      { severity: 'advice', cause: 'late', requirement: 'event.every-step', evidence: [id, exchange.id, journey.id] },
    ]);
  });

  test.each([303, 404, 410])('of a step that was answered %i, as if the order were elsewhere or gone', status => {
    const run = aSoundRun();
    run.journey().step('expire', { status, sends: ['collection.expired'], wait: 'none' });
    expect(causes(run)).toEqual(['expire refused']);
  });

  test('of a refused step, which is advice unless another call accounts for it', () => {
    const run = aSoundRun();
    const journey = run.journey();
    journey.step('deposit_detected');
    const { exchange, deliveries } = journey.step('fail', { status: 409, sends: ['collection.failed'], wait: 'none' });
    const failed = run.journey();
    failed.step('fail');
    failed.step('fail', { status: 409, sends: ['collection.failed'], wait: 'none' });
    run.journey().step('expire', { status: 409, sends: ['step.rejected'], wait: 'none' });
    expect(of(run).breaches).toMatchObject([
      {
        severity: 'advice',
        cause: 'fail refused',
        received: 'collection.failed after 409',
        evidence: [deliveries[0]?.id, exchange.id, journey.id],
      },
    ]);
  });

  describe('of a step that is accepted, sends nothing and ends the happy path', () => {
    /** An order that fails in silence, with what it answers to the next step of the happy path. */
    const silent = (next: number) => {
      const run = aSoundRun();
      const journey = run.journey();
      journey.step('deposit_detected');
      const { exchange } = journey.step('fail', { sends: [], wait: 'none' });
      const refused = journey.step('deposit_confirmed', { status: next });
      return { run, journey, exchange, refused };
    };

    test.each([400, 403, 409, 422])(
      'which is a transition without a webhook, where the next is answered %i',
      status => {
        const { run, journey, exchange, refused } = silent(status);
        expect(of(run).breaches).toMatchObject([
          {
            requirement: 'event.every-step',
            cause: 'fail',
            likely: expect.stringMatching(/^the order has failed without a webhook: it refuses deposit_confirmed/),
            evidence: [exchange.id, refused.exchange.id, journey.id],
          },
        ]);
      },
    );

    test('also after steps that were refused and left the order where it was', () => {
      const run = aSoundRun();
      const journey = run.journey();
      for (const event of ['disburse', 'deposit_confirmed'] as const) journey.step(event, { status: 409 });
      for (const event of ['deposit_detected', 'deposit_confirmed'] as const) journey.step(event);
      journey.step('expire', { status: 409 });
      const { exchange } = journey.step('fail', { sends: [], wait: 'none' });
      const { exchange: refused } = journey.step('disburse', { status: 409 });
      expect(of(run).breaches).toMatchObject([{ cause: 'fail', evidence: [exchange.id, refused.id, journey.id] }]);
    });

    const silence: StepOptions = { sends: [], wait: 'none' };
    const [detected, failed]: readonly [Step, Step] = [['deposit_detected'], ['fail', silence]];
    test.each<[string, readonly Step[], SimulateEvent?]>([
      ['a mismatch', [['deposit_detected', { amount: '1.00' }], failed]],
      ['a step whose answer was lost', [['deposit_detected', { failure: 'timeout' }], failed]],
      ['a step that sent no webhook', [['deposit_detected', silence], failed]],
      ['another failure', [['expire'], failed]],
      ['a step that was not refused because of the order', [detected, ['expire', { status: 404 }], failed]],
      ['a step that was taken before', [detected, ['deposit_detected', silence]]],
      ['no failure', [['deposit_detected', silence]], 'deposit_detected'],
      ['a failure, where another step than the next is refused', [detected, failed], 'disburse'],
      ['a failure, where the step before is refused', [detected, failed], 'deposit_detected'],
    ])('of which nothing can be said after %s', (_, steps, refused = 'deposit_confirmed') => {
      const run = aSoundRun();
      const journey = run.journey();
      for (const step of steps) journey.step(...step);
      journey.step(refused, { status: 409 });
      expect(of(run).breaches).toEqual([]);
    });

    test('of which nothing can be said where anything comes after it', () => {
      const run = aSoundRun();
      for (let n = 0; n < 2; n++) run.journey().step('fail');
      const journey = run.journey();
      journey.step('deposit_detected');
      journey.step('fail', silence);
      journey.deliver('collection.deposit_detected');
      journey.step('deposit_confirmed', { status: 409 });
      expect(of(run).breaches).toEqual([]);
    });

    test('which only came late, while a repeated step was answered', () => {
      const run = aSoundRun();
      for (const event of ['fail', 'fail', 'fail'] as const) run.journey().step(event);
      const journey = run.journey();
      journey.step('deposit_detected');
      journey.step('fail', { sends: [], wait: 'none' });
      journey.step('deposit_detected', { sends: ['collection.failed'], wait: 'none' });
      journey.step('deposit_confirmed', { status: 409 });
      expect(of(run).breaches).toEqual([]);
    });

    test.each([202, 404, 500])('which is no transition where the next step is answered %i', status => {
      expect(of(silent(status).run).breaches).toEqual([]);
    });
  });
});
