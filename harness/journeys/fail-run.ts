import { HarnessError, messageOf } from '../base/errors.ts';
import { whyNoAnswer } from './no-answer.ts';
import type { RunContext } from './run-context.ts';

/**
 * Ends a run because of an error. A command of the user that fails while the target cannot be reached likely fails
 * because of that, so both are reported. @returns the error to report
 */
export async function failRun(
  {
    control,
    reachability,
  }: Pick<RunContext, 'control'> & { readonly reachability: Pick<RunContext['reachability'], 'probe'> },
  thrown: unknown,
): Promise<unknown> {
  if (!(thrown instanceof HarnessError)) {
    control.stop('broken', thrown);
    return thrown;
  }
  const away = thrown.code === 'command-failed' && !control.end ? (await reachability.probe()).problem : undefined;
  if (away === undefined) {
    control.stop('unreachable', thrown);
    return thrown;
  }
  control.stop('unreachable', `${away}; besides, ${messageOf(thrown)}`);
  const message = `the target cannot be reached (${away}); besides, ${messageOf(thrown)}`;
  return new HarnessError('target-away', 'unreachable', message, {
    ...thrown.details,
    likely: 'the service is down, and the command needs it',
    next: whyNoAnswer(away, 'SANDBOX_URL').next,
    cause: thrown,
  });
}
