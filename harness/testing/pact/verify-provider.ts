import { HarnessError } from '../../base/errors.ts';
import type { JsonObject } from '../../base/json.ts';
import type { Arrival } from '../../evidence/delivery.ts';
import { COMPLETED, type Dialect } from '../../evidence/dialect.ts';
import type { Headers } from '../../evidence/evidence.ts';
import { locate, typeOf } from '../../evidence/interpretation.ts';
import type { ServiceClient } from '../../journeys/client/service-client.ts';
import type { Target } from '../../journeys/target.ts';
import { resolveDialect } from '../../sandbox/dialect/resolve-dialect.ts';
import { realWorld } from '../../world/real-world.ts';
import { creditingConsumer } from '../crediting-consumer.ts';
import { openClient } from '../open-client.ts';
import { openReceiver } from '../open-receiver.ts';
import { arrange, type Stage } from './arrange.ts';
import { type Interaction, type Outcome, type Ready, verifyReady } from './verify-ready.ts';

/** The pact, the target and how to verify them. */
interface VerifyOptions {
  readonly pact: JsonObject;
  readonly target: Target;
  /** The dialect of the target's webhooks. Without it messages are not exercised, because their form is unspecified. */
  readonly dialect?: Dialect;
}

/**
 * Verifies a pact against a target. It arranges each state first. An interaction whose state cannot be arranged is
 * reported as not exercised, with the reason. A failing pending interaction (a preview route) gives advice.
 *
 * @returns an outcome for every interaction, in the order of the pact
 * @throws HarnessError `pact-target`, `pact-core` (unreachable) if nothing could be verified
 */
export async function verifyProvider({ pact, target, dialect }: VerifyOptions): Promise<readonly Outcome[]> {
  await using closing = new AsyncDisposableStack();
  const { client, close } = openClient(target.address);
  closing.defer(close);
  await meet(client);
  const webhooks = dialect && (await openWebhookSource(target, client, dialect));
  if (webhooks) closing.defer(webhooks.close);
  const webhookOf = webhooks?.webhookOf ?? {
    cannot: 'the shape of webhooks is not specified, and no dialect was given',
  };
  const outcomes = new Map<string, Outcome>();
  const ready: Ready[] = [];
  for (const interaction of pact.interactions as readonly object[] as readonly Interaction[]) {
    const { description, providerStates } = interaction;
    const [{ name, params = {} }] = providerStates;
    const arranged = await arrange({ target, client, webhookOf }, name, params);
    if ('values' in arranged) ready.push({ interaction, ...arranged });
    const failed = 'wrong' in arranged && ({ outcome: 'failed', reason: arranged.wrong } as const);
    // What the native core verifies gets its result below.
    const reason = 'cannot' in arranged ? arranged.cannot : 'the native core did not verify it';
    outcomes.set(description, { interaction: description, outcome: 'not-exercised', reason, ...failed });
  }
  for (const [baseUrl, group] of Map.groupBy(ready, ({ interaction }) => addressOf(interaction, target)))
    for (const outcome of await verifyReady(pact, baseUrl, group)) outcomes.set(outcome.interaction, outcome);
  return [...outcomes.values()];
}

/** Probes the target once. Otherwise the native core would report the error of its proxy as the target's response. */
async function meet(client: ServiceClient): Promise<void> {
  const met = await client.getOnrampOrder('no-such-order');
  if (met.kind !== 'failed') return;
  const { failure, request } = met.exchange;
  throw new HarnessError('pact-target', 'unreachable', 'the provider cannot be reached', {
    received: `${failure?.message} from ${request.url}`,
    next: 'check SANDBOX_URL and BASE_URL, and that the service is running',
  });
}

/** The address for an interaction: `/sandbox` and `/v1` may be on different hosts. */
function addressOf({ request }: Interaction, { address }: Target): string {
  const path = String((request as JsonObject | undefined)?.path ?? '');
  return path.startsWith('/sandbox') ? address.sandboxUrl : address.baseUrl;
}

/** The webhooks of a target, for the messages of a pact. */
interface WebhookSource {
  /** Simulates a step, waits for its webhook, and passes it to the tests' consumer before returning it. */
  readonly webhookOf: Stage['webhookOf'];
  readonly close: () => Promise<void>;
}

/** The dialect keys that locate webhook data. They are unspecified, so a pact uses one dialect. */
const PLACES = ['signatureHeader', 'eventId', 'eventType', 'orderId'] as const;

/**
 * Opens a receiver and sends the target's webhooks to it.
 *
 * @param dialect the dialect of the webhooks: the locations of the order and the type are unspecified
 */
async function openWebhookSource(target: Target, client: ServiceClient, dialect: Dialect): Promise<WebhookSource> {
  const spoken = resolveDialect(dialect);
  const other = PLACES.find(key => JSON.stringify(spoken[key]) !== JSON.stringify(resolveDialect()[key]));
  if (other !== undefined) {
    const cannot = `the pact writes webhooks in the default dialect, and this one differs in ${other}`;
    return { webhookOf: { cannot }, close: async () => undefined };
  }
  const receiver = await openReceiver();
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
        // The harness's tunnel may have lost a remote target's webhook.
        return target.kind === 'embedded' ? { wrong: missed } : { cannot: `${missed}; see WEBHOOK_COMMAND` };
      }
      const arrival = receiver.arrivals.find(isWanted) as Arrival;
      const wrong = digest(arrival, secrets, dialect, wanted === COMPLETED ? order : undefined);
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
function digest(arrival: Arrival, secrets: readonly string[], dialect: Dialect, due = ''): string | undefined {
  const { consume, credited } = creditingConsumer({ secrets, now: () => realWorld().now(), dialect });
  const statuses = [consume(arrival), consume(arrival)];
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
