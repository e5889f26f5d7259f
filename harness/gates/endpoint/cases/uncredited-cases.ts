import { FAILURES } from '../../../contract/lifecycle.ts';
import { COMPLETED } from '../../../evidence/dialect.ts';
import type { SoundWebhook } from '../../../sandbox/index.ts';
import type { JsonObject } from '../../../sandbox/json.ts';
import { creditsOnce, type EndpointCase } from '../endpoint-case.ts';
import type { Trial } from '../trial.ts';

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
  'collection.completed',
  'reversal.disbursement.completed',
];

/** Cases with events other than a completion, which credit nobody. */
export const UNCREDITED_CASES: readonly EndpointCase[] = [
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
      // The order is completed, and its fields say so, but its completion is never sent.
      source.happyPath(order);
      const more: JsonObject = { status: 'completed', event: COMPLETED, state: 'completed' };
      await sendAll(trial, [
        source.event(order, 'collection.updated'),
        source.event(order, 'collection.updated', { more }),
      ]);
    },
  ),
];
