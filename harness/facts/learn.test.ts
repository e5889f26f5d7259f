import { describe, expect, test } from 'vitest';
import { judge } from '../checks/judge.ts';
import { COMPLETED } from '../core/dialect.ts';
import type { Evidence } from '../core/evidence.ts';
import type { Json } from '../core/json.ts';
import type { Reading } from '../core/reading.ts';
import { formatTimestamp } from '../core/timestamp.ts';
import { aBusyRun, type BusyOptions, earlyCredit, FAULTS } from '../testing/busy-run.ts';
import { aRun, aSoundRun, type EventWritten, READING, START, signed, type Write } from '../testing/evidence.ts';
import { learn } from './learn.ts';

interface Deployment {
  readonly says: string;
  readonly write: () => Write;
  readonly options?: BusyOptions;
  /** What has to be learned, where it is not the default. */
  readonly reading?: Partial<Reading>;
  /** How many readings fit. Default 1. */
  readonly readings?: number;
  /** True where a copy under a new id goes unnoticed beside one under the right id. */
  readonly copies?: true;
}

const writing =
  (write: (event: EventWritten) => Json): (() => Write) =>
  () =>
  event => ({ body: write(event) });

/** A number of its own for each id: `evt_d12` → 4012. */
const numberOf = (id: string) => 4000 + Number(id.replace(/\D/g, ''));

const SINGLE = (type: string) => (type === COMPLETED ? COMPLETED : 'collection.updated');

/** A short name of a stage: deposits share one resource, disbursements another. */
const stageOf = (type: string) => (type.startsWith('disbursement') ? 'dis' : 'dep');

