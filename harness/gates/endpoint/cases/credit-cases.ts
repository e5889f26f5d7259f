import { crc32 } from 'node:zlib';
import { FAILURES } from '../../../contract/lifecycle.ts';
import { COMPLETED } from '../../../evidence/dialect.ts';
import type { SoundWebhook } from '../../../sandbox/index.ts';
import type { JsonObject } from '../../../sandbox/json.ts';
import { ENDS_OF_ONE_HASH } from '../../short-hashes.ts';
import { AT_ONCE, creditsOnce, type EndpointCase, groupsOf, withEventId } from '../endpoint-case.ts';
import type { Trial } from '../trial.ts';
import { REPEATED_CASES } from './repeated-cases.ts';

function uncredited(
  kind: 'failure' | 'other-event',
  name: string,
  where: string,
  send: (trial: Trial) => Promise<void>,
) {
  const run = async (trial: Trial) => {
    await send(trial);
    await trial.next();
  };
  return creditsOnce(`credit.${kind}/${name}`, where, run, { must: 'Credits nothing' });
}

async function sendAll(trial: Trial, webhooks: readonly SoundWebhook[]): Promise<void> {
  for (const webhook of webhooks) await trial.uncredited(webhook);
}

/** Types that no specification names. */
const UNKNOWN_TYPES = [
  'collection.unheard_of',
  'disbursement.pending',
  'disbursement.failed',
  'disbursement.completed.v2',
  'disbursement_completed',
  'Disbursement.Completed',
  'collection.completed',
  'reversal.disbursement.completed',
];

/** Cases with events other than a completion, which credit nobody. */
const UNCREDITED_CASES: readonly EndpointCase[] = [
  ...FAILURES.map(event =>
    uncredited('failure', event, `the order takes ${event}`, async trial => {
      await sendAll(trial, trial.bench.source.step(trial.order(0), event));
    }),
  ),
  uncredited('failure', 'amount-mismatch', 'the deposit is of another amount', async trial => {
    for (const received_amount of ['1.00', '1000000.00'])
      await sendAll(trial, trial.bench.source.step(trial.order(0), 'deposit_detected', { received_amount }));
  }),
  uncredited('failure', 'before-disburse', 'the order was not disbursed yet', async trial => {
    const order = trial.order(0);
    const webhooks = trial.bench.source.happyPath(order);
    const until = webhooks.findIndex(({ type }) => type === COMPLETED);
    await sendAll(trial, webhooks.slice(0, until));
  }),
  ...UNKNOWN_TYPES.map(type =>
    uncredited('other-event', type, `an event of type ${type} comes`, async trial => {
      await sendAll(trial, [trial.bench.source.event(trial.order(0), type)]);
    }),
  ),
  uncredited('other-event', 'line-feed', 'a line feed ends the event type', async trial => {
    const webhook = trial.bench.source.event(trial.order(0), `${COMPLETED}\n`);
    // A header cannot hold a line feed.
    if (!Object.values(webhook.headers).some(value => value.includes('\n'))) await sendAll(trial, [webhook]);
  }),
  uncredited(
    'other-event',
    'completed-in-body',
    'the body of another type says that the order is completed',
    async trial => {
      const { source } = trial.bench;
      const said: JsonObject = { status: 'completed', event: COMPLETED, state: 'completed' };
      for (const isWithin of [false, true]) {
        const order = trial.order(0);
        // The order is completed, and its fields say so, but its completion is never sent.
        source.happyPath(order);
        const unheard_of: JsonObject = JSON.parse(source.event(order, COMPLETED).body.toString());
        const more = isWithin ? { unheard_of } : said;
        await sendAll(trial, [source.event(order, 'collection.updated', { more })]);
      }
    },
  ),
];

/** Alphabets of ids: hexadecimal, and base 32 without I, L, O and U. */
const ALPHABETS = ['0123456789', 'abcdef', 'ABCDEF', 'ghjkmnpqrstvwxyz', 'GHJKMNPQRSTVWXYZ'];

/** An id of the same form that differs only in its last letter or digit. */
function alike(id: string): string {
  return id.replace(/[0-9a-z](?=[^0-9a-z]*$)/i, last => {
    const alphabet = ALPHABETS.find(letters => letters.includes(last)) ?? last;
    return alphabet[(alphabet.indexOf(last) + 1) % alphabet.length] ?? last;
  });
}

/** Longer than UUIDs, and than database columns for them. A column of 64 characters or more is sound. */
const LONG = 64;

