import type { Arbitrary } from 'fast-check';
import fc from 'fast-check';
import { SIMULATE_EVENTS } from '../contract/lifecycle.ts';
import type { Dialect } from '../evidence/dialect.ts';
import type { SimulateBody } from '../journeys/client/service-client.ts';
import { dialects } from './arbitraries.ts';
import { JourneyModel } from './journey-model.ts';
import { ANSWERS, type Answer, JourneyRig, type JourneyRigOptions } from './journey-rig.ts';

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
function journeyCommands(maxCommands: number) {
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

/** When a sequence is taken to hang, in milliseconds: before the test ends, and without its counterexample. */
const PATIENCE_MS = 240_000;

/**
 * The specification holds after each command, for any sequence of commands to orders, receiver and sandbox. At the end,
 * when the receiver is up, every webhook that is due has arrived.
 */
export function journeyProperty(options: Omit<JourneyRigOptions, 'dialect'> & { readonly maxCommands?: number } = {}) {
  const { maxCommands = 32, ...how } = options;
  return fc.asyncProperty(journeyDialects(), journeyCommands(maxCommands), async (dialect, commands) => {
    const rig = await JourneyRig.open({ ...how, dialect });
    const model = new JourneyModel();
    let lost: NodeJS.Timeout | undefined;
    const timeout = new Promise<never>((_, reject) => {
      lost = setTimeout(() => reject(new Error(`still waiting after ${PATIENCE_MS} ms`)), PATIENCE_MS);
    });
    try {
      await Promise.race([timeout, drive(model, rig, commands)]);
    } finally {
      clearTimeout(lost);
      await rig.close();
    }
  });
}

async function drive(
  model: JourneyModel,
  rig: JourneyRig,
  commands: Iterable<fc.AsyncCommand<JourneyModel, JourneyRig>>,
): Promise<void> {
  model.add(await rig.newOrder());
  await fc.asyncModelRun(() => ({ model, real: rig }), commands);
  rig.answer('accept');
  if (model.receiver === undefined) await rig.recoverReceiver();
  await rig.calm();
  await model.judge(rig);
  model.judgeWhole(rig);
}

/**
 * Dialects that a model can follow from outside: the status of a response says whether the step was accepted, and
 * every webhook about an order names the order, in a body without content coding, which the consumer does not undo.
 * Retries are quick, because journeys wait for them.
 */
function journeyDialects(): Arbitrary<Dialect> {
  return dialects().map(({ orderId, statuses = {}, ...dialect }) => {
    const { illegalStep, ...others } = statuses;
    return {
      ...dialect,
      // The rig waits until the service has nothing to send.
      unrelated: {},
      ...(typeof orderId === 'string' && { orderId }),
      statuses: { ...others, ...(typeof illegalStep === 'number' && { illegalStep }) },
      // The model credits an order once, however often a disburse is accepted.
      lenience: { ...(dialect.lenience as object), creditsAgain: false },
      webhook: { ...(dialect.webhook as object), contentCodings: [] },
      delivery: { ...(dialect.delivery as object), timeoutMs: 150 },
      retry: { firstMs: 10, factor: 1 },
    };
  });
}