const DEPLOYMENTS: readonly Deployment[] = [
  {
    says: 'writes id, type and order where most do',
    write: writing(({ id, type, order }) => ({ id, type, data: { order_id: order } })),
  },
  {
    says: 'gives all events but one the same type',
    write: writing(({ id, type, order }) => ({ id, type: SINGLE(type), data: { order_id: order } })),
  },
  {
    says: 'sends several events a step, two of them of one type',
    write: writing(({ id, type, order }) => ({ id, type, data: { order_id: order } })),
    options: {
      types: {
        deposit_detected: ['collection.updated', 'collection.updated', 'collection.deposit_detected'],
        disburse: ['disbursement.initiated', COMPLETED, 'collection.settled'],
        expire: ['collection.updated', 'collection.expired'],
      },
    },
  },
  {
    says: 'names events in headers alone',
    write:
      () =>
      ({ id, type, order }) => ({
        body: { order_id: order, amount: '10.00' },
        headers: [
          ['X-Event-Id', id],
          ['X-Event-Type', type],
        ],
      }),
    reading: { eventId: 'header:x-event-id', eventType: 'header:x-event-type', orderId: '/order_id' },
  },
  {
    says: 'names everything in headers, above an empty body',
    write:
      () =>
      ({ id, type, order }) => ({
        body: {},
        headers: [
          ['webhook-id', id],
          ['acme-topic', type],
          ['X-Order-Id', order],
        ],
      }),
    reading: { eventId: 'header:webhook-id', eventType: 'header:acme-topic', orderId: 'header:x-order-id' },
  },
  {
    says: 'leaves the order out of some events, so that journeys run alone',
    write: writing(({ id, type, order }) => ({
      id,
      type,
      data: type.includes('confirmed') ? {} : { order_id: order },
    })),
    options: { alone: true },
  },
  {
    says: 'puts id, type and order elsewhere in another family of events',
    write: writing(({ id, type, order }) =>
      type.startsWith('disbursement')
        ? { event: { id, name: type }, disbursement: { collection_order: order } }
        : { id, type, data: { order_id: order } },
    ),
    options: { types: { disburse: ['disbursement.initiated', COMPLETED] } },
    reading: {
      eventId: {
        'collection.deposit_detected': '/id',
        'collection.deposit_confirmed': '/id',
        'disbursement.initiated': '/event/id',
        [COMPLETED]: '/event/id',
        'collection.expired': '/id',
        'collection.failed': '/id',
        'collection.wrong_chain': '/id',
      },
      eventType: {
        'disbursement.initiated': '/event/name',
        [COMPLETED]: '/event/name',
        'collection.deposit_detected': '/type',
        'collection.deposit_confirmed': '/type',
        'collection.expired': '/type',
        'collection.failed': '/type',
        'collection.wrong_chain': '/type',
      },
      orderId: {
        'collection.deposit_detected': '/data/order_id',
        'collection.deposit_confirmed': '/data/order_id',
        'disbursement.initiated': '/disbursement/collection_order',
        [COMPLETED]: '/disbursement/collection_order',
        'collection.expired': '/data/order_id',
        'collection.failed': '/data/order_id',
        'collection.wrong_chain': '/data/order_id',
      },
    },
  },
  {
    says: 'says on every event which one will end it',
    write: writing(({ id, type, order }) => ({ id, type, data: { order_id: order, ends_with: COMPLETED } })),
  },
  {
    says: 'announces the credit on the event before it',
    write: writing(({ id, type, order }) => ({
      id,
      type,
      data: { order_id: order, ...(type.startsWith('disbursement') && { final_event: COMPLETED }) },
    })),
    options: { types: { disburse: ['disbursement.initiated', COMPLETED] } },
  },
  {
    says: 'names the next event on each',
    write: writing(({ id, type, order }) => ({
      id,
      type,
      data: { order_id: order, next: type.endsWith('confirmed') ? COMPLETED : 'none' },
    })),
  },
  {
    says: 'counts attempts and stamps them in the body',
    write: writing(({ id, type, order, attempt, at }) => ({
      id,
      type,
      attempt,
      sent_at: at,
      data: { order_id: order },
    })),
  },
  {
    says: 'gives each attempt a delivery id beside the event id',
    write:
      () =>
      ({ id, type, order, attempt }) => ({
        body: { event_id: id, delivery_id: `${id}-${attempt}`, type, data: { order_id: order } },
        headers: [['X-Webhook-Delivery-Id', `${id}-${attempt}`]],
      }),
    reading: { eventId: '/event_id' },
  },
  {
    says: 'gives each attempt the plain id, and the event another',
    write: writing(({ id, type, order, attempt }) => ({
      id: `${id}-${attempt}`,
      event_id: id,
      type,
      data: { order_id: order },
    })),
    reading: { eventId: '/event_id' },
  },
  {
    says: 'has ids of everything else too',
    write: writing(({ id, type, order, attempt, at }) => ({
      id,
      type,
      account_id: 'acct_1',
      data: {
        id: `${stageOf(type)}_${order}`,
        order_id: order,
        customer_id: `cus_${order}`,
        request_id: `${id}/${attempt}`,
        created_at: new Date(at).toISOString(),
        metadata: { eventId: 'theirs', id: 7 },
      },
    })),
  },
  {
    says: 'counts its events and its orders',
    write: writing(({ id, type, order }) => ({ id: numberOf(id), type, data: { order_id: Number(order) } })),
    options: { order: nth => String(90_210 + nth) },
  },
  {
    says: 'numbers events by the clock, beside a creation time of the same form',
    write: writing(({ id, type, order }) => ({
      id: START + numberOf(id),
      created_at: START + numberOf(id),
      type,
      data: { order_id: order },
    })),
  },
  {
    says: 'has snowflakes for ids, which look like nanoseconds',
    write: writing(({ id, type, order }) => ({
      id: `18234567890123${numberOf(id) + 10_000}`,
      type,
      data: { order_id: order },
    })),
  },
  {
    says: 'sends the order itself, with the event in headers',
    write:
      () =>
      ({ id, type, order }) => ({
        body: { id: order, amount: '10.00' },
        headers: [
          ['Webhook-Id', id],
          ['Webhook-Topic', type],
        ],
      }),
    reading: { eventId: 'header:webhook-id', eventType: 'header:webhook-topic', orderId: '/id' },
  },
  {
    says: 'sends a session, which keeps its id, and the event in a part of its own',
    write: writing(({ id, type, order }) => ({ id: `sess_${order}`, order_ref: order, meta: { event_id: id, type } })),
    reading: { eventId: '/meta/event_id', eventType: '/meta/type', orderId: '/order_ref' },
  },
  {
    says: 'sends the deposit, then the disbursement, each with its id, and the message id in a header',
    write:
      () =>
      ({ id, type, order }) => ({
        body: { id: `${stageOf(type)}_${order}`, type, order },
        headers: [['Message-Id', id]],
      }),
    reading: { eventId: 'header:message-id', orderId: '/order' },
  },
  {
    says: 'hides the id under a nonce',
    write: writing(({ id, type, order, attempt }) => ({
      kind: type,
      data: { id: `${stageOf(type)}_${order}`, order, trace_id: `${id}${attempt}` },
      envelope: { nonce: id },
    })),
    reading: { eventId: '/envelope/nonce', eventType: '/kind', orderId: '/data/order' },
  },
  {
    says: 'says the same in body and header',
    write:
      () =>
      ({ id, type, order }) => ({
        body: { id, type, data: { order_id: order } },
        headers: [['X-Event-Id', id]],
      }),
    readings: 2,
  },
  {
    says: 'announces orders before their first step, or just after it',
    write: writing(({ id, type, order }) => ({ id, type, data: { order_id: order } })),
    options: {
      taken: (journey, nth) => {
        if (nth % 3 !== 0) journey.deliver('session.created');
      },
      stepped: (journey, event) => {
        if (event === 'deposit_detected' && journey.id === 'j1') journey.deliver('session.created');
      },
    },
  },
  {
    says: 'delivers everything twice, often after the next step',
    copies: true,
    write: writing(({ id, type, order, attempt }) => ({ id, type, attempt, data: { order_id: order } })),
    options: {
      stepped: (journey, _, run) => {
        const mine = run.evidence.deliveries.filter(({ body }) => body.text?.includes(`"${journey.order}"`));
        for (const delivery of mine.slice(-3)) journey.redeliver(delivery);
      },
    },
  },
];

