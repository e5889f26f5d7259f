import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { HarnessError } from '../base/errors.ts';
import type { World } from '../world/world.ts';

/** How much of its output an error shows, in characters. */
const SHOWN = 800;

/**
 * Runs the command line of Redocly, without telemetry. Its options change often, so its version is pinned.
 * @returns its output  @throws HarnessError `redocly-missing`, `redocly-failed` (unreachable)
 */
export function redocly(world: World, args: readonly string[]): Promise<string> {
  const home = homeOfRedocly();
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
          next: 'read what it printed; it runs with the options of the version in package.json',
        }),
      );
    child.once('error', error => fail(error.message));
    child.once('close', code => (code === 0 ? resolve(output) : fail(`it ended with ${code}`)));
  });
}

/** Where it is installed: it is large and few need it, so the package of the harness does not bring it. */
function homeOfRedocly(): string {
  try {
    return dirname(createRequire(import.meta.url).resolve('@redocly/cli/package.json'));
  } catch (cause) {
    const next = 'npm install --save-dev @redocly/cli';
    throw new HarnessError('redocly-missing', 'unreachable', '@redocly/cli is not installed', { next, cause });
  }
}
