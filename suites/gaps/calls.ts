import type { Condition, JourneyDriver, Scenario } from '#harness';
import { almostRight, enquiryOf, otherwiseWritten, rawCalls } from '../raw-calls.ts';

/** How long a possible webhook is waited for, as a multiple of the quiet time. */
const QUIETS = 3;

/** Ids of no order. None contains characters that a web server refuses before the service sees them. */
const MALFORMED = [
  ['malformed-id', 'not an id!'],
  ['malformed-id: 256 characters', 'x'.repeat(256)],
  ['malformed-id: reserved characters', 'a?b#c&d=e;f,g+h'],
  ['malformed-id: not ASCII', 'ordér-✓'],
] as const;

export const oddReads: Scenario = {
  id: 'gaps/odd-reads',
  suite: 'gaps',
  title:
    'Observes the answers to malformed ids, slightly wrong ids, undocumented fields and another address (4.1, 4.2)',
  async drive(context) {
    const { client, call } = context;
    const { enquire, readOrder } = rawCalls(context);
    for (const [condition, id] of MALFORMED) await readOrder(condition, id);
    for (const order of context.target.onrampOrderIds.slice(0, 1)) {
      for (const [words, almost] of almostRight(order)) await readOrder(`almost-id: ${words}`, almost);
      for (const [words, id] of otherwiseWritten(order)) await readOrder(`odd-value: an id ${words}`, id);
      await readOrder('nul-in-id', `${order}\0`);
      const path = `/v1/onramp/orders/${encodeURIComponent(order)}`;
      await client.sendRaw({ method: 'GET', server: 'sandbox', path }, { ...call, condition: 'at-sandbox' });
    }
    for (const body of context.target.bankAccounts.slice(0, 1).map(enquiryOf)) {
      await enquire('unknown-field', { ...body, no_such_field: 'no such value' });
      for (const [words, account_number] of almostRight(body.account_number))
        await enquire(`almost-account: ${words}`, { ...body, account_number });
    }
  },
};

const ofAmount = (...amounts: readonly (string | number)[]) =>
  amounts.map(amount => {
    const words = typeof amount === 'number' ? `${amount} as a number` : amount;
    return [`odd-amount: received_amount ${words}`, { event: 'deposit_detected', received_amount: amount }] as const;
  });

/** A call: its condition, its body, and the order id in its path. Default: the id of the order. */
type Probe = readonly [Condition, { readonly event: string; readonly [field: string]: unknown }, orderId?: string];

const odd = (ids: ReturnType<typeof otherwiseWritten>): readonly Probe[] =>
  ids.map(([words, id]) => [`odd-value: an order id ${words}`, { event: 'deposit_detected' }, id]);

/** Calls about one order each. They stop at the first accepted one, so that webhooks can be attributed. */
const PROBES: readonly ((id: string) => readonly Probe[])[] = [
  () => [
    [
      'misplaced-field: received_network beside deposit_detected',
      { event: 'deposit_detected', received_network: 'tron' },
    ],
    ['misplaced-field: received_amount beside expire', { event: 'expire', received_amount: '1.00' }],
    ['unknown-field', { event: 'deposit_detected', no_such_field: 'no such value' }],
  ],
  () => ofAmount('-1', 'a lot', '1e3', '0'),
  id => [
    ...odd(otherwiseWritten(id).slice(0, -1)),
    ['nul-in-id', { event: 'deposit_detected' }, `${id}\0`],
    ['unknown-network', { event: 'wrong_chain', received_network: 'no_such_network' }],
  ],
  // Alone, so that its webhook cannot belong to another call.
  id => odd(otherwiseWritten(id).slice(-1)),
  // Amounts that programs may round or write in another notation. It is unspecified which are accepted.
  () => ofAmount('9007199254740993.121212121212121212', '9007199254740993', '0.121212121212121212'),
  () => ofAmount('0.0000001'),
  () => ofAmount(1.5, '1000000000000000000000', '007.50'),
];

export const oddSteps: Scenario = {
  id: 'gaps/odd-steps',
  suite: 'gaps',
  title:
    'Observes the answers to unknown fields and networks, odd amounts, and order ids that are written otherwise (4.3)',
  orders: { least: 0, most: PROBES.length },
  async drive(context) {
    const { simulate } = rawCalls(context);
    await context.journeys(async (order, nth) => {
      for (const [condition, body, orderId = order.order] of PROBES[nth]?.(order.order) ?? [])
        if (await simulate(order, condition, body, { orderId })) break;
      await order.quiet(QUIETS * context.target.quietMs);
    });
  },
};