/** Different event ids that a handler may confuse: how they differ, and how they derive from a new id. */
const SIMILAR: { readonly [name: string]: readonly [where: string, ids: (id: string) => readonly string[]] } = {
  'long-ids': [
    `the ids of two events have ${LONG} characters and differ in the last one`,
    id => ['1', '2'].map(last => id.padEnd(LONG - 1, id.slice(-1)) + last),
  ],
  'ids-of-digits': [
    'the ids of events are one number, written differently',
    id => {
      const number = String(10 ** 9 + (crc32(id) % 10 ** 9));
      return [number, `0${number}`, `${number}.0`, `${number}e0`];
    },
  ],
  'ids-behind': [
    'the ids of events differ only at the beginning',
    id => [`1_${id}`, `2_${id}`, id, `${/^[a-z]+_/i.exec(id) ?? ''}${id}`],
  ],
  'ids-of-case': ['the ids of two events differ only in case', id => [`${id}a`, `${id}A`]],
  'ids-of-marks': [
    'the ids of events differ only in punctuation',
    id => ['-', '_', '.', ''].map(mark => id + mark + 1),
  ],
  'ids-of-zeros': [
    'the ids of events differ only in a zero before a number',
    id => ['', '0'].map(zero => `${id}_${zero}1`),
  ],
  'ids-of-escapes': [
    'the ids of events differ only in what an address escapes',
    id => ['+', '%20', '%2B'].map(mark => `${id}${mark}1`),
  ],
  'ids-of-quotes': ['the ids of events have a quote or a backslash', id => [...`'"\\`].map(mark => `${id}${mark}1`)],
  'ids-of-one-hash': ['the ids of events have one short hash', id => ENDS_OF_ONE_HASH.map(end => id + end)],
};

type Arrange = (others: readonly SoundWebhook[], completed: SoundWebhook) => readonly SoundWebhook[];

const ARRANGED: { readonly [name: string]: readonly [where: string, arrange: Arrange] } = {
  'in-order': ['in order', (others, completed) => [...others, completed]],
  'completed-first': ['out of order (completed first)', (others, completed) => [completed, ...others]],
  'completed-between': ['out of order (completed between)', (others, completed) => others.toSpliced(1, 0, completed)],
  reversed: ['out of order (reversed)', (others, completed) => [completed, ...others.toReversed()]],
};

