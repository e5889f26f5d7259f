import { expect, test } from 'vitest';
import type { Json } from '../base/json.ts';
import { HAPPY_PATH } from '../contract/lifecycle.ts';
import { COMPLETED } from '../evidence/dialect.ts';
import { aRun, type JourneyBuilder, type RunBuilder } from '../testing/evidence.ts';
import type { DeliveryOptions, EventWritten } from '../testing/evidence-options.ts';
import { learnPlaces } from './learn-places.ts';

const PLACE_OF = { orders: 'orderId', types: 'eventType', ids: 'eventId' } as const;
type Role = keyof typeof PLACE_OF;

/** The places of a role in one text, which says how much support has one without that of all deliveries. */
function placesOf(role: Role, { evidence }: RunBuilder): string {
  const { candidates } = learnPlaces(evidence, ['signed-event-id']);
  const words = candidates[PLACE_OF[role]].map(({ locator, support, samples }) => {
    const place = typeof locator === 'string' ? locator : JSON.stringify(locator);
    const isWhole = support === 1 && samples === evidence.deliveries.length;
    return isWhole ? place : `${place} ${Math.round(support * 100)}% of ${samples}`;
  });
  return words.join(', ');
}

/** The n-th event of a run, from 0. The third of each order is the credit signal. */
interface Nth extends Pick<EventWritten, 'order' | 'type' | 'attempt'> {
  readonly n: number;
}

/** What words of the table stand for in each event. Other values stand for themselves. */
const WORDS: { readonly [word: string]: (event: Nth) => Json } = {
  order: ({ order }) => order,
  link: ({ order }) => `https://api.example/v1/orders/${order}`,
  type: ({ type }) => type,
  version: ({ n, type }) => (n % 3 === 2 ? type : `${type}.v1`),
  // Ids of each event, of each but one, of each stage of an order, of each order, and of attempts.
  own: ({ n }) => `e${n}`,
  uuid: ({ n }) => `0b5f7c1e-7a7e-4b0e-8f43-00000000000${n}`,
  most: ({ n }) => `e${n === 1 ? 0 : n}`,
  stage: ({ n, order }) => (n % 3 === 2 ? `dis_${order}` : `dep_${order}`),
  shared: ({ order }) => `evt-${order}-1`,
  attempt: ({ n }) => `dlv_${n % 2}`,
  two: ({ n }) => (n < 5 ? 'a' : 'b'),
  step: ({ n }) => `evt_${n % 3}`,
  renewed: ({ n, attempt }) => `evt_2026-${n}-${attempt}`,
  rarely: ({ n, attempt }) => `e${n}${n === 3 && attempt > 1 ? 'x' : ''}`,
  number: ({ n }) => n,
  digits: ({ order }) => order.length,
  flake: ({ n }) => `20${String(n).padStart(17, '0')}`,
  now: ({ n }) => `${1_700_000_000 + n}`,
  time: ({ n }) => `2026-11-23T03:59:0${n}Z`,
  hash: ({ n }) => `0x${n}caaae416e25f4bd5`,
  amount: ({ n }) => `${n}757.50000000`,
};

/** Which events hold the value of `WORD @ EVENTS`: `02` the first and third of an order, `>5` those after the sixth. */
function isAmong(events: string, { n, attempt }: Nth): boolean {
  if (events === 'again') return attempt > 1;
  return events.startsWith('>') ? n > Number(events.slice(1)) : events.includes(String(n % 3));
}

function written(members: Members, event: Nth): Pick<DeliveryOptions, 'json' | 'headers'> {
  const text = JSON.stringify(members, (_, value) => {
    if (typeof value !== 'string') return value;
    const [word = '', events] = value.split(' @ ');
    return events === undefined || isAmong(events, event) ? (WORDS[word]?.(event) ?? word) : undefined;
  });
  const all = Object.entries<Json>(JSON.parse(text));
  const [headers = [], body = []] = [true, false].map(is => all.filter(([name]) => name.startsWith('header:') === is));
  return { json: Object.fromEntries(body), headers: headers.map(([name, value]) => [name.slice(7), String(value)]) };
}

/** A happy path on each of some orders, whose events hold these members. */
function happyPaths(members: Members, { orders = 3, again = false }: Paths = {}): RunBuilder {
  const run = aRun();
  for (let n = 0; n < orders * HAPPY_PATH.length; ) {
    const journey = run.journey();
    for (const event of HAPPY_PATH) {
      const nth = { n: n++, order: journey.order, type: event === 'disburse' ? COMPLETED : event };
      journey.step(event, { sends: [], wait: 'came' });
      const isRefused = again && event === 'deposit_detected';
      const answer = { kind: 'status', status: isRefused ? 503 : 200, refused: isRefused } as const;
      journey.deliver(event, { ...written(members, { ...nth, attempt: 1 }), answer });
      if (isRefused) journey.deliver(event, written(members, { ...nth, attempt: 2 }));
    }
  }
  return run;
}

