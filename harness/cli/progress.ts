import type { Evidence, RecordLine } from '../core/evidence.ts';
import { refusedThroughout } from '../report/refused-throughout.ts';
import { visibleLine } from '../report/visible.ts';
import type { Terminal } from './command.ts';

/** How many journeys are shown at a time. */
const MOST_SHOWN = 8;

/**
 * Shows the progress of a run from the lines of its record: on a terminal a few lines that are redrawn, elsewhere a
 * line for each scenario that ends.
 */
export class Progress {
  readonly #terminal: Terminal;
  readonly #evidence: Evidence;
  readonly #steps = new Map<string, string>();
  readonly #colours: boolean;
  #drawn = 0;

  constructor(terminal: Terminal, evidence: Evidence) {
    this.#terminal = terminal;
    this.#evidence = evidence;
    this.#colours = terminal.interactive && !terminal.env.NO_COLOR;
  }

  /** Takes a line of the record. */
  take(line: RecordLine): void {
    if (line.type === 'scenario' && line.outcome !== undefined) {
      this.clear();
      const which = line.outcome === 'done' ? 'without' : `${line.outcome}:`;
      const reason = line.reason === undefined ? '' : ` (${which} ${visibleLine(line.reason)})`;
      this.#terminal.err(`  ${this.#mark(line.id, line.outcome)} ${line.title}${reason}\n`);
    } else if (line.type === 'journey') {
      if (line.to === undefined) this.#steps.set(line.id, `${visibleLine(line.order)}  created`);
      else this.#steps.delete(line.id);
    } else if (line.type === 'step') {
      const order = this.#steps.get(line.journey)?.split('  ')[0] ?? '';
      this.#steps.set(line.journey, `${order}  ${line.event}`);
    } else if (line.type !== 'delivery') return;
    this.#draw();
  }

  /** A scenario that ended is not judged yet: all of them are judged together at the end of the run. */
  #mark(id: string, outcome: 'done' | 'skipped' | 'failed'): string {
    if (outcome !== 'done') return { skipped: '–', failed: '✗' }[outcome];
    const exchanges = this.#evidence.exchanges.filter(({ scenario }) => scenario === id);
    return refusedThroughout(exchanges) ? '– the key is refused:' : '·';
  }

  #draw(): void {
    if (!this.#terminal.interactive) return;
    this.clear();
    const { journeys, deliveries, exchanges } = this.#evidence;
    const shown = [...this.#steps].slice(0, MOST_SHOWN).map(([id, step]) => `    ${id.padEnd(5)} ${step}`);
    const more = this.#steps.size > MOST_SHOWN ? [`    … and ${this.#steps.size - MOST_SHOWN} more`] : [];
    const head = `  ${journeys.length} journeys, ${exchanges.length} exchanges, ${deliveries.length} deliveries`;
    const lines = [head, ...shown, ...more];
    if (this.#colours) this.#terminal.control('\u001b[2m');
    this.#terminal.err(`${lines.join('\n')}\n`);
    if (this.#colours) this.#terminal.control('\u001b[0m');
    this.#drawn = lines.length;
  }

  /** Removes the drawn lines. */
  clear(): void {
    if (this.#drawn > 0) this.#terminal.control(`\u001b[${this.#drawn}A\u001b[0J`);
    this.#drawn = 0;
  }
}