const learned = (evidence: Evidence) => learn(evidence).readings;

describe.each(DEPLOYMENTS)(
  'learn, from a deployment that $says',
  ({ write, options = {}, reading, readings = 1, copies }) => {
    test.each([10, 3])('finds the right places on the first and %i more happy paths, and no breach', happyPaths => {
      const { evidence } = aBusyRun(write(), options, happyPaths);
      const found = learned(evidence);
      expect(found[0]).toEqual({ ...READING, ...reading });
      expect(found).toHaveLength(readings);
      expect(judge(evidence, found).findings).toEqual([]);
    });

    test('finds the same places where one redelivery in five has a new id, which is then caught', () => {
      const { evidence } = aBusyRun(FAULTS.renamed(write()), options);
      const found = learned(evidence);
      expect(found[0]).toEqual({ ...READING, ...reading });
      if (copies) return;
      expect(judge(evidence, found).findings.map(({ requirement }) => requirement)).toContain('event.id-kept');
    });

    test('finds the same places where one event in five has the id of another, which is then caught', () => {
      const { evidence } = aBusyRun(FAULTS.shared(write()), options);
      const found = learned(evidence);
      expect(found[0]).toEqual({ ...READING, ...reading });
      expect(judge(evidence, found).findings.map(({ requirement }) => requirement)).toContain('event.id');
    });

    test('finds the same places where one confirmation in five credits too soon, which is then caught', () => {
      const { evidence } = aBusyRun(write(), earlyCredit(options));
      const found = learned(evidence);
      expect(found[0]).toEqual({ ...READING, ...reading });
      const findings = judge(evidence, found).findings.map(({ requirement, count }) => [requirement, count]);
      expect(findings).toContainEqual(['event.completed-not-before-disburse', 2]);
    });
  },
);