type Members = { readonly [name: string]: Json };
/** How many orders there are, and whether the first event of each is refused, and comes again. */
type Paths = { readonly orders?: number; readonly again?: boolean };

type Row = readonly [says: string, members: Members, places: string, paths?: Paths];

/** A row for each of some names, which stand for NAME. */
const named = (names: string, ...row: Row): readonly Row[] =>
  names.split(' ').map(name => JSON.parse(JSON.stringify(row).replaceAll('NAME', name)));

const ORDERS: readonly Row[] = [
  ['each of several that are equally good', { order: 'order', data: { order: 'order' } }, '/order, /data/order'],
  ['the one that names known orders most often', { some: 'order @ >0', all: 'order' }, '/all'],
  ['not one that only contains the order', { link: 'link' }, ''],
  ['no link of a family that lacks it', { type: 'type', link: 'link', order: 'order @ 01' }, '/order 100% of 6'],
  [
    'the most frequent one of a family that lacks it',
    { type: 'type', order: 'order @ 01', some: 'order @ >7', late: { order: 'order @ 2' } },
    `{"deposit_detected":"/order","deposit_confirmed":"/order","${COMPLETED}":"/late/order"} 100% of 6`,
  ],
];

const TYPES: readonly Row[] = [
  ['one that all have', { goal: `${COMPLETED} @ 2`, state: 'type' }, '/state 100% of 3'],
  ['the less wrong of two that all have', { a: COMPLETED, b: 'type' }, '/b 100% of 3'],
  ['one that is right, even if few have it', { a: COMPLETED, now: 'type @ 2' }, '/now 100% of 3'],
  ['not one that is half wrong', { soon: `${COMPLETED} @ 12`, now: 'type @ 2' }, '/now 100% of 3'],
  ['the only one, even if it is wrong', { kind: COMPLETED }, '/kind 33% of 9'],
  ...named(
    'type event event_type eventName event-name topic kind action name',
    'NAME, where nothing says the word',
    { NAME: 'x', other: 'x' },
    '/NAME 0% of 9',
  ),
  ['the one with a name that most have', { topic: 'x @ >0', data: { kind: 'x' } }, '/data/kind 0% of 9'],
  ['the shallowest one with a name', { data: { account: { type: 'x' }, kind: 'x' } }, '/data/kind 0% of 9'],
  ['a header', { 'header:X-Event-Type': 'x' }, 'header:x-event-type 0% of 9'],
  ['none if no name fits', { prototype: 'x', names: 'y' }, ''],
  [
    'another one for each event family',
    { type: 'type @ 2', event: { name: 'confirmed @ 1' }, topic: 'seen @ 0' },
    `{"${COMPLETED}":"/type","seen":"/topic","confirmed":"/event/name"} 100% of 3`,
  ],
];

const FAMILY = (credit: string) =>
  `{"deposit_detected":"/id","deposit_confirmed":"/id","${COMPLETED}":"${credit}"} 100% of 8`;

