import { bodyOf } from '../../base/json.ts';
import type { Body, Delivery, Evidence, Exchange, Headers } from '../../evidence/evidence.ts';
import { emptyEvidence } from '../../evidence/evidence-lines.ts';
import { View } from '../../evidence/view.ts';
import type { Learned } from '../../facts/learn.ts';
import type { Finding, Judged } from '../../judgement/checks/judge.ts';
import { INTERPRETATION, signed } from '../../testing/evidence.ts';
import { aDelivery, anExchange, RUN_INFO } from '../../testing/samples.ts';
import { serviceRun } from '../kinds/service-run.ts';
import { RunIndex } from '../run-index.ts';
import { latencies, type Summary, summarise } from '../summary.ts';

/** A hostile name from a service: it tries to break out of elements, attributes, tables and terminals. */
export const HOSTILE = [
  `"><script>window.pwned = 'script'</script>`,
  `<img src="https://attacker.invalid/x.png" onerror="window.pwned = 'img'">`,
  `' onmouseover='window.pwned=1' x='`,
  `]]></failure><testcase name="smuggled"/> & &lt;`,
  '`**bold**` | cell | [link](javascript:alert(1)) @everyone #1 $x$',
  'invoice\u202Egnp.exe\u0000\u001b[31m\u0085\u2028\ud800',
].join(' ');

/** When the fixture's run started. */
const START = Date.parse('2026-11-03T02:00:00Z');

/** A body from a text, or from bytes that are no text. */
export const body = (content: string | Buffer): Body => bodyOf(Buffer.from(content as string));

const JSON_HEADERS: Headers = [['Content-Type', 'application/json']];

function exchange(id: string, ms: number, more: Partial<Exchange>): Exchange {
  return anExchange(id, { sentAt: START + ms, endedAt: START + ms + 12, ...more });
}

function call(id: string, journey: string, event: string, ms: number, more: Partial<Exchange> = {}): Exchange {
  const url = 'https://sandbox.invalid/sandbox/collection-orders/co/simulate?dry=no';
  const headers: Headers = [...JSON_HEADERS, ['X-API-Key', '[redacted API_KEY]']];
  return exchange(id, ms, {
    journey,
    scenario: journey === 'j1' ? 'collection/happy-path' : 'collection/failure',
    request: { method: 'POST', url, headers, body: body(JSON.stringify({ event, it: "isn't" })) },
    response: { status: 202, headers: [['request-id', 'req_1']], body: body('') },
    ...more,
  });
}

function delivery(id: string, ms: number, order: string, event: string, type: string, more: Partial<Delivery> = {}) {
  const text = JSON.stringify({ id: event, type, data: { order_id: order } });
  return aDelivery(id, {
    at: START + ms,
    path: '/hook?a=1',
    headers: [['Host', 'receiver.invalid'], ...JSON_HEADERS],
    body: body(text),
    signatures: [signed(1_000)],
    ...more,
  });
}

