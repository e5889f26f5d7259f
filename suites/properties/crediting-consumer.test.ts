import fc from 'fast-check';
import { expect, test } from 'vitest';
import { COMPLETED, signatureHeader } from '#harness';
import { type Consumer, creditingConsumer, type Ledger, type Webhook } from '#testing';

const NOW = 1_793_611_800;
const SECRETS = ['whsec_previous', 'whsec_current'];

/** The event types of each possible course of an order. */
const STORIES = {
  disbursed: ['collection.deposit_detected', 'collection.deposit_confirmed', COMPLETED],
  failed: ['collection.deposit_detected', 'collection.failed'],
  expired: ['collection.expired'],
  underWay: ['collection.deposit_detected'],
} as const;

interface Event {
  readonly id: string;
  readonly type: string;
  readonly order: string;
}

/** A ledger that schedules each access. Some accesses fail, before or right after they take effect. */
class ScheduledLedger implements Ledger {
  readonly credits: string[] = [];
  readonly #events = new Set<string>();
  readonly #turn: (label: string) => Promise<void>;
  readonly #failures: ('before' | 'after' | 'never')[];

  constructor(turn: (label: string) => Promise<void>, failures: readonly ('before' | 'after' | 'never')[]) {
    this.#turn = turn;
    this.#failures = [...failures];
  }

  async settle(event: string, order: string | undefined): Promise<void> {
    const failure = this.#failures.shift();
    await this.#turn(`settle ${event}`);
    if (failure === 'before') throw new Error('the database is away');
    if (!this.#events.has(event)) {
      this.#events.add(event);
      if (order !== undefined) this.credits.push(order);
    }
    if (failure === 'after') throw new Error('the database did not answer');
  }

  /** The access of an incorrect backend, which needs a second one. Other code can run between them. */
  async has(event: string): Promise<boolean> {
    await this.#turn(`look for ${event}`);
    return this.#events.has(event);
  }

  async remember(event: string): Promise<void> {
    await this.#turn(`remember ${event}`);
    this.#events.add(event);
  }

  async credit(order: string): Promise<void> {
    await this.#turn(`credit ${order}`);
    this.credits.push(order);
  }
}

const bodyOf = ({ id, type, order }: Event, behind = '') =>
  Buffer.from(JSON.stringify({ id, type, data: { order_id: order } }) + behind);

/** A delivery, signed `age` seconds ago. */
function deliver(event: Event, { age = 0, secrets = SECRETS, body = bodyOf(event) } = {}): Webhook {
  return { headers: [['Service-Signature', signatureHeader(String(NOW - age), bodyOf(event), secrets)]], body };
}

/** Forgeries by an attacker who knows an event's id and its deliveries, but not the secret. */
const FORGERIES: { readonly [name: string]: (event: Event) => Webhook } = {
  unsigned: event => ({ headers: [], body: bodyOf(event) }),
  'signed with another secret': event => deliver(event, { secrets: ['whsec_guessed'] }),
  'of another order': event => deliver(event, { body: bodyOf({ ...event, order: 'co_of_the_thief' }) }),
  'turned into a completed one': event => deliver(event, { body: bodyOf({ ...event, type: COMPLETED }, ' ') }),
  'under a fresh id': event => deliver(event, { body: bodyOf({ ...event, id: `${event.id}_2` }) }),
  'replayed too late': event => deliver(event, { age: 301 }),
};

const world = fc.record({
  orders: fc.array(fc.constantFrom(...(Object.keys(STORIES) as (keyof typeof STORIES)[])), {
    minLength: 1,
    maxLength: 4,
  }),
  copies: fc.infiniteStream(fc.integer({ min: 1, max: 3 })),
  ages: fc.infiniteStream(fc.integer({ min: -299, max: 299 })),
  forgeries: fc.array(fc.tuple(fc.nat(), fc.constantFrom(...Object.keys(FORGERIES))), { maxLength: 6 }),
  failures: fc.array(fc.constantFrom('before', 'after', 'never'), { maxLength: 8 }),
});

