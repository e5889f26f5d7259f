import { hostOf } from './call-command.ts';
import { fakeWorld } from './fake-world.ts';

/**
 * A process on a terminal, with its screen, its output and its clock.
 *
 * @param columns the width of the terminal; `undefined` if the output is not a terminal
 */
export function watchedTerminal(columns: number | undefined) {
  const screen = new Screen(columns ?? Number.POSITIVE_INFINITY);
  const world = fakeWorld();
  let written = '';
  const write = (text: string) => {
    written += text;
    screen.write(text);
  };
  const host = hostOf(columns, { out: write, err: write, world });
  return { host, screen, written: () => written, world };
}

/**
 * A terminal with the features that the harness uses: characters of one column, line feeds, carriage returns, and the
 * codes that erase a line or set a style. Full lines wrap, as on real terminals.
 */
class Screen {
  readonly columns: number;
  /** The rows from the top, without trailing blanks. */
  readonly rows: string[] = [''];
  #row = 0;
  #column = 0;

  constructor(columns: number) {
    this.columns = columns;
  }

  /** Processes output. @throws Error for an unknown code */
  write(text: string): void {
    for (const [token] of text.matchAll(/\u001b\[[0-9;]*[A-Za-z]|[\s\S]/gu)) this.#take(token);
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
