import type { Dialect } from '../core/dialect.ts';
import type { Journey } from '../core/evidence.ts';
import { HAPPY_PATH, type SimulateEvent } from '../core/lifecycle.ts';
import { learn } from '../facts/learn.ts';
import type { Recorder } from '../record/recorder.ts';
import type { DeliveryTracker } from './delivery-tracker.ts';
import { ExclusiveSection } from './exclusive-section.ts';
import { JourneyDriver, type JourneyTools } from './journey-driver.ts';
import { learnFromJourney } from './learn-from-journey.ts';
import { Semaphore } from './semaphore.ts';

/** What journeys are taken with. */
export interface JourneysOptions {
  readonly recorder: Recorder;
  readonly tracker: DeliveryTracker;
  readonly stamp: () => number;
  /** Ends what is under way. */
  readonly signal: AbortSignal;
  /** How long, in milliseconds, what names no order is waited for before the next journey may take it for its own. */
  readonly quietMs: number;
  /** The dialect that the target is held to. */
  readonly dialect?: Dialect;
  /** What every journey works with. */
  readonly tools: () => Omit<JourneyTools, 'enter' | 'usual'>;
}

/**
 * Takes orders on journeys: as many at once as it is wide, and one after another at steps whose webhooks name no order,
 * or may name none as far as is known. What the first of these tell of the target, the others are read by.
 */
export class Journeys {
  readonly #options: JourneysOptions;
  readonly #exclusiveSection = new ExclusiveSection();
  /** How many events a step usually causes, as far as is known. */
  readonly #usual = new Map<SimulateEvent, number>();
  #semaphore = new Semaphore(1);
  #count = 0;
  #met = false;

  constructor(options: JourneysOptions) {
    this.#options = options;
  }

  /** Whether it is known how to read webhooks. */
  get met(): boolean {
    return this.#met;
  }

  /** Whether any delivery came about an order that was taken. */
  get heard(): boolean {
    const { recorder, tracker } = this.#options;
    return recorder.evidence.journeys.some(({ order }) => tracker.of(order).length > 0);
  }

  /** Whether journeys have to go one after another from their first step, because its webhooks name no order. */
  get serial(): boolean {
    return this.#met && !this.#exclusiveSection.names(HAPPY_PATH[0] ?? '');
  }

  /** Lets so many through at once from now on. At first it is one. */
  widen(atOnce: number): void {
    this.#semaphore = new Semaphore(atOnce);
  }

  /** Takes an order on a journey, and lets it go when `drive` is done. */
  async take(
    taken: Pick<Journey, 'scenario' | 'order' | 'diagnoses'>,
    drive: (journey: JourneyDriver) => Promise<void>,
  ): Promise<void> {
    await this.#semaphore.pass(async () => {
      const { recorder, tracker, stamp, signal, quietMs, tools } = this.#options;
      if (signal.aborted) return;
      let journey: Omit<Journey, 'steps'> = { id: `j${++this.#count}`, ...taken, from: stamp() };
      const write = (more: Partial<Journey>) => {
        journey = { ...journey, ...more };
        recorder.write({ type: 'journey', ...journey });
      };
      write({});
      let leave: (() => void) | undefined;
      const enter = async (event: string) => {
        leave ??= await this.#exclusiveSection.enter(event);
        if (leave === undefined || journey.alone !== undefined) return;
        tracker.alone = taken.order;
        write({ alone: stamp() });
      };
      try {
        const all = { ...tools(), usual: this.#usual, enter };
        const driver = new JourneyDriver(journey.id, taken.order, taken.scenario, all);
        await drive(driver);
        // What still comes and names no order would be taken for the next journey's.
        if (leave) await driver.quiet(quietMs);
      } finally {
        write({ to: stamp() });
        if (leave) this.#meet(journey.id);
        leave?.();
      }
    });
  }

  /** Learns from a journey that leaves the lane: from the first, how to read this target's webhooks at all. */
  #meet(id: string): void {
    const { recorder, tracker, dialect } = this.#options;
    tracker.alone = undefined;
    if (!this.#met) tracker.read(learn(recorder.evidence, dialect).interpretations[0]);
    this.#met = true;
    for (const [event, { events, named }] of learnFromJourney(recorder.evidence, id, tracker)) {
      this.#usual.set(event, Math.max(events, this.#usual.get(event) ?? 1));
      this.#exclusiveSection.saw(event, named);
    }
  }
}
