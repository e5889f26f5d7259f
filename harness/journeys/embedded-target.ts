import type { Dispatcher } from 'undici';
import { isObject } from '../base/json.ts';
import type { Dialect } from '../evidence/dialect.ts';
import { DEFAULT_API_KEY, ERROR_FIXTURES, FIXTURES, startSandbox } from '../sandbox/index.ts';
import type { Settings } from '../settings/settings.ts';
import type { World } from '../world/world.ts';
import type { Target } from './target.ts';

/** What the embedded target needs. */
interface EmbeddedTargetOptions {
  readonly world: World;
  /** The machine of the sandbox. Default: the machine of the harness. */
  readonly service?: World;
  readonly settings: Pick<Settings, 'deliveryTimeoutMs' | 'redeliveryTimeoutMs'>;
  readonly dialect?: Dialect | undefined;
  readonly faults?: readonly string[] | undefined;
  /** Starts the sandbox. Default: in memory, until the target is closed. */
  readonly start?: typeof startSandbox;
}

/** How long the sandbox waits for an answer to a delivery, in milliseconds, unless the dialect says otherwise. */
const QUICK_TIMEOUT_MS = 1_000;
/** The longest pause between deliveries, in milliseconds. Redeliveries arrive in time even on a busy machine. */
const RETRY_CAP_MS = 500;
/** The quiet time, in milliseconds. A webhook takes a few milliseconds, and a wait that a stall delays is extended. */
const QUIET_MS = 50;

/**
 * The embedded sandbox, in this process, over real HTTP. It signs with two secrets, as during a rotation. It is fast,
 * so waits are shorter than on a remote target.
 */
export async function embeddedTarget(options: EmbeddedTargetOptions): Promise<Target> {
  const { world, service = world, settings, dialect, faults, start = startSandbox } = options;
  const delivery = isObject(dialect?.delivery) ? dialect.delivery : {};
  const retry = isObject(dialect?.retry) ? dialect.retry : {};
  const timeoutMs = typeof delivery.timeoutMs === 'number' ? delivery.timeoutMs : QUICK_TIMEOUT_MS;
  const secrets = [0, 1].map(() => `whsec_${world.randomBytes(24).toString('base64url')}`);
  const sandbox = await start({
    world: service,
    signingSecrets: secrets,
    dialect: {
      ...dialect,
      delivery: { timeoutMs: QUICK_TIMEOUT_MS, ...delivery },
      retry: { capMs: RETRY_CAP_MS, ...retry },
    },
    ...(faults && { faults }),
  });
  const dispatcher = world.dial();
  return {
    kind: 'embedded',
    address: { baseUrl: sandbox.url, sandboxUrl: sandbox.url, apiKey: DEFAULT_API_KEY },
    keyGiven: true,
    bankAccounts: FIXTURES.accounts,
    bankAccountsKnown: true,
    onrampOrderIds: FIXTURES.onrampOrderIds,
    onrampOrdersKnown: true,
    networks: FIXTURES.networks,
    errorFixtures: ERROR_FIXTURES,
    signingSecrets: secrets,
    orderSetting: 'ORDER_COMMAND',
    deliveryTimeoutMs: settings.deliveryTimeoutMs ?? 10_000,
    redeliveryTimeoutMs: settings.redeliveryTimeoutMs ?? 10_000,
    quietMs: QUIET_MS,
    // Longer than the sandbox waits, so that the sandbox's timeout ends the wait.
    holdMs: timeoutMs + 250,
    async makeOrders(count) {
      const path = `/_control/collection-orders?format=ids&count=${count}`;
      const text = await control(dispatcher, sandbox.url, 'POST', path);
      return text.split('\n').filter(id => id !== '');
    },
    async pointWebhooksTo(url) {
      await control(dispatcher, sandbox.url, 'PUT', `/_control/webhook?url=${encodeURIComponent(url)}`);
      return [];
    },
    async releaseWebhooks() {},
    async close() {
      await dispatcher.destroy();
      await sandbox.close();
    },
  };
}

async function control(dispatcher: Dispatcher, origin: string, method: 'POST' | 'PUT', path: string): Promise<string> {
  const { statusCode, body } = await dispatcher.request({ origin, path, method });
  const text = await body.text();
  if (statusCode !== 200 && statusCode !== 201)
    throw new Error(`the embedded sandbox answered ${statusCode} to ${path}: ${text}`);
  return text;
}
