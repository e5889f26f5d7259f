import { describe, expect, test } from 'vitest';
import { aRun, aSoundRun, type RunMade } from '../../testing/evidence.ts';
import type { StepOptions } from '../../testing/evidence-options.ts';
import { hiddenIn, outcome } from '../../testing/outcome.ts';
import { hidden } from './check.ts';
import { order } from './order.ts';
import { simulateSteps } from './simulate-steps.ts';

const ofPath = (run: RunMade) =>
  outcome(order, run).breaches.filter(({ requirement }) => requirement === 'lifecycle.happy-path');
const of = (run: RunMade) => {
  const { breaches, passes } = outcome(simulateSteps, run);
  return { breaches: [...ofPath(run), ...breaches], passes };
};
const broken = (run: RunMade) => of(run).breaches.map(({ requirement, cause }) => `${requirement} ${cause}`);
const EMBEDDED = { target: { kind: 'embedded', url: 'http://127.0.0.1:1' } } as const;
const ORDER_IDS = { settings: { orderSetting: 'ORDER_IDS' } };

describe('simulate-steps', () => {
  test('passes each step of a conformant run for the requirements that it shows', () => {
    const run = aSoundRun();
    run.journey().step('deposit_detected', { amount: '1' });
    run.journey().step('wrong_chain', { network: 'tron' });
    const { breaches, passes } = of(run);
    expect(breaches).toEqual([]);
    const counts = Object.entries(passes).map(([id, evidence]) => [id, evidence.length]);
    expect(Object.fromEntries(counts)).toEqual({
      'simulate.route': 14,
      'version.prefix': 14,
      'lifecycle.happy-path': 10,
      'lifecycle.other-steps': 4,
      'collection.lifecycle': 3,
      'simulate.optional-fields': 12,
      'simulate.received-amount': 1,
      'simulate.received-network': 1,
    });
  });

  test.each([
    ['deposit_detected', 0, 'simulate.deposit-detected'],
    ['deposit_confirmed', 1, 'simulate.deposit-confirmed'],
    ['disburse', 2, 'simulate.disburse'],
  ] as const)('finds %s refused on the happy path', (event, before, requirement) => {
    const run = aSoundRun();
    const journey = run.journey();
    for (const step of (['deposit_detected', 'deposit_confirmed'] as const).slice(0, before)) journey.step(step);
    const { exchange } = journey.step(event, { status: 422 });
    expect(of(run).breaches).toMatchObject([
      {
        requirement: 'lifecycle.happy-path',
        also: ['collection.lifecycle', 'simulate.route', requirement],
        cause: `${event} 422`,
        message: `the service refuses ${event} on the happy path`,
        expected: 'a 2xx',
        received: '422 nothing',
        evidence: [exchange.id],
      },
    ]);
    const later = ['simulate.deposit-confirmed', 'simulate.disburse'].slice(before);
    expect(hiddenIn(order, run).filter(({ requirement }) => requirement.startsWith('simulate.'))).toEqual(
      later.map(step => hidden(step, ['lifecycle.happy-path'], exchange.id)),
    );
  });

  test('does not judge a step that came after the clock of this machine was set: the order may have expired', () => {
    const run = aSoundRun();
    run.trouble(run.now, run.now, 'clock');
    run.journey().step('deposit_detected', { status: 422 });
    expect(broken(run)).toEqual([]);
  });

  test.each([401, 403, 404, 410, 429, 502, 503, 504])('does not treat %i as a refusal of the step', status => {
    const run = aSoundRun();
    run.journey().step('deposit_detected', { status });
    run.journey().step('expire', { status });
    expect(broken(run)).toEqual([]);
  });

  test.each([
    [409, []],
    [500, ['lifecycle.happy-path deposit_confirmed 500']],
  ])('judges a step before the webhook of the step before, which may still be taken, by %i', (status, expected) => {
    const run = aSoundRun();
    const journey = run.journey();
    journey.step('deposit_detected', { sends: [], wait: 'none' });
    journey.step('deposit_confirmed', { status });
    journey.deliver('collection.deposit_detected');
    expect(broken(run)).toEqual(expected);
  });

  test('does not judge a failure that was tried after disburse only, or at the same time', () => {
    const run = aRun();
    run.journey().happyPath().step('fail', { status: 409 });
    const journey = run.journey();
    for (const step of ['deposit_detected', 'deposit_confirmed'] as const) journey.step(step);
    const at = run.now + 1;
    const sent = (event: string) => ({ journey: journey.id, asks: { event }, sentAt: at, method: 'POST' });
    const rival = run.exchange('simulateCollectionOrder', { ...sent('fail'), status: 409 });
    run.write({ type: 'step', journey: journey.id, event: 'fail', exchange: rival.id, at });
    const disburse = run.exchange('simulateCollectionOrder', { ...sent('disburse'), status: 202 });
    run.write({ type: 'step', journey: journey.id, event: 'disburse', exchange: disburse.id, at });
    expect(broken(run)).toEqual([]);
    run.journey().step('fail', { status: 409 });
    expect(broken(run)).toEqual(['lifecycle.other-steps fail']);
  });

  test.each([
    [3, 0, 1, ['lifecycle.happy-path deposit_detected 403']],
    [2, 0, 1, []],
    [3, 1, 1, []],
    [3, 0, 0, []],
  ])('treats 403 as a refusal of the step where %i orders get it, %i take the step and %i another', (...counts) => {
    const [forbidden, taken, others, found] = counts;
    const run = aRun();
    for (let n = 0; n < forbidden; n++) run.journey().step('deposit_detected', { status: 403 });
    for (let n = 0; n < taken; n++) run.journey().step('deposit_detected');
    for (let n = 0; n < others; n++) run.journey().step('expire');
    expect([...new Set(broken(run))]).toEqual(found);
  });

  test('treats 403 as a refusal of the step where the order took another step', () => {
    const run = aSoundRun();
    const journey = run.journey();
    journey.step('deposit_detected');
    journey.step('deposit_confirmed', { status: 403 });
    expect(broken(run)).toEqual(['lifecycle.happy-path deposit_confirmed 403']);
  });

  test('does not judge a step without an answer, or after one without an answer', () => {
    const run = aSoundRun();
    const journey = run.journey();
    journey.step('deposit_detected', { failure: 'timeout' });
    journey.step('deposit_confirmed', { status: 409 });
    expect(broken(run)).toEqual([]);
  });

  test('does not judge steps outside the happy path', () => {
    const run = aSoundRun();
    const twice = run.journey();
    twice.step('deposit_detected');
    twice.step('deposit_detected', { status: 409 });
    run.journey().step('disburse', { status: 409 });
    const failed = run.journey();
    failed.step('fail');
    failed.step('deposit_detected', { status: 409 });
    const held = run.journey();
    held.step('deposit_detected', { amount: '1' });
    held.step('deposit_confirmed', { status: 409 });
    expect(broken(run)).toEqual([]);
  });

  test('does not judge an order that a call without a key may have advanced', () => {
    const run = aSoundRun();
    const journey = run.journey();
    run.exchange('simulateCollectionOrder', { journey: journey.id, condition: 'without-key', status: 202 });
    journey.step('deposit_detected', { status: 409 });
    expect(broken(run)).toEqual([]);
  });

  test('requires nothing after a refused step, which may put an order under review', () => {
    const run = aSoundRun();
    const journey = run.journey();
    journey.step('fail', { status: 409 });
    journey.step('deposit_detected', { status: 409 });
    expect(broken(run)).toEqual([]);
  });

  test('requires nothing of a step that was sent while another was under way', () => {
    const run = aSoundRun();
    const journey = run.journey();
    for (const event of ['deposit_detected', 'deposit_confirmed'] as const) journey.step(event);
    const { exchange } = journey.step('disburse', { status: 409 });
    expect(broken(run)).toEqual(['lifecycle.happy-path disburse 409']);
    run.write({ type: 'step', journey: journey.id, event: 'disburse', exchange: 'x999', at: exchange.sentAt + 0.1 });
    expect(broken(run)).toEqual([]);
  });
});

