import { COMPLETED } from '../../core/dialect.ts';
import { FAILURES } from '../../core/lifecycle.ts';
import type { JsonObject, SoundWebhook } from '../../sandbox/index.ts';
import { alike, withEventId } from '../alike.ts';
import { kindOf } from '../case-id.ts';
import { creditsOnce, type EndpointCase } from '../endpoint-case.ts';
import type { Outgoing } from '../sender.ts';
import type { Trial } from '../trial.ts';

/** How many other events come before an event that comes again after many; fewer where the backend is slow. */
const MANY = 300;
/** How long a slow backend is sent them, in milliseconds. */
const MANY_MS = 5_000;
/** How many of them are sent at the same moment: a plain server queues five connections, and drops more. */
const AT_ONCE = 4;
/** The shortest and the longest tried waits before a connection is cut, as shares of the time an answer takes. */
const CUTS = { 'at-once': 0, midway: 0.5, late: 0.9 } as const;
/** The length of a text that makes a body longer than a short column. */
const LONG = 4_000;
/** How long ago an old event was made, in milliseconds: the service delivers it again after an outage. */
const AGE_MS = 3_600_000;
/** The orders of `credit.isolation`. */
const CROWD = 12;

function credit(name: string, where: string, run: EndpointCase['run']): EndpointCase {
  const id = `credit.${name}`;
  return creditsOnce(id, kindOf(id), where, run);
}

/** A case in which an event that was credited comes again. */
function duplicate(
  name: string,
  where: string,
  again: (trial: Trial, webhook: SoundWebhook, first: Outgoing) => Promise<unknown>,
): EndpointCase {
  return credit(`duplicate/${name}`, where, async trial => {
    const webhook = await trial.completed(trial.order(1));
    const first = trial.bench.signed(webhook);
    await trial.untilAcknowledged(webhook, () => first);
    await again(trial, webhook, first);
  });
}

/** A case whose webhooks credit nobody. */
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
  return { ...credit(`${kind}/${name}`, where, run), must: 'Credits nothing' };
}

async function sendAll(trial: Trial, webhooks: readonly SoundWebhook[]): Promise<void> {
  for (const webhook of webhooks) await trial.once(webhook, trial.bench.signed(webhook), '', 'uncredited');
}

async function again(trial: Trial, webhook: SoundWebhook): Promise<void> {
  await trial.once(webhook, trial.bench.signed(webhook), 'again', 'sound');
}

const DUPLICATES: readonly EndpointCase[] = [
  duplicate('same-bytes', 'the same bytes come again', (trial, webhook, first) =>
    trial.once(webhook, first, 'the same bytes', 'sound'),
  ),
  duplicate('signed-afresh', 'the same event comes again with another t', async (trial, webhook) => {
    const at = trial.bench.world.now() + 2_000;
    await trial.once(webhook, trial.bench.signed(webhook, { at }), 'signed afresh', 'sound');
  }),
  duplicate('respelt', 'the same event comes again, spelt differently', async (trial, webhook) => {
    for (const style of [{ spacing: 'indented' }, { keyOrder: 'reversed' }, { escapes: 'slashes' }] as const) {
      const respelt = trial.bench.source.rewrite(webhook, style);
      await trial.once(respelt, trial.bench.signed(respelt), 'spelt differently', 'sound');
    }
  }),
  duplicate('after-many', 'the same event comes again after several hundred others', async (trial, webhook) => {
    const { bench } = trial;
    const order = trial.order(0);
    const types = ['collection.updated', 'deposit.detected'];
    const count = Math.min(MANY, Math.max(AT_ONCE, Math.floor((MANY_MS / bench.paceMs) * AT_ONCE)));
    const others = Array.from({ length: count }, (_, nth) => bench.source.event(order, types[nth % 2] ?? ''));
    for (let from = 0; from < count; from += AT_ONCE) {
      const requests = others.slice(from, from + AT_ONCE).map(other => bench.signed(other));
      const replies = await Promise.all(requests.map(request => bench.send(trial.id, request)));
      if (!replies.some(({ reply }) => reply.kind === 'answered')) break;
    }
    trial.note(`${count} other events`);
    await trial.once(webhook, bench.signed(webhook), 'again', 'sound');
  }),
  duplicate('after-all', 'the same event comes again after all others', async (trial, webhook) => {
    trial.second = () => again(trial, webhook);
  }),
  duplicate('at-the-end', 'the same event comes again at the end', async (trial, webhook) => {
    trial.last = () => again(trial, webhook);
  }),
];

const CONCURRENT = [2, 5, 10].map(count =>
  credit(`concurrent/${count}`, `${count} copies of one event come at the same moment`, async trial => {
    const { bench } = trial;
    for (let time = bench.affordable(3, 1); time > 0; time--) {
      const webhook = await trial.completed(trial.order(1));
      await trial.together(
        webhook,
        Array.from({ length: count }, () => bench.signed(webhook)),
      );
    }
  }),
);

const AMBIGUOUS = Object.entries(CUTS).map(([name, share]) =>
  credit(
    `ambiguous/${name}`,
    'the connection is cut before the answer is read, and the event comes again',
    async trial => {
      const { bench } = trial;
      for (let time = 0; time < 2; time++) {
        const webhook = await trial.completed(trial.order(1));
        await trial.sound(webhook, '', { cutAfterMs: share * bench.paceMs });
      }
    },
  ),
);

