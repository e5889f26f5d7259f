import { type Json, bodyOf as recorded } from '../base/json.ts';
import { FAILURES, HAPPY_PATH, leadsToCredit, type SimulateEvent } from '../contract/lifecycle.ts';
import type { Answer, ObservedSignature } from '../evidence/delivery.ts';
import type {
  Body,
  Delivery,
  Evidence,
  Exchange,
  Headers,
  ItemOf,
  Journey,
  RecordLine,
  RunInfo,
  Trouble,
  Wait,
} from '../evidence/evidence.ts';
import { emptyEvidence, gather } from '../evidence/evidence-lines.ts';
import type { Interpretation } from '../evidence/interpretation.ts';
import { keysOf } from '../sandbox/dialect/key.ts';
import { LIFECYCLE } from '../sandbox/lifecycle/lifecycle.ts';
import type { DeliveryOptions, EventWritten, ExchangeOptions, StepOptions, Write } from './evidence-options.ts';
import { aDelivery, anExchange, RUN_INFO } from './samples.ts';

/** The start of a constructed run; a whole second. */
export const START = 1_700_000_000_000;

/** The time limit for a step's webhook or a redelivery, in milliseconds. */
export const ALLOWED_MS = RUN_INFO.settings.deliveryTimeoutMs;

/** The duration of everything else, in milliseconds. */
const TICK_MS = 10;

const JSON_TYPE: Headers = [['Content-Type', 'application/json']];

/** The webhooks of the default deployment. */
export const writeDefault: Write = ({ id, type, order }) => ({ body: { id, type, data: { order_id: order } } });

/** How the webhooks of the default deployment are read. */
export const INTERPRETATION: Interpretation = {
  signatureHeaders: ['service-signature'],
  timestampUnit: 's',
  eventId: '/id',
  eventType: '/type',
  orderId: '/data/order_id',
};

/** A body from a JSON value, or from a literal text. */
export function bodyOf(content: Json | undefined, raw = false): Body {
  const text = content === undefined ? '' : raw ? String(content) : JSON.stringify(content);
  return recorded(Buffer.from(text));
}

/** A signature header that verifies under the first secret. `more` overrides its members. */
export function signed(at: number, more: Partial<ObservedSignature> = {}): ObservedSignature {
  const t = [String(Math.floor(at / 1000))];
  return { header: 'Service-Signature', t, v1: 1, wellFormed: 1, others: [], slots: [0], ...more };
}

/** A run under construction. Each piece follows the previous one by a few milliseconds. */
export class RunBuilder {
  /** The properties of the run that a test overrides. */
  readonly info: Partial<Omit<RunInfo, 'settings'>> & { readonly settings?: Partial<RunInfo['settings']> };
  readonly #write: Write;
  readonly #lines: RecordLine[] = [];
  readonly #events = new Map<string, Omit<EventWritten, 'at'>>();
  #now = START;
  #count = 0;

  constructor(write: Write, info: RunBuilder['info']) {
    this.#write = write;
    this.info = info;
  }

  /** The current time. */
  get now(): number {
    return this.#now;
  }

  /** Lets time pass. @returns the new time */
  tick(ms = TICK_MS): number {
    this.#now += ms;
    return this.#now;
  }

  /** Starts the journey of an order. @param alone whether deliveries without an order belong to it; default false */
  journey({
    order,
    alone = false,
    ...more
  }: Partial<Omit<Journey, 'steps' | 'to' | 'alone'>> & { readonly alone?: boolean } = {}): JourneyBuilder {
    const number = this.#lines.filter(line => line.type === 'journey' && line.to === undefined).length + 1;
    const from = this.tick();
    const journey = {
      id: `j${number}`,
      scenario: 'collection/happy-path',
      order: order ?? `co_${number}${'abcdefghij'[number % 10]}`,
      from,
      ...(alone && { alone: from }),
      ...more,
    };
    this.write({ type: 'journey', ...journey });
    return new JourneyBuilder(this, journey);
  }

  /** Adds a record line. */
  write(line: RecordLine): void {
    this.#lines.push(line);
  }