describe('simulate-steps, if no order takes its first step,', () => {
  const refused = (info: Parameters<typeof aRun>[1], status = 409) => {
    const run = aRun(undefined, info);
    for (let n = 0; n < 3; n++) run.journey().step('deposit_detected', { status });
    return broken(run);
  };

  test('does not judge a remote target, whose orders may be used', () => expect(refused({})).toEqual([]));

  test('finds it on the embedded target, and if the service fails on it', () => {
    expect(refused(EMBEDDED)).toHaveLength(3);
    expect(refused({}, 500)).toHaveLength(3);
  });

  test.each([404, 405])('finds the route missing if orders created for the run are answered %i', status => {
    const run = aRun(undefined, {});
    const { exchange } = run.journey().step('deposit_detected', { status });
    expect(of(run).breaches).toMatchObject([
      {
        requirement: 'simulate.route',
        also: ['version.prefix'],
        cause: 'missing',
        message: 'the simulate route is missing, so no order can be driven',
        expected: 'a 2xx for a step of a new order',
        next: 'check SANDBOX_URL, and that ORDER_COMMAND creates its orders there',
        received: `${status}`,
        evidence: [exchange.id],
      },
    ]);
    run.journey().step('deposit_detected');
    expect(broken(run)).not.toContain('simulate.route missing');
  });

  test('does not report the route missing if orders are configured, answers differ, or none exists', () => {
    expect(refused(ORDER_IDS, 404)).toEqual([]);
    const run = aRun();
    run.journey().step('deposit_detected', { status: 404 });
    run.journey().step('deposit_detected', { failure: 'timeout' });
    expect(broken(run)).toEqual([]);
    expect(refused({}, 403)).toEqual([]);
  });
});

