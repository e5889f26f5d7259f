import type { SimulateBody } from '../client/service-client.ts';
import { COMPLETED } from '../core/dialect.ts';
import { HAPPY_PATH, LIFECYCLE, leadsToCredit, type SimulateEvent } from '../core/lifecycle.ts';
import { locate, typeOf } from '../core/locator.ts';
import type { Arrival } from '../webhooks/receiver.ts';
import { verifySignature } from '../webhooks/signature.ts';
import { type Consumer, creditingConsumer } from './crediting-consumer.ts';
import { headerLines } from './header-lines.ts';
import type { Answer, JourneyRig } from './journey-rig.ts';

/** What is known of one order. */
export interface OrderModel {
  readonly id: string;
  /** The steps that were asked for, whatever came of it. */
  readonly asked: Set<SimulateEvent>;
  /** The steps that the service took, each once, in order. */
  readonly taken: SimulateEvent[];
  /** Whether another amount than is due was received: what may follow is not said. */
  mismatched: boolean;
  /** The last request, and its key. */
  last?: { readonly body: SimulateBody; readonly key: string };
}

/**
 * What the specification says of collection orders, and nothing about how a service keeps it: which steps have to be
 * taken, which webhooks are due, and what may never come.
 */
export class JourneyModel {
  readonly orders: OrderModel[] = [];
  /** How the receiver answers; `undefined` while it is down. */
  receiver: Answer | undefined = 'accept';
  rotating = false;
  readonly #events = new Map<string, { readonly order: string | undefined; readonly type: string }>();
  readonly #credits: string[] = [];
  #consumer: Consumer | undefined;
  #judged = 0;

  /** The order that a number stands for. */
  order(pick: number): OrderModel {
    const order = this.orders[pick % this.orders.length];
    if (order === undefined) throw new Error('there is no order');
    return order;
  }

  add(id: string): void {
    this.orders.push({ id, asked: new Set(), taken: [], mismatched: false });
  }

  /** The step that the happy path goes on with, if the order is on it. */
  next({ taken }: OrderModel): SimulateEvent | undefined {
    return taken.every((event, index) => event === HAPPY_PATH[index]) ? HAPPY_PATH[taken.length] : undefined;
  }

  /** Whether the specification has the service take a step: the next of the happy path, or a failure of a new order. */
  mustTake(order: OrderModel, event: SimulateEvent): boolean {
    if (order.taken.length === 0 && isFailure(event)) return true;
    return !order.mismatched && this.next(order) === event;
  }

  /** Notes a step that the service took. A step that it took before is a repeat, of which nothing is due. */
  take(order: OrderModel, event: SimulateEvent, receivedAmount?: string): void {
    if (!order.taken.includes(event)) order.taken.push(event);
    if (receivedAmount !== undefined) order.mismatched = true;
  }

  /** Judges what came since the last time. @throws Error for what may never come */
  async judge(rig: JourneyRig): Promise<void> {
    for (const arrival of rig.arrivals.slice(this.#judged)) {
      this.#judged++;
      const what = this.#read(arrival, rig);
      this.#judgeEvent(what, rig);
      this.#consumer ??= this.#makeConsumer(rig);
      await this.#consumer(arrival);
    }
  }

  /** Judges what had to come, once nothing is outstanding. @throws Error for what is missing */
  judgeWhole(rig: JourneyRig): void {
    const events = [...this.#events.values()];
    for (const { id, taken } of this.orders) {
      for (const type of taken.flatMap(event => rig.dialect.eventTypes[event])) {
        const came = events.filter(event => event.order === id && event.type === type).length;
        if (came === 0) throw new Error(`${id}: ${type} never came, though ${taken.join(', ')} were taken`);
        if (type === COMPLETED && came > 1) throw new Error(`${id}: ${type} came under ${came} event ids`);
      }
    }
    const due = this.orders.filter(({ taken }) => taken.some(leadsToCredit)).map(({ id }) => id);
    if (JSON.stringify(this.#credits.toSorted()) !== JSON.stringify(due.toSorted())) {
      throw new Error(`a consumer credited ${this.#credits.join(', ')}; ${due.join(', ')} were disbursed`);
    }
  }

  #read({ headers, body, at }: Arrival, { dialect, secrets }: JourneyRig) {
    const header = headerLines(headers, dialect.signatureHeader);
    const verdict = verifySignature({ header, body, secrets: [...secrets], now: at, unit: dialect.timestampUnit });
    if (!verdict.accepted) throw new Error(`a webhook does not verify: ${verdict.reason} (${header.join(' | ')})`);
    const read = { headers, body: { size: body.length, sha256: '', text: body.toString('utf8') } };
    const type = typeOf(read, dialect.eventType);
    const event = locate(read, dialect.eventId, type);
    if (type === undefined || event === undefined) throw new Error(`a webhook has no type or no event id: ${body}`);
    return { type, event, order: locate(read, dialect.orderId, type) };
  }

  #judgeEvent(
    { type, event, order }: { type: string; event: string; order: string | undefined },
    rig: JourneyRig,
  ): void {
    const known = this.#events.get(event);
    if (known !== undefined && (known.type !== type || known.order !== order)) {
      throw new Error(`${event} is ${known.type} of ${known.order}, and ${type} of ${order}`);
    }
    this.#events.set(event, { type, order });
    const isOther = rig.dialect.otherEvents.includes(type);
    if (order === undefined && isOther) return;
    const model = this.orders.find(({ id }) => id === order);
    if (model === undefined) throw new Error(`${type} is about ${order}, which is none of ours`);
    if (isOther) return;
    if (![...model.asked].some(step => [rig.dialect.eventTypes[step]].flat().includes(type))) {
      throw new Error(`${order}: ${type} came, though no step was asked for that causes it`);
    }
    if (type !== COMPLETED) return;
    const failed = model.taken.findIndex(step => isFailure(step));
    const disbursed = model.taken.findIndex(leadsToCredit);
    if (disbursed < 0 || (failed >= 0 && failed < disbursed)) {
      throw new Error(`${order}: ${type} came, though what was taken is ${model.taken.join(', ') || 'nothing'}`);
    }
  }

  /** A backend that follows the rules: what it credits is what the deliveries are worth. */
  #makeConsumer({ dialect, secrets }: JourneyRig): Consumer {
    const seen = new Set<string>();
    return creditingConsumer({
      secrets: () => [...secrets],
      now: () => Date.now(),
      dialect: { ...dialect },
      ledger: {
        settle: async (event, order) => {
          if (order !== undefined && !seen.has(event)) this.#credits.push(order);
          seen.add(event);
        },
      },
    });
  }
}

function isFailure(event: SimulateEvent): boolean {
  return LIFECYCLE[event].path === 'failure';
}
