import { FAILURES } from '../../../contract/lifecycle.ts';
import type { SoundWebhook } from '../../../sandbox/index.ts';
import { aboutOrder, creditsOnce, type EndpointCase, unusual, withEventId } from '../endpoint-case.ts';
import type { Trial } from '../trial.ts';
import { digestOf, FORGERIES, pairsOf } from './forgeries.ts';

/** How often forged webhooks come beside genuine ones, and after how many milliseconds no more do. */
const ROUNDS = { most: 10, ms: 250 };

/** A case with deliveries that must not be credited, and a genuine one after them that must be. */
function forged(
  name: string,
  where: string,
  send: (trial: Trial) => Promise<void>,
  more: Pick<EndpointCase, 'timed' | 'alone'> = {},
): EndpointCase {
  return {
    ...{ id: `signature.${name}`, requirement: more.timed ? 'receiver.tolerance' : 'receiver.rejects-mismatch' },
    ...{ must: 'Credits nothing', where, ...more },
    run: async trial => {
      await send(trial);
      await trial.next();
    },
  };
}

/**
 * Sends a genuine event of an order, then an invalid completion of it.
 * @param as gives the completion the id of that event. Default: it keeps its own
 */
async function afterAccepted(
  trial: Trial,
  forgery: 'forged' | 'old-by-a-day',
  as = (completed: SoundWebhook, _: string) => completed,
): Promise<void> {
  const { bench } = trial;
  const [accepted, ...rest] = bench.source.happyPath(trial.order(0));
  const completed = rest.at(-1);
  if (accepted === undefined || completed === undefined) return;
  await trial.once(accepted, bench.signed(accepted), '', 'unjudged');
  for (const request of FORGERIES[forgery][1](bench, as(completed, accepted.eventId)))
    await trial.once(completed, request, 'forged', 'forged');
}

/** What stands in the signature header, by the place of the valid v1. */
const PLACES = {
  first: 'the valid v1 of several stands first',
  last: 'the valid v1 of several stands last',
  between: 'the valid v1 of several stands between',
  twice: 'the valid v1 stands twice',
  'beside-short': 'a v1 that is too short stands before the valid v1',
  'beside-others': 'a pair other than t and v1 stands beside the valid v1',
  'beside-padding': 'a pair whose value ends in = stands beside the valid v1',
};

