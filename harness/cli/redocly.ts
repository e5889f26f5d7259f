import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { HarnessError } from '../core/errors.ts';
import type { World } from '../core/world.ts';

/** How much of its output an error shows, in characters. */
const SHOWN = 800;

/**
 * Runs the command line of Redocly, without telemetry. Its options change often, so its version is pinned.
 * @returns its output  @throws HarnessError `redocly-failed` (unreachable)
 */
export function redocly(world: World, args: readonly string[]): Promise<string> {
  const home = dirname(createRequire(import.meta.url).resolve('@redocly/cli/package.json'));
  return new Promise((resolve, reject) => {
    const child = world.spawn(process.execPath, [join(home, 'bin', 'cli.js'), ...args], {
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        REDOCLY_TELEMETRY: 'off',
        REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    const fail = (problem: string) =>
      reject(
        new HarnessError('redocly-failed', 'unreachable', `redocly ${args[0]} failed: ${problem}`, {
          received: output.trim().slice(-SHOWN),
          next: 'run npm ci, which installs @redocly/cli',
        }),
      );
    child.once('error', error => fail(error.message));
    child.once('close', code => (code === 0 ? resolve(output) : fail(`it ended with ${code}`)));
  });
}
