import { HarnessError, messageOf } from '../base/errors.ts';
import type { RunEnd } from '../evidence/evidence.ts';

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
