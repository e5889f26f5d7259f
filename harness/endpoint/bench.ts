import type { WireExchange } from '../core/evidence.ts';
import type { World } from '../core/world.ts';
import type { SoundWebhook, WebhookSource } from '../sandbox/webhook-source.ts';
import { kindOf } from './case-id.ts';
import { clockOffset } from './clock-offset.ts';
import type { Effort } from './effort.ts';
import type { Manner, Outgoing, Reply, Sender, Sent } from './sender.ts';

/** Clocks that differ by less agree to a few seconds: the header `Date` has whole seconds, and may be cached. */
const CLOSE_MS = 4_000;

/** A backend is crowded where this many answers take so many times as long as at first. */
const RECENT = 4;
const CROWDED = 1.5;

/** No order of the backend is left for a case. */
export class OutOfOrders extends Error {}

/** What a bench needs. */
export interface BenchOptions {
  readonly world: World;
  /** The address of the endpoint. */
  readonly url: string;
  readonly source: WebhookSource;
  readonly sender: Sender;
  /** The secrets of the backend; it holds at least the first. */
  readonly secrets: readonly [string, ...string[]];
  readonly effort: Effort;
  /** Takes an exchange of a case. */
  readonly record: (scenario: string, exchange: Omit<WireExchange, 'scenario'>) => void;
}

/** What came of a request, and when. */
export interface Replied {
  readonly reply: Reply;
  /** In milliseconds since the epoch. */
  readonly sentAt: number;
  readonly endedAt: number;
}

/** What all cases of a gate share: orders, webhooks, the way to the backend, and what was learned of its pace. */
export class Bench {
  readonly world: World;
  readonly url: string;
  readonly source: WebhookSource;
  readonly secrets: readonly [string, ...string[]];
  readonly effort: Effort;
  readonly #options: BenchOptions;
  readonly #orders: string[] = [];
  /** Orders whose ids the gate made up. */
  readonly #generated = new Set<string>();
  /** How long the backend took for each answer, in milliseconds. */
  readonly #took: number[] = [];
  /** When the backend answered last, on the world's monotonic clock. */
  lastAnswerAt = 0;
  /** How many requests it was sent for a case, and has answered. */
  requests = 0;
  answers = 0;
  /** Whether the backend has acknowledged no sound webhook, of which one was sent. */
  refusesAll = false;
  /** Whether the backend acknowledges `disbursement.completed` only after the earlier webhooks of the order. */
  wantsEarlier = false;
  /** How far the backend's clock is ahead, in seconds, where that is too far to judge tolerance by. */
  clockOffset: number | undefined;
  /** Whether that is too far to judge it by a few seconds. */
  clocksDiffer = false;
  /** How often each kind of case timed out. */
  readonly timeouts = new Map<string, number>();

  constructor(options: BenchOptions) {
    this.world = options.world;
    this.url = options.url;
    this.source = options.source;
    this.secrets = options.secrets;
    this.effort = options.effort;
    this.#options = options;
  }

  /** Adds orders that the backend knows; undefined is one with a generated id. */
  stock(orders: readonly (string | undefined)[]): void {
    for (const order of orders) {
      const made = this.source.newOrder(order);
      this.#orders.push(made);
      if (order === undefined) this.#generated.add(made);
    }
  }

  /** An order that no case has used. @throws OutOfOrders */
  order(): string {
    const order = this.#orders.shift();
    if (order === undefined) throw new OutOfOrders();
    return order;
  }

  /** An order whose id is one that is like another, where the gate makes ids up; otherwise any. */
  orderLike(order: string, like: (id: string) => string): string {
    return this.#generated.has(order) && like(order) !== order ? this.source.newOrder(like(order)) : this.order();
  }

  /** The median time of an answer, in milliseconds. 10 before the first. */
  get paceMs(): number {
    return median(this.#took);
  }

  /** `most`, or fewer where the backend is slow: as many as come to an end in some time, at least `least`. */
  affordable(most: number, least: number, withinMs = 1_000): number {
    return Math.max(least, Math.min(most, Math.floor(withinMs / this.paceMs)));
  }

  /** Whether answers take longer now than the first ones did: the backend does one thing after the other. */
  get isCrowded(): boolean {
    return median(this.#took.slice(-RECENT)) > CROWDED * median(this.#took.slice(0, RECENT));
  }

  /** A webhook as the service sends it, signed at `at` (default: now) with one secret (default: the first). */
  signed(webhook: SoundWebhook, { at, secrets = [this.secrets[0]] }: Signature = {}): Outgoing {
    const { source } = this;
    const signature = source.sign(webhook, { secrets, ...(at !== undefined && { at }) });
    return this.withSignature(webhook, signature);
  }

  /** A webhook under any value of the signature header; without the header where it is undefined. */
  withSignature(webhook: SoundWebhook, signature: string | undefined): Outgoing {
    const { source } = this;
    const header = signature === undefined ? {} : { [source.signatureHeader]: signature };
    return { headers: { ...source.headers(webhook), ...header }, body: source.encode(webhook.body) };
  }

  /** Sends a request for a case of a kind, and records it. */
  async send(scenario: string, outgoing: Outgoing, manner?: Manner): Promise<Replied> {
    return this.#settle(scenario, this.#options.sender.send(outgoing, manner));
  }

  /** Sends requests at the same moment, on separate connections, and records them. */
  async together(scenario: string, outgoing: readonly Outgoing[]): Promise<readonly Replied[]> {
    const sent = await this.#options.sender.together(outgoing);
    return Promise.all(sent.map(one => this.#settle(scenario, one)));
  }

  /** Waits so many milliseconds. */
  async pause(ms: number): Promise<void> {
    await new Promise<void>(resolve => this.world.after(ms, resolve));
  }

  /** Whether the backend takes connections. Nothing is sent that could be a webhook. */
  async listens(): Promise<boolean> {
    const probe = this.#options.sender.send({ method: 'HEAD', headers: {}, body: Buffer.alloc(0) });
    return (await probe.reply).kind !== 'refused';
  }

  async #settle(scenario: string, sent: Sent): Promise<Replied> {
    const [reply, exchange] = await Promise.all([sent.reply, sent.exchange]);
    this.#options.record(scenario, exchange);
    this.requests++;
    if (reply.kind === 'answered') {
      this.#took.push(reply.tookMs);
      if (this.answers === 0) {
        this.clockOffset = clockOffset(exchange);
        this.clocksDiffer = clockOffset(exchange, CLOSE_MS) !== undefined;
      }
      this.answers++;
    }
    if (reply.kind === 'timed-out') {
      const kind = kindOf(scenario);
      this.timeouts.set(kind, (this.timeouts.get(kind) ?? 0) + 1);
    }
    this.lastAnswerAt = this.world.monotonic();
    return { reply, sentAt: exchange.sentAt, endedAt: exchange.endedAt };
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 10;
}

/** How a webhook is signed, where it is not signed as usual. */
export interface Signature {
  readonly at?: number;
  readonly secrets?: readonly string[];
}
