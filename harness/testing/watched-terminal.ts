import type { HostProcess } from '../cli/command.ts';
import { fakeWorld } from './fake-world.ts';

/**
 * Makes a process on a terminal: with its screen, all that it wrote, and its clock.
 *
 * @param columns its width; undefined where it is no terminal
 */
export function watchedTerminal(columns: number | undefined) {
  const screen = new Screen(columns ?? Number.POSITIVE_INFINITY);
  const world = fakeWorld();
  let written = '';
  const write = (text: string) => {
    written += text;
    screen.write(text);
  };
  const isTerminal = columns !== undefined;
  const host: HostProcess = {
    ...{ out: write, err: write, world, env: {}, cwd: '/' },
    written: async () => undefined,
    interactive: isTerminal,
    columns: () => columns,
    colours: { out: isTerminal, err: isTerminal },
    onInterrupt: () => () => {},
    onCrash: () => () => {},
  };
  return { host, screen, written: () => written, world };
}

/**
 * A terminal of a width, as far as the harness uses one: characters of one column, line feeds, returns to the start of
 * the line, and the codes that erase a line or set a style. It wraps where a line is full, as terminals do.
 */
class Screen {
  readonly columns: number;
  /** The rows from the first one on, without trailing blanks. */
  readonly rows: string[] = [''];
  #row = 0;
  #column = 0;

  constructor(columns: number) {
    this.columns = columns;
  }

  /** Takes what a program writes. @throws Error for a code that it does not know */
  write(text: string): void {
    for (const [token] of text.matchAll(/\u001b\[[0-9;]*[A-Za-z]|[\s\S]/gu)) this.#take(token);
  }

  /** The row that the cursor is in, from 0. */
  get row(): number {
    return this.#row;
  }

  #take(token: string): void {
    if (token === '\r') this.#column = 0;
    else if (token === '\n') this.#moveDown();
    else if (token === '\u001b[2K') this.rows[this.#row] = '';
    else if (token.startsWith('\u001b')) {
      if (!token.endsWith('m')) throw new Error(`the test terminal does not know ${JSON.stringify(token)}`);
    } else {
      if (this.#column === this.columns) this.#moveDown();
      const row = (this.rows[this.#row] ?? '').padEnd(this.#column);
      this.rows[this.#row] = row.slice(0, this.#column) + token + row.slice(this.#column + 1);
      this.#column++;
    }
  }

  #moveDown(): void {
    this.#row++;
    this.#column = 0;
    this.rows[this.#row] ??= '';
  }
}
