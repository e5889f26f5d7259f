import {
  HAPPY_PATH,
  type JourneyDriver,
  leadsToCredit,
  mayAct,
  type Reply,
  type Scenario,
  type SentStep,
} from '#harness';
import { rawCalls } from '../raw-calls.ts';

/**
 * How late a delivery is answered, in milliseconds: at once, or later but within the time that services allow. The
 * embedded sandbox allows one second.
 */
const LATE_MS = { embedded: [0, 300, 600, 600], remote: [0, 300, 1_000, 5_000] } as const;

/**
 * Answers to the deliveries of one event, in turn: `ack`, the status of a refusal, `cut` (the connection is closed), or
 * `silence` until the sender gives up. `@2` is an index into the delays.
 */
export type Answers = string;

/**
 * Answers about single orders: to the events of the first step, of the second, and to the credit. With few orders, each
 * kind is combined with each delay and each attempt, and each delay with each attempt. Nothing is refused three times,
 * because a service may give up. No order waits for two silences, and the longest wait comes first, so that others
 * overlap it.
 */
export const ALONE: readonly (readonly Answers[])[] = [
  // If each event is sent twice, the second copy leaves before the late answer and shares it.
  ['500@1 silence', '408', 'cut@2'],
  ['silence 503@1', '429', '500'],
  ['cut cut', '503@2 425@1', 'silence'],
  ['429@2 408 ack@1', '503@3 429@1', 'ack@2'],
  // Repeated as the fifth: for a service that sends every third event twice, the duplicate gets the second answer.
  ['503 silence', '425 500@2', 'cut'],
  ['silence cut@1', '408@2 ack@3', '500'],
  // No 410: a service may take it for the end of the subscription and stop sending.
  ['425@2 404', 'cut@3 408@3', '429@3 ack@2'],
];

/** Answers about an order with later events before the first redelivery. */
export const BEHIND_ANOTHER: readonly Answers[] = ['503@2 503@2', '503 503', 'cut@1 429@2', '425@3 408@1'];

/** One answer about each of many orders at once. An empty one refuses nothing. */
export const AT_ONCE: readonly Answers[] = [
  ...['cut', '503', 'cut', '500', ''],
  ...['cut@2', '503@1', '429', '500@2', ''],
  ...['408@1', '425', 'cut@3', '503@3', ''],
  ...['cut', '429@3', 'cut', 'ack@2', ''],
];

/** The parts of answers: the kind, and the index of the delay. */
export function partsOf(answers: Answers): readonly { readonly kind: string; readonly late: number }[] {
  return answers
    .split(' ')
    .filter(Boolean)
    .map(answer => {
      const [kind = '', late = '0'] = answer.split('@');
      return { kind, late: Number(late) };
    });
}

/** Answers in the form of receiver replies for a target. */
export function repliesOf(
  answers: Answers,
  { kind: target, holdMs }: { readonly kind: keyof typeof LATE_MS; readonly holdMs: number },
): readonly Reply[] {
  return partsOf(answers).map(({ kind, late: nth }): Reply => {
    const ms = LATE_MS[target][nth] ?? 0;
    if (kind === 'silence') return { kind: 'slow', holdMs };
    const late = ms === 0 ? {} : { afterMs: ms };
    if (kind === 'cut') return { kind: 'drop', ...late };
    return { kind: 'status', status: kind === 'ack' ? 200 : Number(kind), refused: kind !== 'ack', ...late };
  });
}

export const refusedDeliveries: Scenario = {
  id: 'collection/refused-deliveries',
  suite: 'collection',
  title: 'A delivery that is refused, not answered or cut off is redelivered until it is accepted (Events)',
  orders: { least: 1, most: ALONE.length },
  async drive({ journeys, target }) {
    await journeys(async (order, nth) => {
      const answers = ALONE[nth % ALONE.length]?.map(ofStep => repliesOf(ofStep, target)) ?? [];
      for (const [index, event] of HAPPY_PATH.entries()) await order.stepRefused(event, answers[index] ?? []);
      // A late acknowledgement may cause another credit as a new event.
      const last = answers.at(-1)?.at(-1);
      if (last?.kind === 'status' && !last.refused) await order.quiet((last.afterMs ?? 0) + target.quietMs);
    });
  },
};

