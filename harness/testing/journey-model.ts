import { HAPPY_PATH, LIFECYCLE, leadsToCredit, type SimulateEvent } from '../contract/lifecycle.ts';
import type { Arrival } from '../evidence/delivery.ts';
import { COMPLETED } from '../evidence/dialect.ts';
import { locate, typeOf } from '../evidence/locator.ts';
import type { SimulateBody } from '../journeys/client/service-client.ts';
import { type Consumer, creditingConsumer, memoryLedger } from './crediting-consumer.ts';
import type { Answer, JourneyRig } from './journey-rig.ts';

/** The known state of one order. */
interface OrderModel {
  readonly id: string;
  /** The requested steps, accepted or not. */
  readonly asked: Set<SimulateEvent>;
  /** The steps that the service accepted, each once, in order. */
  readonly taken: SimulateEvent[];
  /** Whether the received amount differs from the amount due. The specification does not say what follows. */
  mismatched: boolean;
  /** The last request, and its key. */
  last?: { readonly body: SimulateBody; readonly key: string };
}

/**
 * A model of what the specification says about collection orders: which steps a service must accept, which webhooks
 * are due, and which must never arrive. It assumes nothing about the implementation.
 */
export class JourneyModel {
  readonly orders: OrderModel[] = [];
  /** How the receiver answers; `undefined` while it is down. */
  receiver: Answer | undefined = 'accept';
  rotating = false;
  readonly #events = new Map<string, { readonly order: string | undefined; readonly type: string }>();
  readonly #ledger = memoryLedger();
  #consumer: Consumer | undefined;
  #judged = 0;

  /** The order that a number selects. */
  order(pick: number): OrderModel {
    const order = this.orders[pick % this.orders.length];
    if (order === undefined) throw new Error('there is no order');
    return order;
  }

  add(id: string): void {
    this.orders.push({ id, asked: new Set(), taken: [], mismatched: false });
  }

  /** The next step of the happy path, if the order is on it. */
  next({ taken }: OrderModel): SimulateEvent | undefined {
    return taken.every((event, index) => event === HAPPY_PATH[index]) ? HAPPY_PATH[taken.length] : undefined;
  }

  /** Whether the service must accept a step: the next of the happy path, or a failure of a new order. */
  mustTake(order: OrderModel, event: SimulateEvent): boolean {
    if (order.taken.length === 0 && isFailure(event)) return true;
    return !order.mismatched && this.next(order) === event;
  }

  /** Stores a step that the service accepted. A step accepted before is a repeat, and no webhook is due for it. */
  take(order: OrderModel, event: SimulateEvent, receivedAmount?: string): void {
    if (!order.taken.includes(event)) order.taken.push(event);
    if (receivedAmount !== undefined) order.mismatched = true;
  }

  /** Judges the deliveries since the last call. @throws Error for a delivery that must never arrive */
  async judge(rig: JourneyRig): Promise<void> {
    for (const arrival of rig.arrivals.slice(this.#judged)) {
      this.#judged++;
      this.#judgeEvent(this.#read(arrival, rig), rig);
      this.#consumer ??= this.#makeConsumer(rig);
      const status = await this.#consumer(arrival);
      if (status !== 200) throw new Error(`a consumer answers a webhook with ${status}: ${arrival.body}`);
    }
  }

  /** Judges all deliveries, once nothing is outstanding. @throws Error for a missing delivery */
  judgeWhole(rig: JourneyRig): void {
    const events = [...this.#events.values()];
    for (const { id, taken } of this.orders) {
      for (const type of taken.flatMap(event => rig.dialect.eventTypes[event])) {
        const came = events.filter(event => event.order === id && event.type === type).length;
        if (came === 0) throw new Error(`${id}: ${type} never arrived, although ${taken.join(', ')} were accepted`);
        if (type === COMPLETED && came > 1) throw new Error(`${id}: ${type} arrived under ${came} event ids`);
      }
    }
    const due = this.orders.filter(({ taken }) => taken.some(leadsToCredit)).map(({ id }) => id);
    const { credited } = this.#ledger;
    if (JSON.stringify(credited.toSorted()) !== JSON.stringify(due.toSorted())) {
      throw new Error(`a consumer credited ${credited.join(', ')}; ${due.join(', ')} were disbursed`);
    }
  }

  #read({ headers, body }: Arrival, { dialect }: JourneyRig) {
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
    if (model === undefined) throw new Error(`${type} names ${order}, which this test did not create`);
    if (isOther) return;
    if (![...model.asked].some(step => [rig.dialect.eventTypes[step]].flat().includes(type))) {
      throw new Error(`${order}: ${type} arrived, although no requested step causes it`);
    }
    if (type !== COMPLETED) return;
    const failed = model.taken.findIndex(step => isFailure(step));
    const disbursed = model.taken.findIndex(leadsToCredit);
    if (disbursed < 0 || (failed >= 0 && failed < disbursed)) {
      throw new Error(`${order}: ${type} arrived; the accepted steps are ${model.taken.join(', ') || 'none'}`);
    }
  }

  /** A backend that follows the specification: the model compares its credits with the disbursements. */
  #makeConsumer({ dialect, secrets }: JourneyRig): Consumer {
    const spoken = { ...dialect };
    return creditingConsumer({ secrets: () => [...secrets], now: Date.now, dialect: spoken, ledger: this.#ledger });
  }
}

function isFailure(event: SimulateEvent): boolean {
  return LIFECYCLE[event].path === 'failure';
}