/** Every interleaving of deliveries and consumer actions credits each disbursed order once and nothing else. */
const creditsOnce = (make: (ledger: ScheduledLedger) => Consumer, answered: (forgery: number) => void = () => {}) =>
  fc.asyncProperty(fc.scheduler(), world, async (scheduler, { orders, copies, ages, forgeries, failures }) => {
    const turn = async (label: string) => void (await scheduler.schedule(Promise.resolve(), label));
    const ledger = new ScheduledLedger(turn, failures);
    const consumer = make(ledger);
    const events = orders.flatMap((story, order) =>
      STORIES[story].map((type, step) => ({ id: `evt_${order}_${step}`, type, order: `co_${order}` })),
    );
    // Delivery is at least once: an unacknowledged delivery is signed and sent again.
    const send = async (event: Event, age: number) => {
      for (let status = 0; status !== 200; ) {
        await turn(`deliver ${event.id}`);
        status = await consumer(deliver(event, { age }));
      }
    };
    const sent = events.flatMap(event =>
      Array.from({ length: copies.next().value }, () => send(event, ages.next().value)),
    );
    const forged = forgeries.map(async ([which, name]) => {
      const event = events[which % events.length] as Event;
      await turn(`forge ${event.id}: ${name}`);
      return consumer((FORGERIES[name] as (event: Event) => Webhook)(event));
    });
    await scheduler.waitFor(Promise.all([...sent, ...forged]));
    const disbursed = orders.flatMap((story, order) => (story === 'disbursed' ? [`co_${order}`] : []));
    expect(ledger.credits.toSorted(), 'credits').toEqual(disbursed);
    for (const status of await Promise.all(forged)) answered(status);
  });

const options = { secrets: () => SECRETS, now: () => NOW * 1000 };

test('A consumer that follows the rules credits each disbursed order once, in any order of deliveries', () =>
  fc.assert(
    creditsOnce(
      ledger => creditingConsumer({ ...options, ledger }),
      status => expect(status).toBe(400),
    ),
    { numRuns: 500 },
  ));

const CARELESS: { readonly [sendRaw: string]: (ledger: ScheduledLedger) => Consumer } = {
  'looks for the event first and remembers it later': ledger =>
    creditingConsumer({
      ...options,
      ledger: {
        settle: async (event, order) => {
          if (await ledger.has(event)) return;
          await ledger.remember(event);
          if (order !== undefined) await ledger.credit(order);
        },
      },
    }),
  'remembers the event before it is verified': ledger => {
    const consumer = creditingConsumer({ ...options, ledger });
    const seen = new Set<string>();
    return async webhook => {
      const { id } = JSON.parse(webhook.body.toString()) as { readonly id: string };
      if (seen.has(id)) return webhook.headers.length === 0 ? 400 : 200;
      seen.add(id);
      return consumer(webhook);
    };
  },
  'remembers the event, and credits in a transaction of its own': ledger =>
    creditingConsumer({
      ...options,
      ledger: {
        settle: async (event, order) => {
          if (order === undefined) return;
          if (await ledger.has(event)) return;
          await ledger.remember(event);
          await ledger.settle(`credit of ${event}`, order);
        },
      },
    }),
  'does not de-duplicate': ledger =>
    creditingConsumer({
      ...options,
      ledger: { settle: async (_, order) => void (order && (await ledger.credit(order))) },
    }),
  'does not verify':
    ledger =>
    async ({ body }) => {
      const { id, type, data } = JSON.parse(body.toString());
      return ledger.settle(id, type === COMPLETED ? data.order_id : undefined).then(
        () => 200,
        () => 500,
      );
    },
  'takes any event for the signal': ledger => async webhook => {
    const { data } = JSON.parse(webhook.body.toString());
    const verified = creditingConsumer({ ...options, ledger: { settle: id => ledger.settle(id, data.order_id) } });
    return verified(webhook);
  },
};

test.each(Object.keys(CARELESS))('The property detects a consumer that %s', async sendRaw => {
  const details = await fc.check(creditsOnce(CARELESS[sendRaw] as (ledger: ScheduledLedger) => Consumer), {
    numRuns: 500,
    endOnFailure: true,
  });
  expect(String(details.errorInstance)).toMatch(/credits: expected/);
});
