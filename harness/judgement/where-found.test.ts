import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../base/json.ts';
import type { Condition } from '../evidence/condition.ts';
import type { Delivery } from '../evidence/evidence.ts';
import { View } from '../evidence/view.ts';
import { addOrders } from '../order/testing/orders.ts';
import { aRun, INTERPRETATION, type RunBuilder, signed } from '../testing/evidence.ts';
import type { Breach, Check } from './checks/check.ts';
import { judge } from './checks/judge.ts';
import { order } from './checks/order.ts';
import { redelivery } from './checks/redelivery.ts';
import { requestId } from './checks/request-id.ts';
import { signature } from './checks/signature.ts';
import { nameConditions } from './where-found.ts';

/** The conditions of the findings of a check. */
function conditionsIn({ evidence }: Pick<RunBuilder, 'evidence'>, check: Check) {
  const judged = judge(evidence, [INTERPRETATION], [check]);
  return nameConditions(View.of(evidence, INTERPRETATION), judged).map(({ only }) => only);
}

const times = <T>(count: number, make: (nth: number) => T) => Array.from({ length: count }, (_, nth) => make(nth));

/** A response: its status, whether it lacks a request-id, and what the call was made for. */
type Call = readonly [status: number, lacks: boolean, condition?: Condition | undefined, key?: string];
const right = (count: number, status = 404): readonly Call[] => times(count, () => [status, false]);
const KEYLESS = 'without-key';
const REPEATED = 'repeated-without-key';
const ALL_2 = 'all 2 of these are wrong, and none of the other 6';

test.each<[string, readonly (string | undefined)[], readonly Call[]]>([
  [
    'a status',
    ['status 401: all 2 of these are wrong, and none of the other 5'],
    [...right(5), [401, true], [401, true]],
  ],
  [
    'a status that few right ones have too',
    ['status 401: 3 of these 4 are wrong, and none of the other 30'],
    [...right(30), [401, true], [401, true], [401, true], [401, false]],
  ],
  ['nothing, if chance explains each trait', [undefined], [...right(9), [401, true], [401, false]]],
  [
    'no status that most correct calls share',
    [undefined],
    [[401, true], ...right(30), ...right(4, 401), [401, true], [401, true]],
  ],
  [
    'the first, if all others came before',
    ['later ones, from x35 on, 0.7 s after the first (x1): all 3 of these are wrong, and none of the other 34'],
    [...right(30), ...right(4, 401), [401, true], [401, true], [401, true]],
  ],
  ['nothing if no call that the message is about is correct', [undefined], [...right(9, 200), [401, true, KEYLESS]]],
  ['a condition', [`without a key: ${ALL_2}`], [...right(6), [401, true, KEYLESS], [403, true, KEYLESS]]],
  [
    'the kinds of calls before the status of the answers',
    ['calls of the kinds “malformed-id: a”, “malformed-id: b”: all 4 of these are wrong, and none of the other 9'],
    [...right(9), ...times(4, (nth): Call => [500, true, nth % 2 ? 'malformed-id: b' : 'malformed-id: a'])],
  ],
  [
    'the omitted part that several conditions share, before the status that right ones have too',
    ['without a key: all 3 of these are wrong, and none of the other 7'],
    [...right(6), [401, true, KEYLESS], [401, true, REPEATED], [401, true, KEYLESS], [401, false, 'wrong-key']],
  ],
  [
    'answers that are repeated for an Idempotency-Key',
    [`answers that an Idempotency-Key had before: ${ALL_2}`],
    [...right(4), ...['A', 'B'].flatMap((key): Call[] => [false, true].map(lacks => [409, lacks, undefined, key]))],
  ],
  [
    'two traits that none of the others has together',
    ['without a key, status 404: all 3 of these are wrong, and none of the other 8'],
    [...times(3, (): Call => [404, true, KEYLESS]), ...right(4), ...times(4, (): Call => [401, false, KEYLESS])],
  ],
  [
    'the time since an answer of 401',
    ['those 10 ms or less after an answer of 401: all 5 of these are wrong, and none of the other 20'],
    times(5, (): readonly Call[] => [[401, false], [404, true], ...right(3)]).flat(),
  ],
  [
    'that they are spread evenly',
    ['some: 10 of these 40 are wrong, spread evenly over the run'],
    times(10, (): readonly Call[] => [...right(3), [404, true]]).flat(),
  ],
  [
    'that they come in bursts',
    ['some: 9 of these 39 are wrong, in 3 bursts, such as x11 to x13'],
    times(3, (): readonly Call[] => [...right(10), ...times(3, (): Call => [404, true])]).flat(),
  ],
  [
    'a character of the Idempotency-Key',
    ['Idempotency-Keys whose character 2 is b: all 5 of these are wrong, and none of the other 5'],
    times(5, (nth): readonly Call[] => [
      [404, false, undefined, `${nth}a${nth}`],
      [404, true, undefined, `${nth}b${nth}`],
    ]).flat(),
  ],
])('Findings about calls name %s', (_, only, calls) => {
  const run = aRun();
  for (const [status, lacks, condition, key] of calls)
    run.exchange('getOnrampOrder', {
      ...{ status, ...(lacks && { headers: [] }), ...(condition && { condition }) },
      ...(key && { requestHeaders: [['Idempotency-Key', key]] }),
    });
  expect(conditionsIn(run, requestId)).toEqual(only);
});

