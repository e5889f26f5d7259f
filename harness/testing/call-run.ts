import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Summary } from '../report/summary.ts';
import type { World } from '../world/world.ts';
import { callCommand } from './call-command.ts';
import { callSimulated } from './simulated-service.ts';

/** `summary.json` of a run. That of a gate has no journeys. */
export type SummaryFile = Summary & Required<Pick<Summary, 'journeys'>>;

/** A command that ended, and its run folder. Disposing of it removes the folder. */
export type CalledRun = Awaited<ReturnType<typeof callRun>>;

/**
 * Runs a command that takes `--out`, such as `run`, `gate` or `merge`, in a temporary folder. A run on the embedded
 * target is simulated: it waits for nothing, and no load delays it.
 *
 * @param world the world of any other command; default: the real one
 */
export async function callRun(args: readonly string[], env: { readonly [name: string]: string } = {}, world?: World) {
  const parent = mkdtempSync(join(tmpdir(), 'onramp-harness-'));
  const folder = join(parent, 'run');
  const [command = '', ...options] = args;
  const words = [command, '--out', folder, ...options];
  const isEmbedded = command === 'run' && env.SANDBOX_URL === undefined;
  const ended = isEmbedded ? await callSimulated(words, env, parent) : await callCommand(words, env, parent, world);
  /** The text of a file in the run folder. */
  const read = (file: string) => {
    try {
      return readFileSync(join(folder, file), 'utf8');
    } catch (cause) {
      throw new Error(`${command} exited with ${ended.code} and left no ${file}:\n${ended.stderr}`, { cause });
    }
  };
  return {
    ...ended,
    folder,
    read,
    summary: () => JSON.parse(read('summary.json')) as SummaryFile,
    [Symbol.dispose]: () => rmSync(parent, { recursive: true }),
  };
}
