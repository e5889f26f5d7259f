import { CURRENT, PREVIOUS } from '../cases/draft.ts';
import type { GateCase } from '../gate-case.ts';
import { judgeReceive } from './judge-receive.ts';
import { BOTH, type Copy, FLAWS, type Stream, writeStream } from './stream.ts';

const events = (...ids: readonly string[]): readonly Copy[] => ids.map(event => ({ event }));

/** Places of the event id, with what lies in wait at the usual place. */
const PLACES: readonly (readonly [name: string, stream: Omit<Stream, 'copies'>])[] = [
  ['nested', { dialect: { eventId: '/event/id' }, decoy: '/id' }],
  ['in-data', { dialect: { eventId: '/data/event_id' }, decoy: '/id' }],
  ['other-name', { dialect: { eventId: '/event_id', eventType: '/event' }, decoy: '/id' }],
  ['in-a-header', { dialect: { eventId: 'header:Event-Id' }, decoy: '/id' }],
  [
    'in-another-header',
    { dialect: { eventId: 'header:X-Webhook-Id', signatureHeader: 'X-Webhook-Signature' }, decoy: '/event_id' },
  ],
  ['other-signature-header', { dialect: { signatureHeader: 'Orchestrator-Signature' } }],
];

/** A title, a stream, and whether the specification leaves it open. */
type Row = readonly [name: string, title: string, stream: Stream, open?: 'open'];