/** A small run with everything that a report must handle. */
export const evidence: Evidence = {
  ...emptyEvidence({
    ...{ ...RUN_INFO, at: START, seed: 7, harness: '0.1.0' },
    target: { kind: 'remote', url: 'https://sandbox.invalid' },
  }),
  scenarios: [
    ['contract/name-enquiry', 'a name enquiry resolves', { outcome: 'done' }],
    ['collection/happy-path', 'an order reaches disbursement.completed', { outcome: 'done' }],
    ['collection/failure', `an order that fails is never credited ${HOSTILE}`, { outcome: 'done' }],
    ['collection/expiry', 'an order expires', { outcome: 'failed', reason: `boom ${HOSTILE}` }],
    ['collection/many', 'many at once', { outcome: 'skipped', reason: 'it needs 40 orders', setting: 'ORDER_COMMAND' }],
    ['collection/wrong-chain', 'a deposit on the wrong chain', {}],
  ].map(([id, title, more], index) => {
    const [suite = ''] = String(id).split('/');
    return { id: String(id), suite, title: String(title), from: START + index, to: START + 900, ...Object(more) };
  }),
  journeys: [
    {
      ...{ id: 'j1', scenario: 'collection/happy-path', order: 'co_1' },
      ...{ from: START + 100, to: START + 700, alone: START + 100 },
      steps: [{ journey: 'j1', event: 'deposit_detected', exchange: 'x2', at: START + 110, receivedAmount: '99.00' }],
    },
    {
      ...{ id: 'j2', scenario: 'collection/failure', order: `co_2 ${HOSTILE}`, from: START + 200, to: START + 900 },
      steps: [{ journey: 'j2', event: 'fail', exchange: 'x3', at: START + 210 }],
    },
  ],
  exchanges: [
    exchange('x1', 10, {
      scenario: 'contract/name-enquiry',
      condition: 'known',
      request: { method: 'GET', url: 'https://sandbox.invalid/v1/banks?name=a%20b', headers: [['Accept', '*/*']] },
      response: { status: 500, headers: [['X-Evil', HOSTILE]], body: body(`{"error": ${JSON.stringify(HOSTILE)}}`) },
    }),
    call('x2', 'j1', 'deposit_detected', 110),
    call('x3', 'j2', 'fail', 210, {
      endedAt: START + 5210,
      response: { status: 200, headers: [], body: body(Buffer.from([0xff, 0x00, 0x3c])) },
    }),
    exchange('x4', 400, {
      request: { method: 'POST', url: 'https://sandbox.invalid/v1/x', headers: [] },
      failure: { kind: 'timeout', code: 'UND_ERR_HEADERS_TIMEOUT', message: `no answer ${HOSTILE}` },
    }),
  ],
  deliveries: [
    delivery('d1', 130, 'co_1', 'evt_1', 'collection.deposit_detected', {
      answer: { kind: 'status', status: 503, refused: true },
    }),
    delivery('d2', 330, 'co_1', 'evt_1', 'collection.deposit_detected'),
    delivery('d3', 430, `co_2 ${HOSTILE}`, `evt_2 ${HOSTILE}`, `disbursement.completed ${HOSTILE}`, {
      answer: { kind: 'drop', refused: true },
      signatures: [signed(1_000, { slots: [], nearMiss: 'no-dot' })],
    }),
    delivery('d4', 530, 'co_of_a_stranger', 'evt_3', HOSTILE, { ours: false, leaked: ['API_KEY'] }),
  ],
  waits: [
    {
      ...{ journey: 'j2', kind: 'redelivery', since: 'd3', outcome: 'missed' },
      ...{ from: START + 430, to: START + 830, allowed: 400 },
    },
  ],
  troubles: [{ kind: 'stall', from: START + 600, to: START + 650, message: `paused ${HOSTILE}` }],
  malformed: [{ at: START + 50, code: 'HPE_INVALID_METHOD', packet: body(HOSTILE) }],
  end: { at: START + 1000, reason: 'done' },
};

/** A breach of two requirements, one with hostile text in its exchange, and an advice. */
const findings: readonly Finding[] = [
  {
    ...{ id: 'f-00000001', check: 'idempotency', severity: 'advice', requirement: 'wire.json', count: 1 },
    ...{ message: 'a repeated key is ignored', expected: 'the same answer', received: 'another', evidence: ['x4'] },
  },
  {
    ...{ id: 'f-00000002', check: 'completed', severity: 'breach', count: 3 },
    ...{ requirement: 'event.completed-never-on-failure', also: ['collection.credit-signal'] },
    message: 'disbursement.completed came for an order that failed',
    ...{ expected: 'none', received: 'one' },
    likely: 'the credit signal is sent on another transition',
    next: 'look at the transitions',
    line: 412,
    evidence: ['d3', 'j2'],
  },
  {
    ...{ id: 'f-00000003', check: 'json-body', severity: 'breach', requirement: 'wire.json', count: 1 },
    message: `a body is not what it should be ${HOSTILE}`,
    expected: `a body ${HOSTILE}`,
    received: HOSTILE,
    evidence: ['x1'],
  },
];

const learned: Learned = {
  interpretations: [INTERPRETATION],
  aspects: [
    { aspect: 'eventId', pinned: false, candidates: [{ locator: '/id', support: 0.98, samples: 41 }] },
    { aspect: 'eventType', pinned: true, candidates: [{ locator: { [HOSTILE]: '/type' }, support: 1, samples: 0 }] },
    { aspect: 'orderId', pinned: false, candidates: [] },
  ],
};

const tallies: Judged['tallies'] = new Map([
  ['event.completed-never-on-failure', { passed: 0, broken: 3, hidden: [] }],
  ['collection.credit-signal', { passed: 2, broken: 3, hidden: [] }],
  ['wire.json', { passed: 8, broken: 1, hidden: [] }],
  ['webhook.at-least-once', { passed: 4, broken: 0, hidden: [] }],
]);

/** The summary of some evidence, by default with the fixture's findings. */
export function summaryOf(of: Evidence, found: readonly Finding[] = findings): Summary {
  const view = new View(of, learned.interpretations[0]);
  const sorted = found.toSorted((a, b) => Number(a.severity === 'advice') - Number(b.severity === 'advice'));
  const exposures = [...tallies.keys()].map(requirement => ({ mutation: 'broken', requirement, tried: 2, exposed: 1 }));
  return summarise(
    view,
    serviceRun(of),
    { findings: sorted, tallies },
    {
      mutationScore: { tried: 2 * exposures.length, exposed: exposures.length, exposures },
      latency: latencies(view),
      dialect: { held: false, ...learned },
    },
  );
}

/** The summary of {@link evidence}. */
export const summary: Summary = summaryOf(evidence);

/** The index of {@link evidence}. */
export const index = new RunIndex(evidence, summary);
