import fc from 'fast-check';
import { ENDS_OF_ONE_HASH } from '../../short-hashes.ts';
import { CURRENT, PREVIOUS } from '../cases/draft.ts';
import { asking, type KnownQuestion, type Property } from '../gate-case.ts';
import { inShort, streamQuestion } from './judge-receive.ts';
import { type Copy, FLAW_NAMES, FLAWS, type Stream } from './stream.ts';

/** Streams by name: a title, the deliveries (a sound one as the name of its event) and further settings. */
interface StreamRows {
  readonly [name: string]: readonly [title: string, copies: readonly (string | Copy)[], more?: Omit<Stream, 'copies'>];
}

/** A delivery that was signed this many seconds ago. */
const aged = (event: string, age: number): Copy => ({ event, age });
const typed = (event: string, type: string): Copy => ({ event, type });
const signedBy = (event: string, ...secrets: readonly string[]): Copy => ({ event, signedBy: secrets });

/** Both secrets of a rotation, newest first. */
const BOTH = [CURRENT, PREVIOUS];
/** A genuine delivery that no receiver can read. */
const PING: Copy = { event: 'evt_ping', unreadable: true };
const DETECTED = 'collection.deposit_detected';
const LONG = 'e'.repeat(300);
const OTHERS = Array.from({ length: 300 }, (_, index) => `evt_other_${index}`);

const FORGERIES = Array.from({ length: 10 }, (_, nth): Copy => ({ event: `evt_forged_${nth}`, flaw: 'stranger' }));
/** Whatever number of forgeries an SDK stops after, a good delivery follows. */
const IN_TURN = FORGERIES.flatMap((forgery, nth) => [`evt_${nth}`, forgery]);

/** Unusual locations of the event id, by name. Most streams have another id at the usual one. */
const PLACES: { readonly [name: string]: readonly [title: string, stream: Omit<Stream, 'copies'>] } = {
  nested: ['the event id in an object', { dialect: { eventId: '/event/id' }, decoy: '/id' }],
  'in-data': ['the event id in data', { dialect: { eventId: '/data/event_id' }, decoy: '/id' }],
  'other-name': ['the id under another name', { dialect: { eventId: '/event_id', eventType: '/event' }, decoy: '/id' }],
  'in-a-header': ['the event id in a header', { dialect: { eventId: 'header:Event-Id' }, decoy: '/id' }],
  'in-another-header': [
    'the event id in a header of another name',
    { dialect: { eventId: 'header:X-Webhook-Key' }, decoy: '/event_id' },
  ],
  'signature-header-case': [
    'the name of the signature header in lower case',
    { namesAs: { 'Service-Signature': 'service-signature' } },
  ],
};

/** A dialect that lists event types. The stream also carries others. */
const LISTED: Omit<Stream, 'copies'> = {
  dialect: {
    eventTypes: { deposit_detected: DETECTED, disburse: 'disbursement.completed' },
    otherEvents: ['session.created'],
  },
};
const FOUND = typed('evt_2', DETECTED);
const EXPIRED = typed('evt_3', 'collection.expired');

