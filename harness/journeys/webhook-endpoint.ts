import type { Delivery, Headers } from '../core/evidence.ts';
import type { World } from '../core/world.ts';
import type { OpenDelivery, Recorder } from '../record/recorder.ts';
import type { Inbox } from '../webhooks/inbox.ts';
import { type Arrival, answerOf, ownReply, type Receiver, type Reply, startReceiver } from '../webhooks/receiver.ts';
import type { DeliveryTracker } from './delivery-tracker.ts';

/** What a webhook endpoint needs. */
export interface WebhookEndpointOptions {
  readonly world: World;
  readonly recorder: Recorder;
  readonly tracker: DeliveryTracker;
  readonly inbox: Inbox;
  readonly stamp: () => number;
  readonly host: string;
  readonly port: number;
  readonly path?: string;
  /** Answers the probes of a tunnel. */
  readonly probe?: (arrival: Arrival) => Headers | undefined;
}

/** How to refuse the next new event of an order: its delivery, and each redelivery. */
export interface Refusal {
  readonly order: string;
  /** The answers to its delivery, to its redelivery, and so on. */
  readonly replies: readonly Reply[];
  /** The type of the event. Default: any. */
  readonly type?: string | undefined;
  /** The deliveries that were answered this way so far. */
  readonly deliveries: Delivery[];
}

/** A refusal that is under way. */
interface OpenRefusal extends Refusal {
  /** How many of the replies were used. */
  used: number;
  /** Whether the delivery that got the last of these still waits for an answer: what repeats it is no redelivery. */
  isHeld: () => boolean;
}

/** Accepting a delivery. */
const OK: Reply = { kind: 'status', status: 200, refused: false };

/** Methods that ask and change nothing (RFC 9110, 9.2.1). */
const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE']);

/** Receives deliveries: decides how each is answered, has it recorded, and passes it to the journeys that wait. */
export class WebhookEndpoint {
  readonly #options: WebhookEndpointOptions;
  readonly #receiver: Receiver;
  #refusals: OpenRefusal[] = [];
  #held: Arrival[] | undefined;

  /** Starts the receiver. @throws HarnessError `receiver-cannot-listen` (unreachable) */
  static async open(options: WebhookEndpointOptions): Promise<WebhookEndpoint> {
    const { world, host, port, path, probe, stamp, recorder } = options;
    const taking: { endpoint?: WebhookEndpoint } = {};
    const receiver = await startReceiver({
      world,
      host,
      port,
      ...(path !== undefined && { path }),
      ...(probe && { probe }),
      stamp,
      take: (arrival, isOpen) => taking.endpoint?.take(arrival, isOpen) ?? OK,
      malformed: (code, packet) => void recorder.malformed(stamp(), code, packet),
      failed: message => {
        const at = stamp();
        recorder.write({ type: 'trouble', kind: 'receiver-limit', from: at, to: at, message });
      },
    });
    taking.endpoint = new WebhookEndpoint(options, receiver);
    return taking.endpoint;
  }

  private constructor(options: WebhookEndpointOptions, receiver: Receiver) {
    this.#options = options;
    this.#receiver = receiver;
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
   * the secret that verifies them, and may itself wait until one is answered.
   */
  async hold(work: () => Promise<void>): Promise<void> {
    this.#held = [];
    try {
      await work();
    } finally {
      const held = this.#held;
      this.#held = undefined;
      for (const arrival of held) this.#record(this.#open(arrival), ownReply(arrival) ?? OK);
    }
  }

  /**
   * Answers the next new event of an order, or the next of a type, with these replies, each once; one that holds a
   * delivery without an answer holds its duplicates, too, since one that is accepted would need no redelivery.
   */
  refuseNext(order: string, replies: readonly Reply[], type?: string): Refusal {
    const refusal: OpenRefusal = { order, replies, type, deliveries: [], used: 0, isHeld: () => false };
    this.#refusals.push(refusal);
    return refusal;
  }

  /** Records a delivery, and returns how to answer it. @param isOpen whether its connection is still open */
  take(arrival: Arrival, isOpen: () => boolean): Reply {
    if (this.#held) {
      this.#held.push(arrival);
      return OK;
    }
    const opened = this.#open(arrival);
    const refusal = opened.ours && opened.complete ? this.#refusalOf(opened) : undefined;
    const reply = ownReply(arrival) ?? (refusal && nextReply(refusal, isOpen)) ?? OK;
    const delivery = this.#record(opened, reply);
    refusal?.deliveries.push(delivery);
    return reply;
  }

  /** Stops listening. */
  close(): Promise<void> {
    return this.#receiver.close();
  }

  /**
   * Without a path of the run, anybody may find the receiver: what neither verifies nor names an order of the run is
   * not a webhook of it. What exceeds a limit cannot be known. A request that only asks delivers nothing, such as the
   * `HEAD` or `OPTIONS` by which a service tries an address before it sends webhooks there.
   */
  #open(arrival: Arrival): OpenDelivery {
    const { recorder, tracker, path } = this.#options;
    const opened = recorder.open(arrival);
    const verifies = opened.signatures.some(({ slots }) => slots.length > 0);
    const ours = path !== undefined || verifies || arrival.exceeds !== undefined || tracker.knows(opened);
    const asks = SAFE_METHODS.has(arrival.method) && arrival.body.length === 0 && opened.signatures.length === 0;
    return { ...opened, ours: opened.ours && ours && !asks };
  }

  #record(opened: OpenDelivery, reply: Reply): Delivery {
    const { recorder, tracker, inbox } = this.#options;
    const delivery = recorder.delivery(opened, answerOf(reply));
    if (delivery.ours) tracker.add(delivery);
    inbox.push(delivery);
    return delivery;
  }

  #refusalOf(opened: OpenDelivery): OpenRefusal | undefined {
    this.#refusals = this.#refusals.filter(({ used, replies, isHeld }) => used < replies.length || isHeld());
    if (this.#refusals.length === 0) return undefined;
    const { tracker } = this.#options;
    const order = tracker.orderOf(opened);
    if (order === undefined) return undefined;
    const repeated = tracker.repeats(opened, order);
    return this.#refusals.find(({ order: own, type, deliveries: [first] }) => {
      if (own !== order) return false;
      // A late duplicate of an acknowledged delivery need not come again, so refusing it would show nothing.
      if (first !== undefined) return repeated.includes(first) && repeated.every(isRefused);
      return repeated.length === 0 && (type === undefined || tracker.typeOf(opened) === type);
    });
  }
}

/** The next reply; the same again while a delivery is held. */
function nextReply(refusal: OpenRefusal, isOpen: () => boolean): Reply | undefined {
  if (refusal.isHeld()) return refusal.replies[refusal.used - 1];
  const reply = refusal.replies[refusal.used++];
  refusal.isHeld = () => reply?.kind === 'slow' && isOpen();
  return reply;
}

function isRefused({ answer }: Delivery): boolean {
  return answer.refused;
}
