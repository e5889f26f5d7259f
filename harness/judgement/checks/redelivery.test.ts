import { expect, test } from 'vitest';
import { addOrders } from '../../order/testing/orders.ts';
import { ALLOWED_MS, aRun, aSoundRun, INTERPRETATION, type RunBuilder } from '../../testing/evidence.ts';
import type { StepOptions } from '../../testing/evidence-options.ts';
import { hiddenIn, outcome } from '../../testing/outcome.ts';
import { hidden } from './check.ts';
import { redelivery } from './redelivery.ts';

const of = (run: RunBuilder, interpretation = INTERPRETATION) => outcome(redelivery, run, interpretation);
const causesIn = (run: RunBuilder) => of(run).breaches.map(({ cause }) => cause);
const DETECTED = 'collection.deposit_detected';
const REFUSED = { status: 503 };
const REFUSAL = { answer: { kind: 'status', status: 503, refused: true } } as const;
const LATE = { status: 500, afterMs: 1_500 };
const { eventId: _, ...WITHOUT_ID } = INTERPRETATION;

/** An order whose first webhook is refused, and does not come again. */
function silent(refuse: StepOptions['refuse'] = REFUSED) {
  const run = aRun();
  const journey = run.journey();
  const { deliveries, redelivery: wait } = journey.step('deposit_detected', { refuse, again: false });
  return { run, journey, first: deliveries[0]?.id ?? '', from: wait?.from ?? 0, to: wait?.to ?? 0 };
}

test('Each event that was refused once passes by its first delivery and, for its id, by the second', () => {
  const run = aSoundRun();
  const attempts = [...Map.groupBy(run.evidence.deliveries, ({ body }) => body.sha256).values()];
  const twice = attempts.filter(all => all.length > 1).map(all => all.map(({ id }) => id));
  expect(twice).toHaveLength(2);
  const [refused, again] = [0, 1].map(nth => twice.map(ids => ids[nth]));
  expect(of(run)).toEqual({ breaches: [], passes: { 'webhook.at-least-once': refused, 'event.id-kept': again } });
});

test('A redelivery that is refused and does not come again says that the service gives up early', () => {
  const run = aRun();
  const [first, second] = run.journey().refused('a', [{}, {}]);
  const { breaches, passes } = of(run);
  expect(breaches).toMatchObject([
    {
      requirement: 'webhook.at-least-once',
      cause: 'answered 503 again',
      message: 'a redelivery that was answered 503 is not sent again',
      likely: 'the service gives up early, or its next retry delay is longer',
      evidence: [second?.id, 'j1'],
    },
  ]);
  expect(passes['webhook.at-least-once']).toEqual([first?.id]);
  expect(of(run, WITHOUT_ID).breaches).toMatchObject([{ cause: 'answered 503 again' }]);
});

test('Redeliveries that are missing after the same number of refusals are one finding that names the number', () => {
  const run = aRun();
  for (const answer of [{}, { kind: 'drop' }, { status: 404 }, LATE] as const)
    run.journey().refused('a', [answer, answer]);
  const { breaches } = of(run);
  expect(new Set(breaches.map(({ message, severity }) => [message, severity].join()))).toEqual(
    new Set(['a delivery that was refused 2 times is not sent again,']),
  );
  expect(breaches).toHaveLength(3);
  expect(breaches[0]?.likely).toBe('the service gives up after 2 attempts, or its next retry delay is longer');
});

test('A 4xx that is never followed by a redelivery is one finding, without additional advice', () => {
  const run = aRun();
  for (const status of [503, 408, 429, 404]) run.journey().refused('a', [{ status }], status === 503);
  const { breaches } = of(run);
  expect(breaches.map(({ message, severity }) => [message, severity])).toEqual(
    Array(2).fill(['a delivery that was answered with a 4xx is not sent again', undefined]),
  );
});

test('A missing redelivery depends on the kind of refusal if another kind was followed by one', () => {
  const run = aRun();
  run.journey().refused('a', [{}], true);
  for (const answer of [{ kind: 'drop' }, { kind: 'slow' }, LATE] as const) run.journey().refused('a', [answer]);
  expect(causesIn(run)).toEqual(['left without an answer', 'left without an answer', 'answered 500 after 1.5 s']);
});

test.each([
  ['its id', INTERPRETATION],
  ['its body', WITHOUT_ID],
])('A missing redelivery is looked for in the isolated retry by %s', (_, interpretation) => {
  for (const [again, what] of [
    [true, '; it came for the isolated retry co_9z, so it is not always missing'],
    [false, '; it did not come for the isolated retry co_9z either, with nothing else running'],
  ] as const) {
    const { run, journey } = silent();
    const alone = run.journey({ order: 'co_9z', diagnoses: journey.id });
    alone.step('deposit_detected', { refuse: REFUSED, again });
    alone.deliver('a');
    const { breaches } = of(run, interpretation);
    expect(breaches).toHaveLength(1);
    expect(breaches[0]?.likely).toContain(what);
  }
});

