import fc from 'fast-check';
import { journeyDialects } from './arbitraries/journey-dialects.ts';
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
