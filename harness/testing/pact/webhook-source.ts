import type { Arrival } from '../../evidence/delivery.ts';
import { COMPLETED, type Dialect } from '../../evidence/dialect.ts';
import type { Headers } from '../../evidence/evidence.ts';
import { locate, typeOf } from '../../evidence/locator.ts';
import type { ServiceClient } from '../../journeys/client/service-client.ts';
import type { Target } from '../../journeys/target.ts';
import { realWorld } from '../../world/real-world.ts';
import { creditingConsumer, memoryLedger, spokenDialect } from '../crediting-consumer.ts';
import { openReceiver } from '../open-receiver.ts';
import type { Stage } from './arrange.ts';

/** The webhooks of a target, for the messages of a pact. */
interface WebhookSource {
  /** Simulates a step, waits for its webhook, and passes it to the tests' consumer before it returns it. */
  readonly webhookOf: Stage['webhookOf'];
  readonly close: () => Promise<void>;
}

/** The headers and members that identify a webhook. They are not specified, so a pact uses one dialect. */
const PLACES = ['signatureHeader', 'eventId', 'eventType', 'orderId'] as const;

/**
 * Opens a receiver and sends the target's webhooks to it.
 *
 * @param dialect how the target writes them: the position of the order and the type is not specified
 */
export async function openWebhookSource(
  target: Target,
  client: ServiceClient,
  dialect: Dialect,
): Promise<WebhookSource> {
  const spoken = spokenDialect(dialect);
  const other = PLACES.find(key => JSON.stringify(spoken[key]) !== JSON.stringify(spokenDialect()[key]));
  if (other !== undefined) {
    const cannot = `the pact writes webhooks in the default dialect, and this one differs in ${other}`;
    return { webhookOf: { cannot }, close: async () => undefined };
  }
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
        const missed = `no ${wanted} came of ${step}, which was answered ${exchange.response?.status}`;
        // From a remote target the harness's own tunnel may have lost it.
        return target.kind === 'embedded' ? { wrong: missed } : { cannot: `${missed}; see WEBHOOK_COMMAND` };
      }
      const arrival = receiver.arrivals.find(isWanted) as Arrival;
      const wrong = await digest(arrival, secrets, dialect, wanted === COMPLETED ? order : undefined);
      if (wrong !== undefined) return { wrong };
      return { values: {}, webhook: { body: arrival.body, headers: named(arrival.headers, spoken.signatureHeader) } };
    },
    close: () => receiver.close(),
  };
}

/** Headers, with one renamed to the expected case. */
function named(headers: Headers, name: string): Headers {
  return headers.map(([key, value]) => [key.toLowerCase() === name.toLowerCase() ? name : key, value]);
}

/**
 * Delivers a webhook to the crediting consumer twice. The consumer must accept both and credit at most once.
 *
 * @returns what went wrong
 */
async function digest(
  arrival: Arrival,
  secrets: readonly string[],
  dialect: Dialect,
  due = '',
): Promise<string | undefined> {
  const ledger = memoryLedger();
  const { credited } = ledger;
  const consume = creditingConsumer({ secrets: () => secrets, now: () => realWorld().now(), dialect, ledger });
  const statuses = [await consume(arrival), await consume(arrival)];
  if (statuses.some(status => status !== 200)) return `the consumer answers the webhook with ${statuses[0]}`;
  return credited.join() === due ? undefined : `the consumer credits "${credited}", where "${due}" is due`;
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