const AGAIN = { again: true };
const IDS: readonly Row[] = [
  ...named(
    'id uuid uid guid event_id eventId event-uuid evt_id eventid webhook_id message_id msg_id data_event_id identifier',
    'NAME rather than a perfect reference',
    { reference: 'own', NAME: 'most' },
    '/NAME 83% of 9',
  ),
  ...named(
    'id event_id eventId message_id notification_id notification message webhook event',
    'NAME even if all events of an order share it',
    { ref: 'own', NAME: 'shared' },
    '/NAME 0% of 9',
  ),
  ...named(
    'notification message webhook event',
    'not NAME if that holds a text',
    { reference: 'own', NAME: 'a deposit' },
    '/reference',
  ),
  ...named(
    'event meta envelope header',
    'an id in NAME',
    { data: { id: 'own' }, NAME: { id: 'most' } },
    '/NAME/id 83% of 9',
  ),
  ...named(
    'key ref reference token nonce trace_id tx_guid dedupeKey',
    'NAME for want of a better one',
    { NAME: 'own' },
    '/NAME',
  ),
  ...named('paid valid delivery created_at identity amount', 'never NAME', { NAME: 'own' }, ''),
  [
    'an identifier with any name rather than none',
    { what: { self: 'uuid' }, link: 'link', at: 'time', hash: 'hash', sum: 'amount', metadata: { of: 'uuid' } },
    '/what/self',
  ],
  ['a key rather than an identifier with any name', { what: 'uuid', key: 'own' }, '/key'],
  ['no identifier of an attempt with any name', { what: 'attempt' }, ''],
  ['no counter that few events have', { offset: 'number' }, ''],
  ['a counter that many events have', { offset: 'number' }, '/offset', { orders: 7 }],
  ['a counter as long as a time, which is years away', { eid: 'flake' }, '/eid', { orders: 7 }],
  ['a counter deep down', { meta: [{ k: 1 }, { source: { seq: 'number' } }] }, '/meta/1/source/seq', { orders: 7 }],
  ['no number that is a time', { paid: 'now' }, '', { orders: 7 }],
  ['no number that many events have and that does not count', { offset: 'digits' }, '', { orders: 7 }],
  ['an id at the top rather than a deep one', { data: { id: 'own' }, id: 'most' }, '/id 83% of 9'],
  ['the better of two deep ids', { data: { id: 'own' }, part: { id: 'most' } }, '/data/id'],
  ["none in the customer's metadata", { metadata: { id: 'own', event_id: 'own' } }, ''],
  ['no deep id that many events share', { data: { id: 'stage' }, nonce: 'own' }, '/nonce'],
  ['no deep id of the order', { data: { id: 'shared' }, nonce: 'own' }, '/nonce'],
  ['neither of two that events share', { data: { id: 'shared' }, nonce: 'digits' }, ''],
  ['an id that all events share', { id: 'evt_1', data: { reference: 'own' } }, '/id 0% of 9'],
  ['no id that all webhooks share', { webhook_id: 'wh_1', reference: 'own' }, '/reference'],
  ['an id that all webhooks share, if it is alone', { webhook_id: 'wh_1' }, '/webhook_id 0% of 9'],
  ['no id of an attempt', { id: 'attempt', reference: 'own' }, '/reference'],
  ['an id of an attempt, if it is alone', { id: 'attempt' }, '/id 20% of 9'],
  ['no id of attempts', { meta: { delivery: { id: 'two' } }, reference: 'own' }, '/reference'],
  ['event_id, even if wrong', { event_id: 'shared', id: 'own' }, '/event_id 0% of 9'],
  ['no wrong event_id in data', { data: { event_id: 'shared' }, id: 'own' }, '/id'],
  ['an id in event, even if wrong', { event: { id: 'shared' }, id: 'own' }, '/event/id 0% of 9'],
  ['no wrong id of the data of an event', { event: { data: { id: 'shared' } }, id: 'own' }, '/id'],
  ['no wrong data_event_id', { data_event_id: 'shared', id: 'own' }, '/id'],
  ['a deep message_id', { data: { message_id: 'most' }, key: 'own' }, '/data/message_id 83% of 9'],
  ['a webhook_id that differs', { webhook_id: 'two', key: 'own' }, '/webhook_id 17% of 9'],
  ['no weak name that several orders share', { account_id: 'acct_1', nonce: 'own' }, '/nonce'],
  ['the place that more events have', { event_id: 'own', id: 'own @ >0' }, '/event_id'],
  ['each of two that are equally good, in order', { event_id: 'own', id: 'own' }, '/event_id, /id'],
  ['none with an endless name', { [`${'event_'.repeat(50)}id`]: 'own' }, ''],
  ['no deep place by its name alone', { data: { id: 'same' } }, ''],
  ['the less wrong of two', { message_id: 'a', msg_id: 'two' }, '/msg_id 17% of 9'],
  ['of two that are wrong, the more frequent', { uid: 'a @ 0', msg_id: 'a' }, '/msg_id 0% of 9'],
  [
    'the message_id of all rather than the event_id of few, by their names alone',
    { event_id: 'same @ >5', message_id: 'same', data: { id: 'same' } },
    '/message_id 0% of 9',
  ],
  [
    'beside the type rather than a perfect reference',
    { type: '', notification: { id: 'step', kind: 'type' }, reference: 'own' },
    '/notification/id 25% of 9',
  ],
  [
    'not beside the type if the order is there too',
    { type: '', resource: { id: 'step', kind: 'type', order: 'order' }, reference: 'own' },
    '/reference',
  ],
  ['not the place of the type, even if types look like ids', { type: '', event: 'version', key: 'own' }, '/key'],
  ['no identifier with any name that changes on redelivery', { what: 'renewed' }, '', AGAIN],
  ['id even if it changes on every redelivery', { id: 'renewed', nonce: 'own' }, '/id 0% of 12', AGAIN],
  ['event_id even if one redelivery changes it', { event_id: 'rarely', nonce: 'own' }, '/event_id 67% of 12', AGAIN],
  ['not judged by what first deliveries lack', { id: 'own @ again' }, '/id 100% of 3', AGAIN],
  ['not what only redeliveries have', { id: 'own', uuid: 'renewed @ again' }, '/id', AGAIN],
  ['not the order', { id: 'order', nonce: 'own' }, '/nonce'],
  [
    'a header with its name, even if wrong',
    { 'header:Acme-Event-Id': 'shared', id: 'own' },
    'header:acme-event-id 0% of 9',
  ],
  ['a header called evt', { 'header:X-Evt': 'own' }, 'header:x-evt'],
  ['not a header that holds the order', { 'header:Acme-Event-Id': 'order', id: 'own' }, '/id'],
  ['never the header of the signature', { 'header:Signed-Event-Id': 'own' }, ''],
  ...named('Cf-Event-Id X-Forwarded-Event-Id Content-Id', 'never the header NAME', { 'header:NAME': 'own' }, ''),
  [
    'the best-named place of a family that lacks it, if nearly all its events have that',
    { id: 'own @ 01', tx: { id: 'own @ 2' }, meta: { id: 'own @ 2' }, nonce: 'own @ 2', uuid: 'own @ >9' },
    FAMILY('/meta/id'),
    { orders: 4 },
  ],
  [
    'an id of what a family without it is about',
    { id: 'own @ 01', tx: { id: 'own @ 2' } },
    FAMILY('/tx/id'),
    { orders: 4 },
  ],
  [
    'none of a family without an id, so that the check finds it',
    { id: 'own @ 01', nonce: 'own @ 2' },
    '/id 100% of 8',
    { orders: 4 },
  ],
  [
    'none of a family whose ids do not differ',
    { id: 'own @ 01', tx: { id: 'same @ 2' } },
    '/id 100% of 8',
    { orders: 4 },
  ],
];

