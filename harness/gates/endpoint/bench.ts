import { median } from '../../base/counts.ts';
import { clockOffset } from '../../evidence/clock-skew.ts';
import type { WireExchange } from '../../evidence/evidence.ts';
import type { SoundWebhook, WebhookSource } from '../../sandbox/webhook-source.ts';
import { seededRandom } from '../../world/real-world.ts';
import { pause } from '../../world/world.ts';
import { kindOf } from './case-id.ts';
import { Transcript } from './diagnosis/transcript.ts';
import { leakIn } from './leak.ts';
import {
  ANSWER_MS,
  type HandlerReply,
  hold,
  isBusy,
  type Manner,
  type Outgoing,
  type Reach,
  type Sent,
  send,
} from './sender.ts';

/** How long a webhook outside of cases may take, in milliseconds of our time. */
const LONGEST_MS = 30_000;

/** A kind of case with this many time-outs is not tried again. */
const MOST_TIMEOUTS = 2;
/** Why cases are not tried after time-outs of a handler that answers otherwise. More time would not help. */
export const HANGS = `the handler hangs at times: some webhooks were not answered within ${ANSWER_MS / 1000} s`;
/** A backend is crowded if one of its `RECENT` last answers took `CROWDED` times as long as the longest one alone. */
const RECENT = 4;
const CROWDED = 1.5;
/** How often a backend that works on few requests at a time gets one of several that were sent at once. */
const TURNS = 4;
/** The time of an answer, in milliseconds, before there is any. */
const UNKNOWN_MS = 10;

/** A backend that accepts connections but answers nothing for this long is silent, in ms of our time. */
const SILENT_MS = ANSWER_MS + 2_000;

/** A backend that answers none of this many webhooks is gone. */
const PROBES = 3;

/** The statuses of an unknown path, or of one that accepts no POST. */
const OF_NOTHING = new Set([404, 405, 501]);

/** Thrown if a case cannot go on. The message says why. */
export class CannotGoOn extends Error {}

/** How often a gate repeats whatever shows a bug only by chance or in numbers. */
export interface Effort {
  /** How many other events come before a repeated event; fewer if the backend is slow. */
  readonly otherEvents: number;
  /** How many kills have to hit a request. */
  readonly kills: number;
  /** How many copies of events arrive at once, for each burst size. */
  readonly copies: number;
}

/** The default effort. */
export const FULL_EFFORT: Effort = { otherEvents: 300, kills: 12, copies: 80 };

interface BenchOptions extends Reach {
  readonly source: WebhookSource;
  /** The backend's secrets. The backend knows at least the first. */
  readonly secrets: readonly [string, ...string[]];
  /** The seed of the random choices. */
  readonly seed: number;
  /** Default: {@link FULL_EFFORT}. */
  readonly effort?: Effort;
  /** Called with each exchange of a case. */
  readonly record: (scenario: string, exchange: Omit<WireExchange, 'scenario'>) => void;
}

/** What all cases of a gate share: orders, webhooks, the connection to the backend, and its pace. */
export class Bench implements Reach {
  readonly world: Reach['world'];
  readonly time: Reach['time'];
  readonly url: string;
  /** Aborts when sending must stop: the gate was interrupted, or its time is over. */
  readonly signal: AbortSignal;
  readonly source: WebhookSource;
  readonly secrets: readonly [string, ...string[]];
  readonly effort: Effort;
  /** Everything that was done to the backend. */
  readonly transcript: Transcript;
  readonly #options: BenchOptions;
  readonly #random: ReturnType<typeof seededRandom>;
  readonly #orders: string[] = [];
  /** Orders with generated ids. */
  readonly #generated = new Set<string>();
  /** The time of each answer that took work, in milliseconds: the backend was not busy. */
  readonly #took: number[] = [];
  /** The longest answer to a request with no other pending, in milliseconds. 0 before the first. */
  aloneMs = 0;
  /** When the last answer arrived, in our time. */
  lastAnswerAt = 0;
  /** How long the backend has answered nothing since a request that timed out was sent. `from` is in our time. */
  silence: { readonly from: number; readonly ms: number } | undefined;
  /** The number of answers. */
  answers = 0;
  /** Whether the backend has acknowledged no genuine completion, although one was sent. */
  refusesAll = false;
  /** Whether the backend acknowledges `disbursement.completed` only after the earlier webhooks of the order. */
  wantsEarlier = false;
  /** The statuses with which the backend refuses copies of acknowledged webhooks. */
  readonly refusalsOfCopies = new Set<number>();
  /** Whether the backend was busy for a request while another was pending: it works on few at a time. */
  isTurningAway = false;
  /** The exchange of the first answer. It shows the backend's clock. */
  #first: Sent['exchange'] | undefined;
  /** The number of pending requests, and of all requests. */
  #underWay = 0;
  #count = 0;
  /** The number of time-outs by kind of case. */
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