test('Findings about calls name that their bodies are not JSON', () => {
  const run = aRun();
  for (const text of ['{', ...'123456', '{'])
    run.exchange('resolveBankAccount', { status: 400, asks: text, ...(text === '{' && { headers: [] }) });
  const exchanges = run.evidence.exchanges.map(one => {
    const { body } = one.request;
    return body?.text === '"{"' ? { ...one, request: { ...one.request, body: { ...body, text: '{' } } } : one;
  });
  expect(conditionsIn({ evidence: { ...run.evidence, exchanges } }, requestId)).toEqual([
    `calls whose body is not JSON: ${ALL_2}`,
  ]);
});

/** Whether a delivery does not verify, its event, and its data. */
interface Delivered {
  readonly bad?: boolean;
  readonly event?: string;
  readonly data?: JsonObject;
}
const bad = (count: number, data: (nth: number) => JsonObject): Delivered[] =>
  times(count, nth => ({ bad: true, data: data(nth) }));
const good = (count: number, data: (nth: number) => JsonObject): Delivered[] =>
  times(count, nth => ({ data: data(nth) }));

const long = (nth: number) => ({ pad: `${nth}`.repeat(500) });
const short = (nth: number) => ({ pad: `${nth}.` });
const events = times(3, nth => ({ event: `one${nth}` }));
const ALL = ': all 3 of these are wrong, and none of the other 3';
test.each<[string, readonly Delivered[], string | undefined]>([
  ['a size', [...good(3, short), ...bad(3, long)], `bodies of 5.. or more bytes${ALL}`],
  ['a small size', [...good(3, long), ...bad(3, short)], `bodies of .. or less bytes${ALL}`],
  [
    'an amount',
    [...good(3, nth => ({ sum: nth })), ...bad(3, nth => ({ sum: `${nth + 900}.50` }))],
    `those with /sum 900.5 or more${ALL}`,
  ],
  [
    'a small amount',
    [...good(3, nth => ({ sum: `${nth + 9}.5` })), ...bad(3, nth => ({ sum: nth }))],
    `those with /sum 2 or less${ALL}`,
  ],
  [
    'no limit of account numbers, which are pseudonyms',
    [...good(3, nth => ({ account_number: nth + 100 })), ...bad(3, nth => ({ account_number: nth + 900 }))],
    undefined,
  ],
  [
    'a value',
    [...good(3, nth => ({ kind: `${nth}.` })), ...bad(3, () => ({ kind: 'late' }))],
    `those with /kind late${ALL}`,
  ],
  ['that they are redeliveries', [...events, ...events.map(one => ({ ...one, bad: true }))], `redeliveries${ALL}`],
  ['nothing of too few', [...good(3, () => ({ kind: 'a' })), ...bad(2, () => ({ kind: 'b' }))], undefined],
  ['nothing beside too few', [...good(2, () => ({ kind: 'a' })), ...bad(3, () => ({ kind: 'b' }))], undefined],
  [
    'nothing that another has',
    [...good(3, () => ({ kind: 'a' })), ...bad(3, () => ({ kind: 'b' })), ...good(1, () => ({ kind: 'b' }))],
    undefined,
  ],
  [
    'no member that another lacks',
    [...good(3, () => ({})), ...bad(3, () => ({ kind: 1 })), ...good(1, () => ({ text: 'longer' }))],
    undefined,
  ],
  ['no number in event ids', times(6, nth => ({ event: `${nth}`, bad: nth > 2 })), undefined],
])('Findings about deliveries name %s', (_, deliveries, only) => {
  const data = new Map(deliveries.map(({ event, data }, index) => [event ?? `e${index}`, data]));
  const run = aRun(({ id, type, order }) => ({ body: { id, type, order, ...data.get(id) } }));
  const journey = run.journey();
  for (const [index, { bad, event = `e${index}` }] of deliveries.entries())
    journey.deliver('seen', { event, ...(bad && { signatures: [signed(run.now, { slots: [] })] }) });
  const [found] = conditionsIn(run, signature);
  if (only === undefined) expect(found).toBeUndefined();
  else expect(found).toMatch(new RegExp(`^${only}$`));
});