describe.each([
  { named: 'the plain id', place: (id: string) => ({ id }) },
  { named: 'event_id', place: (event_id: string) => ({ event_id }) },
  { named: 'an id beside the type', place: (id: string, topic: string) => ({ notification: { id, topic } }) },
  { named: 'an id in meta', place: (id: string) => ({ meta: { id } }) },
])('learn, from a deployment whose event id is $named, beside a reference that behaves', ({ place }) => {
  const write =
    (idOf: (event: EventWritten) => string): Write =>
    event => ({
      body: {
        ...place(idOf(event), event.type),
        type: event.type,
        data: { order_id: event.order, reference: `ref_${event.id}` },
      },
    });
  const broken = (made: Write) => {
    const { evidence } = aBusyRun(made);
    return judge(evidence, learned(evidence)).findings.map(({ check, requirement }) => `${check} ${requirement}`);
  };

  test('finds nothing wrong where the id is kept', () => {
    expect(broken(write(({ id }) => id))).toEqual([]);
  });

  test('finds an id that every retry renews', () => {
    expect(broken(write(({ id, attempt }) => `${id}-${attempt}`))).toContain('redelivery event.id-kept');
  });

  test('finds an id that all events of an order, or of the run, share', () => {
    expect(broken(write(({ order }) => `evt_${order}`))).toContain('event-id event.id');
    expect(broken(write(() => 'evt_1'))).toContain('event-id event.id');
  });
});

describe.each(['X-Event-Id', 'x-event-id', 'X-EVENT-ID'])('learn, told of a header as %s', name => {
  const told = { eventId: `header:${name}`, eventType: { [COMPLETED]: 'header:X-Kind' }, orderId: 'header:X-Order-Id' };
  const write: Write = ({ id, type, order }) => ({
    body: { amount: '1.00' },
    headers: [
      ['X-Event-Id', id],
      ['X-Kind', type],
      ['X-Order-Id', order],
    ],
  });

  test('reads it as it does one in lower case, and judges so', () => {
    const { evidence } = aBusyRun(write);
    const { readings } = learn(evidence, told);
    expect(readings).toEqual([
      {
        ...READING,
        eventId: 'header:x-event-id',
        eventType: { [COMPLETED]: 'header:x-kind' },
        orderId: 'header:x-order-id',
      },
    ]);
    expect(judge(evidence, readings).findings).toEqual([]);
    const renamed = aBusyRun(FAULTS.renamed(write)).evidence;
    const requirements = judge(renamed, learn(renamed, told).readings).findings.map(({ requirement }) => requirement);
    expect(requirements).toContain('event.id-kept');
  });
});

