import { header } from '../../base/json.ts';
import type { WireExchange } from '../../evidence/evidence.ts';
import type { SoundWebhook, WebhookSource } from '../../sandbox/webhook-source.ts';
import { seededRandom } from '../../world/real-world.ts';
import type { RunningTime } from '../../world/running-time.ts';
import type { World } from '../../world/world.ts';
import { kindOf } from './case-id.ts';
import { clockOffset } from './clock-offset.ts';
import { Transcript } from './diagnosis/transcript.ts';
import { type Leak, leakIn, textOf } from './leak.ts';
import {
  ANSWER_MS,
  type HandlerReply,
  type HeldConnection,
  type Manner,
  type OpenRequest,
  type Outgoing,
  type Sender,
} from './sender.ts';

/** Clocks that differ by less agree to a few seconds: the header `Date` has whole seconds, and may be cached. */
const CLOSE_MS = 4_000;

/** How long an ordinary webhook may take that is sent for no case, in milliseconds of our time. */
const LONGEST_MS = 30_000;

/** After so many time-outs of one kind of case that kind is not tried again. */
const MOST_TIMEOUTS = 2;
/** A backend is crowded where the median of this many answers takes so many times as long as any did alone. */
const RECENT = 4;
const CROWDED = 1.5;

/** A case cannot go on; the message says why. */
export class CannotGoOn extends Error {}

/** How often a gate repeats what shows a fault by chance or by number alone. */
export interface Effort {
  /** How many other events come before an event that comes again after many; fewer where the backend is slow. */
  readonly otherEvents: number;
  /** How often the backend is killed. */
  readonly kills: number;
}

/** What a gate does by default. */
export const FULL_EFFORT: Effort = { otherEvents: 300, kills: 6 };

/** What a bench needs. */
interface BenchOptions {
  readonly world: World;
  readonly time: RunningTime;
  /** The address of the endpoint. */
  readonly url: string;
  readonly source: WebhookSource;
  readonly sender: Pick<Sender, 'send' | 'together' | 'hold'>;
  /** The secrets of the backend; it holds at least the first. */
  readonly secrets: readonly [string, ...string[]];
  /** The seed of what is drawn. */
  readonly seed: number;
  /** Default: {@link FULL_EFFORT}. */
  readonly effort?: Effort;
  /** Aborts when nothing is sent any more: the gate was interrupted, or its time is over. */
  readonly signal: AbortSignal;
  /** Takes an exchange of a case. */
  readonly record: (scenario: string, exchange: Omit<WireExchange, 'scenario'>) => void;
}

/** What came of a request, and when. */
export interface Replied {
  readonly reply: HandlerReply;
  /** In milliseconds since the epoch. */
  readonly sentAt: number;
  readonly endedAt: number;
}

/** What all cases of a gate share: orders, webhooks, the way to the backend, and what was learned of its pace. */
export class Bench {
  readonly world: World;
  readonly time: RunningTime;
  readonly url: string;
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
  /** How far the backend's clock is ahead, in seconds, where that is too far to judge tolerance by. */
  clockOffset: number | undefined;
  /** Whether that is too far to judge it by a few seconds. */
  clocksDiffer = false;
  #knowsClock = false;
  /** Requests under way, and all that were sent, but for copies that are sent together. */
  #underWay = 0;
  #count = 0;
  #aloneMs = 0;
  /** How often each kind of case timed out. */
  readonly timeouts = new Map<string, number>();

