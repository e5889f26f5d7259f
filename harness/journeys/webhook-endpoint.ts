import type { Answer, Arrival } from '../evidence/delivery.ts';
import type { Delivery } from '../evidence/evidence.ts';
import type { OpenDelivery, Recorder } from '../evidence/record/recorder.ts';
import type { Inbox } from '../webhooks/inbox.ts';
import {
  answerOf,
  ownReply,
  type Receiver,
  type ReceiverOptions,
  type Reply,
  startReceiver,
} from '../webhooks/receiver.ts';
import type { DeliveryTracker } from './delivery-tracker.ts';

/** What a webhook endpoint needs: where to listen, and where deliveries go. */
interface WebhookEndpointOptions extends Pick<ReceiverOptions, 'world' | 'host' | 'port' | 'path' | 'stamp' | 'probe'> {
  readonly recorder: Recorder;
  readonly tracker: DeliveryTracker;
  readonly inbox: Inbox;
}

/** How to answer the next new event of an order: its delivery, and each redelivery. */
export interface Refusal {
  readonly order: string;
  /** The answers to its delivery, to its redelivery, and so on. */
  readonly replies: readonly Reply[];
  /** The type of the event. Default: any. */
  readonly type?: string | undefined;
  /** The deliveries that were answered this way so far. */
  readonly deliveries: AnsweredDelivery[];
  /** Whether a copy was held together with the last delivery. Default: no. */
  hasJoined?: boolean;
}

/** A delivery with a planned answer. */
export interface AnsweredDelivery {
  readonly delivery: Delivery;
  /** When its answer was sent or its connection closed, and whether the sender hung up first; absent until then. */
  ended?: { readonly at: number; readonly hungUp: boolean };
}

/** The answer that acknowledges a delivery. */
const OK: Reply = { kind: 'status', status: 200, refused: false };

/** Methods that ask and change nothing (RFC 9110, 9.2.1). */
const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE']);

/** Receives deliveries: decides the answer to each, has it recorded, and passes it to waiting journeys. */
export class WebhookEndpoint {
  readonly #options: WebhookEndpointOptions;
  #receiver!: Receiver;
  readonly #heldAnswers: HeldAnswers;
  #refusals: Refusal[] = [];
  #held: Arrival[] | undefined;

