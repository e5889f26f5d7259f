import type { SoundWebhook } from '../../sandbox/index.ts';
import type { EndpointCase } from '../endpoint-case.ts';
import type { Outgoing } from '../sender.ts';
import type { Trial } from '../trial.ts';
import { AT_ONCE, credit } from './credit-case.ts';

/** How long a slow backend is sent other events, in milliseconds. */
const MANY_MS = 5_000;
/** The shortest and the longest tried waits before a connection is cut, as shares of the time an answer takes. */
const CUTS = { 'at-once': 0, midway: 0.5, late: 0.9 } as const;

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
    const count = Math.min(bench.effort.otherEvents, Math.max(AT_ONCE, Math.floor((MANY_MS / bench.paceMs) * AT_ONCE)));
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

/** Whether an event that comes more than once is credited once. */
export const REPEATED_CASES: readonly EndpointCase[] = [...DUPLICATES, ...CONCURRENT, ...AMBIGUOUS];
