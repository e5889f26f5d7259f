import { plural } from '../base/plural.ts';
import type { RecordLine } from '../evidence/evidence.ts';
import type { PlanRecord } from '../evidence/run-info.ts';
import { cutInWords, ordersDriven } from '../report/run-in-words.ts';
import { visibleLine } from '../report/visible.ts';
import type { Timer } from '../world/world.ts';
import { styled, type Terminal } from './command.ts';

/** How often progress is shown, in milliseconds: on a terminal, and elsewhere. */
const EVERY_MS = { live: 1_000, plain: 15_000 };

/**
 * Shows the progress of a run from the lines of its record: on a terminal one line, redrawn each second; elsewhere a
 * line at intervals. Skipped and failed scenarios get a separate line, each reason once. Without a terminal, so does
 * the first scenario that drove orders: from then on webhooks are readable.
 */
export class Progress {
  readonly #terminal: Terminal;
  readonly #of: number;
  /** The ids of the journeys that have not ended. */
  readonly #inFlight = new Set<string>();
  readonly #reasons = new Set<string>();
  #done = 0;
  #driven = 0;
  #planned: number | undefined;
  #drawn = false;
  #isFirstTold = false;
  #timer: Timer;

  /** @param of the number of scenarios in the run */
  constructor(terminal: Terminal, of: number) {
    this.#terminal = terminal;
    this.#of = of;
    this.#timer = this.#next();
  }

  /** Takes a line of the record. */
  take(line: RecordLine): void {
    if (line.type === 'scenario' && line.outcome !== undefined) this.#end(line);
    else if (line.type === 'plan') this.#takePlan(line);
    else if (line.type === 'journey' && line.to === undefined) this.#inFlight.add(line.id);
    else if (line.type === 'journey') {
      this.#inFlight.delete(line.id);
      // Replacements of orders are not planned.
      if (line.hidden === undefined) this.#driven++;
    }
  }

  /** Removes the drawn line and stops drawing. */
  stop(): void {
    this.#timer.cancel();
    this.#clear();
  }

  #end({ title, outcome, reason }: RecordLine & { readonly type: 'scenario' }): void {
    this.#done++;
    if (outcome === 'done' && this.#driven > 0 && !this.#isFirstTold) {
      this.#isFirstTold = true;
      if (!this.#terminal.interactive) this.#tell(`driven: ${title}`);
    }
    if (outcome === 'done' || this.#reasons.has(reason ?? '')) return;
    this.#reasons.add(reason ?? '');
    this.#tell(`${outcome === 'failed' ? '✗' : '–'} ${title} (${outcome}: ${visibleLine(reason ?? '')})`);
  }

  #takePlan(plan: PlanRecord): void {
    this.#planned = ordersDriven(plan).driven;
    const cut = cutInWords(plan);
    if (cut) this.#tell(`! ${cut.what}`);
  }

  /** Writes a separate line in place of the drawn one, which comes again below it. */
  #tell(text: string): void {
    this.#clear();
    this.#terminal.err(`  ${text}\n`);
  }

  #next(): Timer {
    const { interactive, world } = this.#terminal;
    return world.after(interactive ? EVERY_MS.live : EVERY_MS.plain, () => {
      this.#clear();
      this.#draw();
      this.#timer = this.#next();
    });
  }

  #draw(): void {
    const { interactive } = this.#terminal;
    const line = this.#line();
    this.#drawn = interactive;
    this.#terminal.print('err', interactive ? [styled('soft', line)] : [`  ${line}\n`]);
  }

  #clear(): void {
    if (this.#drawn) this.#terminal.control('\r\u001b[2K');
    this.#drawn = false;
  }

  /** The progress: `12/24 scenarios · 57/88 orders · 31 in flight`. It is short enough for any terminal. */
  #line(): string {
    return [
      `${this.#done}/${plural(this.#of, 'scenario')}`,
      ...(this.#planned === undefined ? [] : [`${this.#driven}/${plural(this.#planned, 'order')}`]),
      // Late webhooks are awaited.
      ...(this.#done === this.#of ? ['finishing'] : []),
      ...(this.#inFlight.size > 0 ? [`${this.#inFlight.size} in flight`] : []),
    ].join(' · ');
  }
}