describe('simulate-steps, with configured orders', () => {
  test('does not judge an order that takes no step and may have been driven before', () => {
    const run = aSoundRun(undefined, ORDER_IDS);
    const spent = run.journey();
    spent.step('wrong_chain', { status: 409 });
    spent.step('deposit_detected', { status: 409 });
    expect(broken(run)).toEqual([]);
  });

  test('judges an order that takes or may have taken a step, or on which the service fails', () => {
    for (const options of [{}, { failure: 'timeout' }] satisfies StepOptions[]) {
      const run = aRun(undefined, ORDER_IDS);
      run.journey().step('expire');
      const journey = run.journey();
      journey.step('wrong_chain', { status: 409 });
      journey.step('deposit_detected', options);
      expect(broken(run)).toEqual(['lifecycle.other-steps wrong_chain']);
    }
    const run = aSoundRun(undefined, ORDER_IDS);
    run.journey().step('deposit_detected', { status: 500 });
    expect(broken(run)).toEqual(['lifecycle.happy-path deposit_detected 500']);
  });

  test('judges every order from a command or the embedded target', () => {
    for (const info of [{}, { ...EMBEDDED, ...ORDER_IDS }]) {
      const run = aSoundRun(undefined, info);
      run.journey().step('deposit_detected', { status: 409 });
      expect(broken(run)).toEqual(['lifecycle.happy-path deposit_detected 409']);
    }
  });
});

