import type { Dispatcher } from 'undici';
import { ServiceClient } from '../client/service-client.ts';
import { Transport } from '../client/transport.ts';
import { HarnessError, messageOf } from '../core/errors.ts';
import type { Delivery, RunEnd } from '../core/evidence.ts';
import { keyVariants } from '../core/key-variants.ts';
import { outOfReach } from '../core/out-of-reach.ts';
import { Redactor } from '../core/redaction.ts';
import { Recorder } from '../record/recorder.ts';
import { Probes } from '../tunnel/probes.ts';
import { Tunnel } from '../tunnel/tunnel.ts';
import { Inbox } from '../webhooks/inbox.ts';
import { AdaptiveTimeout } from './adaptive-timeout.ts';
import { affordableOrders } from './affordable-orders.ts';
import { DeliveryTracker } from './delivery-tracker.ts';
import { EventLoopLag } from './event-loop-lag.ts';
import { freshKeys } from './fresh-keys.ts';
import { retryInIsolation, silentJourneys } from './isolated-retry.ts';
import type { JourneyTools } from './journey-driver.ts';
import { Journeys } from './journeys.ts';
import { dealOrders, ordersWanted } from './order-supply.ts';
import { Reachability } from './reachability.ts';
import { runInfo } from './run-info.ts';
import type { Scenario } from './scenario.ts';
import { Scenarios } from './scenarios.ts';
import type { SessionOptions } from './session-options.ts';
import type { Target } from './target.ts';
import { WebhookEndpoint } from './webhook-endpoint.ts';

/** However vain waiting has proved, so many times the quiet of the target is waited. */
const LEAST_TIMEOUT_IN_QUIETS = 10;

/**
 * One run's machinery: the target, the receiver, the record, and what is known so far. It drives scenarios and writes
 * down; what that means is for the checks.
 */
export class Session {
  readonly target: Target;
  readonly recorder: Recorder;
  readonly #options: SessionOptions;
  readonly #abort: AbortController;
  readonly #redactor: Redactor;
  readonly #secrets: string[];
  readonly #dispatcher: Dispatcher;
  readonly #client: ServiceClient;
  readonly #inbox: Inbox;
  readonly #tracker = new DeliveryTracker();
  readonly #reach: Reachability;
  readonly #eventLoopLag: EventLoopLag;
  readonly #eventTimeout: AdaptiveTimeout;
  readonly #redeliveryTimeout: AdaptiveTimeout;
  readonly #stamp: () => number;
  #endpoint: WebhookEndpoint | undefined;
  #tunnel: Tunnel | undefined;
  readonly #journeys: Journeys;
  readonly #scenarios: Scenarios;
  #end: RunEnd | undefined;

  /** Opens a session: makes the target, starts the receiver, points webhooks to it. Whoever opens it closes it. */
  static async open(options: SessionOptions): Promise<Session> {
    const abort = new AbortController();
    const redactor = new Redactor(options.pseudonymKey);
    for (const secret of options.secrets) redactor.addSecret(secret);
    const target = await options.target(abort.signal, text => redactor.text(text));
    const session = new Session(options, target, abort, redactor);
    options.opened?.(session);
    try {
      await session.#listen();
    } catch (thrown) {
      const told = await session.fail(thrown);
      await session.close();
      throw told instanceof HarnessError ? told.cleaned(text => redactor.text(text)) : told;
    }
    return session;
  }

