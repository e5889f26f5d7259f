import type { WireExchange } from '../../evidence/evidence.ts';
import type { SoundWebhook, WebhookSource } from '../../sandbox/webhook-source.ts';
import { seededRandom } from '../../world/real-world.ts';
import { kindOf } from './case-id.ts';
import { clockOffset } from './clock-offset.ts';
import { Transcript } from './diagnosis/transcript.ts';
import { leakIn } from './leak.ts';
import {
  ANSWER_MS,
  type HandlerReply,
  hold,
  type Manner,
  type Outgoing,
  type Reach,
  type Sent,
  send,
} from './sender.ts';

/** How long an ordinary webhook may take that is sent for no case, in milliseconds of our time. */
const LONGEST_MS = 30_000;

/** After so many time-outs of one kind of case that kind is not tried again. */
const MOST_TIMEOUTS = 2;
/** A backend is crowded where the median of this many answers takes so many times as long as any did alone. */
const RECENT = 4;
const CROWDED = 1.5;

/** A backend that answers none of this many ordinary webhooks is gone. */
const PROBES = 3;

/** The statuses of a path at which nothing is, or that takes no POST. */
const OF_NOTHING = new Set([404, 405, 501]);

/** A case cannot go on; the message says why. */
export class CannotGoOn extends Error {}

/** How often a gate repeats what shows a fault by chance or by number alone. */
export interface Effort {
  /** How many other events come before an event that comes again after many; fewer where the backend is slow. */
  readonly otherEvents: number;
  /** How many kills have to meet a request. */
  readonly kills: number;
  /** How many copies of events come at the same moment, in each size of a burst. */
  readonly copies: number;
}

/** What a gate does by default. */
export const FULL_EFFORT: Effort = { otherEvents: 300, kills: 12, copies: 80 };

/** What a bench needs. */
interface BenchOptions extends Reach {
  readonly source: WebhookSource;
  /** The secrets of the backend; it holds at least the first. */
  readonly secrets: readonly [string, ...string[]];
  /** The seed of what is drawn. */
  readonly seed: number;
  /** Default: {@link FULL_EFFORT}. */
  readonly effort?: Effort;
  /** Takes an exchange of a case. */
  readonly record: (scenario: string, exchange: Omit<WireExchange, 'scenario'>) => void;
}

/** What all cases of a gate share: orders, webhooks, the way to the backend, and what was learned of its pace. */
export class Bench implements Reach {
  readonly world: Reach['world'];
  readonly time: Reach['time'];
  readonly url: string;
  /** Aborts when nothing is sent any more: the gate was interrupted, or its time is over. */
  readonly signal: AbortSignal;
  readonly source: WebhookSource;
  readonly secrets: readonly [string, ...string[]];
  readonly effort: Effort;
  /** Everything that was done to the backend. */
  readonly transcript: Transcript;
  readonly #options: BenchOptions;
  readonly #random: ReturnType<typeof seededRandom>;
  readonly #orders: string[] = [];
  /** Orders whose ids the gate made up. */
  readonly #generated = new Set<string>();
  /** How long the backend took for each answer, in milliseconds. */
  readonly #took: number[] = [];
  /** When the backend answered last, in our time. */
  lastAnswerAt = 0;
  /** How many requests it was sent, and has answered. */
  requests = 0;
  answers = 0;
  /** Whether the backend has acknowledged no genuine webhook, of which one was sent. */
  refusesAll = false;
  /** Whether the backend acknowledges `disbursement.completed` only after the earlier webhooks of the order. */
  wantsEarlier = false;
  /** The statuses with which the backend refuses a webhook that it has acknowledged before. */
  readonly refusalsOfCopies = new Set<number>();
  /** The exchange of the first answer, which tells the backend's clock. */
  #first: Sent['exchange'] | undefined;
  /** Requests under way, and all that were sent. */
  #underWay = 0;
  #count = 0;
  #aloneMs = 0;
  /** How often each kind of case timed out. */
  readonly timeouts = new Map<string, number>();

