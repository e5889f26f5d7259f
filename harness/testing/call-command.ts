import type { HostProcess } from '../cli/command.ts';
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
  const out = (text: string) => {
    stdout += text;
  };
  const err = (text: string) => {
    stderr += text;
  };
  const code = await dispatch(args, { ...hostOf(false, { out, err, world }), env, cwd });
  return { code, stdout, stderr };
}

/** A process with these outputs. @param interactive whether they are a terminal */
export function hostOf(interactive: boolean, own: Pick<HostProcess, 'out' | 'err' | 'world'>): HostProcess {
  return {
    ...{ ...own, env: {}, cwd: '/', interactive, colours: { out: interactive, err: interactive } },
    written: async () => undefined,
    onInterrupt: () => () => {},
    onCrash: () => () => {},
  };
}