describe('simulate-steps, outside the happy path', () => {
  test.each([
    ['wrong_chain', 'simulate.wrong-chain'],
    ['expire', 'simulate.expire'],
    ['fail', 'simulate.fail'],
  ] as const)('finds %s refused from every state that was tried', (event, requirement) => {
    const run = aRun();
    const fresh = run.journey().step(event, { status: 409 });
    const journey = run.journey();
    journey.step('deposit_detected');
    const later = journey.step(event, { status: 422 });
    expect(of(run).breaches).toMatchObject([
      {
        requirement: 'lifecycle.other-steps',
        also: [requirement],
        cause: event,
        message: `the service refuses ${event} from every state that was tried`,
        expected: 'a 2xx from some state',
        received: '409, 422',
        evidence: [fresh.exchange.id, later.exchange.id],
      },
    ]);
  });

  test('finds a failure refused although another one, whose step sends two webhooks, ended an order before', () => {
    const run = aRun();
    run.journey().step('wrong_chain', { status: 409 });
    const journey = run.journey();
    journey.step('expire', { sends: ['collection.expired', 'quote.expired'] });
    journey.step('wrong_chain', { status: 409 });
    run.journey().step('expire', { sends: ['quote.expired'] });
    expect(broken(run)).toEqual(['lifecycle.other-steps wrong_chain']);
  });

  test('finds a failure refused that was tried only before the order was credited', () => {
    const run = aRun();
    const journey = run.journey();
    journey.step('fail', { status: 409 });
    journey.happyPath();
    expect(broken(run)).toEqual(['lifecycle.other-steps fail']);
  });

  test('finds a failure refused that was tried while a step that credits nothing was under way', () => {
    const run = aRun();
    run.journey().step('fail', { status: 404 });
    const journey = run.journey();
    const { exchange } = journey.step('deposit_detected');
    const rival = run.exchange('simulateCollectionOrder', { journey: journey.id, status: 409 });
    run.write({ type: 'step', journey: journey.id, event: 'fail', exchange: rival.id, at: exchange.sentAt + 1 });
    expect(broken(run)).toEqual(['lifecycle.other-steps fail']);
  });

  test('finds no failure refused everywhere that no new order was asked for', () => {
    const run = aRun();
    const journey = run.journey();
    journey.step('deposit_detected');
    journey.step('fail', { status: 409 });
    expect(broken(run)).toEqual([]);
    run.journey().step('fail', { status: 409 });
    expect(broken(run)).toEqual(['lifecycle.other-steps fail']);
  });

  test.each([404, 410])('treats %i as a refusal if the order took another step', status => {
    const run = aRun();
    run.journey().step('fail', { status });
    const journey = run.journey();
    journey.step('deposit_detected');
    expect(broken(run)).toEqual([]);
    journey.step('fail', { status });
    expect(broken(run)).toEqual(['lifecycle.other-steps fail']);
    const onTheWay = run.journey();
    onTheWay.step('deposit_detected');
    onTheWay.step('deposit_confirmed', { status });
    expect(broken(run)).toContain(`lifecycle.happy-path deposit_confirmed ${status}`);
  });

  test.each([{}, { failure: 'timeout' }, { status: 401 }] satisfies StepOptions[])(
    'allows a refusal from one state if the step is %o from another',
    options => {
      const run = aRun();
      run.journey().step('fail', { status: 409 });
      const journey = run.journey();
      journey.step('deposit_detected');
      journey.step('fail', options);
      expect(broken(run)).toEqual([]);
    },
  );

  test('judges nothing if no order takes any step', () => {
    const run = aRun();
    run.journey().step('fail', { status: 409 });
    expect(broken(run)).toEqual([]);
  });

  test('allows that a network is not known', () => {
    const run = aSoundRun();
    run.journey().step('wrong_chain', { network: 'tron', status: 422 });
    expect(broken(run)).toEqual([]);
    const alone = aRun();
    const journey = alone.journey();
    journey.step('wrong_chain', { network: 'tron', status: 422 });
    journey.step('deposit_detected');
    expect(broken(alone)).toEqual([]);
  });
});

