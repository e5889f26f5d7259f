import { resolve } from 'node:path';
import { HarnessError } from '../base/errors.ts';
import { plural } from '../base/plural.ts';
import type { Evidence, RecordLine } from '../evidence/evidence.ts';
import { readRecord } from '../evidence/record/read-record.ts';
import type { PlanRecord } from '../evidence/run-info.ts';
import { perform } from '../journeys/drive-plan.ts';
import { embeddedTarget } from '../journeys/embedded-target.ts';
import { ordersInWords, planRun } from '../journeys/plan/run-plan.ts';
import { remoteTarget, restoring } from '../journeys/remote-target.ts';
import type { RunControl } from '../journeys/run-control.ts';
import type { RunOptions, RunRequest } from '../journeys/run-options.ts';
import { cutInWords, ordersDriven } from '../report/run-in-words.ts';
import { visibleLine } from '../report/visible.ts';
import { outOfReach, type Settings } from '../settings/settings.ts';
import { chooseProvider } from '../webhooks/tunnel/choose-provider.ts';
import { proxiesInWords, seededRandom } from '../world/real-world.ts';
import type { Timer } from '../world/world.ts';
import { styled, type Terminal } from './command.ts';
import { newRunId, type RunFolder } from './run-folder.ts';

/** A request, the kind of its target, and the settings. */
interface DriveOptions extends RunRequest, Pick<RunOptions, 'sink'> {
  readonly kind: 'embedded' | 'remote';
  readonly settings: Settings;
  /** Resolves if the record cannot be written. */
  readonly failed?: Promise<HarnessError>;
}

/** Drives scenarios against the configured target, shows progress, and stops on an interrupt. */
async function driveRun(terminal: Terminal, options: DriveOptions): Promise<Evidence> {
  const { kind, settings, seed, shard, faults, dialect } = options;
  // Each shard has its own random choices, because no two may use the same Idempotency-Key.
  const world = { ...terminal.world, ...seededRandom(shard === undefined ? seed : `${seed}/${shard.index}`) };
  let control: RunControl | undefined;
  let progress: Progress | undefined;
  let interrupted = false;
  const stopListening = terminal.onInterrupt(() => {
    interrupted = true;
    control?.stop('interrupted');
  }, restoring(settings));
  let stopCatching = () => {};
  if (kind === 'remote') {
    const proxies = proxiesInWords(terminal.env);
    if (proxies !== undefined) terminal.err(`Note: ${proxies}.\n`);
    terminal.err(`Target: ${settings.sandboxUrl}. ${ordersInWords(planRun(options, kind), settings)}\n`);
    if (settings.sandboxUrl !== undefined && outOfReach(settings.tunnel, settings.receiverHost, settings.sandboxUrl))
      terminal.err(`The service cannot reach the receiver at ${settings.receiverHost}: see TUNNEL, or run doctor.\n`);
  }
  try {
    return await perform({
      ...options,
      world,
      target:
        kind === 'embedded'
          ? () => embeddedTarget({ world, settings, faults, dialect })
          : async signal => remoteTarget(world, settings, signal),
      receiverHost: settings.receiverHost,
      receiverPort: settings.receiverPort,
      // The path is random only if the service learns the address. A fixed address uses the root.
      receiverPath:
        kind === 'embedded' || settings.webhookCommand !== undefined
          ? `/${terminal.world.randomBytes(16).toString('hex')}`
          : undefined,
      // The embedded sandbox reaches the receiver without a tunnel, unless the settings ask for one.
      tunnel:
        kind === 'remote' || settings.tunnel !== 'direct'
          ? { provider: chooseProvider(terminal.world, settings), random: terminal.world.randomBytes }
          : undefined,
      maxInFlight: settings.maxInFlight,
      pseudonymKey: terminal.world.randomBytes(32),
      secrets: terminal.secrets,
      signatureHeader: settings.signatureHeader,
      opened: opened => {
        control = opened.control;
        if (interrupted) control.stop('interrupted');
        stopCatching = terminal.onCrash(error => control?.stop('broken', error));
        void options.failed?.then(error => control?.stop('unreachable', error));
        const { withoutOrders, first, rest } = planRun(options, kind);
        progress = new Progress(terminal, withoutOrders.length + first.length + rest.length);
        terminal.err(`Run ${options.run} on the ${kind} target (seed ${seed})\n`);
        opened.recorder.listen(line => progress?.take(line));
      },
    });
  } finally {
    progress?.stop();
    stopListening();
    stopCatching();
  }
}

/** Drives a run and writes its record. A run that could not start also has a record, which is judged. */
export async function driveInto(
  folder: RunFolder,
  terminal: Terminal,
  options: Omit<DriveOptions, 'sink' | 'failed'>,
): Promise<Evidence> {
  try {
    return await driveRun(terminal, { ...options, sink: folder.sink, failed: folder.failed });
  } catch (thrown) {
    if (thrown instanceof HarnessError && thrown.kind === 'usage') folder.discard();
    if (!(thrown instanceof HarnessError) || thrown.kind !== 'unreachable') throw thrown;
    terminal.err(`${thrown.explain()}\n`);
    return readRecord(resolve(terminal.cwd, folder.path));
  } finally {
    folder.close();
  }
}

/** Drives scenarios as a separate run that is not recorded. @param target the result of `targetSettingsOf` */
export function driveBriefly(
  terminal: Terminal,
  target: Pick<DriveOptions, 'kind' | 'settings'>,
  scenarios: DriveOptions['scenarios'],
): Promise<Evidence> {
  const seed = terminal.world.randomBytes(4).readUInt32BE();
  const nothing = { suites: [], faults: [], sink: () => undefined };
  return driveRun(terminal, { ...target, ...nothing, run: newRunId(terminal), seed, scenarios });
}

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