/** Refuses the attempts of a webhook, after which it comes under the same id, another one, or not at all. */
function refuse(run: RunBuilder, type: string, answers: readonly Partial<Delivery['answer']>[], comes?: string) {
  const journey = run.journey();
  journey.refused(type, answers, comes === 'same');
  if (comes === 'other') journey.deliver(type);
}

describe('Of attempts, findings name', () => {
  const ONE = [{}];
  const UNANSWERED = [{ kind: 'drop' }] as const;
  const LATE = [{ afterMs: 5_000 }] as const;
  const ALL = ': all 3 of these are wrong, and none of the other 4';
  test.each<[string, string | undefined, (run: RunBuilder, nth: number) => void]>([
    ['the type', `credit${ALL}`, run => refuse(run, 'credit', ONE)],
    ['nothing where nothing sets them apart', undefined, run => refuse(run, 'a', ONE)],
    ['nothing where the title says all', undefined, run => refuse(run, 'a', UNANSWERED)],
    [
      'from which attempt on',
      'deliveries from attempt 3 on: all 3 of these are wrong, and none of the other 7',
      run => refuse(run, 'a', [{}, {}], 'other'),
    ],
    [
      'that no answer came before',
      `deliveries after an attempt without an answer${ALL}`,
      run => refuse(run, 'a', UNANSWERED, 'other'),
    ],
    [
      'how late the answer before came',
      `deliveries after an attempt without an answer within 5 s${ALL}`,
      (run, nth) => refuse(run, 'a', nth > 0 ? UNANSWERED : LATE, 'other'),
    ],
  ])('%s', (_, only, wrong) => {
    const run = aRun();
    for (let nth = 0; nth < 4; nth++) refuse(run, 'a', ONE, 'same');
    for (let nth = 0; nth < 3; nth++) wrong(run, nth);
    expect(conditionsIn(run, redelivery)).toEqual([only]);
  });
});

test.each<[string, ...string[]]>([
  [`deliveries answered with a 5xx${ALL}`, '3 * fail/408/again', '2 * fail/503', 'fail/500'],
  [`deliveries refused late${ALL}`, '3 * fail/503/again', '3 * fail/503~600'],
  [
    `deliveries behind a newer event of their order${ALL}`,
    '3 * fail/503/again',
    ...['j4 redelivery d10', 'j5 redelivery d12', 'j6 redelivery d14'].flatMap(waited => [
      ...['order', '← collection.failed/503', '← order.freed', `wait ${waited} missed`],
    ]),
  ],
])('A finding about missing redeliveries names that they are only %s', (only, ...lines) => {
  expect(conditionsIn(addOrders(aRun(), ...lines), redelivery)).toEqual([only]);
});

