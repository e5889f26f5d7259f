import type { Evidence, RecordLine, ScenarioSeen } from '../core/evidence.ts';
import { refusedThroughout } from '../report/refused-throughout.ts';
import type { Terminal } from './command.ts';

/** How many journeys are shown at a time. */
const MOST_SHOWN = 8;

/**
 * Shows which journey is where while a run works: on a terminal a few lines that are redrawn, elsewhere a line for
 * each scenario that ends. It reads the record's own lines, so it can say nothing that the record does not.
 */
export class Progress {
  readonly #terminal: Terminal;
  readonly #evidence: Evidence;
  readonly #where = new Map<string, string>();
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
      this.#clear();
      this.#terminal.err(`  ${this.#cameTo(line.id, line.outcome)} ${line.title}${reasonOf(line)}\n`);
    } else if (line.type === 'journey') {
      if (line.to === undefined) this.#where.set(line.id, `${line.order}  taken`);
      else this.#where.delete(line.id);
    } else if (line.type === 'step') {
      const order = this.#where.get(line.journey)?.split('  ')[0] ?? '';
      this.#where.set(line.journey, `${order}  ${line.event}`);
    } else if (line.type !== 'delivery') return;
    this.#draw();
  }

  /** Takes the drawn lines away. */
  done(): void {
    this.#clear();
  }

  /** A scenario that was driven has not been judged yet: that comes at the end, over all of them together. */
  #cameTo(id: string, outcome: 'done' | 'skipped' | 'failed'): string {
    if (outcome !== 'done') return { skipped: '–', failed: '✗' }[outcome];
    const exchanges = this.#evidence.exchanges.filter(({ scenario }) => scenario === id);
    return refusedThroughout(exchanges) ? '– not shown, the key is refused:' : '·';
  }

  #draw(): void {
    if (!this.#terminal.interactive) return;
    this.#clear();
    const { journeys, deliveries, exchanges } = this.#evidence;
    const shown = [...this.#where].slice(0, MOST_SHOWN).map(([id, where]) => `    ${id.padEnd(5)} ${where}`);
    const more = this.#where.size > MOST_SHOWN ? [`    … and ${this.#where.size - MOST_SHOWN} more`] : [];
    const head = `  ${journeys.length} journeys, ${exchanges.length} exchanges, ${deliveries.length} deliveries`;
    const lines = [head, ...shown, ...more];
    this.#terminal.err(`${this.#colours ? '\u001b[2m' : ''}${lines.join('\n')}${this.#colours ? '\u001b[0m' : ''}\n`);
    this.#drawn = lines.length;
  }

  #clear(): void {
    if (this.#drawn > 0) this.#terminal.err(`\u001b[${this.#drawn}A\u001b[0J`);
    this.#drawn = 0;
  }
}

function reasonOf({ outcome, reason }: ScenarioSeen): string {
  return reason === undefined ? '' : ` (${outcome}: ${reason})`;
}
