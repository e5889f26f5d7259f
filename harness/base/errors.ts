/** The details of an error: what was received and expected, the likely cause, and the next step. */
export interface ErrorDetails {
  /** What was received, in words. Never contains a secret. */
  readonly received?: string;
  /** What was expected instead. */
  readonly expected?: string;
  /** The likely cause. */
  readonly likely?: string;
  /** The next step. */
  readonly next?: string;
  /** The underlying error. */
  readonly cause?: unknown;
}

/** The category of an error, which determines the exit code of a command. */
export type ErrorKind = Exclude<keyof typeof EXIT_CODES, 'conformant'>;

/** An error with a stable code that a user can act on. `message` is its first line; `explain` adds the rest. */
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

  /** The same error with every text passed through `hide`: the output of a program may contain secrets. */
  cleaned(hide: (text: string) => string): HarnessError {
    const { cause: _, ...details } = this.details;
    const texts = Object.entries(details).map(([name, text]) => [name, hide(String(text))]);
    return new HarnessError(this.code, this.kind, hide(this.message), Object.fromEntries(texts));
  }

  /** The error as lines for a terminal, without its stack. */
  explain(): string {
    const { received, expected, likely, next } = this.details;
    const details = Object.entries({ received, expected, 'likely cause': likely, next });
    const lines = details.flatMap(([name, text]) => (text === undefined ? [] : [`  ${name}: ${text}`]));
    return [`${this.code}: ${this.message}`, ...lines].join('\n');
  }
}

/** The message of any thrown value. An error without one gives its code or name. */
export function messageOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  return thrown.message === '' ? (codeOf(thrown) ?? thrown.name) : thrown.message;
}

/** The result of a function; `undefined` if it throws anything. */
export function attempted<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}

/** The Node or undici code of any thrown value (`ECONNREFUSED`, `UND_ERR_HEADERS_TIMEOUT`…), if it has one. */
export function codeOf(thrown: unknown): string | undefined {
  for (let error = thrown; error instanceof Error; error = error.cause) {
    const { code } = error as { code?: unknown };
    if (typeof code === 'string' && code !== '') return code;
  }
  return undefined;
}

/** Exit codes by the outcome of a command: a verdict, or `usage` for a wrong command line or configuration. */
export const EXIT_CODES = {
  conformant: 0,
  nonconformant: 1,
  usage: 2,
  unreachable: 3,
  incomplete: 4,
  interrupted: 130,
} as const;

/** The outcome of a run. A `usage` error ends a command before there is a run. */
export type Verdict = Exclude<keyof typeof EXIT_CODES, 'usage'>;
