import type { Evidence } from '../evidence/evidence.ts';
import { drivePlan } from './drive-plan.ts';
import { failRun } from './fail-run.ts';
import { openRun } from './open-run.ts';
import { planRun } from './plan/run-plan.ts';
import type { RunOptions } from './run-options.ts';

/**
 * Drives a run from beginning to end. @returns what was observed: all of it, or as far as the run got
 * @throws HarnessError where the run could not be opened
 */
export async function perform(options: RunOptions): Promise<Evidence> {
  const { world, deadlineSeconds } = options;
  const context = await openRun(options);
  const { control, recorder, target } = context;
  const deadline =
    deadlineSeconds === undefined ? undefined : world.after(deadlineSeconds * 1000, () => control.stop('deadline'));
  try {
    await drivePlan(context, planRun(options, target.kind));
  } catch (thrown) {
    await failRun(context, thrown);
  } finally {
    deadline?.cancel();
    await context.close();
  }
  return recorder.evidence;
}
