import { HarnessError } from '../base/errors.ts';
import type { Trouble } from '../evidence/evidence.ts';
import { Recorder } from '../evidence/record/recorder.ts';
import { isPlainWord, Redactor } from '../evidence/redaction/redaction.ts';
import { Inbox } from '../webhooks/inbox.ts';
import { Probes } from '../webhooks/tunnel/probes.ts';
import { Tunnel } from '../webhooks/tunnel/tunnel.ts';
import { seededRandom } from '../world/real-world.ts';
import type { World } from '../world/world.ts';
import { AdaptiveTimeout } from './adaptive-timeout.ts';
import { Outage } from './client/outage.ts';
import { ServiceClient } from './client/service-client.ts';
import { Transport } from './client/transport.ts';
import { DeliveryTracker } from './delivery-tracker.ts';
import { Reachability } from './reachability.ts';
import { failRun, RunControl } from './run-control.ts';
import { type RunOptions, runInfo } from './run-options.ts';
import type { Target } from './target.ts';
import { WebhookEndpoint } from './webhook-endpoint.ts';

/** Adaptive timeouts never fall below this many times the quiet time of the target. */
const LEAST_TIMEOUT_IN_QUIETS = 3;
/** When waits for webhooks have timed out for this many times the timeout in total, everything else is given up. */
const MOST_IN_VAIN = 4;
/** An answer is waited for as long as a webhook, within these bounds, in milliseconds. */
const ANSWER_MS = { least: 10_000, most: 30_000 };

/**
 * Opens a run: creates the target, begins the record, starts the receiver and its tunnel, and points webhooks to it.
 * The caller closes it. @throws HarnessError if one of these fails; what was recorded until then is kept
 */
export async function openRun(options: RunOptions) {
  const { world, maxInFlight, pseudonymKey } = options;
  const redactor = new Redactor(pseudonymKey);
  for (const secret of options.secrets) redactor.addSecret(secret);
  const start = world.now() - world.monotonic();
  const stamp = () => Math.round((start + world.monotonic()) * 1000) / 1000;
  const control = new RunControl(stamp);
  const target = await options.target(control.signal);
  const { apiKey, sandboxUrl } = target.address;
  if (apiKey !== undefined) redactor.addSecret({ name: 'API_KEY', value: apiKey });
  const secrets = new Set(target.signingSecrets);
  for (const value of secrets) redactor.addSecret({ name: 'SIGNING_SECRET', value });
  const signatureHeader = options.dialect?.signatureHeader ?? options.signatureHeader;
  const recorder = new Recorder({
    run: runInfo(options, target, stamp()),
    redactor,
    secrets: () => [...secrets],
    sink: options.sink,
    ...(signatureHeader !== undefined && { signatureHeader }),
  });
  const trouble = (line: Trouble) => void recorder.write({ type: 'trouble', ...line });
  const dispatcher = world.dial({ connections: Math.max(4, maxInFlight), proxied: target.kind === 'remote' });
  const reachability = new Reachability({
    world,
    request: request => dispatcher.request(request),
    url: sandboxUrl,
    stamp,
    record: trouble,
    putOff: asked => outage.probeWasPutOff(asked),
    lost: message => control.stop('unreachable', message),
  });
  const outage = new Outage({
    world,
    stamp,
    signal: control.signal,
    probe: async () => (await reachability.probe()).putOff,
    mostMs: target.deliveryTimeoutMs,
    record: trouble,
    lost: error => control.stop('unreachable', error),
  });
  const transport = new Transport({
    world,
    dispatcher,
    record: wire => {
      const exchange = recorder.exchange(wire);
      if (wire.failure && wire.failure.kind !== 'aborted' && wire.failure.kind !== 'cut')
        void reachability.look(wire.sentAt);
      return exchange;
    },
    stamp,
    signal: control.signal,
    timeoutMs: Math.min(ANSWER_MS.most, Math.max(ANSWER_MS.least, target.deliveryTimeoutMs)),
    outage,
  });
  const newKey = freshKeys(pseudonymKey);
  const client = new ServiceClient(transport, target.address, newKey);
  const tracker = new DeliveryTracker();
  const stopWatching = watchMachine(world, stamp, trouble);
  const bounds = { least: LEAST_TIMEOUT_IN_QUIETS * target.quietMs, givenUp: target.quietMs, mostInVain: MOST_IN_VAIN };
  const opened: { endpoint?: WebhookEndpoint; tunnel?: Tunnel } = {};
  const inbox = new Inbox(world, control.signal, () => outage.lasted + (opened.endpoint?.heldMs ?? 0));
  const close = async () => {
    reachability.stop();
    outage.stop();
    stopWatching();
    opened.tunnel?.stop();
    const isInterrupted = control.end?.reason === 'interrupted';
    await target.releaseWebhooks(isInterrupted).catch((thrown: unknown) => control.stop('unreachable', thrown));
    recorder.end(control.stop('done'));
    await opened.tunnel?.close();
    await opened.endpoint?.close();
    await dispatcher.destroy();
    await target.close();
  };
  options.opened?.({ recorder, control });
  try {
    const { receiverHost: host, receiverPort: port, receiverPath: path, tunnel } = options;
    const probes = tunnel && new Probes(world, tunnel.random);
    const endpoint = await WebhookEndpoint.open({
      world,
      host,
      port,
      ...(path !== undefined && { path }),
      ...(probes && { probe: arrival => probes.answer(arrival) }),
      recorder,
      tracker,
      inbox,
      stamp,
    });
    opened.endpoint = endpoint;
    const pointTo = (url: string) =>
      endpoint.hold(async () => {
        for (const printed of await outage.through(() => target.pointWebhooksTo(url))) {
          // A plain word that a command prints (`updated`) may be the secret; the recorder then finds that it verifies.
          if (!isPlainWord(printed)) redactor.addSecret({ name: 'SIGNING_SECRET', value: printed });
          secrets.add(printed);
        }
      });
    if (tunnel && probes)
      opened.tunnel = await Tunnel.open({
        world,
        provider: tunnel.provider,
        probes,
        receiver: endpoint.address,
        path: path ?? '',
        stamp,
        signal: control.signal,
        trouble,
        seen: seen => recorder.write({ type: 'tunnel', ...seen }),
        moved: pointTo,
        lost: error => control.stop('unreachable', error),
      });
    const pointWebhooks = () => pointTo(opened.tunnel?.url ?? endpoint.url);
    await pointWebhooks();
    return {
      options,
      target,
      control,
      recorder,
      client,
      /** A fresh idempotency key, unique across runs. */
      newKey,
      endpoint,
      inbox,
      tracker,
      reachability,
      outage,
      /** Points webhooks to the receiver, again if another program has changed the address. */
      pointWebhooks,
      /** Creates up to `count` collection orders, or takes ready ones, after any outage; may return fewer. */
      makeOrders: (count: number) => outage.through(() => target.makeOrders(count)),
      /** How long to wait for the event of a step, and for a redelivery. */
      eventTimeout: new AdaptiveTimeout({ allowed: target.deliveryTimeoutMs, ...bounds }),
      redeliveryTimeout: new AdaptiveTimeout({ allowed: target.redeliveryTimeoutMs, ...bounds }),
      /** The record's clock, in milliseconds since the epoch. It never goes back. */
      stamp,
      /** Whether a signing secret is known. */
      canVerify: () => secrets.size > 0,
      /** Writes the footer and closes everything. Points webhooks elsewhere if the user asked for that. */
      close,
    };
  } catch (thrown) {
    if (thrown instanceof HarnessError && thrown.code === 'command-failed') await askOnce(client, target);
    const failure = await failRun({ control, reachability }, thrown);
    await close();
    throw failure instanceof HarnessError ? failure.cleaned(text => redactor.text(text)) : failure;
  }
}

