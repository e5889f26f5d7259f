import { describe, expect, test } from 'vitest';
import { ALLOWED_MS, aRun, aSoundRun, INTERPRETATION } from '../../testing/evidence.ts';
import { hiddenIn, outcome } from '../../testing/outcome.ts';
import { hidden } from './check.ts';
import { redelivery } from './redelivery.ts';

const of = (run: Parameters<typeof outcome>[1], interpretation = INTERPRETATION) =>
  outcome(redelivery, run, interpretation);
const REFUSED = { status: 503 };

describe('redelivery', () => {
  test('passes a conformant run in which each refused event arrives again under the same id', () => {
    const run = aSoundRun();
    const again = run.evidence.deliveries.filter((delivery, index, all) =>
      all.slice(0, index).some(({ body }) => body.sha256 === delivery.body.sha256),
    );
    const ids = again.map(({ id }) => id);
    expect(ids).toHaveLength(2);
    expect(of(run)).toEqual({ breaches: [], passes: { 'webhook.at-least-once': ids, 'event.id-kept': ids } });
  });

  test.each([
    ['belong to no journey', true, 0],
    ['were not seen', false, 1],
  ])('requires no redelivery of an event that names no order only where others of its type %s', (_, seen, breaches) => {
    const run = aRun(({ id, type, order }) => ({
      body: { id, type, data: type === 'customer.updated' ? {} : { order_id: order } },
    }));
    if (seen) run.deliver('customer.updated', { order: 'co_none' });
    run
      .journey({ alone: true })
      .step('deposit_detected', { refuse: REFUSED, again: false, sends: ['customer.updated'] });
    expect(of(run).breaches).toHaveLength(breaches);
  });

  test.each([
    [{ kind: 'status', status: 503 }, 'answered 503', 'answered 503', ''],
    [{ kind: 'status', status: 503, afterMs: 1_500 }, 'answered 503 after 1.5 s', 'answered 503 after 1.5 s', ''],
    [{ kind: 'drop' }, 'drop', 'cut off', ''],
    [{ kind: 'slow' }, 'slow', 'left without an answer', ' after 0.0 s without an answer'],
  ] as const)('finds a missing redelivery after %o', (refuse, cause, how, held) => {
    const run = aRun();
    const { deliveries } = run.journey().step('deposit_detected', { refuse, again: false });
    const { breaches, passes } = of(run);
    expect(passes).toEqual({});
    expect(breaches).toMatchObject([
      {
        requirement: 'webhook.at-least-once',
        cause,
        message: `a delivery that was ${how} is not sent again`,
        expected: 'the same event again',
        received: `nothing in 5.0 s${held}`,
        likely: 'the service does not retry, or its first retry delay is longer',
        next: `if its first retry delay is longer, raise REDELIVERY_TIMEOUT_MS (${ALLOWED_MS} ms)`,
        evidence: [deliveries[0]?.id, 'j1'],
      },
    ]);
    expect(hiddenIn(redelivery, run)).toEqual([
      hidden('event.id-kept', ['webhook.at-least-once'], deliveries[0]?.id ?? ''),
    ]);
  });

  test.each([400, 404, 409])('gives only advice if a %i ends redelivery', status => {
    const run = aRun();
    const { deliveries } = run.journey().step('expire', { refuse: { status }, again: false });
    expect(of(run).breaches).toMatchObject([
      { requirement: 'webhook.at-least-once', severity: 'advice', evidence: [deliveries[0]?.id, 'j1'] },
    ]);
    expect(of(run).breaches[0]?.likely).toContain('not specified');
    expect(hiddenIn(redelivery, run)).toEqual([]);
  });

  test.each([399, 500])('finds a breach if nothing arrives after a %i', status => {
    const run = aRun();
    run.journey().step('expire', { refuse: { status }, again: false });
    expect(of(run).breaches[0]).not.toHaveProperty('severity');
  });

  test.each([
    [true, 'received it, so it is not always missing'],
    [false, 'did not receive it either, with nothing else running'],
  ])('reports the result of the isolated retry, arrived: %s', (again, what) => {
    const run = aRun();
    const journey = run.journey();
    journey.step('expire', { refuse: REFUSED, again: false });
    run.journey({ order: 'co_9z', diagnoses: journey.id }).step('expire', { refuse: REFUSED, again });
    expect(of(run).breaches).toHaveLength(1);
    expect(of(run).breaches[0]?.likely).toContain(`; the isolated retry co_9z ${what}`);
  });

  test.each([
    [REFUSED, { status: 500 }],
    [{ kind: 'drop' }, { kind: 'slow' }],
  ] as const)('ignores an isolated retry with a different refusal than %o: %o', (refuse, other) => {
    const run = aRun();
    const journey = run.journey();
    journey.step('expire', { refuse, again: false });
    run.journey({ diagnoses: journey.id }).step('expire', { refuse: other });
    expect(of(run).breaches[0]?.likely).not.toContain('isolated retry');
  });

  test('finds that the service stops after the second refusal, and reports that', () => {
    const run = aRun();
    const journey = run.journey();
    const refusal = { answer: { kind: 'status', status: 503, refused: true } } as const;
    const first = journey.deliver('a', refusal);
    run.wait('j1', 'redelivery', first.id, run.now, 'came');
    const second = journey.redeliver(first, refusal);
    run.wait('j1', 'redelivery', second.id, run.now, 'missed');
    expect(of(run).breaches).toMatchObject([
      {
        requirement: 'webhook.at-least-once',
        cause: 'answered 503 again',
        message: 'a redelivery that was answered 503 is not sent again',
        likely: 'the service gives up early, or its next retry delay is longer',
        evidence: [second.id, 'j1'],
      },
    ]);
    expect(of(run).passes['webhook.at-least-once']).toEqual([second.id]);
  });

  test('does not accept another event as a redelivery', () => {
    const run = aRun();
    const journey = run.journey();
    const [first] = journey.step('deposit_detected', { refuse: REFUSED, again: false }).deliveries;
    journey.deliver('collection.failed');
    journey.deliver('collection.deposit_detected', { event: `evt_${first?.id}`, complete: false });
    expect(of(run).breaches.map(({ requirement }) => requirement)).toEqual(['webhook.at-least-once']);
  });

  test('leaves a redelivery that names another order to the check of event ids', () => {
    const run = aRun();
    const [first] = run.journey().step('deposit_detected', { refuse: REFUSED, again: false }).deliveries;
    const again = run.journey().deliver('collection.deposit_detected', { event: `evt_${first?.id}` });
    expect(of(run)).toEqual({ breaches: [], passes: {} });
    const by = ['wire.json', 'event.id'];
    expect(hiddenIn(redelivery, run)).toMatchObject([
      { requirement: 'webhook.at-least-once', by, evidence: [again.id, first?.id] },
    ]);
  });

  test.each([
    ['has another type under its id', (event: string) => ({ event })],
    ['is not JSON', (_: string, order: string) => ({ text: `{"data":{"order_id":"${order}"` })],
  ])('leaves what comes to other checks where it %s', (_, again) => {
    const run = aRun();
    const journey = run.journey();
    const [first] = journey.step('deposit_detected', { refuse: REFUSED, again: false }).deliveries;
    const { id } = journey.deliver('collection.failed', again(`evt_${first?.id}`, journey.order));
    expect(of(run).breaches).toEqual([]);
    expect(hiddenIn(redelivery, run)).toMatchObject([
      { requirement: 'webhook.at-least-once', by: ['wire.json', 'event.id'], evidence: [id, first?.id] },
    ]);
  });

  test('requires no redelivery of an acknowledged event, and counts no earlier refusal as one', () => {
    const run = aRun();
    const journey = run.journey();
    journey.deliver('collection.deposit_detected', { event: 'evt_1' });
    const refused = journey.deliver('collection.deposit_detected', {
      event: 'evt_1',
      answer: { kind: 'status', status: 500, refused: true },
    });
    run.wait('j1', 'redelivery', refused.id, run.now, 'missed');
    expect(of(run).breaches).toEqual([]);
    const other = run.journey();
    const refusal = { event: 'evt_2', answer: { kind: 'status', status: 500, refused: true } } as const;
    other.deliver('collection.deposit_detected', refusal);
    const again = other.deliver('collection.deposit_detected', refusal);
    run.wait('j2', 'redelivery', again.id, run.now, 'missed');
    expect(of(run).breaches).toMatchObject([{ requirement: 'webhook.at-least-once', evidence: [again.id, 'j2'] }]);
  });

  test('accepts a redelivery after the next step, or after the wait', () => {
    const run = aRun();
    const journey = run.journey();
    const [first] = journey.step('deposit_detected', { refuse: REFUSED, again: false }).deliveries;
    journey.step('deposit_confirmed');
    const again = first && journey.redeliver(first);
    expect(of(run)).toEqual({
      breaches: [],
      passes: { 'webhook.at-least-once': [again?.id], 'event.id-kept': [again?.id] },
    });
  });

  test('accepts a redelivery whose body counts attempts', () => {
    const run = aRun(({ id, type, order, attempt, at }) => ({
      body: { id, type, attempt, at, data: { order_id: order } },
    }));
    run.journey().step('expire', { refuse: REFUSED });
    expect(of(run).passes['event.id-kept']).toHaveLength(1);
  });

  test('leaves an event without an id to the event-id check if its body changes', () => {
    const { eventId: _, ...interpretation } = INTERPRETATION;
    const run = aRun(({ type, order, attempt }) => ({ body: { type, attempt, data: { order_id: order } } }));
    const { deliveries } = run.journey().step('expire', { refuse: REFUSED });
    expect(of(run, interpretation)).toEqual({ breaches: [], passes: { 'webhook.at-least-once': [deliveries[1]?.id] } });
    expect(hiddenIn(redelivery, run, interpretation)).toEqual([
      hidden('event.id-kept', ['event.id'], deliveries[0]?.id ?? ''),
    ]);
  });

  test('does not judge deliveries that were not refused, or are about other orders', () => {
    const run = aRun();
    const { deliveries } = run.journey().step('expire');
    run.wait('j1', 'redelivery', deliveries[0]?.id ?? '', run.now, 'missed');
    const unattributed = run.deliver('a', { answer: { kind: 'drop', refused: true } });
    run.wait('j1', 'redelivery', unattributed.id, run.now, 'missed');
    expect(of(run)).toEqual({ breaches: [], passes: {} });
  });
});