test.each([
  [REFUSED, { status: 500 }],
  [{ kind: 'drop' }, { kind: 'slow' }],
] as const)(
  'A redelivery that is missing after %o is not looked for in an isolated retry that refused with %o',
  (refuse, other) => {
    const { run, journey } = silent(refuse);
    run.journey({ diagnoses: journey.id }).step('deposit_detected', { refuse: other });
    expect(of(run).breaches[0]?.likely).not.toContain('isolated retry');
  },
);

test.each([
  ['belong to no journey', true, 0],
  ['were not seen', false, 1],
])(
  'A missing redelivery of an event without an order is no breach only where others of its type %s',
  (_, seen, breaches) => {
    const run = aRun(({ id, type, order }) => ({
      body: { id, type, data: type === 'customer.updated' ? {} : { order_id: order } },
    }));
    if (seen) run.deliver('customer.updated', { order: 'co_none' });
    const sends = ['customer.updated'];
    run.journey({ alone: true }).step('deposit_detected', { refuse: REFUSED, again: false, sends });
    expect(of(run).breaches).toHaveLength(breaches);
  },
);

test.each([
  ['id', INTERPRETATION],
  ['body', WITHOUT_ID],
])('A missing redelivery is not a breach if an event with the same %s was acknowledged before', (_, interpretation) => {
  const run = aRun();
  const journey = run.journey();
  const refused = journey.redeliver(journey.deliver(DETECTED), REFUSAL);
  run.wait(journey.id, 'redelivery', refused.id, run.now, 'missed');
  expect(of(run, interpretation).breaches).toEqual([]);
  const [other] = journey.refused(DETECTED, [{}]);
  expect(of(run, interpretation).breaches).toMatchObject([{ evidence: [other?.id, 'j1'] }]);
});

test.each<[string, (made: ReturnType<typeof silent>) => { readonly id: string }]>([
  ['names another order', ({ run, first }) => run.journey().deliver(DETECTED, { event: `evt_${first}` })],
  ['has another type', ({ journey, first }) => journey.deliver('collection.failed', { event: `evt_${first}` })],
  ['is not JSON', ({ journey }) => journey.deliver('', { text: `{"order":"${journey.order}"` })],
])('A missing redelivery is left to other checks if a delivery under its id %s', (_, deliver) => {
  const made = silent();
  const { id } = deliver(made);
  expect(of(made.run)).toEqual({ breaches: [], passes: {} });
  expect(hiddenIn(redelivery, made.run)).toEqual([
    hidden('webhook.at-least-once', ['wire.json', 'event.id'], id, made.first),
  ]);
});

test('A missing redelivery is not judged of deliveries that were not refused, or are about other orders', () => {
  const run = aRun();
  const { deliveries } = run.journey().step('expire');
  run.wait('j1', 'redelivery', deliveries[0]?.id ?? '', run.now, 'missed');
  const unattributed = run.deliver('a', { answer: { kind: 'drop', refused: true } });
  run.wait('j1', 'redelivery', unattributed.id, run.now, 'missed');
  expect(of(run)).toEqual({ breaches: [], passes: {} });
});

test.each<[string, number, number, number]>([
  ['excused by an interruption that overlaps the end of the wait', 0, 9, 0],
  ['excused by an interruption that overlaps the start of the wait', -ALLOWED_MS - 9, -ALLOWED_MS, 0],
  ['not excused by an interruption a millisecond after the wait', 1, 9, 1],
  ['not excused by an interruption a millisecond before the wait', -ALLOWED_MS - 9, -ALLOWED_MS - 1, 1],
])('A missing redelivery is %s', (_, from, to, breaches) => {
  const made = silent();
  expect(made.to - made.from).toBe(ALLOWED_MS);
  expect(of(made.run.trouble(made.to + from, made.to + to)).breaches).toHaveLength(breaches);
});

test.each([
  ['was abandoned', 'redelivery', 'abandoned', false],
  ['was abandoned, although it came under another id', 'redelivery', 'abandoned', true],
  ['was not in vain', 'redelivery', 'came', false],
  ['was for something else', 'quiet', 'missed', false],
] as const)('A missing redelivery is excused if the wait %s', (_, kind, outcome, again) => {
  const run = aRun();
  const journey = run.journey();
  const { id } = journey.deliver('a', { answer: { kind: 'drop', refused: true } });
  if (again) journey.deliver('a');
  run.wait('j1', 'redelivery', 'd99', run.now, 'missed');
  run.wait('j1', kind, id, run.now, outcome);
  expect(of(run)).toEqual({ breaches: [], passes: {} });
});