const ROWS: StreamRows = {
  one: ['one delivery', ['evt_1']],
  none: ['no delivery', []],
  'ten-times': ['one event ten times', Array(10).fill('evt_1')],
  reversed: ['two events, each twice, the second time in reverse order', ['evt_1', 'evt_2', 'evt_2', 'evt_1']],
  late: ['duplicates of the first and last of three hundred events', ['evt_1', ...OTHERS, 'evt_1', 'evt_other_299']],
  renewed: ['a redelivery with a renewed signature', [aged('evt_1', 200), aged('evt_1', 100), aged('evt_1', 0)]],
  'renewed-body': [
    'a redelivery whose body counts the attempts',
    [
      { event: 'evt_1', attempt: 1 },
      { event: 'evt_1', attempt: 2, age: 1 },
    ],
  ],
  types: ['two events of one order, of different types', [typed('evt_1', DETECTED), 'evt_2']],
  orders: ['two events of one type, about different orders', ['evt_1', { event: 'evt_2', order: 'co_8Rt3' }, 'evt_1']],
  'unreadable-between': ['a genuine delivery that is no JSON, between good ones', ['evt_1', PING, 'evt_2', 'evt_1']],
  'completed-first': [
    'events out of order: completed comes first',
    ['evt_3', typed('evt_1', DETECTED), typed('evt_2', 'collection.deposit_confirmed')],
  ],
  'unknown-type': ['an event of an unknown type', [typed('evt_1', 'order.something_new')]],
  'unlisted-type': [
    'events of types that the dialect lists, and of others',
    [typed('evt_1', 'session.created'), FOUND, FOUND, EXPIRED, typed('evt_4', 'ping'), EXPIRED, 'evt_5'],
    LISTED,
  ],
  'alike-ids': ['similar ids', ['evt_1', 'evt_11', 'EVT_1', 'evt_01', 'evt_1.0']],
  'ids-of-marks': ['ids that differ in punctuation', ['evt-1', 'evt_1', 'evt.1', 'evt1', 'evt:1', 'évt1']],
  'ids-of-blanks': ['ids that differ in white space', ['evt_1', ' evt_1', 'evt_1 ', 'evt_1\n', 'evt _1']],
  'ids-of-digits': ['ids of digits', ['1', '01', '1.0', '1e0', '0x1', '10', '0', '0']],
  'ids-of-many-digits': ['ids of digits that a double cannot tell apart', ['9007199254740992', '9007199254740993']],
  'ids-of-one-hash': ['ids that have one short hash', ENDS_OF_ONE_HASH.map(end => `evt_${end}`)],
  'ids-composed': ['ids of composed and of decomposed letters', ['e\u0301', '\u00e9', 'e\u0301']],
  'ids-behind': ['long ids that differ at the beginning', [`1${LONG}`, `2${LONG}`]],
  'long-ids': ['long ids that differ at the end', [`${LONG}1`, `${LONG}2`]],
  'reserved-ids': ['members of every object', ['constructor', '__proto__', 'toString', 'constructor', '__proto__']],
  'ids-within': [
    'two events, each twice, with objects that have ids of their own',
    ['evt_1', 'evt_2', 'evt_1', 'evt_2'],
    { hasObjects: true },
  ],
  'ids-escaped': [
    'a redelivery that writes the event id with an escape',
    ['evt_1', { event: 'evt_1', isEscaped: true }],
  ],
  'other-signature': [
    'a header that is named like that of the signature',
    ['evt_1', 'evt_2', 'evt_1'],
    { otherSignature: 'X-Proxy-Signature' },
  ],
  'after-forgeries': ['ten forgeries, then good deliveries and forgeries in turn', [...FORGERIES, ...IN_TURN]],
  ...Object.fromEntries(FLAW_NAMES.flatMap(flaw => Object.entries(flawed(flaw)))),
  'ahead-then-behind': [
    'a t in the future, then one in the past, both within the tolerance',
    [aged('evt_1', -290), aged('evt_2', 60)],
  ],
  'stale-then-renewed': [
    'a stale delivery, then the same with a renewed signature, twice',
    [{ event: 'evt_1', flaw: 'stale' }, aged('evt_1', 1), aged('evt_1', 0)],
  ],
  rotation: [
    'a rotation in mid-stream: old secret, both, new secret',
    [signedBy('evt_1', PREVIOUS), signedBy('evt_2', ...BOTH), signedBy('evt_3', CURRENT)],
    { secrets: BOTH },
  ],
  'rotation-redelivered': [
    'a redelivery that is signed under the new secret',
    [signedBy('evt_1', PREVIOUS), { ...signedBy('evt_1', CURRENT), age: 1 }, signedBy('evt_2', CURRENT, PREVIOUS)],
    { secrets: BOTH },
  ],
  'rotation-one-known': [
    'both secrets sign, only the new one is known',
    [signedBy('evt_1', PREVIOUS, CURRENT), signedBy('evt_2', CURRENT)],
  ],
  'rotation-over': [
    'a delivery under the retired secret, then one under the new',
    [signedBy('evt_1', PREVIOUS), signedBy('evt_1', CURRENT)],
  ],
  'place-other-case': [
    'the event id in a header that the dialect names in another case',
    ['evt_1', 'evt_2', 'evt_1'],
    { dialect: { eventId: 'header:event-ID' }, namesAs: { 'event-ID': 'Event-Id' } },
  ],
  ...Object.fromEntries(Object.entries(PLACES).flatMap(([name, place]) => Object.entries(placed(name, place)))),
};