const FAILED: readonly EndpointCase[] = [
  ...FAILURES.map(event =>
    uncredited('failure', event, `the order takes ${event}`, async trial => {
      const order = trial.order(0);
      await sendAll(trial, trial.bench.source.step(order, event));
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
];

type Arrange = (others: readonly SoundWebhook[], completed: SoundWebhook) => readonly SoundWebhook[];

const ARRANGED: { readonly [name: string]: readonly [where: string, arrange: Arrange] } = {
  'in-order': ['in order', (others, completed) => [...others, completed]],
  'completed-first': ['out of order (completed first)', (others, completed) => [completed, ...others]],
  'completed-between': ['out of order (completed between)', (others, completed) => others.toSpliced(1, 0, completed)],
  reversed: ['out of order (reversed)', (others, completed) => [completed, ...others.toReversed()]],
};

const ORDERED = Object.entries(ARRANGED).map(([name, [where, arrange]]) =>
  credit(`order/${name}`, `the events of an order come ${where}`, async trial => {
    const webhooks = trial.bench.source.happyPath(trial.order(1));
    const completed = webhooks.find(({ type }) => type === COMPLETED);
    if (completed === undefined) return;
    const others = webhooks.filter(webhook => webhook !== completed);
    for (const webhook of arrange(others, completed)) await trial.sound(webhook);
  }),
);

/** Types that no specification names. */
const UNKNOWN_TYPES = [
  'collection.unheard_of',
  'disbursement.pending',
  'disbursement.failed',
  'disbursement.completed.v2',
  'disbursement_completed',
  'collection.completed',
  'reversal.disbursement.completed',
];

const OTHERS: readonly EndpointCase[] = [
  ...UNKNOWN_TYPES.map(type =>
    uncredited('other-event', type, `an event of type ${type} comes`, async trial => {
      const order = trial.order(0);
      await sendAll(trial, [trial.bench.source.event(order, type)]);
    }),
  ),
  uncredited(
    'other-event',
    'completed-in-body',
    'the body of another type says that the order is completed',
    async trial => {
      const { source } = trial.bench;
      const order = trial.order(0);
      // The order is completed, and its fields say so; its own event is never sent.
      source.happyPath(order);
      const more: JsonObject = { status: 'completed', event: COMPLETED, state: 'completed' };
      await sendAll(trial, [
        source.event(order, 'collection.updated'),
        source.event(order, 'collection.updated', { more }),
      ]);
    },
  ),
  credit('other-event/unknown-fields', 'a completed event has fields that are not documented', async trial => {
    const more = { unheard_of: { deep: [1, null, true] }, note: 'x'.repeat(LONG) };
    await trial.sound(await trial.completed(trial.order(1), { more }));
  }),
];

const ISOLATION = credit('isolation', 'many orders and duplicates come at the same moment', async trial => {
  const { bench } = trial;
  const orders = Array.from({ length: bench.affordable(CROWD, 4) }, () => trial.order(1));
  const webhooks = orders.flatMap(order => {
    const path = bench.source.happyPath(order);
    return [...path, ...path.filter(({ type }) => type === COMPLETED)];
  });
  const shuffled = webhooks
    .map(webhook => ({ webhook, rank: bench.world.randomBytes(4).readUInt32BE() }))
    .sort((a, b) => a.rank - b.rank);
  for (let from = 0; from < shuffled.length; from += AT_ONCE)
    await Promise.all(shuffled.slice(from, from + AT_ONCE).map(({ webhook }) => trial.sound(webhook)));
});

const ONCE = credit('once', 'a sound disbursement.completed comes', async trial => {
  for (const webhook of trial.bench.source.happyPath(trial.order(1))) await trial.sound(webhook);
});

const SECOND = credit(
  'once/second-event',
  'a second completion of the order comes under another event id',
  async trial => {
    const order = trial.bench.order();
    trial.observed = { gap: 'receiver.second-completion', order };
    await trial.sound(await trial.completed(order));
    await trial.sound(trial.bench.source.event(order, COMPLETED), 'under another event id');
  },
);

const OLD = credit('once/made-an-hour-ago', 'an event that was made an hour ago comes', async trial => {
  await trial.sound(await trial.completed(trial.order(1), { madeAt: trial.bench.world.now() - AGE_MS }));
});

const ALIKE = credit('once/ids-alike', 'the ids of two events differ in the last character', async trial => {
  const first = await trial.completed(trial.order(1));
  await trial.sound(first);
  const order = trial.bench.orderLike(first.orderId);
  trial.expect(order, 1);
  await trial.sound(withEventId(await trial.completed(order), alike(first.eventId)), 'with an id that is alike');
});

/** Whether each order is credited once, whatever is delivered. The first runs before all others. */
export const CREDIT_CASES: readonly EndpointCase[] = [
  ONCE,
  ...DUPLICATES,
  ...CONCURRENT,
  ...AMBIGUOUS,
  ...FAILED,
  ...ORDERED,
  ...OTHERS,
  OLD,
  ALIKE,
  ISOLATION,
  SECOND,
];