describe('redelivery, if no id can be read,', () => {
  const { eventId: _, ...interpretation } = INTERPRETATION;
  const REFUSAL = { answer: { kind: 'status', status: 503, refused: true } } as const;

  test('is recognised by its body, and the id is not judged', () => {
    const run = aRun();
    const { deliveries } = run.journey().step('expire', { refuse: REFUSED });
    const { breaches, passes } = of(run, interpretation);
    expect(breaches).toEqual([]);
    expect(Object.keys(passes)).toEqual(['webhook.at-least-once']);
    expect(hiddenIn(redelivery, run, interpretation)).toEqual([
      hidden('event.id-kept', ['event.id'], deliveries[0]?.id ?? ''),
    ]);
  });

  test('may be any other event of its type, and hides whether the id is kept', () => {
    const run = aRun();
    const journey = run.journey();
    const [refused] = journey.step('deposit_detected', { refuse: REFUSED, again: false }).deliveries;
    journey.step('deposit_confirmed');
    journey.deliver('collection.deposit_detected');
    expect(of(run, interpretation).breaches).toEqual([]);
    expect(hiddenIn(redelivery, run, interpretation)).toEqual([
      hidden('event.id-kept', ['event.id'], refused?.id ?? ''),
    ]);
  });

  test('is not required of a body that was acknowledged before, and is required of one that was not', () => {
    const run = aRun();
    const journey = run.journey();
    const refuse = (event: string) => {
      const refused = journey.deliver('a', { event, ...REFUSAL });
      run.wait('j1', 'redelivery', refused.id, run.now, 'missed');
      return refused;
    };
    journey.deliver('a', { event: 'evt_1' });
    refuse('evt_1');
    const other = refuse('evt_2');
    expect(of(run, interpretation).breaches).toMatchObject([{ evidence: [other.id, 'j1'] }]);
  });

  test('that arrived only once is distinguished from one that never arrived', () => {
    const run = aRun();
    const first = run.journey().deliver('a', REFUSAL);
    const second = run.redeliver(first, REFUSAL);
    run.wait('j1', 'redelivery', second.id, run.now, 'missed');
    expect(of(run, interpretation).breaches.map(({ cause }) => cause)).toEqual(['answered 503 again']);
  });

  test.each([
    [true, 'received it, so it is not always missing'],
    [false, 'did not receive it either, with nothing else running'],
  ])('is looked for in the isolated retry, arrived: %s', (again, what) => {
    const run = aRun();
    const journey = run.journey();
    journey.step('expire', { refuse: REFUSED, again: false });
    const alone = run.journey({ diagnoses: journey.id });
    alone.step('expire', { refuse: REFUSED, again });
    alone.deliver('a');
    expect(of(run, interpretation).breaches[0]?.likely).toContain(what);
  });
});