describe('learn, on signatures', () => {
  const headersOf = (evidence: Evidence) => learn(evidence).aspects.find(({ aspect }) => aspect === 'signatureHeader');
  const delivering = (...signatures: Parameters<typeof signed>[1][]) => {
    const run = aRun();
    const journey = run.journey();
    for (const _ of [1, 2, 3, 4]) journey.deliver('a', { signatures: signatures.map(more => signed(run.now, more)) });
    return run;
  };

  test('takes the header that verifies, among several that look like one', () => {
    const run = delivering(
      { header: 'X-Signature', slots: [] },
      { header: 'X-Acme-Signature' },
      { header: 'Service-Signature', slots: [] },
    );
    expect(headersOf(run.evidence)).toEqual({
      aspect: 'signatureHeader',
      candidates: [{ locator: 'x-acme-signature', support: 1, samples: 4 }],
      told: false,
    });
  });

  test('takes it although one delivery in five does not verify, and says how sure it is', () => {
    const run = delivering({ header: 'X-Acme-Signature' });
    run.journey().deliver('a', { signatures: [signed(run.now, { header: 'x-acme-SIGNATURE', slots: [] })] });
    expect(headersOf(run.evidence)?.candidates).toEqual([{ locator: 'x-acme-signature', support: 0.8, samples: 5 }]);
  });

  test('keeps two that verify equally often, and drops one that does less often', () => {
    const run = delivering({ header: 'A-Signature' }, { header: 'B-Signature' });
    expect(learned(run.evidence)[0].signatureHeaders).toEqual(['a-signature', 'b-signature']);
    run.journey().deliver('a', { signatures: [signed(run.now, { header: 'B-Signature' })] });
    expect(learned(run.evidence)[0].signatureHeaders).toEqual(['b-signature']);
  });

  test('falls back on the neutral name where none verifies, then on whatever looks like one', () => {
    const none = { slots: [] };
    const both = delivering({ header: 'X-Signature', ...none }, { header: 'Service-Signature', ...none });
    expect(headersOf(both.evidence)?.candidates).toEqual([{ locator: 'service-signature', support: 0, samples: 4 }]);
    const other = delivering({ header: 'X-Signature', ...none }, { header: 'Y-Signature', ...none });
    expect(learned(other.evidence)[0].signatureHeaders).toEqual(['x-signature', 'y-signature']);
    expect(headersOf(aRun().evidence)?.candidates).toEqual([{ locator: 'service-signature', support: 0, samples: 0 }]);
  });

  test('passes over deliveries to other paths', () => {
    const run = delivering({ header: 'X-Acme-Signature' });
    for (const _ of [1, 2, 3, 4, 5])
      run.deliver('a', { ours: false, signatures: [signed(run.now, { header: 'X-Other', t: ['9'] })] });
    expect(learned(run.evidence)[0]).toMatchObject({ signatureHeaders: ['x-acme-signature'], timestampUnit: 's' });
  });

  test.each(['s', 'ms', 'us', 'ns', 'iso'] as const)('finds t in %s, the nearest to the clock', unit => {
    const run = aRun();
    const journey = run.journey();
    const at = (ms: number) => formatTimestamp(BigInt(run.now + ms) * 1_000_000n, unit);
    for (const off of [-290_000, 0, 290_000]) journey.deliver('a', { signatures: [signed(run.now, { t: [at(off)] })] });
    const { readings, aspects } = learn(run.evidence);
    expect(readings[0].timestampUnit).toBe(unit);
    expect(aspects[1]).toEqual({
      aspect: 'timestampUnit',
      candidates: [{ locator: unit, support: 1, samples: 3 }],
      told: false,
    });
  });

  test('goes by the t that verifies, and by what most deliveries say', () => {
    const run = aRun();
    const journey = run.journey();
    const decoy = signed(run.now, { header: 'X-Signature', t: [String(run.now)], slots: [] });
    for (const _ of [1, 2, 3]) journey.deliver('a', { signatures: [decoy, signed(run.now)] });
    journey.deliver('a', { signatures: [signed(run.now, { t: [String(run.now)] })] });
    journey.deliver('a', { signatures: [signed(run.now, { t: ['now'] })] });
    journey.deliver('a', { signatures: [signed(run.now, { t: [] })] });
    expect(learn(run.evidence).aspects[1]?.candidates).toEqual([{ locator: 's', support: 0.6, samples: 5 }]);
  });

  test('goes by the first t where none verifies, and assumes seconds where there is none', () => {
    const run = aRun();
    run.deliver('a', { signatures: [signed(run.now, { t: [String(run.now)], slots: [] })] });
    expect(learned(run.evidence)[0].timestampUnit).toBe('ms');
    const unread = aRun();
    unread.deliver('a', { signatures: [signed(START, { t: ['now'] })] });
    for (const run of [unread, aRun()])
      expect(learn(run.evidence).aspects[1]?.candidates).toEqual([{ locator: 's', support: 0, samples: 0 }]);
  });
});