const WRONG = { requirement: 'a', cause: 'b', message: 'fail is wrong', expected: '', received: '' };

/**
 * The conditions of findings about some calls of a run.
 * @param ids what shows those that are wrong. Default: the call itself
 */
function ofCalls(
  run: RunBuilder,
  isWrong: (nth: number) => boolean,
  found: Partial<Breach> = {},
  ids: readonly string[] = [],
) {
  return conditionsIn(run, {
    ...{ id: 'calls', title: '', kind: 'safety', requirements: [] },
    *judge({ evidence: { exchanges } }) {
      for (const [nth, { id }] of exchanges.entries())
        yield isWrong(nth) ? { ...WRONG, evidence: [ids[nth] ?? id], ...found } : { requirement: 'a', evidence: id };
    },
  });
}

test.each<[string, string?]>([['deposit_detected'], ['deposit_detected of another amount', '9']])(
  'Findings about steps name the previous step, and compare the steps that they are about: %s',
  (before, amount) => {
    const run = aRun();
    for (let nth = 0; nth < 3; nth++) {
      const journey = run.journey();
      journey.step('deposit_detected', amount === undefined ? {} : { amount });
      journey.step('fail');
      run.journey().step('fail');
    }
    expect(ofCalls(run, nth => nth % 3 === 1)).toEqual([`after ${before}${ALL}`]);
  },
);

test('Findings about webhooks name the field of the step that caused them', () => {
  const run = aRun();
  for (let nth = 0; nth < 6; nth++) {
    const journey = run.journey();
    journey.step('wrong_chain', { sends: [], ...(nth < 3 && { network: 'tron' }) });
    journey.deliver('collection.wrong_chain', nth < 3 ? { signatures: [signed(run.now, { slots: [] })] } : {});
  }
  expect(conditionsIn(run, signature)).toEqual([`webhooks of wrong_chain with received_network${ALL}`]);
});

test('Findings about steps name what all webhooks of their orders share, and the field of an earlier step', () => {
  const networks = new Map<string, string>();
  const run = aRun(({ id, type, order }) => ({
    body: { id, type, data: { order, network: networks.get(order) ?? '' } },
  }));
  for (let nth = 0; nth < 6; nth++) {
    const journey = run.journey();
    networks.set(journey.order, nth % 2 === 0 ? 'solana' : 'tron');
    journey.step('deposit_detected', nth < 3 ? { amount: `${nth}` } : {});
    for (const event of ['deposit_confirmed', 'disburse'] as const) journey.step(event);
  }
  /** The condition where one step of each of some orders is wrong. */
  const found = (step: number, isWrong: (order: number) => boolean, message: string) =>
    ofCalls(run, nth => nth % 3 === step && isWrong(Math.floor(nth / 3)), { message });
  expect(found(1, order => order % 2 === 0, 'deposit_confirmed is wrong')).toEqual([
    `those with /data/network solana${ALL}`,
  ]);
  const field = 'steps of an order that took deposit_detected with received_amount';
  expect(found(2, order => order < 3, 'disburse is wrong')).toEqual([`${field}${ALL}`]);
});

test.each<[string, number, string]>([
  ['where the message names it', 404, 'a 200 response to getOnrampOrder is wrong'],
  ['elsewhere', 404, 'getOnrampOrder is wrong'],
  ['where those that are right share it', 200, 'getOnrampOrder is wrong'],
])('That answers succeed is no condition %s', (_, right, message) => {
  const run = aRun();
  for (let nth = 0; nth < 6; nth++) run.exchange('getOnrampOrder', { status: nth < 3 ? 200 : right });
  expect(ofCalls(run, nth => nth < 3, { message })).toEqual([undefined]);
});