  /** Starts the receiver. @throws HarnessError `receiver-cannot-listen` (unreachable) */
  static async open(options: WebhookEndpointOptions): Promise<WebhookEndpoint> {
    const { stamp, recorder } = options;
    const endpoint = new WebhookEndpoint(options);
    endpoint.#receiver = await startReceiver({
      ...options,
      take: (arrival, ended) => endpoint.take(arrival, ended),
      malformed: (code, packet) => void recorder.malformed(stamp(), code, packet),
      failed: message => {
        const at = stamp();
        recorder.write({ type: 'trouble', kind: 'receiver-limit', from: at, to: at, message });
      },
    });
    return endpoint;
  }

  private constructor(options: WebhookEndpointOptions) {
    this.#options = options;
    this.#heldAnswers = new HeldAnswers(options.stamp);
  }

  /** How long senders have been blocked by held answers so far, in milliseconds. */
  get heldMs(): number {
    return this.#heldAnswers.lasted;
  }

  /** The receiver's address on this machine, with its path. */
  get url(): string {
    return this.#receiver.url;
  }

  /** Where the receiver listens. */
  get address(): Pick<Receiver, 'host' | 'port'> {
    return this.#receiver;
  }

  /**
   * While `work` runs, deliveries are answered but not yet recorded: the command that points webhooks here may print
   * the secret that verifies them, and may itself wait for an answer to one.
   */
  async hold(work: () => Promise<void>): Promise<void> {
    this.#held = [];
    try {
      await work();
    } finally {
      const held = this.#held;
      this.#held = undefined;
      for (const arrival of held) this.#record(this.#open(arrival), answerOf(ownReply(arrival) ?? OK));
    }
  }

  /**
   * Answers the next new event of an order, or the next of a type, with these replies, each once. Until the sender
   * knows an answer, the next copy of the event gets the same one: an event that is sent twice at once would need no
   * redelivery if its second copy were accepted. Any further copy is accepted: its sender gave up, although a relay
   * keeps the first connection open.
   */
  refuseNext(order: string, replies: readonly Reply[], type?: string): Refusal {
    const refusal: Refusal = { order, replies, type, deliveries: [] };
    this.#refusals.push(refusal);
    return refusal;
  }

  /** Records a delivery, and returns its answer. @param ended as a receiver passes it */
  take(arrival: Arrival, ended: Promise<boolean>): Reply {
    if (this.#held) {
      this.#held.push(arrival);
      return OK;
    }
    const reply = this.#reply(arrival, ended);
    if (reply.kind === 'slow' || reply.afterMs !== undefined) this.#heldAnswers.hold(ended);
    return reply;
  }

  #reply(arrival: Arrival, ended: Promise<boolean>): Reply {
    const opened = this.#open(arrival);
    if (opened.ours) this.#heldAnswers.arrived();
    const refusal = opened.ours && opened.complete ? this.#refusalOf(opened) : undefined;
    if (refusal && isHeld(refusal)) {
      const same = refusal.hasJoined ? undefined : refusal.replies[refusal.deliveries.length - 1];
      refusal.hasJoined = true;
      this.#record(opened, same ? { ...answerOf(same), joined: true } : answerOf(OK));
      return same ?? OK;
    }
    const reply = ownReply(arrival) ?? refusal?.replies[refusal.deliveries.length] ?? OK;
    const delivery = this.#record(opened, answerOf(reply));
    if (refusal) this.#follow(refusal, { delivery }, ended);
    return reply;
  }

  /** Stops listening. */
  close(): Promise<void> {
    return this.#receiver.close();
  }

  /**
   * Without a path, anybody may find the receiver, so a delivery belongs to the run only if it verifies or names an
   * order of the run. A delivery beyond a limit cannot be recognized. A request that only asks is not a delivery, for
   * example `HEAD` or `OPTIONS`, with which a service tries an address.
   */
  #open(arrival: Arrival): OpenDelivery {
    const { recorder, tracker, path } = this.#options;
    const opened = recorder.open(arrival);
    const verifies = opened.signatures.some(({ slots }) => slots.length > 0);
    const ours = path !== undefined || verifies || arrival.exceeds !== undefined || tracker.knows(opened);
    const asks = SAFE_METHODS.has(arrival.method) && arrival.body.length === 0 && opened.signatures.length === 0;
    return { ...opened, ours: opened.ours && ours && !asks };
  }

  /** Notes that a delivery got a planned answer, and when and how the answer ended. */
  #follow(refusal: Refusal, answered: AnsweredDelivery, ended: Promise<boolean>): void {
    const { inbox, stamp } = this.#options;
    refusal.deliveries.push(answered);
    refusal.hasJoined = false;
    void ended.then(hungUp => {
      answered.ended = { at: stamp(), hungUp };
      inbox.wake();
    });
  }

  #record(opened: OpenDelivery, answer: Answer): Delivery {
    const { recorder, tracker, inbox } = this.#options;
    const delivery = recorder.delivery(opened, answer);
    if (delivery.ours) tracker.add(delivery);
    inbox.wake();
    return delivery;
  }

  #refusalOf(opened: OpenDelivery): Refusal | undefined {
    this.#refusals = this.#refusals.filter(
      refusal => refusal.deliveries.length < refusal.replies.length || isHeld(refusal),
    );
    if (this.#refusals.length === 0) return undefined;
    const { tracker } = this.#options;
    const order = tracker.orderOf(opened);
    if (order === undefined) return undefined;
    const repeated = tracker.repeats(opened, order);
    return this.#refusals.find(({ order: own, type, deliveries: [first] }) => {
      if (own !== order) return false;
      // A late duplicate of an acknowledged delivery need not come again, so refusing it would show nothing.
      if (first !== undefined)
        return repeated.includes(first.delivery) && repeated.every(({ answer }) => answer.refused);
      return repeated.length === 0 && (type === undefined || tracker.typeOf(opened) === type);
    });
  }
}

/** Whether the sender of the last delivery with a planned answer cannot know that answer yet. */
function isHeld({ deliveries }: Refusal): boolean {
  const last = deliveries.at(-1);
  return last !== undefined && last.ended === undefined;
}

/** The close of a connection that the sender gave up may be seen this long after its next delivery, in milliseconds. */
const APART_MS = 100;

/**
 * How long senders were held up by answers of ours that come late or never. A service with one worker sends nothing
 * until its delivery is answered, so that what stays away meanwhile is not missing. Such time ends with the next
 * delivery, which shows that another worker is free, and then does not count:
 *
 *     held ────────────────┤        counts as a whole
 *     held ──┤ delivery ───┤        counts from the delivery on
 */
export class HeldAnswers {
  readonly #stamp: () => number;
  #open = 0;
  /** When the first answer was held, or when the last delivery came since then. */
  #since = 0;
  /** The silence before that delivery. */
  #before = 0;
  #lasted = 0;

  /** @param stamp the clock of the record */
  constructor(stamp: () => number) {
    this.#stamp = stamp;
  }

  /** How long senders have been blocked so far, in milliseconds. */
  get lasted(): number {
    return this.#lasted + (this.#open > 0 ? this.#stamp() - this.#since : 0);
  }

  /** Notes that a delivery came. */
  arrived(): void {
    this.#before = this.#stamp() - this.#since;
    this.#since = this.#stamp();
  }

  /** Notes that the answer to a delivery is now held. @param ended resolves when its connection is free */
  hold(ended: Promise<unknown>): void {
    if (this.#open === 0) this.#begin();
    this.#open++;
    void ended.then(() => {
      const quiet = this.#stamp() - this.#since;
      this.#lasted += quiet < APART_MS ? quiet + this.#before : quiet;
      this.#open--;
      this.#begin();
    });
  }

  #begin(): void {
    this.#since = this.#stamp();
    this.#before = 0;
  }
}
