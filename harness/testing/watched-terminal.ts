import { hostOf } from './call-command.ts';
import { fakeWorld } from './fake-world.ts';

/** A process with its screen, its output and its clock. @param interactive whether its output is a terminal */
export function watchedTerminal(interactive: boolean) {
  const screen = new Screen();
  const world = fakeWorld();
  let written = '';
  const write = (text: string) => {
    written += text;
    screen.write(text);
  };
  const host = hostOf(interactive, { out: write, err: write, world });
  return { host, screen, written: () => written, world };
}

/**
 * A terminal with the features that the harness uses: characters of one column, line feeds, carriage returns, and the
 * codes that erase a line or set a style. It is as wide as its lines.
 */
class Screen {
  /** The rows from the top, without trailing blanks. */
  readonly rows: string[] = [''];
  #row = 0;
  #column = 0;

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