  /** Calls the service. */
  exchange(operation: string | undefined, options: ExchangeOptions = {}): Exchange {
    const { method = 'GET', url, asks, status = 200, answers, text, failure, ...rest } = options;
    const { requestHeaders, headers, ...more } = rest;
    const sentAt = more.sentAt ?? this.tick();
    const id = `x${++this.#count}`;
    const key: Headers = [['Idempotency-Key', `00000000-0000-4000-8000-${id.slice(1).padStart(12, '0')}`]];
    const own: Headers = [
      ['Accept', 'application/json'],
      ...(method === 'POST' ? [...JSON_TYPE, ...key] : []),
      ['X-API-Key', '[redacted API_KEY]'],
    ];
    const answered: Headers = [['request-id', `req_${id}`], ...(answers === undefined ? [] : JSON_TYPE)];
    const body = text === undefined ? bodyOf(answers) : bodyOf(text, true);
    const isAnswered = failure === undefined || failure.kind === 'cut';
    const exchange = anExchange(id, {
      ...{ sentAt, endedAt: this.tick(), ...(operation !== undefined && { operation }) },
      request: {
        ...{ method, url: url ?? `https://sandbox.test/${operation}`, headers: requestHeaders ?? own },
        ...(asks !== undefined && { body: bodyOf(asks) }),
      },
      ...(isAnswered && { response: { status, headers: headers ?? answered, body } }),
      ...{ ...(failure && { failure }), ...more },
    });
    this.write({ type: 'exchange', ...exchange });
    return exchange;
  }

  /** Receives a webhook. */
  deliver(type: string, options: DeliveryOptions = {}): Delivery {
    const { event, order = 'nobody', attempt = 1, json, text, headers, ...more } = options;
    const id = `d${++this.#count}`;
    const at = more.at ?? this.tick();
    const written = { id: event ?? `evt_${id}`, type, order, attempt };
    this.#events.set(id, written);
    const { body, headers: own = [] } = this.#write({ ...written, at });
    const delivery = aDelivery(id, {
      at,
      headers: headers ?? [...JSON_TYPE, ['Service-Signature', 't=…,v1=…'], ...own],
      body: text === undefined ? bodyOf(json ?? body) : bodyOf(text, true),
      signatures: [signed(at)],
      ...more,
    });
    this.write({ type: 'delivery', ...delivery });
    return delivery;
  }

  /** Receives a delivery again: the same event, its next attempt. */
  redeliver(first: Delivery, options: DeliveryOptions = {}): Delivery {
    const written = this.#events.get(first.id);
    if (written === undefined) throw new Error(`${first.id} is not a delivery of this run`);
    const { id: event, type, order, attempt } = written;
    return this.deliver(type, { event, order, attempt: attempt + 1, ...options });
  }

  /** Waits for something: until now or, if it does not come, until the time limit. */
  wait(journey: string, kind: Wait['kind'], since: string, from: number, outcome: Wait['outcome']): Wait {
    const to = outcome === 'missed' ? this.tick(ALLOWED_MS) : this.tick();
    const wait = { journey, kind, since, from, to, allowed: ALLOWED_MS, outcome };
    this.write({ type: 'wait', ...wait });
    return wait;
  }

  /** Records trouble of the harness between two times. */
  trouble(from: number, to: number, kind: Trouble['kind'] = 'target-unreachable'): this {
    this.write({ type: 'trouble', kind, from, to, message: 'ECONNREFUSED' });
    return this;
  }

