import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { codeOf } from '../base/errors.ts';
import { header } from '../base/json.ts';
import type { Arrival } from '../evidence/delivery.ts';
import type { Dialect } from '../evidence/dialect.ts';
import type { SimulateBody } from '../journeys/client/service-client.ts';
import { startSandbox } from '../sandbox/index.ts';
import { type Receiver, type Reply, startReceiver } from '../webhooks/receiver.ts';
import { realWorld } from '../world/real-world.ts';
import { type SpokenDialect, spokenDialect } from './crediting-consumer.ts';
import { type OpenClient, openClient } from './open-client.ts';
import { controlOf, serveSandbox } from './open-sandbox.ts';

/** What a receiver does with a delivery; every value except `accept` leaves it unacknowledged. */
export const ANSWERS = {
  accept: { kind: 'status', status: 200, refused: false },
  refuse: { kind: 'status', status: 503, refused: true },
  redirect: { kind: 'status', status: 307, refused: true },
  drop: { kind: 'drop' },
  silentJourney: { kind: 'slow', holdMs: 60_000 },
} as const satisfies { readonly [name: string]: Reply };

/** How a receiver answers deliveries. */
export type Answer = keyof typeof ANSWERS;

/** Options of a rig. */
export interface JourneyRigOptions {
  readonly dialect?: Dialect;
  readonly faults?: readonly string[];
  /** Runs the sandbox in a separate process, which a restart kills. Otherwise a restart closes it in this process. */
  readonly served?: boolean;
}

/** A running sandbox, in this process or another. */
interface Host {
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * A sandbox on a database file and a receiver of its webhooks. Both can stop and restart. Tests drive journeys against
 * them and compare the result with a model.
 */
export class JourneyRig {
  /** Every delivery that arrived complete, acknowledged or not. */
  readonly arrivals: Arrival[] = [];
  readonly dialect: SpokenDialect;
  /** Every secret that has signed a delivery. */
  readonly secrets = new Set<string>();
  readonly #options: JourneyRigOptions;
  readonly #folder = mkdtempSync(join(tmpdir(), 'onramp-harness-'));
  #answer: Answer = 'accept';
  #receiver: Receiver | undefined;
  #host: Host | undefined;
  #client: OpenClient | undefined;

  /** Starts both. The caller closes the rig. */
  static async open(options: JourneyRigOptions = {}): Promise<JourneyRig> {
    const rig = new JourneyRig(options);
    rig.#receiver = await rig.#listen(0);
    await rig.#start(rig.#receiver.url);
    await rig.#learnSecrets();
    return rig;
  }

  private constructor(options: JourneyRigOptions) {
    this.#options = options;
    this.dialect = spokenDialect(options.dialect);
  }

  /** Creates a collection order. @returns its id */
  newOrder(): Promise<string> {
    return this.#control.newOrder();
  }

  /** Simulates a step, with a new idempotency key or one used before. */
  async simulate(
    order: string,
    body: SimulateBody,
    key?: string,
  ): Promise<{ readonly status: number; readonly key: string }> {
    if (this.#client === undefined) throw new Error('the sandbox is not running');
    const { client } = this.#client;
    const path = `/sandbox/collection-orders/${encodeURIComponent(order)}/simulate`;
    const exchange =
      key === undefined
        ? (await client.simulate(order, body)).exchange
        : await client.sendRaw(
            { method: 'POST', server: 'sandbox', path, body, headers: { 'Idempotency-Key': key } },
            {},
          );
    if (exchange.response === undefined) throw new Error(`no answer to ${body.event}: ${exchange.failure?.message}`);
    return { status: exchange.response.status, key: header(exchange.request.headers, 'Idempotency-Key') ?? '' };
  }

  /** Sets how the receiver answers deliveries from now on. */
  answer(answer: Answer): void {
    this.#answer = answer;
  }

  /** Stops the receiver: its connections break and it no longer listens. */
  async crashReceiver(): Promise<void> {
    await this.#receiver?.close();
  }

  /** Restarts the receiver, at its old address or, if that is in use, at another. */
  async recoverReceiver(): Promise<void> {
    const port = this.#receiver?.port ?? 0;
    try {
      this.#receiver = await this.#listen(port);
    } catch (thrown) {
      if (codeOf(thrown) !== 'receiver-cannot-listen') throw thrown;
      this.#receiver = await this.#listen(0);
      await this.#control.control('PUT', '/webhook', { url: this.#receiver.url });
    }
  }

  /** Stops the sandbox, with any work in progress, and restarts it on its database file. */
  async restartSandbox(): Promise<void> {
    await this.#stop();
    await this.#start();
  }

  /** Begins or ends a rotation of the signing secret. */
  async rotate(step: 'start' | 'finish'): Promise<void> {
    await this.#control.control('POST', '/secrets', { step });
    await this.#learnSecrets();
  }

  /** Resolves once every event is acknowledged, which needs a receiver that accepts. */
  calm(): Promise<void> {
    return this.#control.calm();
  }

  /** Stops both and removes the file. */
  async close(): Promise<void> {
    await this.#stop();
    await this.#receiver?.close();
    rmSync(this.#folder, { recursive: true });
  }

  get #control() {
    if (this.#host === undefined) throw new Error('the sandbox is not running');
    return controlOf(this.#host.url);
  }

  #listen(port: number): Promise<Receiver> {
    return startReceiver({
      world: realWorld(),
      host: '127.0.0.1',
      port,
      stamp: () => Date.now(),
      take: arrival => {
        if (arrival.complete) this.arrivals.push(arrival);
        return ANSWERS[this.#answer];
      },
      malformed: () => undefined,
    });
  }

  /** @param webhookUrl where webhooks are sent; a restarted sandbox reads it from its file */
  async #start(webhookUrl?: string): Promise<void> {
    this.#host = await (this.#options.served ? this.#serve(webhookUrl) : this.#embed(webhookUrl));
    this.#client = openClient(this.#host.url);
  }

  async #stop(): Promise<void> {
    await this.#client?.close();
    await this.#host?.stop();
    this.#client = undefined;
    this.#host = undefined;
  }

  async #embed(webhookUrl?: string): Promise<Host> {
    const db = join(this.#folder, 'sandbox.db');
    const { served: _, ...options } = this.#options;
    const sandbox = await startSandbox({ ...options, world: realWorld(), db, ...(webhookUrl && { webhookUrl }) });
    return { url: sandbox.url, stop: () => sandbox.close() };
  }

  async #serve(webhookUrl?: string): Promise<Host> {
    const file = join(this.#folder, 'dialect.json');
    writeFileSync(file, JSON.stringify(this.#options.dialect ?? {}));
    const { url, process } = await serveSandbox([
      ...['--db', join(this.#folder, 'sandbox.db'), '--dialect', file],
      ...(this.#options.faults ?? []).flatMap(fault => ['--fault', fault]),
      ...(webhookUrl === undefined ? [] : ['--webhook-url', webhookUrl]),
    ]);
    return {
      url,
      stop: async () => {
        process.child.kill('SIGKILL');
        await process.ended;
      },
    };
  }

  async #learnSecrets(): Promise<void> {
    const { secrets } = await this.#control.control('GET', '/webhook');
    for (const secret of secrets as readonly string[]) this.secrets.add(secret);
  }
}