  constructor(options: BenchOptions) {
    this.world = options.world;
    this.time = options.time;
    this.url = options.url;
    this.signal = options.signal;
    this.source = options.source;
    this.secrets = options.secrets;
    this.effort = options.effort ?? FULL_EFFORT;
    this.#random = seededRandom(options.seed);
    this.transcript = new Transcript(options.url, options.secrets[0], options.source.places);
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

  /** A number from 0 to 1 that the seed draws: when a webhook comes, among others or beside a kill. */
  draw(): number {
    return this.#random.randomBytes(4).readUInt32BE() / 2 ** 32;
  }

  /** How many orders no case has used. */
  get ordersLeft(): number {
    return this.#orders.length;
  }

  /** An order that no case has used. @throws CannotGoOn */
  order(): string {
    const order = this.#orders.shift();
    if (order === undefined) throw new CannotGoOn('no order was left: --orders printed too few');
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

  /** The longest time of an answer to a request with no other under way, in milliseconds. 0 before the first. */
  get aloneMs(): number {
    return this.#aloneMs;
  }

  /** `most`, or fewer where the backend is slow: as many as come to an end in some time, at least `least`. */
  affordable(most: number, least: number, withinMs = 1_000): number {
    return Math.max(least, Math.min(most, Math.floor(withinMs / this.paceMs)));
  }

  /** Whether answers take longer than with nothing else under way: the backend does one thing after the other. */
  get isCrowded(): boolean {
    return median(this.#took.slice(-RECENT)) > CROWDED * this.#aloneMs;
  }

  /** Why no more deliveries of a case's kind are tried; undefined where they are. */
  whyNoMore(id: string): string | undefined {
    if ((this.timeouts.get(kindOf(id)) ?? 0) < MOST_TIMEOUTS) return undefined;
    return `two deliveries of its kind were not answered within ${ANSWER_MS / 1000} s`;
  }

  /** Lets deliveries of a case's kind be tried again. */
  forgetTimeouts(id: string): void {
    this.timeouts.delete(kindOf(id));
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
  async send(scenario: string, outgoing: Outgoing, manner?: Manner): Promise<Sent> {
    return this.#settle(scenario, this.#open(scenario, outgoing, manner).sent);
  }

  /** Sends requests at the same moment, and records them: the last byte of each leaves when all others are written. */
  async together(scenario: string, outgoing: readonly Outgoing[]): Promise<readonly Sent[]> {
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const open = outgoing.map(one => this.#open(scenario, one, { held }));
    await Promise.all(open.map(({ ready }) => ready));
    release();
    return Promise.all(open.map(({ sent }) => this.#settle(scenario, sent)));
  }

  /** Whether the gate was interrupted, or its time is over, so that nothing more is sent or killed. */
  isOver(): boolean {
    return this.signal.aborted;
  }

  /** Waits so many milliseconds. */
  async pause(ms: number): Promise<void> {
    await new Promise<void>(resolve => this.world.after(ms, resolve));
  }

  /** Whether the clocks differ by more than so many milliseconds; not where no answer tells. Default: a minute. */
  clocksDiffer(byMs?: number): boolean {
    return this.#first !== undefined && clockOffset(this.#first, byMs) !== undefined;
  }

  /** Whether the backend is gone or silent now, by an ordinary webhook for no case; undefined where it answers. */
  async lost(): Promise<'gone' | 'silent' | undefined> {
    const held = await hold(this);
    if (held === undefined) return 'gone';
    held.close();
    // A backend may close a connection now and then, and answer on the next.
    for (let left = PROBES; left > 0; left--) {
      const [reply] = await this.#probe(1, ANSWER_MS);
      if (reply?.kind === 'answered') return undefined;
      if (reply?.kind === 'timed-out') return 'silent';
    }
    return 'gone';
  }

  /** Whether every answer, and one to a webhook without a signature, is that of a path at which nothing is. */
  async isNowhere(): Promise<boolean> {
    const isOfNone = (reply: HandlerReply) => reply.kind === 'answered' && OF_NOTHING.has(reply.status);
    if (!this.transcript.sent.every(({ reply }) => isOfNone(reply))) return false;
    return isOfNone((await this.#open('', this.withSignature(this.#ordinary(), undefined)).sent).reply);
  }

  /** Sends ordinary webhooks at once, with more patience than a service. @returns how long each answer took, in ms */
  async measure(count: number): Promise<readonly (number | undefined)[]> {
    const replies = await this.#probe(count, LONGEST_MS);
    return replies.map(reply => (reply.kind === 'answered' ? reply.tookMs : undefined));
  }

  async #probe(count: number, patienceMs: number): Promise<readonly HandlerReply[]> {
    const sent = Array.from(
      { length: count },
      () => this.#open('', this.signed(this.#ordinary()), { patienceMs }).sent,
    );
    const replies = await Promise.all(sent);
    for (const { reply } of replies) this.#note(reply);
    return replies.map(({ reply }) => reply);
  }

  /** A webhook of a documented type for no case: a case of its own shows whether the handler dies of another type. */
  #ordinary(): SoundWebhook {
    const order = this.source.newOrder();
    const [webhook = this.source.event(order, 'collection.updated')] = this.source.step(order, 'deposit_detected');
    return webhook;
  }

  #note(reply: HandlerReply): void {
    this.requests++;
    this.lastAnswerAt = this.time.elapsed;
    if (reply.kind !== 'answered') return;
    this.answers++;
    this.#took.push(reply.tookMs);
  }

  /** Sends a request, and keeps what came of it in the transcript. */
  #open(scenario: string, outgoing: Outgoing, manner: Manner = {}) {
    const isFirst = this.#underWay++ === 0;
    const nth = ++this.#count;
    const open = send(this, outgoing, manner);
    void open.sent.then(({ reply, exchange }) => {
      this.#underWay--;
      const isAlone = isFirst && nth === this.#count;
      if (isAlone && reply.kind === 'answered') this.#aloneMs = Math.max(this.#aloneMs, reply.tookMs);
      this.transcript.note(scenario, outgoing, manner, { reply, exchange });
    });
    return open;
  }

  async #settle(scenario: string, sent: Promise<Sent>): Promise<Sent> {
    const { reply, exchange } = await sent;
    this.#options.record(scenario, exchange);
    this.#note(reply);
    if (reply.kind === 'timed-out') {
      const kind = kindOf(scenario);
      this.timeouts.set(kind, (this.timeouts.get(kind) ?? 0) + 1);
    }
    if (reply.kind !== 'answered') return { reply, exchange };
    this.#first ??= exchange;
    const leak = leakIn(exchange, this.source.signatureHeader, this.secrets);
    return { reply: leak ? { ...reply, leak } : reply, exchange };
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
