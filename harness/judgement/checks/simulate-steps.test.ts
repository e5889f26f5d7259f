import { expect, test } from 'vitest';
import { addOrders } from '../../order/testing/orders.ts';
import { aRun, aSoundRun, type RunBuilder } from '../../testing/evidence.ts';
import { hiddenIn, outcome } from '../../testing/outcome.ts';
import { hidden } from './check.ts';
import { order } from './order.ts';
import { simulateSteps } from './simulate-steps.ts';

const of = (run: RunBuilder) => {
  const ofPath = outcome(order, run).breaches.filter(({ requirement }) => requirement === 'lifecycle.happy-path');
  const { breaches, passes } = outcome(simulateSteps, run);
  return { breaches: [...ofPath, ...breaches], passes };
};
const broken = (run: RunBuilder) => of(run).breaches.map(({ requirement, cause }) => `${requirement} ${cause}`);
/** What is found of a step that the happy path is refused. */
const onPath = (step: string) => `lifecycle.happy-path ${step.replace('!', ' ')}`;
const other = (cause: string) => `lifecycle.other-steps ${cause}`;

/** Three orders whose first step is answered so, and what is found of them. */
const firstSteps = (status: number) => Array(3).fill(`deposit_detected!${status}`);
const refused = (status: number) => firstSteps(status).map(onPath);

const EMBEDDED = { target: { kind: 'embedded', url: 'http://127.0.0.1:1' } } as const;
const ORDER_IDS = { settings: { orderSetting: 'ORDER_IDS' } };
const BOTH = { ...EMBEDDED, ...ORDER_IDS };
const OPTIONAL = 'simulate.optional-fields';
/** A run on a remote target whose orders are configured, so that they may be spent. */
const configured = () => aRun(undefined, ORDER_IDS);

/** The calls that were answered with an error. */
const refusalsIn = (run: RunBuilder) =>
  run.evidence.exchanges.flatMap(({ id, response }) => ((response?.status ?? 0) >= 400 ? [id] : []));

