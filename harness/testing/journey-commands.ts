import fc from 'fast-check';
import { SIMULATE_EVENTS } from '../contract/lifecycle.ts';
import type { SimulateBody } from '../journeys/client/service-client.ts';
import type { JourneyModel } from './journey-model.ts';
import { ANSWERS, type Answer, type JourneyRig } from './journey-rig.ts';

type Command = fc.AsyncCommand<JourneyModel, JourneyRig>;
type Act = (model: JourneyModel, rig: JourneyRig) => Promise<void>;

const MOST_ORDERS = 4;

/**
 * One action of a random journey, on the model and on the real system. The model judges new deliveries after each.
 *
 * @param name the text that a counterexample shows
 * @param check whether the command can run now
 */
function command(name: string, check: (model: Readonly<JourneyModel>) => boolean, act: Act): Command {
  return {
    check,
    async run(model, rig) {
      await act(model, rig);
      await model.judge(rig);
    },
    toString: () => name,
  };
}

const always = () => true;
const hasOrders = (model: Readonly<JourneyModel>) => model.orders.length > 0;
const isOk = (status: number) => status >= 200 && status < 300;

/** Creates a collection order. Its first webhook may arrive before its id is known. */
const newOrder = command(
  'new order',
  model => model.orders.length < MOST_ORDERS,
  async (model, rig) => model.add(await rig.newOrder()),
);

/**
 * Simulates any step of any order: the next one, an illegal one, or one accepted before.
 *
 * @param times how many concurrent calls there are, each with its own idempotency key
 */
function simulate(pick: number, body: SimulateBody, times = 1): Command {
  return command(`simulate(${pick}, ${JSON.stringify(body)}) × ${times}`, hasOrders, async (model, rig) => {
    const order = model.order(pick);
    const { event, received_amount } = body;
    const must = model.mustTake(order, event);
    order.asked.add(event);
    const answers = await Promise.all(Array.from({ length: times }, () => rig.simulate(order.id, body)));
    const statuses = answers.map(({ status }) => status);
    order.last = { body, key: answers[0]?.key ?? '' };
    if (statuses.some(isOk)) model.take(order, event, received_amount);
    else if (must) throw new Error(`${event} was refused (${statuses}), though ${order.taken} had been taken`);
  });
}

/** Simulates the next step of the happy path of an order. */
function advance(pick: number): Command {
  const next = (model: Readonly<JourneyModel>) => (hasOrders(model) ? model.next(model.order(pick)) : undefined);
  return command(
    `advance(${pick})`,
    model => next(model) !== undefined,
    async (model, rig) => {
      const event = next(model);
      if (event !== undefined) await simulate(pick, { event }).run(model, rig);
    },
  );
}

/** Repeats the last request about an order with the same idempotency key, as after a lost response. */
function repeatRequest(pick: number): Command {
  const isSent = (model: Readonly<JourneyModel>) => hasOrders(model) && model.order(pick).last !== undefined;
  return command(`repeat request(${pick})`, isSent, async (model, rig) => {
    const order = model.order(pick);
    if (order.last === undefined) return;
    const { body, key } = order.last;
    const { status } = await rig.simulate(order.id, body, key);
    if (isOk(status)) model.take(order, body.event, body.received_amount);
  });
}

/** Changes how the receiver answers deliveries. */
function answerDeliveries(answer: Answer): Command {
  return command(
    `answer deliveries(${answer})`,
    ({ receiver }) => receiver !== undefined && receiver !== answer,
    async (model, rig) => {
      rig.answer(answer);
      model.receiver = answer;
    },
  );
}

const crashReceiver = command(
  'crash receiver',
  ({ receiver }) => receiver !== undefined,
  async (model, rig) => {
    await rig.crashReceiver();
    model.receiver = undefined;
  },
);

/** Restarts the receiver, which then accepts deliveries. */
const recoverReceiver = command(
  'recover receiver',
  ({ receiver }) => receiver === undefined,
  async (model, rig) => {
    rig.answer('accept');
    await rig.recoverReceiver();
    model.receiver = 'accept';
  },
);

/** Restarts the sandbox on the same database file. */
const restartSandbox = command('restart sandbox', always, (_, rig) => rig.restartSandbox());

/** Begins a rotation of the signing secret, or ends the current one. */
const rotateSecret = command('rotate secret', always, async (model, rig) => {
  await rig.rotate(model.rotating ? 'finish' : 'start');
  model.rotating = !model.rotating;
});

/** Waits until nothing is outstanding. Then every webhook that is due must have arrived. */
const awaitCalm = command(
  'await calm',
  ({ receiver }) => receiver === 'accept',
  async (model, rig) => {
    await rig.calm();
    await model.judge(rig);
    model.judgeWhole(rig);
  },
);

const pick = fc.nat(3);
const event = fc.constantFrom(...SIMULATE_EVENTS);
/** An amount that differs from the amount of the sandbox's orders. */
const mismatch = fc.constantFrom('0.01', '99.99', '100.01', '1000000');

/** Random sequences of commands. Steps of the happy path are more frequent, so that orders progress. */
export function journeyCommands(maxCommands: number) {
  const commands: fc.Arbitrary<Command>[] = [
    fc.constant(newOrder),
    ...Array.from({ length: 5 }, () => pick.map(advance)),
    fc.tuple(pick, event).map(([order, step]) => simulate(order, { event: step })),
    fc
      .tuple(pick, mismatch)
      .map(([order, received_amount]) => simulate(order, { event: 'deposit_detected', received_amount })),
    fc.tuple(pick, event).map(([order, step]) => simulate(order, { event: step }, 2)),
    pick.map(repeatRequest),
    fc.constantFrom(...(Object.keys(ANSWERS) as Answer[])).map(answerDeliveries),
    ...[crashReceiver, recoverReceiver, restartSandbox, rotateSecret, awaitCalm].map(one => fc.constant(one)),
  ];
  // Disable the usual bias towards short sequences: few of them complete an order.
  return fc.noBias(fc.commands(commands, { maxCommands, size: 'max' }));
}
