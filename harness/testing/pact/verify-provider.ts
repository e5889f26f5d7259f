import { HarnessError } from '../../base/errors.ts';
import type { JsonObject } from '../../base/json.ts';
import type { Dialect } from '../../evidence/dialect.ts';
import type { PactFile } from '../../gates/pact/read-pact.ts';
import type { ServiceClient } from '../../journeys/client/service-client.ts';
import type { Target } from '../../journeys/target.ts';
import type { Webhook } from '../crediting-consumer.ts';
import { openClient } from '../open-client.ts';
import { type Arranged, arrange, type Stage, type Values } from './arrange.ts';
import { type Interaction, type Outcome, type Ready, verifyReady } from './verify-ready.ts';
import { openWebhookSource } from './webhook-source.ts';

/** The pact, the target and how to verify them. */
interface VerifyOptions {
  readonly pact: PactFile;
  readonly target: Target;
  /** How the target writes its webhooks. Without it messages are not exercised: their shape is not specified. */
  readonly dialect?: Dialect;
}

/**
 * Verifies a pact against a target. It arranges each state first. An interaction whose state cannot be arranged is
 * reported as not exercised, with the reason. A pending interaction (a preview route) that fails gives advice.
 *
 * @returns an outcome for every interaction, in the order of the pact
 * @throws HarnessError `pact-target`, `pact-core` (unreachable) where nothing could be verified
 */
export async function verifyProvider({ pact, target, dialect }: VerifyOptions): Promise<readonly Outcome[]> {
  const { client, close } = openClient(target.address);
  await meet(client).catch(async unreachable => {
    await close();
    throw unreachable;
  });
  const webhooks = dialect && (await openWebhookSource(target, client, dialect));
  const webhookOf = webhooks?.webhookOf ?? {
    cannot: 'the shape of webhooks is not specified, and no dialect was given',
  };
  try {
    const interactions = pact.pact.interactions as readonly object[] as readonly Interaction[];
    const outcomes = new Map<Interaction, Outcome>();
    const ready: Ready[] = [];
    for (const interaction of interactions) {
      const arranged = await arrangeAll({ target, client, webhookOf }, interaction);
      const { description } = interaction;
      if ('values' in arranged) ready.push({ interaction, ...arranged });
      else if ('wrong' in arranged)
        outcomes.set(interaction, { interaction: description, outcome: 'failed', reason: arranged.wrong });
      else outcomes.set(interaction, { interaction: description, outcome: 'not-exercised', reason: arranged.cannot });
    }
    for (const [baseUrl, group] of Map.groupBy(ready, ({ interaction }) => addressOf(interaction, target))) {
      const verified = await verifyReady(pact.pact, baseUrl, group);
      for (const { interaction } of group) {
        outcomes.set(interaction, outcomeOf(interaction, verified));
      }
    }
    return interactions.flatMap(interaction => outcomes.get(interaction) ?? []);
  } finally {
    await webhooks?.close();
    await close();
  }
}

/** Probes the target once. Otherwise the native core takes the error of its proxy as the target's response. */
async function meet(client: ServiceClient): Promise<void> {
  const met = await client.getOnrampOrder('no-such-order');
  if (met.kind !== 'failed') return;
  const { failure, request } = met.exchange;
  throw new HarnessError('pact-target', 'unreachable', 'the provider cannot be reached', {
    received: `${failure?.message} from ${request.url}`,
    next: 'check SANDBOX_URL and BASE_URL, and that the service is running',
  });
}

/** The native core's result for an interaction. One without a result was not exercised. */
function outcomeOf({ description }: Interaction, verified: readonly Outcome[]): Outcome {
  return (
    verified.find(({ interaction }) => interaction === description) ?? {
      interaction: description,
      outcome: 'not-exercised',
      reason: 'the native core did not verify it',
    }
  );
}

async function arrangeAll(stage: Stage, { providerStates }: Interaction): Promise<Arranged> {
  let values: Values = {};
  let webhook: Webhook | undefined;
  for (const { name, params = {} } of providerStates) {
    const arranged = await arrange(stage, name, params);
    if (!('values' in arranged)) return arranged;
    values = { ...values, ...arranged.values };
    webhook = arranged.webhook ?? webhook;
  }
  return { values, ...(webhook && { webhook }) };
}

/** The address for an interaction: `/sandbox` and `/v1` may be on different hosts. */
function addressOf({ request }: Interaction, { address }: Target): string {
  const path = String((request as JsonObject | undefined)?.path ?? '');
  return path.startsWith('/sandbox') ? address.sandboxUrl : address.baseUrl;
}