describe('redelivery, under another id', () => {
  const renamed = (between: (journey: ReturnType<ReturnType<typeof aRun>['journey']>) => void = () => {}) => {
    const run = aRun();
    const journey = run.journey();
    const made = journey.step('deposit_detected', { refuse: REFUSED, again: false });
    between(journey);
    const again = journey.deliver('collection.deposit_detected', { event: 'evt_new' });
    return { run, made, again };
  };

  test('is found, and counts as a redelivery', () => {
    const { run, made, again } = renamed();
    const { breaches, passes } = of(run);
    expect(passes).toEqual({ 'webhook.at-least-once': [again.id] });
    expect(breaches).toMatchObject([
      {
        requirement: 'event.id-kept',
        cause: 'renamed',
        message: 'a redelivery has another event id than the first delivery',
        likely: 'a redelivery creates a new id; a consumer would act on the event twice',
        expected: `the id evt_${made.deliveries[0]?.id}`,
        received: 'evt_new',
        evidence: [made.deliveries[0]?.id, again.id],
      },
    ]);
  });

  test('is found if it has no id', () => {
    const run = aRun(({ id, type, order, attempt }) => ({
      body: { ...(attempt === 1 && { id }), type, data: { order_id: order } },
    }));
    run.journey().step('expire', { refuse: REFUSED });
    expect(of(run).breaches).toMatchObject([{ requirement: 'event.id-kept', received: 'no id' }]);
  });

  test('is recognised after a further step, which has a webhook of its own', () => {
    const { run } = renamed(journey => journey.step('deposit_confirmed'));
    expect(of(run).breaches.map(({ cause }) => cause)).toEqual(['renamed']);
  });

  test.each([
    ['found', 3, 'collection.expired', ['renamed']],
    ['not found where too few orders took the same steps', 2, 'collection.expired', []],
    ['not found in an event of another type', 3, 'quote.expired', []],
  ])('beside one under its own id is %s', (_, others, type, causes) => {
    const run = aRun();
    for (let order = 0; order < others; order++) run.journey().step('expire');
    const journey = run.journey();
    journey.step('expire', { refuse: REFUSED });
    journey.deliver(type, { event: 'evt_new' });
    expect(of(run).breaches.map(({ cause }) => cause)).toEqual(causes);
  });

  test('beside one under its own id is not found where it names no order: it may be of the order before', () => {
    const run = aRun(({ id, type }) => ({ body: { id, type } }));
    for (let order = 0; order < 3; order++) run.journey({ alone: true }).happyPath().end();
    const journey = run.journey({ alone: true });
    const answer = { kind: 'status', status: 503, refused: true } as const;
    journey.redeliver(journey.deliver('disbursement.completed', { event: 'evt_late', answer }));
    journey.happyPath();
    expect(of(run).breaches).toEqual([]);
  });

  test('beside one under its own id is not found in the webhook of a later step that has the same type', () => {
    const run = aRun();
    const sends = ['collection.updated'];
    // What each step sends is clear: some orders stop after each.
    for (let order = 0; order < 3; order++) {
      run.journey().step('deposit_detected', { sends });
      const journey = run.journey();
      journey.step('deposit_detected', { sends });
      journey.step('deposit_confirmed', { sends });
    }
    for (let order = 0; order < 5; order++) {
      const journey = run.journey();
      journey.step('deposit_detected', { sends, ...(order > 3 && { refuse: REFUSED }) });
      journey.step('deposit_confirmed', { sends });
      // The one or the other comes first.
      const paid = [...sends, 'disbursement.completed'];
      journey.step('disburse', { sends: order > 3 ? paid.toReversed() : paid });
    }
    expect(of(run).breaches).toEqual([]);
  });

  test('beside one under its own id is not found where other orders show as many events', () => {
    const run = aRun();
    for (let order = 0; order < 4; order++) {
      const journey = run.journey();
      journey.step('expire', order === 3 ? { refuse: REFUSED } : {});
      journey.deliver('collection.expired', { event: `evt_new${order}` });
    }
    expect(of(run).breaches).toEqual([]);
  });

  test('is not guessed if no type can be read', () => {
    const { eventType: _, ...interpretation } = INTERPRETATION;
    expect(of(renamed().run, interpretation).breaches.map(({ requirement }) => requirement)).toEqual([
      'webhook.at-least-once',
    ]);
  });
});

