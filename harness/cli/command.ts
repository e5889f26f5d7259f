import type { World } from '../core/world.ts';

/** One option of a command; its name is the key that it stands under. */
export interface Option {
  readonly type: 'string' | 'boolean';
  readonly repeatable?: boolean;
  /** How the value is written in the help: `FILE`. */
  readonly value?: string;
  readonly about: string;
}

/** Where a command reads from and writes to. Data goes to `out`, everything else to `err`. */
export interface Terminal {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Whether a person watches `err` on a terminal that can be redrawn. */
  readonly interactive: boolean;
  readonly env: { readonly [name: string]: string | undefined };
  readonly cwd: string;
  readonly world: World;
  /**
   * Calls `stop` when the person interrupts; when they do again, a second or more later, `leave`, and then the process
   * ends at once with 130. @returns a function that has interrupts ignored from then on, for what is left to do
   */
  readonly onInterrupt: (stop: () => void, leave?: () => void) => () => void;
}

/** What the command line gave. */
export interface Given {
  readonly positionals: readonly string[];
  /** Values by option name; a repeatable one holds a list. */
  readonly values: { readonly [name: string]: string | boolean | readonly string[] | undefined };
  readonly json: boolean;
}

/** One command: its words, its options beside it, and what it does. @returns the exit code */
export interface Command {
  readonly name: string;
  /** What follows the name: `ORDER_ID EVENT`. */
  readonly operands: string;
  /** How many operands: at least, at most. */
  readonly arity: readonly [least: number, most: number];
  readonly about: string;
  readonly options: { readonly [name: string]: Option };
  run(given: Given, terminal: Terminal): Promise<number>;
}

/** The value of an option that takes one. */
export function text(given: Given, name: string): string | undefined {
  const value = given.values[name];
  return typeof value === 'string' ? value : undefined;
}

/** The values of an option that can be given several times. */
export function list(given: Given, name: string): readonly string[] {
  const value = given.values[name];
  return Array.isArray(value) ? value : [];
}