/** A run that is made by hand, the first journey of which is given. */
function made(make: (journey: JourneyBuilder, run: RunBuilder) => void): RunBuilder {
  const run = aRun(({ id, type, order }) => ({ body: { id, type, order } }));
  make(run.journey(), run);
  return run;
}

const RUNS: readonly (readonly [Role, says: string, run: RunBuilder, places: string])[] = [
  [
    'ids',
    'judged by later deliveries of the type of a refused one',
    made((journey, run) => {
      journey.step('deposit_detected', { refuse: { status: 500 }, again: false });
      journey.step('deposit_confirmed');
      journey.step('disburse', { refuse: { status: 500 } });
      run.journey().step('deposit_detected');
    }),
    '/id',
  ],
  [
    'orders',
    'of no order that had not started yet',
    made((one, run) => {
      const other = run.journey();
      one.step('expire', { sends: [] });
      one.deliver('a', { json: { own: one.order, other: other.order } });
      other.step('expire', { sends: [] });
      other.deliver('a', { json: { own: other.order } });
    }),
    '/own',
  ],
  [
    'orders',
    'the one with fewer wrong orders',
    made(journey => {
      journey.deliver('a', { json: { both: journey.order } });
      journey.step('expire', { sends: [] });
      journey.deliver('a', { json: { both: journey.order, late: journey.order } });
    }),
    '/late 100% of 1',
  ],
  [
    'orders',
    'right from the start of a journey that took no step',
    made((journey, run) => {
      journey.deliver('a');
      journey.deliver('a', { at: run.now - 1_000 });
    }),
    '/order 50% of 2',
  ],
  [
    'orders',
    'not learned from deliveries to other paths or deliveries cut short',
    made(journey => {
      journey.deliver('a', { ours: false });
      journey.deliver('a', { complete: false });
    }),
    '',
  ],
];

const rowsOf = (role: Role, rows: readonly Row[], common: Members = {}) =>
  rows.map(
    ([says, members, places, paths]) => [role, says, happyPaths({ ...common, ...members }, paths), places] as const,
  );

test.each<(typeof RUNS)[number]>([
  ...rowsOf('orders', ORDERS),
  ...rowsOf('types', TYPES, { order: 'order' }),
  ...rowsOf('ids', IDS, { type: 'type', order: 'order' }),
  ...RUNS,
])('The place of the %s is %s', (role, _, run, places) => {
  expect(placesOf(role, run)).toBe(places);
});
