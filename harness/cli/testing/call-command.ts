import { realWorld } from '../../core/real-world.ts';
import type { Environment } from '../../core/settings.ts';
import { dispatch } from '../dispatch.ts';

/** Calls a command in this process, with only this environment. @returns its exit code and what it printed */
export async function callCommand(args: readonly string[], cwd: string, env: Environment = {}) {
  let out = '';
  let err = '';
  const code = await dispatch(args, {
    out: text => {
      out += text;
    },
    err: text => {
      err += text;
    },
    written: async () => undefined,
    interactive: false,
    env,
    cwd,
    world: realWorld(),
    onInterrupt: () => () => {},
    onCrash: () => () => {},
  });
  return { code, out, err };
}
