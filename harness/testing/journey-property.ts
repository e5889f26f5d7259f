import fc, { type Arbitrary } from 'fast-check';
import type { Dialect } from '../evidence/dialect.ts';
import { dialects } from './arbitraries/dialects.ts';
import { journeyCommands } from './journey-commands.ts';
import { JourneyModel } from './journey-model.ts';
import { JourneyRig, type JourneyRigOptions } from './journey-rig.ts';

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
