import { HarnessError, messageOf } from '../base/errors.ts';
import type { RunEnd } from '../evidence/run-info.ts';
import { type Reachability, remedyFor } from './reachability.ts';

/** Ends a run early, and keeps the reason. */
export class RunControl {
  readonly #abort = new AbortController();
  readonly #stamp: () => number;
  #end: RunEnd | undefined;

  constructor(stamp: () => number) {
    this.#stamp = stamp;
  }

  /** Aborted when the run ends. */
  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** Why the run was stopped; `undefined` until then. */
  get end(): RunEnd | undefined {
    return this.#end;
  }

  /** Stops everything in progress. Only the first reason is kept. @returns that reason */
  stop(reason: RunEnd['reason'], cause?: unknown): RunEnd {
    this.#end ??= { at: this.#stamp(), reason, ...(cause !== undefined && causeAsRecorded(cause)) };
    this.#abort.abort();
    return this.#end;
  }
}

/** A reason as the record states it: an error or a text. */
function causeAsRecorded(cause: unknown): Omit<RunEnd, 'at' | 'reason'> {
  const { code, details: { received, next } = {} } = cause instanceof HarnessError ? cause : {};
  return {
    message: messageOf(cause),
    ...(code !== undefined && { code }),
    ...(received !== undefined && { received }),
    ...(next !== undefined && { next }),
  };
}

/** How a thrown value ends a run. Anything but a {@link HarnessError} is a bug of the harness. */
export function endOf(thrown: unknown): Omit<RunEnd, 'at'> {
  return { reason: thrown instanceof HarnessError ? 'unreachable' : 'broken', ...causeAsRecorded(thrown) };
}

/**
 * Ends a run because of an error. If a command of the user fails while the target cannot be reached, that is the likely
 * reason, so both are reported. @returns the error to report
 */
export async function failRun(
  { control, reachability }: { readonly control: RunControl; readonly reachability: Pick<Reachability, 'probe'> },
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
    next: remedyFor(away, 'SANDBOX_URL'),
    cause: thrown,
  });
}