describe('redelivery of a delivery that was held', () => {
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

  test.each([
    [0, 1],
    [1, 2],
  ])(
    'is missing where only %i copies were held with it, of an event that is usually sent %i times',
    (copies, usual) => {
      const { run, refused } = heldWith(copies, usual);
      const [breach, ...more] = of(run).breaches;
      expect(more).toEqual([]);
      expect(breach).toMatchObject({ cause: 'slow', evidence: [refused.id, 'j1'] });
      expect(breach?.received).toBe('nothing in 5.0 s after 10.0 s without an answer');
    },
  );

  test('was a copy that was held with it, where the service sends an event once', () => {
    expect(of(heldWith(1, 1).run).breaches).toEqual([]);
  });

  test('is what comes after the copies, none of which has to come again', () => {
    const { run, journey, refused } = heldWith(1, 2);
    const again = journey.redeliver(refused);
    const { breaches, passes } = of(run);
    expect(breaches).toEqual([]);
    expect(passes['webhook.at-least-once']).toEqual([again.id]);
  });

  test('is due after no answer was seen, where the sender hung up before it was answered', () => {
    const run = aRun();
    const answer = { kind: 'status', status: 503, refused: true, afterMs: 1_500 } as const;
    const refused = run.journey().deliver('a', { answer });
    const [from, to] = [refused.at + 1_000, refused.at + 6_000];
    const wait = { journey: 'j1', kind: 'redelivery', since: refused.id, allowed: ALLOWED_MS } as const;
    run.write({ type: 'wait', ...wait, from, to, outcome: 'missed', hungUp: true });
    const received = 'nothing in 5.0 s after 1.0 s without an answer';
    expect(of(run).breaches).toMatchObject([{ cause: 'slow', received }]);
  });
});

