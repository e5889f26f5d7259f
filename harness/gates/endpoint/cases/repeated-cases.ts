import type { SoundWebhook } from '../../../sandbox/index.ts';
import { AT_ONCE, creditsOnce, type EndpointCase, groupsOf } from '../endpoint-case.ts';
import { acknowledges, type Outgoing } from '../sender.ts';
import type { Trial } from '../trial.ts';

/** How long a slow backend gets other events, in milliseconds. */
const MANY_MS = 5_000;
/** The age of `t` shortly after it becomes too old, in milliseconds. */
const STALE_MS = 302_000;
/** How long a slow backend may need for all copies of an event, and for all bursts of one size, in milliseconds. */
const COPIES_MS = 5_000;

function duplicate(
  name: string,
  where: string,
  again: (trial: Trial, webhook: SoundWebhook, first: Outgoing) => Promise<unknown>,
): EndpointCase {
  return creditsOnce(`credit.duplicate/${name}`, where, async trial => {
    const webhook = await trial.completed(trial.order(1));
    const first = trial.bench.signed(webhook);
    await trial.untilAcknowledged(webhook, () => first);
    await again(trial, webhook, first);
  });
}

async function again(trial: Trial, webhook: SoundWebhook): Promise<void> {
  await trial.once(webhook, trial.bench.signed(webhook), 'again', 'sound');
}

/** The webhook with the first character of its event id as an escape in JSON. */
function withIdEscaped(webhook: SoundWebhook): SoundWebhook {
  const { eventId, body } = webhook;
  const first = `\\u${eventId.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return {
    ...webhook,
    body: Buffer.from(body.toString().replaceAll(`"${eventId}`, () => `"${first}${eventId.slice(1)}`)),
  };
}

/** Cases about crediting a repeated event once. */
export const REPEATED_CASES: readonly EndpointCase[] = [
  duplicate('same-bytes', 'the same bytes come again', (trial, webhook, first) =>
    trial.once(webhook, first, 'the same bytes', 'sound'),
  ),
  duplicate('signed-afresh', 'the same event comes again with another t', async (trial, webhook) => {
    // Its t is in another minute, too.
    for (const ms of [-61_000, 2_000]) {
      const at = trial.bench.world.now() + ms;
      await trial.once(webhook, trial.bench.signed(webhook, { at }), 'signed afresh', 'sound');
    }
  }),
  duplicate('respelt', 'the same event comes again, spelt differently', async (trial, webhook) => {
    const { source } = trial.bench;
    const rewritten = [{ spacing: 'indented' }, { keyOrder: 'reversed' }] as const;
    for (const respelt of [...rewritten.map(style => source.rewrite(webhook, style)), withIdEscaped(webhook)]) {
      await trial.once(respelt, trial.bench.signed(respelt), 'spelt differently', 'sound');
    }
  }),
  duplicate('after-many', 'the same event comes again after several hundred others', async (trial, webhook) => {
    const { bench } = trial;
    const order = trial.order(0);
    const types = ['collection.updated', 'deposit.detected'];
    const count = Math.min(bench.effort.otherEvents, Math.max(AT_ONCE, Math.floor((MANY_MS / bench.paceMs) * AT_ONCE)));
    const others = Array.from({ length: count }, (_, nth) => bench.source.event(order, types[nth % 2] ?? ''));
    for (const group of groupsOf(others)) {
      const replies = await Promise.all(group.map(other => bench.send(trial.id, bench.signed(other))));
      if (!replies.some(({ reply }) => reply.kind === 'answered')) break;
    }
    trial.note(`${count} other events`);
    await trial.once(webhook, bench.signed(webhook), 'again', 'sound');
  }),
  creditsOnce(
    'credit.duplicate/stale-signature',
    'the same event comes again with another t, when its first signature is too old',
    async trial => {
      const { bench } = trial;
      const webhook = await trial.completed(trial.order(1));
      const at = bench.world.now() - 297_000;
      const reply = await trial.once(webhook, bench.signed(webhook, { at }), 't is 297 s old', 'unjudged');
      if (!acknowledges(reply)) await trial.sound(webhook);
      trial.second = async () => {
        await bench.pause(Math.max(0, at + STALE_MS - bench.world.now()));
        await again(trial, webhook);
      };
    },
    { timed: 'closely' },
  ),
  duplicate('after-all', 'the same event comes again after all others', async (trial, webhook) => {
    trial.second = () => again(trial, webhook);
  }),
  duplicate('at-the-end', 'the same event comes again at the end', async (trial, webhook) => {
    trial.last = () => again(trial, webhook);
  }),
  ...[2, 5, 10].map(count =>
    creditsOnce(`credit.concurrent/${count}`, `${count} copies of one event come at the same moment`, async trial => {
      const { bench } = trial;
      // Reading the credits after each burst takes time.
      const bursts = trial.read ? 3 : Math.ceil(bench.effort.copies / count);
      // Copies that are refused are sent again, which takes more time.
      const until = bench.time.elapsed + 2 * COPIES_MS;
      for (let left = bench.affordable(bursts, 1, COPIES_MS / count); left > 0; left--) {
        if (bench.time.elapsed > until) break;
        const webhook = await trial.completed(trial.order(1));
        await trial.together(
          // A backend that processes copies one by one has to answer the last one in time. Each copy has its own t.
          Array.from({ length: bench.affordable(count, 2, COPIES_MS) }, (_, nth) => [
            webhook,
            bench.signed(webhook, { at: bench.world.now() - nth * 1_000 }),
          ]),
        );
      }
    }),
  ),
  creditsOnce(
    'credit.concurrent/one-cut',
    'of two copies at the same moment, the connection of one is cut before its answer is read',
    async trial => {
      const { bench } = trial;
      for (const share of [0.5, 0.9]) {
        const webhook = await trial.completed(trial.order(1));
        const cut = { cutAfterMs: share * bench.paceMs };
        const [, reply] = await Promise.all([
          trial.once(webhook, bench.signed(webhook), 'a copy that is cut', 'unjudged', cut),
          trial.once(webhook, bench.signed(webhook), 'a copy', 'unjudged'),
        ]);
        if (!acknowledges(reply)) await trial.sound(webhook, 'sent again');
      }
    },
  ),
  // When a connection is cut, as a share of an answer's time.
  ...Object.entries({ 'at-once': 0, midway: 0.5, late: 0.9 }).map(([name, share]) =>
    creditsOnce(
      `credit.ambiguous/${name}`,
      'the connection is cut before the answer is read, and the event comes again',
      async trial => {
        const { bench } = trial;
        for (let time = 0; time < 2; time++) {
          const webhook = await trial.completed(trial.order(1));
          await trial.sound(webhook, '', { cutAfterMs: share * bench.paceMs });
        }
      },
    ),
  ),
];