/** Nothing here is judged. The answers fill gaps of 4.3, and a dialect file may pin them. */
export const simulateAnswers: Scenario = {
  id: 'gaps/simulate-answers',
  suite: 'gaps',
  title: 'Observes the answers to unknown orders, repeated and illegal steps, and a missing key (4.3)',
  orders: { least: 1, most: 3 },
  async drive(context) {
    const { journeys, target, uuid } = context;
    const { simulate } = rawCalls(context);
    const detected = { event: 'deposit_detected' };
    const quiet = (order: JourneyDriver) => order.quiet(QUIETS * target.quietMs);
    for (const event of ['deposit_detected', 'disburse']) await simulate({ order: uuid() }, 'unknown-order', { event });
    const keyless = async (order: JourneyDriver) => {
      const wrongKey = { 'X-API-Key': `sk_test_${uuid().replaceAll('-', '')}` };
      const wrong = await simulate(order, 'wrong-key', detected, { headers: wrongKey });
      const open = await simulate(order, 'without-key', detected, { headers: { 'X-API-Key': undefined } });
      // The webhook of a refused call shows that the call acted.
      await quiet(order);
      return wrong || open;
    };
    const repeated = async (order: JourneyDriver) => {
      // Without a required key, the keyless call was already the step.
      if (!(await keyless(order))) await order.step('deposit_detected');
      await quiet(order);
      await simulate(order, 'repeated-step', detected);
      await quiet(order);
    };
    const illegal = async (order: JourneyDriver) => {
      const { answer } = await order.step('expire');
      if (answer !== 'taken') return;
      await simulate(order, 'illegal-step', detected);
      await quiet(order);
    };
    await journeys(async (order, nth) => {
      if (nth === 0) await repeated(order);
      else if (nth === 1) await illegal(order);
      // No step follows, so a late webhook also shows that the call acted.
      else await keyless(order);
    });
  },
};

/** After how many seconds a key is used again. The time is longer only if limits may be probed. */
const LATER = { embedded: 1, remote: 30 };

export const idempotencyKeys: Scenario = {
  id: 'gaps/idempotency-keys',
  suite: 'gaps',
  title: 'Observes the answers to a reused idempotency key, with the same call and with another step (Limits)',
  orders: { least: 0, most: 1 },
  async drive(context) {
    const { journeys, target, newKey, pause, intrusiveAllowed } = context;
    const { enquire, simulate } = rawCalls(context);
    for (const right of target.bankAccounts.slice(0, 1).map(enquiryOf)) {
      // A known account, and one that probably does not exist.
      for (const body of [right, { ...right, account_number: right.account_number.replaceAll(/\d/g, '0') }]) {
        const again = { headers: { 'Idempotency-Key': newKey() } };
        for (const condition of ['replay: first', 'replay: again'] as const) await enquire(condition, body, again);
      }
    }
    await journeys(async order => {
      const again = { headers: { 'Idempotency-Key': newKey() } };
      const detected = { event: 'deposit_detected' };
      if (!(await simulate(order, 'replay: first', detected, again))) return;
      await order.quiet(target.quietMs);
      await simulate(order, 'replay: again', detected, again);
      await order.quiet(QUIETS * target.quietMs);
      if (intrusiveAllowed) {
        const seconds = LATER[target.kind];
        await pause(seconds * 1000 - (1 + QUIETS) * target.quietMs);
        await simulate(order, `replay: after ${seconds} s`, detected, again);
        await order.quiet(target.quietMs);
      }
      await simulate(order, 'conflict: fail', { event: 'fail' }, again);
      await order.quiet(QUIETS * target.quietMs);
    });
  },
};

const ROUTES = [
  ['GET', '/v1/client/session', 'getClientSession'],
  ['POST', '/v1/client/session/refresh_quote', 'refreshClientSessionQuote'],
  ['POST', '/v1/client/session/select', 'selectClientSession'],
  ['POST', '/v1/client/telemetry', 'recordClientTelemetry'],
] as const;

export const previewSurface: Scenario = {
  id: 'gaps/preview-surface',
  suite: 'gaps',
  title: 'Observes the answers of the preview routes, with and without a key (4.4)',
  async drive({ client, call, newKey }) {
    for (const [method, path, operation] of ROUTES) {
      const isPost = method === 'POST';
      const headers = isPost ? { 'Idempotency-Key': newKey() } : {};
      const route = { method, server: 'base', path, headers, ...(isPost && { body: {} }) } as const;
      await client.sendRaw(route, { ...call, operation, condition: 'with a key' });
      if (isPost) await client.sendRaw(route, { ...call, operation, condition: 'replay: again' });
      await client.sendRaw(
        { ...route, headers: { ...(isPost && { 'Idempotency-Key': newKey() }), 'X-API-Key': undefined } },
        { ...call, operation, condition: 'without-key' },
      );
    }
  },
};

/** The sizes of bodies in KiB, in addition to that of `contract/unknown-routes`. */
const SIZES = [16, 128];
const BURST = 40;

export const limits: Scenario = {
  id: 'gaps/limits',
  suite: 'gaps',
  title: 'Observes the answers to large bodies and to a burst of requests (Limits)',
  intrusive: true,
  async drive(context) {
    const { simulate, readOrder } = rawCalls(context);
    for (const size of SIZES) {
      // The order and the event are unknown, so the call changes nothing, however much of it the service reads.
      const order = { order: context.uuid() };
      await simulate(order, `large-body: ${size} KiB`, { event: 'no_such_event' }, { padding: size * 1024 });
    }
    const id = context.uuid();
    await Promise.all(Array.from({ length: BURST }, () => readOrder(`burst: ${BURST} reads at once`, id)));
  },
};