describe('simulate-steps, with optional fields', () => {
  test.each([
    ['deposit_detected', { amount: '1' }, 'received_amount'],
    ['wrong_chain', { network: 'tron' }, 'received_network'],
  ] as const)('finds %s refused without, and taken with %o', (event, named, field) => {
    const run = aRun(undefined, ORDER_IDS);
    const later = run.journey();
    later.step('expire');
    later.step(event, { status: 400 });
    const journey = run.journey();
    const plain = journey.step(event, { status: 400 });
    journey.step('fail');
    const taken = run.journey().step(event, named);
    const found = of(run).breaches.find(({ requirement }) => requirement === 'simulate.optional-fields');
    expect(found).toMatchObject({
      cause: event,
      message: `the service refuses ${event} without ${field}, but accepts it with ${field}`,
      expected: `a 2xx: ${field} is optional`,
      received: '400',
      evidence: [plain.exchange.id, taken.exchange.id],
    });
  });

  test('judges nothing if the step is once accepted without the field, or either form was not tried', () => {
    const tried = (...all: readonly StepOptions[]) => {
      const run = aRun();
      for (const options of all) run.journey().step('wrong_chain', options);
      return broken(run).filter(text => text.startsWith('simulate.optional-fields'));
    };
    const named = { network: 'tron' };
    expect(tried(named, { status: 409 }, {})).toEqual([]);
    expect(tried(named)).toEqual([]);
    expect(tried(named, { status: 503 })).toEqual([]);
    expect(tried({ ...named, status: 422 }, { status: 409 })).toEqual([]);
    expect(tried(named, { status: 409 })).toHaveLength(1);
  });

  test('finds that every network is refused, only where the target is said to know them', () => {
    const tried = (networksGiven: boolean, status: number, more: number) => {
      const run = aRun(undefined, { settings: networksGiven ? { networksGiven } : {} });
      run.journey().step('wrong_chain', { network: 'tron', status });
      run.journey().step('wrong_chain', { network: 'base', status: more });
      run.journey().step('wrong_chain');
      return outcome(simulateSteps, run).breaches;
    };
    expect(tried(true, 422, 400)).toMatchObject([
      {
        requirement: 'simulate.received-network',
        cause: 'refused',
        message: 'wrong_chain is refused with every received_network, but accepted without',
        expected: 'a 2xx for a network',
        received: '422 for tron, 400 for base',
        evidence: ['x1', 'x2'],
      },
    ]);
    expect([tried(false, 422, 400), tried(true, 422, 202), tried(true, 422, 401)]).toEqual([[], [], []]);
  });

  test('finds that every amount is refused if an amount is optional', () => {
    const tried = (...amounts: readonly [string, number][]) => {
      const run = aSoundRun();
      const made = amounts.map(([amount, status]) => run.journey().step('deposit_detected', { amount, status }));
      return { found: of(run).breaches, ids: made.map(({ exchange }) => exchange.id) };
    };
    const { found, ids } = tried(['1', 422], ['2', 422], ['3', 400]);
    expect(found).toMatchObject([
      {
        requirement: 'simulate.received-amount',
        cause: 'refused',
        expected: 'a 2xx: received_amount forces an amount mismatch',
        received: '422 for 1, 422 for 2, 400 for 3',
        evidence: ids,
      },
    ]);
    expect(tried(['1', 422], ['2', 422], ['2', 422]).found).toEqual([]);
    expect(tried(['1', 422], ['2', 422], ['3', 202]).found).toEqual([]);
    expect(tried(['1', 422], ['2', 422], ['3', 429]).found).toEqual([]);
  });

  test.each([{ status: 422 }, { failure: 'timeout' }] satisfies StepOptions[])(
    'does not blame the amount if a deposit without one also ended %o',
    options => {
      const run = aRun();
      run.journey().step('expire');
      run.journey().step('deposit_detected', options);
      for (const amount of ['1', '2', '3']) run.journey().step('deposit_detected', { amount, status: 422 });
      expect(broken(run).filter(text => text.startsWith('simulate.received-amount'))).toEqual([]);
    },
  );

  test('does not blame the amount if a deposit without one was taken only after another step', () => {
    const run = aRun();
    const journey = run.journey();
    journey.step('expire');
    journey.step('deposit_detected');
    for (const amount of ['1', '2', '3']) run.journey().step('deposit_detected', { amount, status: 422 });
    expect(broken(run)).toEqual([]);
  });

  test.each([
    ['deposit_detected', { amount: '1' }, 'simulate.received-amount', '500 for 1'],
    ['wrong_chain', { network: 'tron' }, 'simulate.received-network', '500 for tron'],
  ] as const)('finds that the service fails on %s with %o', (event, named, requirement, received) => {
    const run = aSoundRun();
    const { exchange } = run.journey().step(event, { ...named, status: 500 });
    run.journey().step(event, { ...named, status: 503 });
    const field = requirement.replace('simulate.', '').replace('-', '_');
    expect(of(run).breaches).toMatchObject([
      {
        requirement,
        cause: 'broken 500',
        message: `the service answers with a server error to ${field}`,
        expected: 'a 2xx, or an error that names the problem with the value',
        received,
        evidence: [exchange.id],
      },
    ]);
  });

  test('does not blame a field for a step that fails without it, too', () => {
    const run = aSoundRun();
    for (const named of [{ network: 'tron' }, {}]) run.journey().step('wrong_chain', { ...named, status: 500 });
    expect(of(run).breaches.map(({ requirement }) => requirement)).toEqual([]);
  });
});
