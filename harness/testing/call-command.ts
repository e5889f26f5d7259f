import { dispatch } from '../cli/dispatch.ts';
import { realWorld } from '../world/real-world.ts';
import type { Environment, World } from '../world/world.ts';

/** The machine that all commands share, so that cached look-ups happen once. */
const WORLD = realWorld();

/** The exit code and the output of a finished command. */
export interface EndedCommand {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs the command line in this process, with only the given environment variables. It is much faster than
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