test('Findings about calls name a value of the request, and a plain one before a pseudonym', () => {
  const run = aRun();
  for (let nth = 0; nth < 6; nth++) {
    const [account_number, bank_code] = nth < 3 ? ['0123456789', '044'] : ['9876543210', '058'];
    run.exchange('resolveBankAccount', { status: 404, asks: { account_number, bank_code } });
  }
  const found = ofCalls(run, nth => nth < 3, { message: 'an answer is wrong' });
  expect(found).toEqual([`those with request /bank_code 044${ALL}`]);
});

test('Findings about reads name the onramp order', () => {
  const run = aRun();
  for (let nth = 0; nth < 8; nth++) {
    const url = `https://sandbox.test/v1/onramp/orders/o${nth % 2}`;
    run.exchange('getOnrampOrder', { status: 200, condition: 'known', url });
  }
  expect(ofCalls(run, nth => nth % 2 === 1, { message: 'a read is wrong' })).toEqual([
    'reads of o1: all 4 of these are wrong, and none of the other 4',
  ]);
});

test('Findings about calls name no status and no value that is what they received', () => {
  const run = aRun();
  for (let nth = 0; nth < 6; nth++)
    run.exchange('resolveBankAccount', { status: nth < 3 ? 404 : 400, answers: { code: nth < 3 ? 4 : `c${nth}` } });
  const found = (more: Partial<Breach>) => ofCalls(run, nth => nth < 3, { message: 'an answer is wrong', ...more });
  expect(found({ received: '400 object {}' })).toEqual([`status 404${ALL}`]);
  const differences = [{ at: '/code', expected: 'a string', received: '4' }];
  expect(found({ received: '404 object {}', differences })).toEqual([undefined]);
});

test('Findings about steps say that their order refused an earlier step', () => {
  const run = aRun();
  for (let nth = 0; nth < 6; nth++) {
    const journey = run.journey();
    if (nth < 3) journey.step('disburse', { status: 409 });
    journey.step('fail');
  }
  const found = ofCalls(run, nth => nth < 6 && nth % 2 === 1, { message: 'fail is wrong' });
  expect(found).toEqual([`steps of an order that refused an earlier step${ALL}`]);
});

test('Webhooks that are wrong are not compared with calls that are right', () => {
  const run = aRun();
  for (let nth = 0; nth < 4; nth++) run.journey().happyPath();
  for (let nth = 0; nth < 20; nth++) run.exchange('getOnrampOrder', { status: 202 });
  const webhooks = run.evidence.deliveries.map(({ id }) => id);
  expect(ofCalls(run, nth => nth < 9, {}, webhooks)).toEqual([undefined]);
});

const SILENT = { sends: [], wait: 'missed' } as const;
const TYPES = ['collection.deposit_detected', 'disbursement.completed'];
test.each<[string, string, (run: RunBuilder) => void, (run: RunBuilder) => void]>([
  [
    'the only field that helps, for the calls that caused webhooks',
    'without received_network: all 20 of these are wrong, and not the other one',
    run => times(20, () => run.journey().step('wrong_chain', SILENT)),
    run => run.journey().step('wrong_chain', { network: 'tron' }),
  ],
  [
    'the only wrong value of a field',
    'with received_amount 9: all 3 of these are wrong, and none of the other 7',
    run => times(3, () => run.journey().step('deposit_detected', { ...SILENT, amount: '9' })),
    run => times(5, nth => run.journey().step('deposit_detected', { amount: `${nth}` })),
  ],
  [
    'the steps of the orders, if a webhook is wrong',
    'orders that took deposit_detected received_amount 9: all 6 of these are wrong, and none of the other 2',
    run => times(6, () => run.journey().step('deposit_detected', { amount: '9', sends: TYPES })),
    () => undefined,
  ],
])('Findings about orders name %s', (_, only, wrong, right) => {
  const run = aRun();
  for (const journey of [run.journey(), run.journey()]) journey.happyPath();
  wrong(run);
  right(run);
  expect(conditionsIn(run, order)).toEqual([only]);
});
