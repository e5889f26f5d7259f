import { relative } from 'node:path';
import fc from 'fast-check';
import { expect } from 'vitest';

/**
 * Asserts that a property holds. A counterexample is reported with its seed, its path and the command that replays it.
 * The environment may set `FC_SEED`, `FC_PATH`, `FC_REPLAY`, and `FC_RUNS`, the number of runs.
 */
export async function holds<Ts>(
  property: fc.IRawProperty<Ts, boolean>,
  parameters: fc.Parameters<Ts> = {},
): Promise<void> {
  const { FC_SEED, FC_PATH, FC_RUNS } = process.env;
  const details = await fc.check(property as fc.IAsyncProperty<Ts>, {
    ...parameters,
    ...(FC_SEED !== undefined && { seed: Number(FC_SEED) }),
    ...(FC_PATH !== undefined && { path: FC_PATH }),
    ...(FC_RUNS !== undefined && { numRuns: Number(FC_RUNS) }),
  });
  if (!details.failed) return;
  const message = (await fc.asyncDefaultReportMessage(details)) ?? 'the property does not hold';
  throw new Error(`${message}\n\nReplay: ${replayOf(details, message)}`, {
    cause: details.failed ? details.errorInstance : undefined,
  });
}

/** The replay path of a shrunk sequence of commands, if one is replayed. For `fc.commands`. */
export function replayPath(): { readonly replayPath?: string } {
  const { FC_REPLAY } = process.env;
  return FC_REPLAY === undefined ? {} : { replayPath: FC_REPLAY };
}

function replayOf(
  { seed, counterexamplePath }: Pick<fc.RunDetails<never>, 'seed' | 'counterexamplePath'>,
  message: string,
): string {
  const { testPath = '', currentTestName } = expect.getState();
  const commands = /replayPath="([^"]+)"/.exec(message)?.[1];
  return [
    `FC_SEED=${seed}`,
    counterexamplePath === null ? '' : `FC_PATH=${counterexamplePath}`,
    commands === undefined ? '' : `FC_REPLAY=${commands}`,
    `npx vitest run ${relative(process.cwd(), testPath)}`,
    // `-t` takes a pattern, quoted for the shell. A dot replaces each character that is special in either.
    currentTestName === undefined
      ? ''
      : `-t '${currentTestName
          .split(' > ')
          .at(-1)
          ?.replace(/[^\w\s]/g, '.')}'`,
  ]
    .filter(part => part !== '')
    .join(' ');
}