  constructor(options: BenchOptions) {
    this.world = options.world;
    this.time = options.time;
    this.url = options.url;
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
  async send(scenario: string, outgoing: Outgoing, manner?: Manner): Promise<Replied> {
    return this.#settle(scenario, this.#sent(scenario, outgoing, manner));
  }

  /** Sends requests at the same moment, on separate connections, and records them. */
  async together(scenario: string, outgoing: readonly Outgoing[]): Promise<readonly Replied[]> {
    const sent = await this.#options.sender.together(outgoing);
    for (const [nth, one] of sent.entries()) if (outgoing[nth]) void this.#keep(scenario, outgoing[nth], one);
    return Promise.all(sent.map(one => this.#settle(scenario, one)));
  }

  /** Whether the gate was interrupted, or its time is over, so that nothing more is sent or killed. */
  isOver(): boolean {
    return this.#options.signal.aborted;
  }

  /** Waits so many milliseconds. */
  async pause(ms: number): Promise<void> {
    await new Promise<void>(resolve => this.world.after(ms, resolve));
  }

  /** Opens a connection on which nothing is sent; undefined where the backend takes none. */
  hold(): Promise<HeldConnection | undefined> {
    return this.#options.sender.hold();
  }

  /** Whether the backend is gone or silent now, by an ordinary webhook for no case; undefined where it answers. */
  async lost(): Promise<'gone' | 'silent' | undefined> {
    const held = await this.hold();
    if (held === undefined) return 'gone';
    held.close();
    const [reply] = await this.#probe(1, ANSWER_MS);
    if (reply?.kind === 'answered') return undefined;
    return reply?.kind === 'timed-out' ? 'silent' : 'gone';
  }

  /**
   * Sends ordinary webhooks at the same moment, for no case, and waits longer for the answers than a service does.
   * @returns how long each took, in milliseconds; absent for one that was not answered
   */
  async measure(count: number): Promise<readonly (number | undefined)[]> {
    const replies = await this.#probe(count, LONGEST_MS);
    return replies.map(reply => (reply.kind === 'answered' ? reply.tookMs : undefined));
  }

  async #probe(count: number, patienceMs: number): Promise<readonly HandlerReply[]> {
    const sent = Array.from({ length: count }, () => {
      const webhook = this.source.event(this.source.newOrder(), 'collection.updated');
      return this.#sent('', this.signed(webhook), { patienceMs });
    });
    const replies = await Promise.all(sent.map(({ reply }) => reply));
    for (const reply of replies) this.#note(reply);
    return replies;
  }

  #note(reply: HandlerReply): void {
    this.requests++;
    this.lastAnswerAt = this.time.elapsed;
    if (reply.kind !== 'answered') return;
    this.answers++;
    this.#took.push(reply.tookMs);
  }

  /** Keeps a request and what came of it in the transcript. */
  async #keep(scenario: string, outgoing: Outgoing, sent: OpenRequest, manner: Manner = {}): Promise<void> {
    const [reply, { sentAt, endedAt }] = await Promise.all([sent.reply, sent.exchange]);
    this.transcript.note(scenario, outgoing, manner, { reply, sentAt, endedAt });
  }

  #sent(scenario: string, outgoing: Outgoing, manner?: Manner): OpenRequest {
    const isFirst = this.#underWay++ === 0;
    const nth = ++this.#count;
    const sent = this.#options.sender.send(outgoing, manner);
    void this.#keep(scenario, outgoing, sent, manner);
    void sent.reply.then(reply => {
      this.#underWay--;
      const isAlone = isFirst && nth === this.#count;
      if (isAlone && reply.kind === 'answered') this.#aloneMs = Math.max(this.#aloneMs, reply.tookMs);
    });
    return sent;
  }

  /** What an answer tells a forger. */
  #leakIn({ request, response }: Omit<WireExchange, 'scenario'>): Leak | undefined {
    if (response === undefined) return undefined;
    const { headers, body = Buffer.alloc(0) } = request;
    const sent = { signature: header(headers, this.source.signatureHeader), body };
    return leakIn(textOf(response), sent, this.secrets);
  }

  async #settle(scenario: string, sent: OpenRequest): Promise<Replied> {
    const [replied, exchange] = await Promise.all([sent.reply, sent.exchange]);
    const leak = replied.kind === 'answered' && this.#leakIn(exchange);
    const reply = leak ? { ...replied, leak } : replied;
    this.#options.record(scenario, exchange);
    this.#note(reply);
    if (reply.kind === 'answered' && !this.#knowsClock) {
      this.#knowsClock = true;
      this.clockOffset = clockOffset(exchange);
      this.clocksDiffer = clockOffset(exchange, CLOSE_MS) !== undefined;
    }
    if (reply.kind === 'timed-out') {
      const kind = kindOf(scenario);
      this.timeouts.set(kind, (this.timeouts.get(kind) ?? 0) + 1);
    }
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
