import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { HarnessError } from '../core/errors.ts';
import type { World } from '../core/world.ts';

const QUOTED = 800;

/**
 * Runs Redocly's command line, the one place that does: its telemetry off, in its own output too. Its options move
 * fast, so its version is pinned. @returns what it said  @throws HarnessError `redocly-failed` (unreachable)
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
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => {
        said += text;
      });
    const fail = (problem: string) =>
      reject(
        new HarnessError('redocly-failed', 'unreachable', `redocly ${args[0]} failed: ${problem}`, {
          received: said.trim().slice(-QUOTED),
          next: 'run npm ci, so that the pinned @redocly/cli is there',
        }),
      );
    child.once('error', error => fail(error.message));
    child.once('close', code => (code === 0 ? resolve(said) : fail(`it ended with ${code}`)));
  });
}