/** Only this many of the answers given at once are repeated, so that a load is not held up. */
const QUICK = 5;

export const manyAtOnce: Scenario = {
  id: 'collection/many-at-once',
  suite: 'collection',
  title: 'Concurrent orders do not mix, and each is credited once (Events)',
  orders: { least: 2, complete: QUICK, most: 40 },
  takesLoad: true,
  async drive({ journeys, orders, pick, target }) {
    const refusedSteps = Array.from({ length: orders }, () => pick(HAPPY_PATH.length));
    await journeys(async (order, nth) => {
      const replies = repliesOf(AT_ONCE[nth < AT_ONCE.length ? nth : nth % QUICK] ?? '', target);
      for (const [index, event] of HAPPY_PATH.entries()) {
        // An early credit needs time to arrive.
        if (leadsToCredit(event)) await order.quiet(target.quietMs);
        const { answer } = await (index === refusedSteps[nth] ? order.stepRefused(event, replies) : order.step(event));
        if (!mayAct(answer)) return;
      }
      // Asks for a second disbursement, because a service may credit only some orders twice.
      if (replies.length === 0) for (const event of HAPPY_PATH.filter(leadsToCredit)) await order.send(event);
    });
  },
};

/** How long to wait for nothing after a silent step: a multiple of the quiet time, and a minimum in milliseconds. */
const SILENCES = 3;
const LEAST_SILENCE_MS = 1_200;

/** What is sent together with `disburse`, or after it under its key, by order in turn; `undefined`: no `disburse`. */
const RIVALS = ['disburse', 'fail', undefined, 'replay'] as const;

export const quickSteps: Scenario = {
  id: 'collection/quick-steps',
  suite: 'collection',
  title: 'Steps in quick succession each send a webhook, and concurrent or repeated steps credit once (4.3, Events)',
  orders: { least: 0, most: 8 },
  async drive(context) {
    const { journeys, target } = context;
    const { simulate } = rawCalls(context);
    /** Steps at once: two credits, or a credit and a failure. It is unspecified which is accepted. */
    const race = async (order: JourneyDriver, rival: (typeof RIVALS)[number]) => {
      if (rival === undefined) return;
      if (rival !== 'replay') await Promise.all([order.send('disburse'), order.send(rival)]);
      if (rival === 'disburse') {
        // A later disburse distinguishes a race from a service that credits every time.
        await order.quiet(target.quietMs);
        await order.send('disburse');
        await order.quiet(Math.max(LEAST_SILENCE_MS, SILENCES * target.quietMs));
      }
      if (rival === 'replay') {
        const { key, answer } = await order.step('disburse');
        const headers = { 'Idempotency-Key': key };
        if (answer === 'taken') await simulate(order, 'replay: disburse', { event: 'disburse' }, { headers });
      }
    };
    await journeys(async (order, nth) => {
      // The webhook of every other first step is refused, before or after the later steps, whose webhooks are
      // acknowledged while it waits for redelivery.
      const answers = nth % 2 === 0 ? BEHIND_ANOTHER[(nth / 2) % BEHIND_ANOTHER.length] : undefined;
      const replies = answers === undefined ? undefined : repliesOf(answers, target);
      const refused = replies && order.refuse(replies).deliveries;
      const sent: SentStep[] = [];
      for (const event of HAPPY_PATH.filter(step => !leadsToCredit(step))) {
        const step = await order.send(event);
        if (step.answer !== 'taken') break;
        if (refused && sent.length === 0) await order.mayArrive(step);
        sent.push(step);
      }
      await order.arrivals(sent);
      const again = async () => {
        for (const delivery of refused ?? []) await order.redelivery(delivery);
      };
      // The first order of the second turn is disbursed while its first webhook is due again.
      const isDisbursedFirst = nth === RIVALS.length;
      if (!isDisbursedFirst) await again();
      await race(order, RIVALS[nth % RIVALS.length]);
      if (isDisbursedFirst) await again();
      await order.quiet(target.quietMs);
    });
  },
};