/** Makes one call, so that the record shows what answers: a command often fails because the address is wrong. */
async function askOnce(client: ServiceClient, { bankAccounts: [account] }: Target): Promise<void> {
  if (account === undefined) return;
  await client.resolveBankAccount({ account_number: account.accountNumber, bank_code: account.bankCode });
}

/**
 * Idempotency keys that no other run has, whatever its seed. Otherwise, a service that stores keys would answer a
 * second run with the same seed from memory.
 * @param secret random bytes, never from the seed
 */
export function freshKeys(secret: Buffer): () => string {
  return seededRandom(`idempotency keys ${secret.toString('hex')}`).uuid;
}

/** Everything that a run needs, opened and connected. It drives nothing and decides nothing. */
export type RunContext = Awaited<ReturnType<typeof openRun>>;

/** How often the delay is measured, in milliseconds. */
const BEAT_MS = 100;
/** A measurement this late (ms) shows that the event loop was blocked, which may have delayed other things. */
const STALL_MS = 500;

/** If a clock moved this far (ms) from the monotonic one, it was set, or the machine was suspended. */
const CLOCK_SET_MS = 5_000;

/**
 * Records when this process stood still and when the clock of this machine was set. What was missing meanwhile, unless
 * the run listened on, and what depends on the time of day afterwards, say nothing about the service.
 * @param stamp the clock of the record  @returns stops measuring
 */
export function watchMachine(world: World, stamp: () => number, record: (trouble: Trouble) => void): () => void {
  /** How far the clock is ahead of the stamps, in milliseconds. */
  let ahead = world.now() - stamp();
  let isStopped = false;
  const beat = () => {
    const from = stamp();
    world.after(BEAT_MS, () => {
      if (isStopped) return;
      const to = stamp();
      const late = to - from - BEAT_MS;
      if (late > STALL_MS)
        record({ kind: 'stall', from, to, message: `the event loop was blocked for ${Math.round(late)} ms` });
      const moved = world.now() - to - ahead;
      if (Math.abs(moved) > CLOCK_SET_MS) {
        ahead += moved;
        const way = moved > 0 ? 'ahead' : 'back';
        const message = `the clock of this machine was set ${Math.round(Math.abs(moved) / 1000)} s ${way}`;
        record({ kind: 'clock', from, to, message });
      }
      beat();
    });
  };
  beat();
  return () => {
    isStopped = true;
  };
}