  /** Adds orders that the backend knows. `undefined` stands for an order with a generated id. */
  stock(orders: readonly (string | undefined)[]): void {
    for (const order of orders) {
      const made = this.source.newOrder(order);
      this.#orders.push(made);
      if (order === undefined) this.#generated.add(made);
    }
  }

  /** A random number from 0 to 1, drawn with the seed. */
  draw(): number {
    return this.#random.randomBytes(4).readUInt32BE() / 2 ** 32;
  }

  /** The number of unused orders. */
  get ordersLeft(): number {
    return this.#orders.length;
  }

  /** Takes an unused order. @throws CannotGoOn if none is left */
  order(): string {
    const order = this.#orders.shift();
    if (order === undefined) throw new CannotGoOn('no order was left: --orders printed too few');
    return order;
  }

  /** An order with a similar id, if the gate generates the ids; otherwise any unused order. */
  orderLike(order: string, like: (id: string) => string): string {
    return this.#generated.has(order) && like(order) !== order ? this.source.newOrder(like(order)) : this.order();
  }

  /** The median time of an answer, in milliseconds. 10 before the first. */
  get paceMs(): number {
    return median(this.#took) ?? UNKNOWN_MS;
  }

  /** At most `most`, and at least `least`: as many requests as the backend answers in `withinMs`. */
  affordable(most: number, least: number, withinMs = 1_000): number {
    const eachMs = this.paceMs * (this.isTurningAway ? TURNS : 1);
    return Math.max(least, Math.min(most, Math.floor(withinMs / eachMs)));
  }

  /** Whether answers take longer than those to single requests: the backend processes them one by one. */
  get isCrowded(): boolean {
    return Math.max(0, ...this.#took.slice(-RECENT)) > CROWDED * this.aloneMs;
  }

  /** Why deliveries of a case's kind are no longer tried; `undefined` if they are. */
  whyNoMore(id: string): string | undefined {
    return (this.timeouts.get(kindOf(id)) ?? 0) < MOST_TIMEOUTS ? undefined : HANGS;
  }

  /** A webhook as the service sends it. Defaults: signed now, with the first secret. */
  signed(
    webhook: SoundWebhook,
    { at, secrets = [this.secrets[0]] }: { readonly at?: number; readonly secrets?: readonly string[] } = {},
  ): Outgoing {
    return this.withSignature(webhook, this.source.sign(webhook, { secrets, ...(at !== undefined && { at }) }));
  }

  /** A webhook with any value of the signature header; `undefined` omits the header. */
  withSignature(webhook: SoundWebhook, signature: string | undefined): Outgoing {
    const { source } = this;
    const header = signature === undefined ? {} : { [source.signatureHeader]: signature };
    return { headers: { ...source.headers(webhook), ...header }, body: source.encode(webhook.body) };
  }

  /** Sends a request of a case, and records it. */
  async send(scenario: string, outgoing: Outgoing, manner?: Manner): Promise<Sent> {
    return this.#settle(scenario, this.#open(scenario, outgoing, manner).sent);
  }

  /** Sends requests at once, and records them. The last byte of each waits until all others are written. */
  async together(scenario: string, outgoing: readonly Outgoing[]): Promise<readonly Sent[]> {
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const open = outgoing.map(one => this.#open(scenario, one, { held }));
    await Promise.all(open.map(({ ready }) => ready));
    release();
    return Promise.all(open.map(({ sent }) => this.#settle(scenario, sent)));
  }

  /** Whether nothing more may be sent or killed: the gate was interrupted, or its time is over. */
  isOver(): boolean {
    return this.signal.aborted;
  }

  pause(ms: number): Promise<void> {
    return pause(this.world, ms);
  }

  /** Whether the clocks differ by more than this, in milliseconds (default: a minute). False if no answer shows it. */
  clocksDiffer(byMs?: number): boolean {
    return this.#first !== undefined && clockOffset(this.#first, byMs) !== undefined;
  }

  /** Whether requests have already shown that the backend is silent. */
  get isSilent(): boolean {
    return (this.silence?.ms ?? 0) >= SILENT_MS;
  }

  /** Whether the backend is gone or silent; `undefined` if it answers an ordinary webhook. */
  async lost(): Promise<'gone' | 'silent' | undefined> {
    if (this.isSilent) return 'silent';
    const held = await hold(this);
    if (held === undefined) return 'gone';
    held.close();
    // A backend may close a connection now and then, and answer on the next.
    for (let left = PROBES; left > 0; left--) {
      const { kind } = await this.#probe(ANSWER_MS);
      if (kind === 'answered') return undefined;
      if (kind === 'timed-out') return 'silent';
    }
    return 'gone';
  }

  /** Whether all answers, also to an unsigned webhook, are those of an unknown path. */
  async isNowhere(): Promise<boolean> {
    const isOfNone = (reply: HandlerReply) => reply.kind === 'answered' && OF_NOTHING.has(reply.status);
    if (!this.transcript.sent.every(({ reply }) => isOfNone(reply))) return false;
    return isOfNone((await this.#open('', this.withSignature(this.#ordinary(), undefined)).sent).reply);
  }

  /** Sends an ordinary webhook, and waits longer than a service. @returns the time of its answer, in milliseconds */
  async measure(): Promise<number | undefined> {
    const reply = await this.#probe(LONGEST_MS);
    return reply.kind === 'answered' ? reply.tookMs : undefined;
  }

  async #probe(patienceMs: number): Promise<HandlerReply> {
    const { reply } = await this.#open('', this.signed(this.#ordinary()), { patienceMs }).sent;
    this.#note(reply);
    return reply;
  }

  /** A webhook of a documented type. Cases test whether the handler dies of other types. */
  #ordinary(): SoundWebhook {
    const order = this.source.newOrder();
    const [webhook = this.source.event(order, 'collection.updated')] = this.source.step(order, 'deposit_detected');
    return webhook;
  }

  #note(reply: HandlerReply): void {
    this.lastAnswerAt = this.time.elapsed;
    if (reply.kind !== 'answered') return;
    this.answers++;
    if (!isBusy(reply)) this.#took.push(reply.tookMs);
  }

  #silenceAfter({ kind }: HandlerReply) {
    if (kind === 'answered' || kind === 'refused') return kind === 'answered' ? undefined : this.silence;
    const { elapsed } = this.time;
    const from = this.silence?.from ?? (kind === 'timed-out' ? elapsed - ANSWER_MS : undefined);
    return from === undefined ? undefined : { from, ms: elapsed - from };
  }

  /** Sends a request, and adds it to the transcript. */
  #open(scenario: string, outgoing: Outgoing, manner: Manner = {}) {
    const isFirst = this.#underWay++ === 0;
    const nth = ++this.#count;
    const open = send(this, outgoing, manner);
    void open.sent.then(sent => {
      const { reply } = sent;
      this.#underWay--;
      this.isTurningAway ||= this.#underWay > 0 && isBusy(reply);
      this.silence = this.#silenceAfter(reply);
      const isAlone = isFirst && nth === this.#count;
      if (isAlone && reply.kind === 'answered') this.aloneMs = Math.max(this.aloneMs, reply.tookMs);
      this.transcript.note(scenario, outgoing, manner, sent);
    });
    return open;
  }

  async #settle(scenario: string, sent: Promise<Sent>): Promise<Sent> {
    const { reply, exchange, connection } = await sent;
    this.#options.record(scenario, exchange);
    this.#note(reply);
    if (reply.kind === 'timed-out') {
      const kind = kindOf(scenario);
      this.timeouts.set(kind, (this.timeouts.get(kind) ?? 0) + 1);
    }
    if (reply.kind !== 'answered') return { reply, exchange, connection };
    this.#first ??= exchange;
    const leak = leakIn(exchange, this.source.signatureHeader, this.secrets);
    return { reply: leak ? { ...reply, leak } : reply, exchange, connection };
  }
}