  /** Everything so far, as evidence. Deliveries are in order of arrival. */
  get evidence(): Evidence {
    const { settings, ...info } = this.info;
    const evidence = emptyEvidence({
      ...{ ...RUN_INFO, at: START, ...info },
      settings: { ...RUN_INFO.settings, ...settings },
    });
    for (const line of this.#lines) gather(evidence, line);
    const { journeys } = evidence;
    for (const [id, [first]] of Map.groupBy(journeys, ({ scenario }) => scenario)) {
      const scenario = { id, suite: id.split('/')[0] ?? '', title: id, from: first?.from ?? START };
      gather(evidence, { type: 'scenario', ...scenario, to: this.#now, outcome: 'done' });
    }
    if (journeys.length > 0) gather(evidence, { type: 'orders', orders: journeys.map(({ order }) => order) });
    gather(evidence, { type: 'end', at: this.#now + TICK_MS, reason: 'done' });
    return { ...evidence, deliveries: evidence.deliveries.toSorted((a, b) => a.at - b.at) };
  }
}

/** The types that the steps cause by default. */
export const TYPES = keysOf(LIFECYCLE, ({ types: [type] }) => String(type));

/** One journey under construction. */
export class JourneyBuilder {
  readonly id: string;
  readonly order: string;
  readonly #run: RunBuilder;
  readonly #journey: ItemOf<'journey'>;

  constructor(run: RunBuilder, journey: ItemOf<'journey'>) {
    this.#run = run;
    this.#journey = journey;
    this.id = journey.id;
    this.order = journey.order;
  }

  /** Simulates a step: its call, its webhooks, and the wait for them. @returns the call and the webhooks */
  step(event: SimulateEvent, options: StepOptions = {}) {
    const { status = 202, failure, amount, network, refuse, again = true } = options;
    const run = this.#run;
    const asked = (name: string, value: string | undefined) => (value === undefined ? {} : { [name]: value });
    const accepted = failure === undefined && status < 300;
    const at = run.tick();
    const exchange = run.exchange('simulateCollectionOrder', {
      scenario: this.#journey.scenario,
      journey: this.id,
      sentAt: at,
      url: `https://sandbox.test/sandbox/collection-orders/${this.order}/simulate`,
      method: 'POST',
      asks: { event, ...asked('received_amount', amount), ...asked('received_network', network) },
      status,
      ...(options.answers !== undefined && { answers: options.answers }),
      ...(failure && { failure: { kind: failure, message: failure } }),
    });
    const fields = { ...asked('receivedAmount', amount), ...asked('receivedNetwork', network) };
    run.write({ type: 'step', journey: this.id, event, exchange: exchange.id, at, ...fields });
    const sends = options.sends ?? (accepted ? [TYPES[event]] : []);
    const deliveries = sends.map((type, index) =>
      this.deliver(type, refuse && index === 0 ? { answer: { kind: 'status', refused: true, ...refuse } } : {}),
    );
    const outcome = options.wait ?? (sends.length > 0 ? 'came' : accepted ? 'missed' : 'none');
    if (outcome !== 'none') run.wait(this.id, 'event', exchange.id, at, outcome);
    const [first] = deliveries;
    if (refuse === undefined || first === undefined) return { exchange, deliveries };
    const since = run.tick();
    if (again) deliveries.push(this.redeliver(first));
    run.wait(this.id, 'redelivery', first.id, since, again ? 'came' : 'missed');
    return { exchange, deliveries };
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
      const outcome = nth < answers.length - 1 || comes ? 'came' : 'missed';
      this.#run.wait(this.id, 'redelivery', attempt.id, this.#run.now, outcome);
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

/** Starts a run on a remote target with these webhooks. It conforms unless a test changes it. */
export function aRun(write: Write = writeDefault, info: RunBuilder['info'] = {}): RunBuilder {
  return new RunBuilder(write, info);
}

/**
 * A small conforming run: the calibration journey, with one refused delivery; one journey for each failure; and two
 * concurrent happy paths, one of them with a refused delivery.
 */
export function aSoundRun(write: Write = writeDefault, info: RunBuilder['info'] = {}): RunBuilder {
  const run = aRun(write, info);
  const met = run.journey({ alone: true });
  met.step('deposit_detected', { refuse: { status: 503 } });
  met.step('deposit_confirmed');
  met.step('disburse');
  met.end();
  for (const event of FAILURES) {
    const failed = run.journey({ alone: true });
    failed.step(event);
    failed.end();
  }
  const [one, other] = [run.journey(), run.journey()];
  for (const event of HAPPY_PATH) {
    one.step(event);
    other.step(event, leadsToCredit(event) ? { refuse: { status: 503 } } : {});
  }
  one.end();
  other.end();
  return run;
}