  private constructor(options: SessionOptions, target: Target, abort: AbortController, redactor: Redactor) {
    const { world } = options;
    this.#options = options;
    this.target = target;
    this.#abort = abort;
    this.#redactor = redactor;
    this.#secrets = [];
    for (const value of target.signingSecrets) this.#addSecret(value);
    const { apiKey } = target.address;
    if (apiKey !== undefined) {
      redactor.addSecret({ name: 'API_KEY', value: apiKey });
      // What is nearly the key tells nearly all of it.
      for (const { value } of keyVariants(apiKey)) redactor.addSecret({ name: 'API_KEY_VARIANT', value });
    }
    const start = world.now() - world.monotonic();
    this.#stamp = () => Math.round((start + world.monotonic()) * 1000) / 1000;
    const signatureHeader = options.dialect?.signatureHeader ?? options.signatureHeader;
    this.recorder = new Recorder({
      run: runInfo(options, target, this.#stamp()),
      redactor,
      secrets: () => this.#secrets,
      sink: options.sink,
      ...(signatureHeader !== undefined && { signatureHeader }),
    });
    this.#inbox = new Inbox(world, abort.signal);
    this.#dispatcher = world.dial({
      connections: Math.max(4, options.maxInFlight),
      proxied: target.kind === 'remote',
    });
    const transport = new Transport({
      world,
      dispatcher: this.#dispatcher,
      record: wire => {
        const exchange = this.recorder.exchange(wire);
        if (wire.failure && wire.failure.kind !== 'aborted' && wire.failure.kind !== 'cut')
          void this.#reach.look(wire.sentAt);
        return exchange;
      },
      stamp: this.#stamp,
      signal: abort.signal,
    });
    const newKey = freshKeys(options.pseudonymKey);
    this.#client = new ServiceClient(transport, target.address, newKey);
    this.#eventTimeout = new AdaptiveTimeout(target.deliveryTimeoutMs, LEAST_TIMEOUT_IN_QUIETS * target.quietMs);
    this.#redeliveryTimeout = new AdaptiveTimeout(target.redeliveryTimeoutMs, LEAST_TIMEOUT_IN_QUIETS * target.quietMs);
    this.#journeys = new Journeys({
      recorder: this.recorder,
      tracker: this.#tracker,
      stamp: this.#stamp,
      signal: abort.signal,
      quietMs: target.quietMs,
      ...(options.dialect && { dialect: options.dialect }),
      tools: () => this.#tools(),
    });
    this.#scenarios = new Scenarios({
      world,
      target,
      client: this.#client,
      newKey,
      inbox: this.#inbox,
      journeys: this.#journeys,
      recorder: this.recorder,
      stamp: this.#stamp,
      intrusiveAllowed: target.kind === 'embedded' || options.probeLimits === true,
      canVerify: () => this.#secrets.length > 0,
      end: () => this.#end,
      webhookSetting: this.#webhookSetting,
    });
    this.#eventLoopLag = new EventLoopLag(world, this.#stamp, trouble =>
      this.recorder.write({ type: 'trouble', ...trouble }),
    );
    this.#reach = new Reachability({
      world,
      dispatcher: this.#dispatcher,
      url: target.address.sandboxUrl,
      stamp: this.#stamp,
      record: trouble => this.recorder.write({ type: 'trouble', ...trouble }),
      lost: message => this.stop('unreachable', message),
    });
  }

  /** Why the session was stopped before its time; absent while it goes on. */
  get stopped(): RunEnd | undefined {
    return this.#end;
  }

  /** Ends what is under way. The first reason counts. */
  stop(reason: RunEnd['reason'], cause?: unknown): void {
    const { code, details = {} } = cause instanceof HarnessError ? cause : {};
    this.#end ??= {
      at: this.#stamp(),
      reason,
      ...(cause !== undefined && { message: this.#redactor.text(messageOf(cause)) }),
      ...(code !== undefined && { code }),
      ...(details.received !== undefined && { received: this.#redactor.text(details.received) }),
      ...(details.next !== undefined && { next: this.#redactor.text(details.next) }),
    };
    this.#abort.abort();
  }

  /**
   * Ends what is under way because of an error. A command of the user's likely failed because the target is away, where
   * it is: both are told then. @returns the error to tell
   */
  async fail(thrown: unknown): Promise<unknown> {
    const failed = thrown instanceof HarnessError && thrown.code === 'command-failed' && !this.#end;
    const away = failed ? await this.#reach.probe() : undefined;
    if (away === undefined) {
      this.stop(thrown instanceof HarnessError ? 'unreachable' : 'broken', thrown);
      return thrown;
    }
    this.stop('unreachable', `${away}; besides, ${messageOf(thrown)}`);
    const message = `the target cannot be reached (${away}); besides, ${messageOf(thrown)}`;
    return new HarnessError('target-away', 'unreachable', message, {
      ...(failed && thrown.details),
      likely: 'the service is down, and the command needs it',
      next: 'check SANDBOX_URL, and that the target is up',
      cause: thrown,
    });
  }

  /**
   * Drives scenarios, if the target is there at all: those without orders at once; then the first of those that meet the
   * target, by itself; then the rest, as many journeys at a time as `maxInFlight` lets through.
   */
  async perform(scenarios: readonly Scenario[]): Promise<void> {
    const allowed = this.#scenarios.allowed(scenarios);
    const driving = allowed.filter(({ orders }) => orders !== undefined);
    const free = allowed.filter(({ orders }) => orders === undefined);
    if (!(await this.#reach.look(this.#stamp()))) return;
    await this.#scenarios.driveAll(free);
    if (driving.length === 0 || this.#end) return;
    // Orders are few, and webhooks that nobody can verify tell nothing: none is spent on them.
    const made = this.#secrets.length === 0 ? [] : await this.target.makeOrders(ordersWanted(driving).most);
    if (made.length > 0) this.recorder.write({ type: 'orders', orders: made });
    for (const order of made) this.#tracker.follow(order);
    const dealt = dealOrders(driving, made);
    const meeting = driving.filter(({ calibrates }) => calibrates);
    await this.#scenarios.driveAll(meeting.slice(0, 1), dealt);
    // What is silent on the happy path is asked for each failure before it is given up.
    const met = this.#journeys.heard ? meeting.slice(0, 1) : meeting;
    await this.#scenarios.driveAll(met.slice(1), dealt);
    const rest = driving.filter(scenario => !met.includes(scenario));
    const atOnce = this.#journeys.serial ? 1 : this.#options.maxInFlight;
    this.#journeys.widen(atOnce);
    const left = rest.flatMap(({ id }) => dealt.get(id) ?? []);
    const affordable = affordableOrders(this.#eventTimeout.longest, atOnce);
    await this.#scenarios.driveAll(
      rest,
      left.length > affordable ? dealOrders(rest, left.slice(0, affordable)) : dealt,
    );
    await this.#diagnose();
    await this.#settle();
  }

  /** Points webhooks elsewhere where that was asked for, writes the footer, and closes everything. */
  async close(): Promise<void> {
    this.#reach.stop();
    this.#eventLoopLag.stop();
    this.#tunnel?.stop();
    await this.target.releaseWebhooks().catch((thrown: unknown) => this.stop('unreachable', thrown));
    this.recorder.end(this.#end ?? { at: this.#stamp(), reason: 'done' });
    this.#abort.abort();
    await this.#tunnel?.close();
    await this.#endpoint?.close();
    await this.#dispatcher.destroy();
    await this.target.close();
  }

  async #listen(): Promise<void> {
    const { world, receiverHost: host, receiverPort: port, receiverPath: path, tunnel } = this.#options;
    const probes = tunnel && new Probes(world, tunnel.random);
    const endpoint = await WebhookEndpoint.open({
      world,
      host,
      port,
      ...(path !== undefined && { path }),
      ...(probes && { probe: arrival => probes.answer(arrival) }),
      recorder: this.recorder,
      tracker: this.#tracker,
      inbox: this.#inbox,
      stamp: this.#stamp,
    });
    this.#endpoint = endpoint;
    if (tunnel && probes) this.#tunnel = await this.#open(tunnel, probes, endpoint);
    await this.#point(this.#tunnel?.url ?? endpoint.url);
  }

  #open(tunnel: NonNullable<SessionOptions['tunnel']>, probes: Probes, endpoint: WebhookEndpoint): Promise<Tunnel> {
    const { world, receiverPath: path = '' } = this.#options;
    return Tunnel.open({
      world,
      ...tunnel,
      probes,
      receiver: endpoint.address,
      path,
      stamp: this.#stamp,
      signal: this.#abort.signal,
      trouble: trouble => this.recorder.write({ type: 'trouble', ...trouble }),
      seen: seen => this.recorder.write({ type: 'tunnel', ...seen }),
      moved: url => this.#point(url),
      lost: error => this.stop('unreachable', error),
    });
  }

  async #point(url: string): Promise<void> {
    await this.#endpoint?.hold(async () => {
      for (const value of await this.target.pointWebhooksTo(url)) this.#addSecret(value);
    });
  }

  #addSecret(value: string): void {
    this.#redactor.addSecret({ name: 'SIGNING_SECRET', value });
    if (!this.#secrets.includes(value)) this.#secrets.push(value);
  }

  /** Drives journeys in which something due did not come again, each by itself: whether it comes then tells load from rule. */
  async #diagnose(): Promise<void> {
    const late = (refused: Delivery, order: string) => this.#tracker.redeliveryOf(refused, order) !== undefined;
    const silent = silentJourneys(this.recorder.evidence, late);
    if (silent.length === 0 || !this.#journeys.heard || this.#end) return;
    const orders = await this.target.makeOrders(silent.length).catch(() => []);
    for (const [nth, silentJourney] of silent.entries()) {
      const { id, scenario } = silentJourney.journey;
      const order = orders[nth];
      if (order === undefined) return;
      this.#tracker.follow(order);
      await this.#journeys
        .take({ scenario, order, diagnoses: id }, driver => retryInIsolation(driver, silentJourney, this.target.holdMs))
        .catch((thrown: unknown) => this.stop('broken', thrown));
    }
  }

  /** Where to look when not one delivery came. */
  get #webhookSetting(): string {
    const { tunnel, receiverHost } = this.#options;
    const { kind = 'direct' } = tunnel?.provider ?? {};
    return outOfReach(kind, receiverHost, this.target.address.sandboxUrl) ? 'TUNNEL' : 'WEBHOOK_COMMAND';
  }

  #tools(): Omit<JourneyTools, 'enter' | 'usual'> {
    const endpoint = this.#endpoint;
    if (endpoint === undefined) throw new Error('the session is not open');
    return {
      client: this.#client,
      inbox: this.#inbox,
      tracker: this.#tracker,
      endpoint,
      write: line => this.recorder.write(line),
      stamp: this.#stamp,
      eventTimeout: this.#eventTimeout,
      redeliveryTimeout: this.#redeliveryTimeout,
      quietMs: this.target.quietMs,
      doubt: since => this.#reach.look(since),
    };
  }

  /** Gives what should not come time to come after the last call: twice what the slowest delivery took, within bounds. */
  async #settle(): Promise<void> {
    const { quietMs, deliveryTimeoutMs } = this.target;
    const last = this.recorder.evidence.exchanges.at(-1)?.sentAt ?? 0;
    const due = last + Math.min(2 * this.#eventTimeout.longest, deliveryTimeoutMs);
    await this.#inbox.until(() => undefined, Math.max(quietMs, due - this.#stamp()));
  }
}