describe('learn', () => {
  test('takes what it is told, and learns the rest', () => {
    const told = {
      signatureHeader: 'X-Acme-Signature',
      timestampUnit: 'ms',
      eventId: '/data/id',
      eventType: { a: '/kind' },
      orderId: 'header:X-Order',
    } as const;
    const { readings, aspects } = learn(aSoundRun().evidence, told);
    expect(readings).toEqual([
      {
        signatureHeaders: ['x-acme-signature'],
        timestampUnit: 'ms',
        eventId: '/data/id',
        eventType: { a: '/kind' },
        orderId: 'header:x-order',
      },
    ]);
    expect(aspects.every(({ told }) => told)).toBe(true);
    expect(aspects.map(({ candidates }) => candidates)).toEqual(
      ['x-acme-signature', 'ms', '/data/id', { a: '/kind' }, 'header:x-order'].map(locator => [
        { locator, support: 1, samples: 0 },
      ]),
    );
    const half = learn(aSoundRun().evidence, { eventId: '/type' });
    expect(half.readings).toEqual([{ ...READING, eventId: '/type' }]);
    expect(half.aspects.map(({ aspect, told }) => [aspect, told])).toEqual([
      ['signatureHeader', false],
      ['timestampUnit', false],
      ['eventId', true],
      ['eventType', false],
      ['orderId', false],
    ]);
  });

  test('says on how much its findings rest', () => {
    const { aspects } = learn(aSoundRun().evidence);
    expect(aspects.slice(2)).toEqual([
      { aspect: 'eventId', candidates: [{ locator: '/id', support: 1, samples: 14 }], told: false },
      { aspect: 'eventType', candidates: [{ locator: '/type', support: 1, samples: 4 }], told: false },
      { aspect: 'orderId', candidates: [{ locator: '/data/order_id', support: 1, samples: 14 }], told: false },
    ]);
  });

  test('has one reading, with no places, of a run in which nothing came', () => {
    const { readings, aspects } = learn(aRun().evidence);
    expect(readings).toEqual([{ signatureHeaders: ['service-signature'], timestampUnit: 's' }]);
    expect(aspects.slice(2).map(({ candidates }) => candidates)).toEqual([[], [], []]);
  });

  test('keeps at most six readings, of which each place of each part has its share', () => {
    const { evidence } = aBusyRun(({ id, type, order }) => ({
      body: { id, event_id: id, uuid: id, msg_id: id, type, kind: type, order, order_id: order },
    }));
    const readings = learned(evidence);
    expect(readings).toHaveLength(6);
    expect(readings[0]).toEqual({ ...READING, orderId: '/order' });
    for (const [part, places] of [
      ['orderId', ['/order', '/order_id']],
      ['eventType', ['/type', '/kind']],
      ['eventId', ['/id', '/event_id', '/uuid']],
    ] as const)
      expect(new Set(readings.map(reading => reading[part]))).toEqual(new Set(places));
  });

  test('leaves out deliveries that were cut short', () => {
    const run = aSoundRun();
    const other = { complete: false, json: { uid: 'u', event: COMPLETED, order: 'co_1b' } };
    for (let n = 0; n < 20; n++) run.deliver('a', other);
    expect(learned(run.evidence)).toEqual([READING]);
  });

  test('tells by its event id whose an event is that names no order and comes late', () => {
    const run = aRun(({ id, type, order }) => ({
      body: { id, type, data: type.endsWith('confirmed') ? {} : { order_id: order } },
    }));
    const journey = run.journey({ alone: true });
    for (const event of ['deposit_detected', 'deposit_confirmed', 'disburse'] as const) journey.step(event);
    const [, confirmed] = run.evidence.deliveries;
    journey.end();
    if (confirmed) run.redeliver(confirmed);
    const id = learn(run.evidence).aspects.find(({ aspect }) => aspect === 'eventId');
    expect(id?.candidates).toEqual([{ locator: '/id', support: 1, samples: 4 }]);
  });
});