describe('redelivery is excused', () => {
  const late = () => {
    const run = aRun();
    const { redelivery: wait } = run.journey().step('expire', { refuse: REFUSED, again: false });
    return { run, from: wait?.from ?? 0, to: wait?.to ?? 0 };
  };

  test('by an interruption that overlaps either end of the wait', () => {
    const { run, from, to } = late();
    expect(of(run.trouble(to, to + 9)).breaches).toEqual([]);
    const other = late();
    expect(of(other.run.trouble(from - 9, other.from)).breaches).toEqual([]);
  });

  test('by no interruption a millisecond outside the wait', () => {
    const { run, from, to } = late();
    expect(of(run.trouble(from - 9, from - 1).trouble(to + 1, to + 9)).breaches).toHaveLength(1);
  });

  test.each(['abandoned', 'came'] as const)('if the wait was %s', outcome => {
    const run = aRun();
    const refused = run.journey().deliver('a', { answer: { kind: 'drop', refused: true } });
    run.wait('j1', 'redelivery', refused.id, run.now, outcome);
    expect(of(run)).toEqual({ breaches: [], passes: {} });
  });

  test('if the wait was abandoned, although the event arrived under another id', () => {
    const run = aRun();
    const journey = run.journey();
    const refused = journey.deliver('a', { answer: { kind: 'drop', refused: true } });
    journey.deliver('a');
    run.wait('j1', 'redelivery', refused.id, run.now, 'abandoned');
    expect(of(run)).toEqual({ breaches: [], passes: {} });
  });

  test('if the run did not wait, or waited for something else', () => {
    const run = aRun();
    const refused = run.journey().deliver('a', { answer: { kind: 'drop', refused: true } });
    run.wait('j1', 'redelivery', 'd99', run.now, 'missed');
    run.wait('j1', 'quiet', refused.id, run.now, 'missed');
    expect(of(run)).toEqual({ breaches: [], passes: {} });
  });
});
