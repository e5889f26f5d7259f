import type { Evidence } from '../core/evidence.ts';
import type { World } from '../core/world.ts';
import type { Scenario } from './scenario.ts';
import { Session } from './session.ts';
import type { SessionOptions } from './session-options.ts';
import { shareOf } from './shard.ts';

/** What a run is, beside its session. */
export interface PerformOptions extends Omit<SessionOptions, 'suites'> {
  readonly scenarios: readonly Scenario[];
  /** Suites to drive; none named: all. */
  readonly suites: readonly string[];
  /** Seconds after which the run ends, whatever is under way. */
  readonly deadlineSeconds?: number;
}

/**
 * Drives scenarios against a target from beginning to end, and returns what was observed: whole, or as far as it went.
 * @throws HarnessError where not even a record could be begun
 */
export async function perform(options: PerformOptions): Promise<Evidence> {
  const { world, suites, shard, deadlineSeconds } = options;
  const session = await Session.open(options);
  const deadline =
    deadlineSeconds === undefined ? undefined : after(world, deadlineSeconds, () => session.stop('deadline'));
  try {
    const asked = options.scenarios.filter(({ suite }) => suites.length === 0 || suites.includes(suite));
    await session.perform(shard === undefined ? asked : shareOf(asked, shard));
  } catch (thrown) {
    await session.fail(thrown);
  } finally {
    deadline?.cancel();
    await session.close();
  }
  return session.recorder.evidence;
}

function after(world: World, seconds: number, fire: () => void) {
  return world.after(seconds * 1000, fire);
}