/** Cases about crediting each order once. The first runs before all others. */
export const CREDIT_CASES: readonly EndpointCase[] = [
  creditsOnce('credit.once', 'a sound disbursement.completed comes', async trial => {
    const order = trial.order(1);
    // A slow backend has no time for the earlier events of the order.
    if (trial.bench.affordable(2, 1) === 1) await trial.sound(await trial.completed(order));
    else for (const webhook of trial.bench.source.happyPath(order)) await trial.sound(webhook);
  }),
  ...REPEATED_CASES,
  ...UNCREDITED_CASES,
  ...Object.entries(ARRANGED).map(([name, [where, arrange]]) =>
    creditsOnce(`credit.order/${name}`, `the events of an order come ${where}`, async trial => {
      const webhooks = trial.bench.source.happyPath(trial.order(1));
      const completed = webhooks.find(({ type }) => type === COMPLETED);
      if (completed === undefined) return;
      const others = webhooks.filter(webhook => webhook !== completed);
      for (const webhook of arrange(others, completed)) await trial.sound(webhook);
    }),
  ),
  creditsOnce('credit.order/at-once', 'all events of an order come at the same moment', async trial => {
    const { bench } = trial;
    // Reading the credits after each order takes time.
    const count = trial.read ? 3 : bench.affordable(12, 3, 3_000);
    for (let nth = 0; nth < count; nth++) {
      const webhooks = bench.source.happyPath(trial.order(1));
      const others = webhooks.filter(({ type }) => type !== COMPLETED);
      const completed = webhooks.filter(webhook => !others.includes(webhook));
      // The completion is sent first, in the middle and last in turn.
      const sent = others.toSpliced(Math.round(((nth % 3) / 2) * others.length), 0, ...completed);
      for (const group of groupsOf(sent)) await trial.together(group.map(webhook => [webhook, bench.signed(webhook)]));
    }
  }),
  creditsOnce(
    'credit.order/initiated',
    'another event of the disbursement comes before its completion',
    async trial => {
      const order = trial.order(1);
      await trial.uncredited(trial.bench.source.event(order, 'disbursement.initiated'));
      await trial.sound(await trial.completed(order));
    },
  ),
  creditsOnce('credit.other-event/unknown-fields', 'a completed event has undocumented fields', async trial => {
    const completed = await trial.completed(trial.order(1), { more: { unheard_of: { deep: [1, null, true] } } });
    // They stand in the data, and beside it.
    const text = completed.body.toString().replace(/\}\s*$/, ',"unheard_of":[1,null]}');
    await trial.sound({ ...completed, body: Buffer.from(text) });
  }),
  creditsOnce(
    'credit.other-event/another-within',
    'a completed event holds that of another order, in a field that is not documented',
    async trial => {
      const { bench } = trial;
      const { body } = await trial.completed(trial.order(0));
      const more: JsonObject = { unheard_of: JSON.parse(body.toString()) };
      // A handler that searches the text of a body for an id finds the same one in two events.
      const orders = ['reversed', 'reversed', 'given', 'given'] as const;
      for (const keyOrder of orders.slice(0, bench.affordable(4, 2)))
        await trial.sound(bench.source.rewrite(await trial.completed(trial.order(1), { more }), { keyOrder }));
    },
  ),
  creditsOnce('credit.once/made-days-ago', 'an event that was made eight days ago comes', async trial => {
    await trial.sound(await trial.completed(trial.order(1), { madeAt: trial.bench.world.now() - 8 * 86_400_000 }));
  }),
  creditsOnce('credit.once/order-in-capitals', 'the letters of the order id are capitals', async trial => {
    // The letter case of an id of hexadecimal digits is open, as in a UUID.
    const order = trial.bench.orderLike(trial.bench.order(), id => (/^[\da-f-]+$/i.test(id) ? id : id.toUpperCase()));
    trial.expect(order, 1);
    await trial.sound(await trial.completed(order));
  }),
  creditsOnce('credit.once/ids-alike', 'the ids of two events differ in the last character', async trial => {
    const first = await trial.completed(trial.order(1));
    await trial.sound(first);
    const order = trial.bench.orderLike(first.orderId, alike);
    trial.expect(order, 1);
    await trial.sound(withEventId(await trial.completed(order), alike(first.eventId)), 'with an id that is alike');
  }),
  ...Object.entries(SIMILAR).map(([name, [where, idsOf]]) =>
    creditsOnce(`credit.once/${name}`, where, async trial => {
      let ids: readonly string[] | undefined;
      do {
        const completed = await trial.completed(trial.order(1));
        // Ids of digits alone may be numbers, which have one spelling.
        const isNumber = /^\d+$/.test(completed.eventId);
        const [id = completed.eventId, ...others] = ids ?? (isNumber ? [] : idsOf(completed.eventId));
        await trial.sound(withEventId(completed, id), `its id is ${id}`);
        ids = others;
      } while (ids.length > 0);
    }),
  ),
  creditsOnce('credit.once/one-connection', 'the completions of three orders come on one connection', async trial => {
    const connection = trial.bench.world.connection(trial.bench.url);
    for (let nth = 0; nth < 3; nth++) await trial.sound(await trial.completed(trial.order(1)), '', { connection });
    connection.destroy();
  }),
  creditsOnce('credit.isolation', 'many orders and duplicates come at the same moment', async trial => {
    const { bench } = trial;
    const orders = Array.from({ length: bench.affordable(12, 4) }, () => trial.order(1));
    const webhooks = orders.flatMap(order => {
      const path = bench.source.happyPath(order);
      return [...path, ...path.filter(({ type }) => type === COMPLETED)];
    });
    const shuffled = webhooks.map(webhook => ({ webhook, rank: bench.draw() })).sort((a, b) => a.rank - b.rank);
    for (const group of groupsOf(shuffled)) await Promise.all(group.map(({ webhook }) => trial.sound(webhook)));
  }),
  creditsOnce(
    'credit.concurrent/many-orders',
    'many orders are completed at the same moment',
    async trial => {
      const { bench } = trial;
      const count = bench.affordable(40, AT_ONCE);
      const completed = await Promise.all(Array.from({ length: count }, () => trial.completed(trial.order(1))));
      await Promise.all(completed.map(webhook => trial.sound(webhook, 'one of many')));
    },
    { alone: true },
  ),
  creditsOnce(
    'credit.once/second-event',
    'a second completion of the order comes under another event id',
    async trial => {
      const order = trial.bench.order();
      trial.observed = { gap: 'receiver.second-completion', order };
      await trial.sound(await trial.completed(order));
      await trial.sound(trial.bench.source.event(order, COMPLETED), 'under another event id');
    },
  ),
];
