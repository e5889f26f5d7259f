import { HarnessError, messageOf } from '../base/errors.ts';
import type { RunEnd } from '../evidence/evidence.ts';
import { whyNoAnswer } from './no-answer.ts';
import type { Reachability } from './reachability.ts';

/** Ends a run before its time, and keeps the reason. */
export class RunControl {
  readonly #abort = new AbortController();
  readonly #stamp: () => number;
  readonly #hide: (text: string) => string;
  #end: RunEnd | undefined;

  /** @param hide removes secrets from a text */
  constructor(stamp: () => number, hide: (text: string) => string) {
    this.#stamp = stamp;
    this.#hide = hide;
  }

  /** Aborted when the run ends. */
  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** Why the run was stopped; undefined while it goes on. */
  get end(): RunEnd | undefined {
    return this.#end;
  }

  /** Stops everything under way. Only the first reason is kept. */
  stop(reason: RunEnd['reason'], cause?: unknown): void {
    const { code, details = {} } = cause instanceof HarnessError ? cause : {};
    const texts = { message: cause === undefined ? undefined : messageOf(cause), ...details };
    const hidden = (name: 'message' | 'received' | 'next') =>
      texts[name] === undefined ? {} : { [name]: this.#hide(texts[name]) };
    this.#end ??= {
      at: this.#stamp(),
      reason,
      ...hidden('message'),
      ...(code !== undefined && { code }),
      ...hidden('received'),
      ...hidden('next'),
    };
    this.#abort.abort();
  }

  /** Ends the run: done, unless it was stopped before. @returns how it ended */
  finish(): RunEnd {
    this.#end ??= { at: this.#stamp(), reason: 'done' };
    this.#abort.abort();
    return this.#end;
  }
}

/**
 * Ends a run because of an error. A command of the user that fails while the target cannot be reached likely fails
 * because of that, so both are reported. @returns the error to report
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
    next: whyNoAnswer(away, 'SANDBOX_URL').next,
    cause: thrown,
  });
}