const ROWS: readonly Row[] = [
  ['one', 'one delivery', { copies: events('evt_1') }],
  ['none', 'no delivery', { copies: [] }],
  ['distinct', 'three events', { copies: events('evt_1', 'evt_2', 'evt_3') }],
  ['thrice', 'one event three times', { copies: events('evt_1', 'evt_1', 'evt_1') }],
  ['interleaved', 'two events, each twice, in turn', { copies: events('evt_1', 'evt_2', 'evt_1', 'evt_2') }],
  [
    'reversed',
    'two events, each twice, the second time the other way round',
    { copies: events('evt_1', 'evt_2', 'evt_2', 'evt_1') },
  ],
  [
    'late',
    'a duplicate behind three hundred other events',
    { copies: events('evt_1', ...Array.from({ length: 300 }, (_, index) => `evt_other_${index}`), 'evt_1') },
  ],
  [
    'renewed',
    'a redelivery with a renewed signature',
    {
      copies: [
        { event: 'evt_1', age: 200 },
        { event: 'evt_1', age: 100 },
        { event: 'evt_1', age: 0 },
      ],
    },
  ],
  [
    'renewed-body',
    'a redelivery whose body says which attempt it is',
    {
      copies: [
        { event: 'evt_1', attempt: 1 },
        { event: 'evt_1', attempt: 2, age: 1 },
      ],
    },
  ],
  [
    'types',
    'two events of one order, of different types',
    { copies: [{ event: 'evt_1', type: 'collection.deposit_detected' }, { event: 'evt_2' }] },
  ],
  [
    'completed-first',
    'events out of order: completed comes first',
    {
      copies: [
        { event: 'evt_3' },
        { event: 'evt_1', type: 'collection.deposit_detected' },
        { event: 'evt_2', type: 'collection.deposit_confirmed' },
      ],
    },
  ],
  [
    'unknown-type',
    'an event of a type that nobody knows',
    { copies: [{ event: 'evt_1', type: 'order.something_new' }] },
  ],
  [
    'unlisted-type',
    'events of types that the dialect lists, and of others',
    {
      dialect: {
        eventTypes: { deposit_detected: 'collection.deposit_detected', disburse: 'disbursement.completed' },
        otherEvents: ['session.created'],
      },
      copies: [
        { event: 'evt_1', type: 'session.created' },
        { event: 'evt_2', type: 'collection.deposit_detected' },
        { event: 'evt_3', type: 'collection.expired' },
        { event: 'evt_4', type: 'ping' },
        { event: 'evt_3', type: 'collection.expired' },
        { event: 'evt_5' },
      ],
    },
  ],
  ['same-but-id', 'two events that differ in nothing but their id', { copies: events('evt_1', 'evt_2') }],
  ['alike-ids', 'ids that are alike', { copies: events('evt_1', 'evt_11', 'EVT_1', 'evt_01', 'evt_1.0') }],
  [
    'ids-of-marks',
    'ids that differ in their marks',
    { copies: events('evt-1', 'evt_1', 'evt.1', 'evt1', 'evt:1', 'évt1') },
  ],
  ['ids-of-digits', 'ids of digits', { copies: events('1', '01', '1.0', '1e0', '0x1', '10', '0', '0') }],
  ['ids-composed', 'ids of composed and of decomposed letters', { copies: events('\u00e9', 'e\u0301', '\u00e9') }],
  [
    'ids-behind',
    'long ids that differ at the beginning',
    { copies: events(`1${'e'.repeat(200)}`, `2${'e'.repeat(200)}`) },
  ],
  ['long-ids', 'long ids that differ at the end', { copies: events(`${'e'.repeat(200)}1`, `${'e'.repeat(200)}2`) }],
  ...FLAWS.flatMap((flaw): readonly Row[] => [
    [`${flaw}-alone`, `a delivery that is ${flaw}, alone`, { copies: [{ event: 'evt_1', flaw }] }],
    [
      `${flaw}-before`,
      `a delivery that is ${flaw}, with the id of the good one behind it`,
      { copies: [{ event: 'evt_1', flaw }, { event: 'evt_1' }] },
    ],
    [
      `${flaw}-behind`,
      `a delivery that is ${flaw}, with the id of the good one before it`,
      { copies: [{ event: 'evt_1' }, { event: 'evt_1', flaw }] },
    ],
    [
      `${flaw}-between`,
      `a delivery that is ${flaw}, between good ones`,
      { copies: [{ event: 'evt_1' }, { event: 'evt_2', flaw }, { event: 'evt_3' }, { event: 'evt_2' }] },
    ],
  ]),
  [
    'stale-then-renewed',
    'a stale delivery, then the same with a renewed signature, twice',
    {
      copies: [
        { event: 'evt_1', flaw: 'stale' },
        { event: 'evt_1', age: 1 },
        { event: 'evt_1', age: 0 },
      ],
    },
  ],
  [
    'rotation',
    'a rotation in mid-stream: old secret, both, new secret',
    {
      secrets: BOTH,
      copies: [
        { event: 'evt_1', signedBy: [PREVIOUS] },
        { event: 'evt_2', signedBy: BOTH },
        { event: 'evt_3', signedBy: [CURRENT] },
      ],
    },
  ],
  [
    'rotation-redelivered',
    'a redelivery that is signed under the new secret',
    {
      secrets: BOTH,
      copies: [
        { event: 'evt_1', signedBy: [PREVIOUS] },
        { event: 'evt_1', signedBy: [CURRENT], age: 1 },
        { event: 'evt_2', signedBy: [CURRENT, PREVIOUS] },
      ],
    },
  ],
  [
    'rotation-one-known',
    'both secrets sign, only the new one is known',
    {
      copies: [
        { event: 'evt_1', signedBy: [PREVIOUS, CURRENT] },
        { event: 'evt_2', signedBy: [CURRENT] },
      ],
    },
  ],
  [
    'rotation-over',
    'a delivery under the retired secret, then one under the new',
    {
      copies: [
        { event: 'evt_1', signedBy: [PREVIOUS] },
        { event: 'evt_1', signedBy: [CURRENT] },
      ],
    },
  ],
  ...PLACES.flatMap(([name, stream]): readonly Row[] => [
    [
      `place-${name}`,
      `the event id ${name}: duplicates and others`,
      { ...stream, copies: [...events('evt_1', 'evt_2', 'evt_1'), { event: 'evt_2', age: 60 }] },
    ],
    [
      `place-${name}-forged`,
      `the event id ${name}: a forgery first`,
      { ...stream, copies: [{ event: 'evt_1', flaw: 'stranger' }, ...events('evt_1', 'evt_1')] },
    ],
  ]),
  [
    'place-by-type',
    'the event id at a place of its own for each type',
    {
      dialect: { eventId: { 'collection.deposit_detected': '/id', 'disbursement.completed': '/event/id' } },
      copies: [{ event: 'evt_1', type: 'collection.deposit_detected' }, { event: 'evt_2' }, { event: 'evt_2' }],
    },
    'open',
  ],
  [
    'place-escaped',
    'the event id at a pointer with an escape',
    { dialect: { eventId: '/meta~1event/id' }, copies: events('evt_1', 'evt_1') },
    'open',
  ],
  [
    'place-other-case',
    'the event id in a header that the dialect names in another case',
    { dialect: { eventId: 'header:event-ID' }, headerAs: 'Event-Id', copies: events('evt_1', 'evt_2', 'evt_1') },
    'open',
  ],
  [
    'place-in-a-list',
    'the event id in an array',
    { dialect: { eventId: '/events/0/id' }, copies: events('evt_1', 'evt_2', 'evt_1') },
    'open',
  ],
  ['without-id', 'events without an id', { withoutIds: true, copies: events('evt_1', 'evt_2') }, 'open'],
  [
    'reserved-ids',
    'ids that name what every object has',
    { copies: events('constructor', '__proto__', 'toString', 'constructor') },
    'open',
  ],
];

/** The known streams of deliveries. */
export function knownStreams(): readonly GateCase[] {
  return ROWS.map(([name, title, stream, open]) => ({
    id: `receive/${name}`,
    area: 'receive',
    method: 'receive',
    title,
    ask: async asker => {
      const reply = await asker.call('receive', writeStream(stream, asker.now()));
      return judgeReceive(title, stream, reply, open !== undefined);
    },
  }));
}