test('Without an id that can be read, a redelivery may have another body, which hides whether the id is kept', () => {
  const run = aRun(({ type, order, attempt }) => ({ body: { type, attempt, data: { order_id: order } } }));
  const { deliveries } = run.journey().step('expire', { refuse: REFUSED });
  const refused = deliveries[0]?.id ?? '';
  expect(of(run, WITHOUT_ID)).toEqual({ breaches: [], passes: { 'webhook.at-least-once': [refused] } });
  expect(hiddenIn(redelivery, run, WITHOUT_ID)).toEqual([hidden('event.id-kept', ['event.id'], refused)]);
});

test('A redelivery under another id is found once, after the last attempt under the first id', () => {
  const run = aRun();
  const journey = run.journey();
  const [, second] = journey.refused('a', [{}, {}]);
  const again = journey.deliver('a');
  expect(of(run).breaches.map(({ evidence }) => evidence)).toEqual([[again.id, second?.id]]);
});

test('A redelivery under another id is found if it has no id', () => {
  const run = aRun(({ id, type, order, attempt }) => ({
    body: { ...(attempt === 1 && { id }), type, data: { order_id: order } },
  }));
  run.journey().step('expire', { refuse: REFUSED });
  expect(of(run).breaches).toMatchObject([{ requirement: 'event.id-kept', received: 'no id' }]);
});

test('A redelivery under another id may have come in a delivery without id and type, which is another breach', () => {
  const run = aRun(({ id, type, order, attempt }) => ({
    body: { ...(attempt === 1 && { id, type }), data: { order_id: order } },
  }));
  const journey = run.journey();
  const [first] = journey.step('expire', { refuse: REFUSED, again: false }).deliveries;
  if (first) journey.redeliver(first);
  expect(of(run).breaches).toEqual([]);
});

test('A redelivery under another id is not guessed if no type can be read', () => {
  const { eventType: _, ...interpretation } = INTERPRETATION;
  const run = addOrders(aRun(), 'deposit_detected/503 +deposit_detected');
  const { breaches } = of(run, interpretation);
  expect(breaches.map(({ requirement }) => requirement)).toEqual(['webhook.at-least-once']);
});

test('A redelivery under another id, beside one under the same id, is not found if it names no order', () => {
  const run = aRun(({ id, type }) => ({ body: { id, type } }));
  addOrders(run, '3 * alone: path');
  const journey = run.journey({ alone: true });
  journey.redeliver(journey.deliver('disbursement.completed', { event: 'evt_late', ...REFUSAL }));
  journey.happyPath();
  expect(causesIn(run)).toEqual([]);
});

const held = { answer: { kind: 'slow', refused: true } } as const;
const joined = { answer: { ...held.answer, joined: true } } as const;
/** A run that sends an acknowledged event so often, in which a delivery is held together with some copies. */
const heldWith = (copies: number, usual: number) => {
  const run = aRun();
  const journey = run.journey();
  const [other] = journey.step('deposit_detected').deliveries;
  for (let nth = 1; other && nth < usual; nth++) journey.redeliver(other);
  const refused = journey.deliver('a', held);
  for (let nth = 0; nth < copies; nth++) journey.redeliver(refused, joined);
  run.wait(journey.id, 'redelivery', refused.id, refused.at + 10_000, 'missed');
  return { run, journey, refused };
};

test('A redelivery is missing if only one copy was held, and an event is usually sent twice', () => {
  const { run, refused } = heldWith(1, 2);
  const received = 'nothing in 5.0 s after 10.0 s without an answer';
  expect(of(run).breaches).toMatchObject([{ cause: 'left without an answer', evidence: [refused.id, 'j1'], received }]);
});

test('A copy that was held with a delivery may be its redelivery if the service sends events once', () => {
  expect(of(heldWith(1, 1).run).breaches).toEqual([]);
});

test('The redelivery of a held delivery is the first delivery after its copies, which need not come again', () => {
  const { run, journey, refused } = heldWith(1, 2);
  journey.redeliver(refused);
  const { breaches, passes } = of(run);
  expect(breaches).toEqual([]);
  expect(passes['webhook.at-least-once']).toEqual([refused.id]);
});

test('A redelivery is due if the sender hung up before it was answered', () => {
  const run = aRun();
  const answer = { ...REFUSAL.answer, afterMs: 1_500 };
  const refused = run.journey().deliver('a', { answer });
  const [from, to] = [refused.at + 1_000, refused.at + 6_000];
  const wait = { journey: 'j1', kind: 'redelivery', since: refused.id, allowed: ALLOWED_MS } as const;
  run.write({ type: 'wait', ...wait, from, to, outcome: 'missed', hungUp: true });
  const received = 'nothing in 5.0 s after 1.0 s without an answer';
  expect(of(run).breaches).toMatchObject([{ cause: 'left without an answer', received }]);
});
