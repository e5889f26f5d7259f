/** What every error of the harness tells: a stable code, what was received and expected, why, and what to do. */
export interface ErrorDetails {
  /** What was received, in words; never a secret. */
  readonly received?: string;
  /** What was expected instead. */
  readonly expected?: string;
  /** The likeliest cause. */
  readonly likely?: string;
  /** The next step. */
  readonly next?: string;
  /** The error underneath. */
  readonly cause?: unknown;
}

/** Which of ours or theirs went wrong; the command line turns it into an exit code (INTERFACE, exit codes). */
export type ErrorKind = 'usage' | 'unreachable' | 'incomplete' | 'nonconformant' | 'interrupted';

/** An error that a person can act on. `message` is its first line; `explain` gives the rest. */
export class HarnessError extends Error {
  override readonly name = 'HarnessError';
  readonly code: string;
  readonly kind: ErrorKind;
  readonly details: ErrorDetails;

  constructor(code: string, kind: ErrorKind, message: string, details: ErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.kind = kind;
    this.details = details;
  }

  /** The same error with every text cleaned: what a program of the user's said may hold secrets. */
  cleaned(hide: (text: string) => string): HarnessError {
    const { cause: _, ...told } = this.details;
    const texts = Object.entries(told).map(([name, text]) => [name, hide(String(text))]);
    return new HarnessError(this.code, this.kind, hide(this.message), Object.fromEntries(texts));
  }

  /** The whole error as lines for a terminal: no stack. */
  explain(): string {
    const { received, expected, likely, next } = this.details;
    return [
      `${this.code}: ${this.message}`,
      received !== undefined && `  received: ${received}`,
      expected !== undefined && `  expected: ${expected}`,
      likely !== undefined && `  likeliest cause: ${likely}`,
      next !== undefined && `  next: ${next}`,
    ]
      .filter(line => line !== false)
      .join('\n');
  }
}

/** The message of anything that was thrown; of an error without one (several addresses, all refused) its code or name. */
export function messageOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  return thrown.message === '' ? (codeOf(thrown) ?? thrown.name) : thrown.message;
}

/** The Node or undici code of anything that was thrown (`ECONNREFUSED`, `UND_ERR_HEADERS_TIMEOUT`…), if it has one. */
export function codeOf(thrown: unknown): string | undefined {
  for (let error = thrown; error instanceof Error; error = error.cause) {
    const { code } = error as { code?: unknown };
    if (typeof code === 'string' && code !== '') return code;
  }
  return undefined;
}
