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
  /** How its value is written in the help: `FILE`. Absent: the option is a flag, which takes none. */
  readonly value?: string;
  /** Reads the value; default: the text as it is. Relative paths start at `cwd`. @throws InvalidValue, HarnessError */
  readonly parse?: (text: string, cwd: string) => unknown;
  /** Under which heading the help lists it. Default: `Options`. */
  readonly heading?: string;
  /** Set where it may be given several times: its value is a list, empty where it is not given. */
  readonly repeatable?: true;
  /** Set where the command cannot run without it. */
  readonly required?: true;
  /** The option without which it has no effect, so that it is refused: it would be taken for one that has it. */
  readonly needs?: string;
  /** The option beside which it has no effect, so that it is refused. */
  readonly excludes?: string;
}

/** The options of a command by name. */
export type OptionTable = { readonly [name: string]: Option };

type ValueOf<O extends Option> = O extends { value: string }
  ? O extends { parse: (...args: never) => infer T }
    ? T
    : string
  : true;

/** The values of options, as their table describes them. One that is not given is absent. */
export type OptionValues<Table extends OptionTable> = {
  readonly [N in keyof Table as Table[N] extends { repeatable: true } ? N : never]: readonly ValueOf<Table[N]>[];
} & {
  readonly [N in keyof Table as Table[N] extends { required: true } ? N : never]: ValueOf<Table[N]>;
} & {
  readonly [N in keyof Table as Table[N] extends { repeatable: true } | { required: true } ? never : N]?: ValueOf<
    Table[N]
  >;
};

/** The operands that a usage text such as `OLD NEW`, `[FILE]` or `RUN_DIR…` asks for. */
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

/** What the command line gave to a command. */
export interface CommandInput<Name extends CommandName, Table extends OptionTable> {
  readonly operands: OperandsOf<(typeof COMMANDS)[Name]['operands']>;
  readonly options: OptionValues<Table>;
}

/** The process that a command runs in. Its streams take texts as they are. */
export interface HostProcess {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Waits until all is written. @returns why something was not; a reader that has gone (`| head`) is no failure */
  readonly written: () => Promise<HarnessError | undefined>;
  /** Whether a person watches `err` on a terminal that can be redrawn. */
  readonly interactive: boolean;
  /** The width of the terminal that shows `err`, in columns; undefined where it is none. */
  readonly columns: () => number | undefined;
  /** Whether each stream shows colours. */
  readonly colours: { readonly out: boolean; readonly err: boolean };
  readonly env: { readonly [name: string]: string | undefined };
  readonly cwd: string;
  readonly world: World;
  /**
   * Calls `stop` at the first interrupt or hang-up: then the command may take a short time to end, before the process
   * ends with 130. A command that does not call this ends at once.
   * @param more what takes longer, in milliseconds, and what the user reads of it
   * @returns a function that says that it is done, and stops listening
   */
  readonly onInterrupt: (stop: () => void, more?: { readonly ms: number; readonly note: string }) => () => void;
  /** Calls `take`, not an earlier listener, for an error that nothing caught. @returns a function that stops it */
  readonly onCrash: (take: (error: unknown) => void) => () => void;
}

/** A note that GitHub shows beside a workflow's run, and on a pull request. */
export interface Annotation {
  readonly level: 'error' | 'warning';
  readonly title: string;
  /** May have several lines. */
  readonly message: string;
}

/** How a part of a text looks on a terminal that shows colours. Its words and signs say the same without. */
export type Style = 'good' | 'bad' | 'warn' | 'soft' | 'strong';

/** A text, or one with a style. */
export type Piece = string | { readonly style: Style; readonly text: string };

/** A text with a style. */
export function styled(style: Style, text: string): Piece {
  return { style, text };
}

/**
 * Where a command reads from and writes to. Data goes to `out`, everything else to `err`. Whatever is printed is free
 * of secrets, its control characters are visible, and no line of it is a command to a CI workflow but an annotation.
 */
export interface Terminal extends HostProcess {
  /** Whether data goes to stdout as JSON. */
  readonly json: boolean;
  /** Prints a value to `out` as JSON, exactly but for secrets. @param indent spaces; default: one line */
  readonly data: (value: unknown, indent?: number) => void;
  /** Prints text with styles, where the stream shows colours. */
  readonly print: (stream: 'out' | 'err', pieces: readonly Piece[]) => void;
  /** Prints an annotation of a workflow on GitHub: the only command to a workflow that is ever printed. */
  readonly annotate: (stream: 'out' | 'err', annotation: Annotation) => void;
  /** Writes codes of the terminal itself to `err`: movements of the cursor. */
  readonly control: (codes: string) => void;
  /** Everything in the environment and the arguments that must not be written down. */
  readonly secrets: readonly Secret[];
}

/** What the file of a command adds to its row in the table of commands: its options, and what it does. */
interface CommandDefinition<Name extends CommandName, Table extends OptionTable> {
  readonly options: Table;
  /** Complete calls for the help, without the program: `run --suite contract`. */
  readonly examples: readonly [string, ...string[]];
  /** @returns the exit code */
  readonly run: (given: CommandInput<Name, Table>, terminal: Terminal) => Promise<number>;
}

/** A command, whatever its options. */
export interface Command extends Omit<CommandDefinition<CommandName, OptionTable>, 'run'> {
  readonly name: CommandName;
  readonly operands: string;
  readonly about: string;
  /** Runs the command with what was parsed by its own table. @returns the exit code */
  run(given: unknown, terminal: Terminal): Promise<number>;
}

/** Makes a command; the types of its operands and options are derived from the two tables. */
export function defineCommand<const Name extends CommandName, const Table extends OptionTable>(
  name: Name,
  definition: CommandDefinition<Name, Table>,
): Command {
  const run = (given: unknown, terminal: Terminal) => definition.run(given as CommandInput<Name, Table>, terminal);
  return { name, ...COMMANDS[name], ...definition, run };
}

/** Loads a command from its file, when it is first called: most of them need much that the others do not. */
export const loadCommand = oncePerKey(async (name: CommandName): Promise<Command> => {
  const { command } = (await import(ownModule(`harness/cli/commands/${name}.ts`).href)) as { command: Command };
  return command;
});

/** Prints what a command found: `data` with `--json`, else `text`. */
export function printResult<Name extends keyof Outputs>(terminal: Terminal, data: Outputs[Name], text: string): void {
  if (terminal.json) terminal.data(data, 2);
  else terminal.out(text);
}
