import { HAPPY_PATH, type SimulateEvent } from '../contract/lifecycle.ts';
import type { Answer } from '../evidence/delivery.ts';
import type { Delivery, ItemOf } from '../evidence/evidence.ts';
import { keysOf } from '../sandbox/dialect/key.ts';
import { LIFECYCLE } from '../sandbox/lifecycle/lifecycle.ts';
import type { BuiltStep, DeliveryOptions, EvidenceWriter, StepOptions } from './evidence-options.ts';

/** The types that the steps cause by default. */
export const TYPES = keysOf(LIFECYCLE, ({ types: [type] }) => String(type));

/** One journey under construction. */
export class JourneyBuilder {
  readonly id: string;
  readonly order: string;
  readonly #run: EvidenceWriter;
  readonly #journey: ItemOf<'journey'>;

  constructor(run: EvidenceWriter, journey: ItemOf<'journey'>) {
    this.#run = run;
    this.#journey = journey;
    this.id = journey.id;
    this.order = journey.order;
  }

  /** Simulates a step: its call, its webhooks, and the wait for them. */
  step(event: SimulateEvent, options: StepOptions = {}): BuiltStep {
    const { status = 202, failure, amount, network, refuse, again = true } = options;
    const run = this.#run;
    const accepted = failure === undefined && status < 300;
    const at = run.tick();
    const exchange = run.exchange('simulateCollectionOrder', {
      scenario: this.#journey.scenario,
      journey: this.id,
      sentAt: at,
      url: `https://sandbox.test/sandbox/collection-orders/${this.order}/simulate`,
      method: 'POST',
      asks: {
        event,
        ...(amount !== undefined && { received_amount: amount }),
        ...(network !== undefined && { received_network: network }),
      },
      status,
      ...(options.answers !== undefined && { answers: options.answers }),
      ...(failure && { failure: { kind: failure, message: failure } }),
    });
    run.write({
      type: 'step',
      journey: this.id,
      event,
      exchange: exchange.id,
      at,
      ...(amount !== undefined && { receivedAmount: amount }),
      ...(network !== undefined && { receivedNetwork: network }),
    });
    const sends = options.sends ?? (accepted ? [TYPES[event]] : []);
    const deliveries = sends.map((type, index) =>
      this.deliver(type, refuse && index === 0 ? { answer: { kind: 'status', refused: true, ...refuse } } : {}),
    );
    const outcome = options.wait ?? (sends.length > 0 ? 'came' : accepted ? 'missed' : 'none');
    const wait = outcome === 'none' ? undefined : run.wait(this.id, 'event', exchange.id, at, outcome);
    const [first] = deliveries;
    if (refuse === undefined || first === undefined) return { exchange, deliveries, ...(wait && { wait }) };
    const since = run.tick();
    const repeated = again ? [this.redeliver(first)] : [];
    const redelivery = run.wait(this.id, 'redelivery', first.id, since, again ? 'came' : 'missed');
    return { exchange, deliveries: [...deliveries, ...repeated], ...(wait && { wait }), redelivery };
  }

  /** The whole happy path. */
  happyPath(): this {
    for (const event of HAPPY_PATH) this.step(event);
    return this;
  }

  /** Receives a webhook about this journey's order. */
  deliver(type: string, options: DeliveryOptions = {}): Delivery {
    return this.#run.deliver(type, { order: this.order, ...options });
  }

  /** Receives a delivery again: the same event, its next attempt. */
  redeliver(first: Delivery, options: DeliveryOptions = {}): Delivery {
    return this.#run.redeliver(first, options);
  }

  /**
   * Receives a webhook whose attempts are refused in turn, by default with 503. Each redelivery is waited for.
   *
   * @param comes whether it comes again after the last refusal; default false
   * @returns every attempt
   */
  refused(type: string, answers: readonly Partial<Answer>[], comes = false): readonly Delivery[] {
    const attempts: Delivery[] = [];
    for (const [nth, own] of answers.entries()) {
      const { kind = 'status' } = own;
      const answer = { kind, refused: true, ...(kind === 'status' && { status: 503 }), ...own };
      const [last] = attempts.slice(-1);
      const attempt = last ? this.redeliver(last, { answer }) : this.deliver(type, { answer });
      this.#run.wait(
        this.id,
        'redelivery',
        attempt.id,
        this.#run.now,
        nth < answers.length - 1 || comes ? 'came' : 'missed',
      );
      attempts.push(attempt);
    }
    const [last] = attempts.slice(-1);
    return comes && last ? [...attempts, this.redeliver(last)] : attempts;
  }

  /** Ends the journey; an exclusive journey first waits until no more deliveries arrive. */
  end(): this {
    if (this.#journey.alone !== undefined) this.#run.wait(this.id, 'quiet', this.id, this.#run.now, 'missed');
    this.#run.write({ type: 'journey', ...this.#journey, to: this.#run.tick() });
    return this;
  }
}