/** A flawed delivery alone, and before, after and between sound ones. */
function flawed(flaw: keyof typeof FLAWS): StreamRows {
  const title = `a delivery ${FLAWS[flaw]}`;
  const bad: Copy = { event: 'evt_1', flaw };
  return {
    [`${flaw}-alone`]: [`${title}, alone`, [bad]],
    [`${flaw}-before`]: [`${title}, with the id of the good one after it`, [bad, 'evt_1']],
    [`${flaw}-behind`]: [`${title}, with the id of the good ones around it`, ['evt_1', bad, 'evt_1']],
    [`${flaw}-between`]: [`${title} between good ones`, ['evt_1', { event: 'evt_2', flaw }, 'evt_3', 'evt_2', 'evt_1']],
  };
}

function placed(name: string, [title, stream]: (typeof PLACES)[string]): StreamRows {
  const forgery: Copy = { event: 'evt_1', flaw: 'stranger' };
  return {
    [`place-${name}`]: [`${title}: duplicates and others`, ['evt_1', 'evt_2', 'evt_1', aged('evt_2', 60)], stream],
    [`place-${name}-forged`]: [`${title}: a forgery first`, [forgery, 'evt_1', 'evt_1'], stream],
  };
}

/** Streams that the specification leaves open. */
const OPEN: StreamRows = {
  'place-by-type': [
    'the event id at a place of its own for each type',
    [typed('evt_1', DETECTED), 'evt_2', 'evt_2'],
    { dialect: { eventId: { [DETECTED]: '/id', 'disbursement.completed': '/event/id' } } },
  ],
  'place-escaped': [
    'the event id at a JSON Pointer with escapes, where ~1 is / and ~0 is ~',
    ['evt_1', 'evt_1'],
    { dialect: { eventId: '/meta~1event/~01id' } },
  ],
  'place-in-a-list': ['the event id in a list', ['evt_1', 'evt_2', 'evt_1'], { dialect: { eventId: '/events/0/id' } }],
  'without-id': [
    'two events without an id, about different orders',
    ['evt_1', { event: 'evt_2', order: 'co_8Rt3' }],
    { withoutIds: true },
  ],
};

/** The known streams of deliveries. */
export const KNOWN_STREAMS: readonly KnownQuestion[] = Object.entries({ ...ROWS, ...OPEN }).map(
  ([name, [title, copies, more]]) => {
    const stream = { ...more, copies: copies.map(copy => (typeof copy === 'string' ? { event: copy } : copy)) };
    const at = (now: number) => streamQuestion(title, stream, now, name in OPEN);
    return { id: `receive/${name}`, method: 'receive', title, at };
  },
);

const FLAW = fc.oneof(
  { weight: 5, arbitrary: fc.constant('sound' as const) },
  { weight: 3, arbitrary: fc.constantFrom(...FLAW_NAMES) },
);
const TYPES: { readonly [event: string]: string } = {
  evt_1: 'disbursement.completed',
  evt_2: 'collection.deposit_detected',
  evt_3: 'disbursement.completed',
  evt_4: 'collection.expired',
};
const COPY: fc.Arbitrary<Copy> = fc.record({
  event: fc.constantFrom('evt_1', 'evt_2', 'evt_3', 'evt_4'),
  flaw: FLAW,
  age: fc.integer({ min: -100, max: 200 }),
  signedBy: fc.constantFrom([CURRENT], [CURRENT, PREVIOUS], [PREVIOUS, CURRENT], [PREVIOUS]),
});
const STREAM: fc.Arbitrary<Stream> = fc.record({
  copies: fc.array(
    COPY.map(copy => ({ ...copy, type: TYPES[copy.event] ?? '' })),
    { minLength: 1, maxLength: 12 },
  ),
  secrets: fc.constantFrom([CURRENT], [CURRENT, PREVIOUS]),
  dialect: fc.constantFrom(
    { eventId: '/id' },
    { eventId: '/event/id' },
    { eventId: '/data/event_id' },
    { eventId: 'header:Event-Id' },
  ),
  decoy: fc.constant('/attempt_id'),
});

/** Random streams with duplicates, reorderings, forgeries that reuse ids, rotation and any location of the id. */
export const GENERATED_STREAMS: Property = {
  id: 'receive/generated/streams',
  method: 'receive',
  title: 'a stream of duplicates, reorderings and forgeries',
  questions: STREAM.map(stream => asking(now => streamQuestion(`at random: ${inShort(stream)}`, stream, now), true)),
};
