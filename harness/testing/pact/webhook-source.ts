import type { ServiceClient } from '../../client/service-client.ts';
import { COMPLETED, type Dialect, type SimulateEvent } from '../../core/dialect.ts';
import { locate, typeOf } from '../../core/locator.ts';
import { realWorld } from '../../core/real-world.ts';
import type { Target } from '../../journeys/target.ts';
import type { Arrival } from '../../webhooks/receiver.ts';
import { creditingConsumer } from '../crediting-consumer.ts';
import { openReceiver } from '../open-receiver.ts';
import { spokenDialect } from '../spoken-dialect.ts';
import type { Arranged } from './arrange.ts';

/** The webhooks of a target, for the messages of a pact. */
export interface WebhookSource {
  /** Simulates a step, waits for its webhook, and gives it to our own consumer before it is handed on. */
  readonly webhookOf: (order: string, step: SimulateEvent) => Promise<Arranged>;
  readonly close: () => Promise<void>;
}

/**
 * Opens a receiver and points the target's webhooks to it.
 *
 * @param dialect how the target writes them: where the order and the type stand is not specified
 */
export async function openWebhookSource(
  target: Target,
  client: ServiceClient,
  dialect: Dialect,
): Promise<WebhookSource> {
  const spoken = spokenDialect(dialect);
  const receiver = await openReceiver(() => 200);
  const secrets = [...target.signingSecrets, ...(await target.pointWebhooksTo(receiver.url))];
  const read = ({ headers, body }: Arrival) => {
    const readable = { headers, body: { size: body.length, sha256: '', text: body.toString() } };
    const type = typeOf(readable, spoken.eventType);
    return { type, order: locate(readable, spoken.orderId, type) };
  };

  return {
    async webhookOf(order, step) {
      const wanted = [spoken.eventTypes[step]].flat().at(-1);
      const isWanted = (arrival: Arrival) => {
        const { type, order: of } = read(arrival);
        return type === wanted && of === order;
      };
      const { exchange } = await client.simulate(order, { event: step });
      const came = receiver.until(arrivals => arrivals.some(isWanted)).then(() => true);
      if (!(await within(target.deliveryTimeoutMs, came))) {
        const status = exchange.response?.status;
        return { cannot: `no ${wanted} came of ${step}, which was answered ${status}; see WEBHOOK_COMMAND` };
      }
      const arrival = receiver.arrivals.find(isWanted) as Arrival;
      const wrong = await digest(arrival, secrets, dialect, wanted === COMPLETED ? order : undefined);
      if (wrong !== undefined) return { wrong };
      return { values: {}, webhook: arrival };
    },
    close: () => receiver.close(),
  };
}

/**
 * Gives a webhook to the crediting consumer, twice: it is to be accepted, and to credit once what it is to credit.
 *
 * @returns what went wrong
 */
async function digest(
  arrival: Arrival,
  secrets: readonly string[],
  dialect: Dialect,
  due = '',
): Promise<string | undefined> {
  const seen = new Set<string>();
  const credited: string[] = [];
  const consume = creditingConsumer({
    secrets: () => secrets,
    now: () => realWorld().now(),
    dialect,
    ledger: {
      settle: async (event, order) => {
        if (!seen.has(event) && order !== undefined) credited.push(order);
        seen.add(event);
      },
    },
  });
  const statuses = [await consume(arrival), await consume(arrival)];
  if (statuses.some(status => status !== 200)) return `our consumer answers the webhook with ${statuses[0]}`;
  return credited.join() === due ? undefined : `our consumer credits "${credited}", where "${due}" is due`;
}

async function within(ms: number, came: Promise<boolean>): Promise<boolean> {
  const late = Promise.withResolvers<boolean>();
  const timer = realWorld().after(ms, () => late.resolve(false));
  try {
    return await Promise.race([came, late.promise]);
  } finally {
    timer.cancel();
  }
}
