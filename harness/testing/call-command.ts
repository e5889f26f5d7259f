import { dispatch } from '../cli/dispatch.ts';
import { realWorld } from '../world/real-world.ts';
import type { Environment, World } from '../world/world.ts';

/** The machine that the commands share: what a process looks up once, they look up once. */
const WORLD = realWorld();

/** A command that ended: its exit code and what it printed. */
export interface EndedCommand {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs the command line in this process, with only the given environment variables: a fraction of the cost of
 * `callHarness`, which tests of signals, crashes and streams need.
 */
export async function callCommand(
  args: readonly string[],
  env: Environment = {},
  cwd: string = process.cwd(),
  world: World = WORLD,
): Promise<EndedCommand> {
  let stdout = '';
  let stderr = '';
  const code = await dispatch(args, {
    out: text => {
      stdout += text;
    },
    err: text => {
      stderr += text;
    },
    written: async () => undefined,
    interactive: false,
    columns: () => undefined,
    colours: { out: false, err: false },
    env,
    cwd,
    world,
    onInterrupt: () => () => {},
    onCrash: () => () => {},
  });
  return { code, stdout, stderr };
}
