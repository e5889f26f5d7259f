import type { HarnessError } from '../base/errors.ts';
import { oncePerKey } from '../base/once.ts';
import { ownModule } from '../base/own-files.ts';
import type { Secret } from '../evidence/redaction/redaction.ts';
import { COMMANDS, type CommandName } from '../settings/command-table.ts';
import type { World } from '../world/world.ts';
import type { Outputs } from './outputs.ts';

/** One option of a command. The flag of `bodyFile` is `--body-file`. */
export interface Option {
  readonly about: string;
  /** The placeholder for its value in the help: `FILE`. Absent for a flag. */
  readonly value?: string;
  /** Reads the value; default: the text itself. Relative paths start at `cwd`. @throws InvalidValue, HarnessError */
  readonly parse?: (text: string, cwd: string) => unknown;
  /** Its heading in the help. Default: `Options`. */
  readonly heading?: string;
  /** Set if it may be repeated. Its value is then a list, empty by default. */
  readonly repeatable?: true;
  /** Set if the command requires it. */
  readonly required?: true;
  /** The option that it needs to have an effect. Without that option it is refused. */
  readonly needs?: string;
  /** The option with which it has no effect. Together they are refused. */
  readonly excludes?: string;
}

/** The flag of an option: `body-file` of `bodyFile`. */
export function flagOf(name: string): string {
  return name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`);
}

/** The options of a command by name. */
type OptionTable = { readonly [name: string]: Option };

type ValueOf<O extends Option> = O extends { value: string }
  ? O extends { parse: (...args: never) => infer T }
    ? T
    : string
  : true;

/** The values of options according to their table. Unset options are absent. */
export type OptionValues<Table extends OptionTable> = {
  readonly [N in keyof Table as Table[N] extends { repeatable: true } ? N : never]: readonly ValueOf<Table[N]>[];
} & {
  readonly [N in keyof Table as Table[N] extends { required: true } ? N : never]: ValueOf<Table[N]>;
} & {
  readonly [N in keyof Table as Table[N] extends { repeatable: true } | { required: true } ? never : N]?: ValueOf<
    Table[N]
  >;
};

/** The operands of a usage text such as `OLD NEW`, `[FILE]` or `RUN_DIR…`. */
type OperandsOf<Usage extends string> = Usage extends ''
  ? readonly []
  : Usage extends `[${string}…]`
    ? readonly string[]
    : Usage extends `[${string}]`
      ? readonly [string?]
      : Usage extends `${string}…`
        ? readonly [string, ...string[]]
        : Usage extends `${string} ${infer Rest}`
          ? readonly [string, ...OperandsOf<Rest>]
          : readonly [string];

/** The operands and options of a call. */
export interface CommandInput<Name extends CommandName, Table extends OptionTable> {
  readonly operands: OperandsOf<(typeof COMMANDS)[Name]['operands']>;
  readonly options: OptionValues<Table>;
}

/** The process of a command. Its streams print texts unchanged. */
export interface HostProcess {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Waits until all output is written. @returns why it was not; a closed reader (`| head`) is no failure */
  readonly written: () => Promise<HarnessError | undefined>;
  /** Whether `err` is a terminal that can be redrawn. */
  readonly interactive: boolean;
  /** Whether each stream shows colours. */
  readonly colours: { readonly out: boolean; readonly err: boolean };
  readonly env: { readonly [name: string]: string | undefined };
  readonly cwd: string;
  readonly world: World;
  /**
   * Calls `stop` at the first interrupt or hang-up. The command then has a short time to end, before the process exits
   * with 130. A command that does not call this ends at once.
   * @param more a longer time, in milliseconds, and what to tell the user about it
   * @returns a function that ends this time and stops listening
   */
  readonly onInterrupt: (stop: () => void, more?: { readonly ms: number; readonly note: string }) => () => void;
  /** Calls `take` for an uncaught error, in place of earlier listeners. @returns a function that stops listening */
  readonly onCrash: (take: (error: unknown) => void) => () => void;
}

/** A message that GitHub shows for a workflow's run and on a pull request. */
export interface Annotation {
  readonly level: 'error' | 'warning';
  readonly title: string;
  /** May have several lines. */
  readonly message: string;
}

/** The look of a text on a terminal with colours. Its words and symbols must say the same without. */
export type Style = 'good' | 'bad' | 'warn' | 'soft' | 'strong';

/** A text, with or without a style. */
export type Piece = string | { readonly style: Style; readonly text: string };

/** A text with a style. */
export function styled(style: Style, text: string): Piece {
  return { style, text };
}

/**
 * The input and output of a command. Data goes to `out`, everything else to `err`. Printed text contains no secrets,
 * its control characters are visible, and no line is a CI workflow command except for annotations.
 */
export interface Terminal extends HostProcess {
  /** Whether data goes to stdout as JSON. */
  readonly json: boolean;
  /** Prints a value to `out` as JSON, unchanged except for secrets. @param indent spaces; default: one line */
  readonly data: (value: unknown, indent?: number) => void;
  /** Prints text, with its styles if the stream shows colours. */
  readonly print: (stream: 'out' | 'err', pieces: readonly Piece[]) => void;
  /** Prints an annotation for a GitHub workflow. This is the only workflow command that is ever printed. */
  readonly annotate: (stream: 'out' | 'err', annotation: Annotation) => void;
  /** Writes terminal control codes to `err`, such as cursor movements. */
  readonly control: (codes: string) => void;
  /** All secrets in the environment and the arguments. */
  readonly secrets: readonly Secret[];
}

/** What the file of a command adds to its row in `COMMANDS`. */
interface CommandDefinition<Name extends CommandName, Table extends OptionTable> {
  readonly options: Table;
  /** Complete calls for the help, without the program name: `run --suite contract`. */
  readonly examples: readonly [string, ...string[]];
  /** @returns the exit code */
  readonly run: (given: CommandInput<Name, Table>, terminal: Terminal) => Promise<number>;
}

/** A command with any options. */
export interface Command extends Omit<CommandDefinition<CommandName, OptionTable>, 'run'> {
  readonly name: CommandName;
  readonly operands: string;
  readonly about: string;
  /** Runs the command with the parsed operands and options. @returns the exit code */
  run(given: unknown, terminal: Terminal): Promise<number>;
}

/** Defines a command. The types of its operands and options derive from the two tables. */
export function defineCommand<const Name extends CommandName, const Table extends OptionTable>(
  name: Name,
  definition: CommandDefinition<Name, Table>,
): Command {
  const run = (given: unknown, terminal: Terminal) => definition.run(given as CommandInput<Name, Table>, terminal);
  return { name, ...COMMANDS[name], ...definition, run };
}

/** Loads the file of a command on its first call, because most commands have large dependencies. */
export const loadCommand = oncePerKey(async (name: CommandName): Promise<Command> => {
  const { command } = (await import(ownModule(`harness/cli/commands/${name}.ts`).href)) as { command: Command };
  return command;
});

/** Prints a result: `data` with `--json`, otherwise `text`. */
export function printResult<Name extends keyof Outputs>(terminal: Terminal, data: Outputs[Name], text: string): void {
  if (terminal.json) terminal.data(data, 2);
  else terminal.out(text);
}