test('Each step of a conformant run passes for the requirements that it shows', () => {
  const { breaches, passes } = of(addOrders(aSoundRun(), 'deposit_detected@1', 'wrong_chain@tron'));
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

test.each<[string, RunBuilder, ...string[]]>([
  ['for a step without an answer, or after one', aSoundRun(), 'deposit_detected!timeout deposit_confirmed!409'],
  ['for a step that is repeated', aSoundRun(), 'deposit_detected deposit_detected!409'],
  ['for a step before its time', aSoundRun(), 'disburse!409'],
  ['for a step after a failure', aSoundRun(), 'fail deposit_detected!409'],
  ['for a step after a mismatch', aSoundRun(), 'deposit_detected@1 deposit_confirmed!409'],
  ['if a network may be unknown', aSoundRun(), 'wrong_chain@tron!422'],
  ['if only a named network is refused', aRun(), 'wrong_chain@tron!422 deposit_detected'],
  ['if a failure is refused from one state only', aRun(), 'fail!409', 'deposit_detected fail'],
  ['if a failure is once not answered', aRun(), 'fail!409', 'deposit_detected fail!timeout'],
  ['if a failure is once answered 401', aRun(), 'fail!409', 'deposit_detected fail!401'],
  ['if no new order was asked for a failure', aRun(), 'deposit_detected fail!409'],
  ['if no order takes any step', aRun(), 'fail!409'],
  ['on a remote target that refuses each first step', aRun(), ...firstSteps(409)],
  ['if each first step is answered 403', aRun(), ...firstSteps(403)],
  ['if too few are answered 403', aRun(), 'deposit_detected!403', 'deposit_detected!403', 'expire'],
  ['if 403 is not always the answer', aRun(), ...firstSteps(403), 'deposit_detected', 'expire'],
  ['if configured orders are not found', configured(), ...firstSteps(404)],
  ['if not every order is answered 404', aRun(), 'deposit_detected!404', 'deposit_detected!timeout'],
  ['if a configured order may be spent', aSoundRun(undefined, ORDER_IDS), 'wrong_chain!409 deposit_detected!409'],
  ['if a step is once taken without its field', aRun(), 'wrong_chain@tron', 'wrong_chain!409', 'wrong_chain'],
  ['if a step was tried only with its field', aRun(), 'wrong_chain@tron'],
  ['if a step without its field is answered 503', aRun(), 'wrong_chain@tron', 'wrong_chain!503'],
  ['if a step is refused with and without its field', aRun(), 'wrong_chain@tron!422', 'wrong_chain!409'],
  ['if a step fails with and without its field', aSoundRun(), 'wrong_chain@tron!500', 'wrong_chain!500'],
])('simulate-steps finds no breach %s', (_, run, ...orders) => {
  expect(broken(addOrders(run, ...orders))).toEqual([]);
});

test.each<[string, RunBuilder, readonly string[], ...string[]]>([
  ['403 for every first step', aRun(), refused(403), ...firstSteps(403), 'expire'],
  ['refusals of the embedded target', aRun(undefined, EMBEDDED), refused(409), ...firstSteps(409)],
  ['first steps on which the service fails', aRun(), refused(500), ...firstSteps(500)],
  ['a failure on a used order', configured(), [other('wrong_chain')], 'expire', 'wrong_chain!409 deposit_detected'],
  [
    'it where no answer came',
    configured(),
    [other('wrong_chain')],
    'expire',
    'wrong_chain!409 deposit_detected!timeout',
  ],
  ['an error on a used order', configured(), [onPath('deposit_detected!500')], 'expire', 'deposit_detected!500'],
  ['a refusal on an order from a command', aSoundRun(), [onPath('deposit_detected!409')], 'deposit_detected!409'],
  ['a refusal after another', aSoundRun(), [onPath('deposit_detected!409')], 'fail!409 deposit_detected!409'],
  ['refusals of used orders that are embedded', aRun(undefined, BOTH), refused(409), ...firstSteps(409)],
  [
    'a failure tried only before the credit',
    aRun(),
    [other('fail')],
    'fail!409 deposit_detected deposit_confirmed disburse',
  ],
  ['a failure refused on a new order and later', aRun(), [other('fail')], 'deposit_detected fail!409', 'fail!409'],
  ['a step taken only with its field', aRun(), [`${OPTIONAL} wrong_chain`], 'wrong_chain@tron', 'wrong_chain!409'],
])('simulate-steps finds %s', (_, run, found, ...orders) => {
  expect(broken(addOrders(run, ...orders))).toEqual(found);
});

test.each([403, 404, 410])('An answer of %i is a refusal of the step only if the order took another step', status => {
  expect(broken(addOrders(aRun(), `fail!${status}`, 'deposit_detected'))).toEqual([]);
  const onTheWay = `deposit_detected deposit_confirmed!${status}`;
  const run = addOrders(aRun(), onTheWay, `fail!${status}`, `deposit_detected fail!${status}`);
  expect(broken(run)).toEqual([onPath(`deposit_confirmed!${status}`), other('fail')]);
});

test.each([401, 403, 404, 410, 429, 502, 503, 504])('An answer of %i to a first step does not refuse it', status => {
  expect(broken(addOrders(aSoundRun(), `deposit_detected!${status}`, `expire!${status}`))).toEqual([]);
});

test.each([
  ['deposit_detected', '', 'simulate.deposit-detected'],
  ['deposit_confirmed', 'deposit_detected ', 'simulate.deposit-confirmed'],
  ['disburse', 'deposit_detected deposit_confirmed ', 'simulate.disburse'],
])('On the happy path, a refused %s is found, and hides the later steps', (event, before, requirement) => {
  const run = addOrders(aSoundRun(), `${before}${event}!422`);
  const [id = ''] = refusalsIn(run);
  expect(of(run).breaches).toMatchObject([
    {
      requirement: 'lifecycle.happy-path',
      also: ['collection.lifecycle', 'simulate.route', requirement],
      cause: `${event} 422`,
      message: `the service refuses ${event} on the happy path`,
      expected: 'a 2xx',
      received: '422 nothing',
      evidence: [id],
    },
  ]);
  const steps = ['simulate.deposit-detected', 'simulate.deposit-confirmed', 'simulate.disburse'];
  expect(hiddenIn(order, run).filter(({ requirement }) => requirement.startsWith('simulate.'))).toEqual(
    steps.slice(steps.indexOf(requirement) + 1).map(step => hidden(step, ['lifecycle.happy-path'], id)),
  );
});

test('A step on the happy path is not judged after the clock was set: the order may have expired', () => {
  const run = aSoundRun();
  run.trouble(run.now, run.now, 'clock');
  expect(broken(addOrders(run, 'deposit_detected!422'))).toEqual([]);
});

test.each([
  [409, []],
  [500, [onPath('deposit_confirmed!500')]],
])('A step before the webhook of the step before, which may still be taken, is judged by %i', (status, expected) => {
  const order = `deposit_detected=?none deposit_confirmed!${status} +deposit_detected`;
  expect(broken(addOrders(aSoundRun(), order))).toEqual(expected);
});

test('On the happy path, an order is not judged that a call without a key may have advanced', () => {
  expect(broken(addOrders(aSoundRun(), 'keyless!202 deposit_detected!409'))).toEqual([]);
});

test('On the happy path, a refused step is not judged that was sent while another was under way', () => {
  const run = addOrders(aSoundRun(), 'deposit_detected deposit_confirmed disburse!409');
  expect(broken(run)).toEqual([onPath('disburse!409')]);
  const { journey = '', sentAt } = run.evidence.exchanges.at(-1) ?? { sentAt: 0 };
  run.write({ type: 'step', journey, event: 'disburse', exchange: 'x999', at: sentAt + 0.1 });
  expect(broken(run)).toEqual([]);
});

test.each([404, 405])('If orders created for the run are answered only %i, the route is missing', status => {
  const run = addOrders(aRun(), `deposit_detected!${status}`);
  expect(of(run).breaches).toMatchObject([
    {
      requirement: 'simulate.route',
      also: ['version.prefix'],
      cause: 'missing',
      message: 'the simulate route is missing, so no order can be driven',
      expected: 'a 2xx for a step of a new order',
      next: 'check SANDBOX_URL, and that ORDER_COMMAND creates its orders there',
      received: `${status}`,
      evidence: ['x1'],
    },
  ]);
  expect(broken(addOrders(run, 'deposit_detected'))).not.toContain('simulate.route missing');
});

test.each([
  ['wrong_chain', 'simulate.wrong-chain', [409, 422], 'refuses wrong_chain'],
  ['expire', 'simulate.expire', [409, 500], 'refuses expire'],
  ['fail', 'simulate.fail', [500, 500], 'answers fail with a server error'],
] as const)(
  'Outside the happy path, %s is found refused from every state that was tried',
  (event, requirement, own, says) => {
    const run = addOrders(aRun(), `${event}!${own[0]}`, `deposit_detected ${event}!${own[1]}`);
    expect(of(run).breaches).toMatchObject([
      {
        requirement: 'lifecycle.other-steps',
        also: [requirement],
        cause: event,
        message: `the service ${says} from every state that was tried`,
        expected: 'a 2xx from some state',
        received: own.join(', '),
        evidence: refusalsIn(run),
      },
    ]);
  },
);

test('A refused failure is found even if another failure, whose step sends two webhooks, ended an order before', () => {
  const run = addOrders(aRun(), 'wrong_chain!409');
  addOrders(run, 'expire=expired,quote.expired wrong_chain!409', 'expire=quote.expired');
  expect(broken(run)).toEqual([other('wrong_chain')]);
});

test('A refused failure is found even if another step without a credit was in progress', () => {
  const run = addOrders(aRun(), 'fail!404');
  const journey = run.journey();
  const { exchange } = journey.step('deposit_detected');
  const rival = run.exchange('simulateCollectionOrder', { journey: journey.id, status: 409 });
  run.write({ type: 'step', journey: journey.id, event: 'fail', exchange: rival.id, at: exchange.sentAt + 1 });
  expect(broken(run)).toEqual([other('fail')]);
});

test('Outside the happy path, a failure is not judged that was tried after disburse only, or at the same time', () => {
  const run = addOrders(
    aRun(),
    'deposit_detected deposit_confirmed disburse fail!409',
    'deposit_detected deposit_confirmed',
  );
  const [, { id: journey = '' } = {}] = run.evidence.journeys;
  const at = run.now + 1;
  for (const [event, status] of [
    ['fail', 409],
    ['disburse', 202],
  ] as const) {
    const sent = { journey, asks: { event }, sentAt: at, method: 'POST', status };
    const { id: exchange } = run.exchange('simulateCollectionOrder', sent);
    run.write({ type: 'step', journey, event, exchange, at });
  }
  expect(broken(run)).toEqual([]);
  expect(broken(addOrders(run, 'fail!409'))).toEqual([other('fail')]);
});

test.each([
  ['deposit_detected', 'deposit_detected@1', 'received_amount'],
  ['wrong_chain', 'wrong_chain@tron', 'received_network'],
])('With optional fields, %s is found refused without, and taken as %s', (event, named, field) => {
  const run = addOrders(configured(), `expire ${event}!400`, `${event}!400 fail`, named);
  const [, plain] = refusalsIn(run);
  const found = of(run).breaches.find(({ requirement }) => requirement === OPTIONAL);
  expect(found).toMatchObject({
    cause: event,
    message: `the service refuses ${event} without ${field}, but accepts it with ${field}`,
    expected: `a 2xx: ${field} is optional`,
    received: '400',
    evidence: [plain, run.evidence.exchanges.at(-1)?.id],
  });
});

test('With optional fields, a refusal of every network is found only if the target is said to know them', () => {
  const tried = (networksGiven: boolean, status: number, more: number) => {
    const run = aRun(undefined, { settings: networksGiven ? { networksGiven } : {} });
    return of(addOrders(run, `wrong_chain@tron!${status}`, `wrong_chain@base!${more}`, 'wrong_chain')).breaches;
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

test('With optional fields, three different amounts are found refused if an amount is optional', () => {
  const run = addOrders(aSoundRun(), 'deposit_detected@1!422', 'deposit_detected@2!422', 'deposit_detected@3!400');
  expect(of(run).breaches).toMatchObject([
    {
      requirement: 'simulate.received-amount',
      cause: 'refused',
      expected: 'a 2xx: received_amount forces an amount mismatch',
      received: '422 for 1, 422 for 2, 400 for 3',
      evidence: refusalsIn(run),
    },
  ]);
});

test.each<[string, RunBuilder, ...string[]]>([
  ['there are only two amounts', aSoundRun(), 'deposit_detected@2!422'],
  ['one is taken', aSoundRun(), 'deposit_detected@3!202'],
  ['one is put off', aSoundRun(), 'deposit_detected@3!429'],
  ['a deposit without one is refused, too', aRun(), 'expire', 'deposit_detected!422', 'deposit_detected@3!422'],
  ['a plain deposit is not answered', aRun(), 'expire', 'deposit_detected!timeout', 'deposit_detected@3!422'],
  ['a plain deposit is only taken later', aRun(), 'expire deposit_detected', 'deposit_detected@3!422'],
])('With optional fields, refused amounts are not a breach if %s', (_, run, ...more) => {
  addOrders(run, ...more, 'deposit_detected@1!422', 'deposit_detected@2!422');
  expect(broken(run).filter(text => text !== onPath('deposit_detected!422'))).toEqual([]);
});

test.each([
  ['deposit_detected@1', 'received_amount', 'simulate.received-amount', '500 for 1'],
  ['wrong_chain@tron', 'received_network', 'simulate.received-network', '500 for tron'],
])('With optional fields, it is found that the service fails on %s', (step, field, requirement, received) => {
  const run = addOrders(aSoundRun(), `${step}!500`, `${step}!503`);
  expect(of(run).breaches).toMatchObject([
    {
      requirement,
      cause: 'broken 500',
      message: `the service answers with a server error to ${field}`,
      expected: 'a 2xx, or an error that names the problem with the value',
      received,
      evidence: refusalsIn(run).slice(0, 1),
    },
  ]);
});