/** Cases about verifying signatures: forged webhooks credit nobody, and genuine ones are processed. */
export const SIGNATURE_CASES: readonly EndpointCase[] = [
  // First, because a handler that hangs after a forgery leaves no time for all of them.
  creditsOnce('signature.poison', 'invalid deliveries with its event id come before it and after it', async trial => {
    const { bench } = trial;
    for (const [nth, name] of (['forged', 'no-header', 'old-by-a-day', 'altered-body'] as const).entries()) {
      const [where, make] = FORGERIES[name];
      const webhook = await trial.completed(trial.order(1));
      const forge = async (most?: number) => {
        for (const request of make(bench, webhook).slice(0, most))
          await trial.once(webhook, request, `forged: ${where}`, 'forged');
      };
      await forge();
      await trial.sound(webhook, 'genuine');
      if (nth >= bench.affordable(4, 1)) continue;
      await forge(1);
      await trial.once(webhook, bench.signed(webhook), 'genuine, again', 'sound');
    }
  }),
  creditsOnce(
    'signature.forged-failure',
    'forged failures of its order come before it',
    async trial => {
      const { bench } = trial;
      const webhook = await trial.completed(trial.order(1));
      const failures = FAILURES.flatMap(event => bench.source.step(bench.source.newOrder(), event).slice(-1));
      for (const failure of failures.map(one => aboutOrder(one, webhook.orderId)))
        for (const request of FORGERIES.forged[1](bench, failure))
          await trial.once(failure, request, 'forged', 'forged');
      await trial.sound(webhook, 'genuine');
    },
    { requirement: 'signature.poison' },
  ),
  ...Object.entries(FORGERIES).map(([name, [where, make, timed]]) =>
    forged(
      name,
      where,
      async trial => {
        const webhook = await trial.completed(trial.order(0));
        for (const request of make(trial.bench, webhook)) {
          // At another address, or by another method, any answer is right, unless it credits.
          await trial.once(webhook, request, 'forged', request.url || request.method ? 'unjudged' : 'forged');
        }
      },
      timed ? { timed } : {},
    ),
  ),
  forged('used-header', 'the header of an accepted delivery comes with another body', async trial => {
    const accepted = await trial.completed(trial.order(1));
    await trial.sound(accepted);
    const other = await trial.completed(trial.order(0));
    const request = trial.bench.withSignature(other, pairsOf(trial.bench, accepted).join());
    await trial.once(other, request, 'with the header of the first', 'forged');
  }),
  forged('used-connection', 'an accepted delivery came before on the same connection', async trial => {
    const { bench } = trial;
    const connection = bench.world.connection(bench.url);
    await trial.sound(await trial.completed(trial.order(1)), '', { connection });
    const other = await trial.completed(trial.order(0));
    for (const name of ['forged', 'no-header'] as const)
      for (const request of FORGERIES[name][1](bench, other))
        await trial.once(other, request, 'on the same connection', 'forged', { connection });
    connection.destroy();
  }),
  forged('at-once', 'genuine webhooks come at the same moment', async trial => {
    const { bench } = trial;
    const began = bench.time.elapsed;
    for (let round = 0; round === 0 || (round < ROUNDS.most && bench.time.elapsed - began < ROUNDS.ms); round++) {
      const [genuine, other] = [await trial.completed(trial.order(1)), await trial.completed(trial.order(0))];
      const sending = FORGERIES.forged[1](bench, other).map(request =>
        trial.once(other, request, 'beside a genuine webhook', 'forged'),
      );
      await Promise.all([trial.sound(genuine, 'beside a forgery'), ...sending]);
    }
  }),
  forged('used-id', 'a forged completion has the event id of an accepted delivery', trial =>
    afterAccepted(trial, 'forged', withEventId),
  ),
  forged('used-order', 'a forged completion follows an accepted delivery of its order', trial =>
    afterAccepted(trial, 'forged'),
  ),
  forged(
    'used-order-old',
    'a completion whose t is too old follows an accepted delivery of its order',
    trial => afterAccepted(trial, 'old-by-a-day'),
    { timed: true },
  ),
  forged(
    'not-json',
    'the body is not JSON and not signed',
    async trial => {
      const webhook = await trial.completed(trial.order(0));
      const body = trial.bench.source.encode(Buffer.from(`credit ${webhook.orderId} now`));
      const request = { ...trial.bench.withSignature(webhook, undefined), body };
      await trial.once(webhook, request, 'not JSON', 'forged');
    },
    { alone: true },
  ),
  ...Object.entries({ old: ['t is 240 s old', -240_000], ahead: ['t is 240 s ahead', 240_000] } as const).map(
    ([name, [where, ms]]) =>
      creditsOnce(
        `signature.tolerance/${name}`,
        where,
        async trial => {
          const { bench } = trial;
          const webhook = await trial.completed(trial.order(1));
          // Each attempt is signed with the same distance from its own time.
          const request = () => bench.signed(webhook, { at: bench.world.now() + ms });
          await trial.untilAcknowledged(webhook, request, where);
          await trial.once(webhook, request(), 'again', 'sound');
        },
        { timed: true },
      ),
  ),
  ...(Object.keys(PLACES) as (keyof typeof PLACES)[]).map(place =>
    unusual(`signature.rotation/${place}`, PLACES[place], (bench, webhook) => {
      const pairs = pairsOf(bench, webhook);
      const valid = pairs.filter(pair => pair.startsWith('v1='));
      const rest = pairs.filter(pair => !pair.startsWith('v1='));
      const decoy = `v1=${bench.world.randomBytes(32).toString('hex')}`;
      // During rotation a webhook has one v1 per secret. The backend may know only the first.
      const others = bench.secrets.slice(1).map(secret => `v1=${digestOf(bench, webhook, pairs, secret)}`);
      const around = {
        first: [...valid, ...others, decoy],
        last: [decoy, ...others, ...valid],
        // Sorted by their characters, the valid v1 stands between as well.
        between: [`v1=${'f'.repeat(64)}`, decoy, ...valid, ...others, `v1=${'0'.repeat(64)}`],
        twice: [...valid, ...valid],
        'beside-short': ['v1=abc', ...valid],
        'beside-others': [...valid, 'kid=1'],
        'beside-padding': [...valid, 'v0=abc=='],
      };
      return bench.withSignature(webhook, [...rest, ...around[place]].join());
    }),
  ),
  // A handler that verifies the output of its own serializer accepts one of these.
  ...Object.entries({ spaced: 'has a space after each separator', compact: 'has no white space' } as const).map(
    ([spacing, words]) =>
      unusual(`signature.spelling/${spacing}`, `the JSON of the body ${words}`, (bench, webhook) =>
        bench.signed(bench.source.rewrite(webhook, { spacing: spacing as 'spaced' | 'compact' })),
      ),
  ),
  unusual(
    'signature.any-order',
    'v1 stands before t in the signature header',
    (bench, webhook) => bench.withSignature(webhook, pairsOf(bench, webhook).toReversed().join()),
    { requirement: 'signature.rotation' },
  ),
];
