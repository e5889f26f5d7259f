import type { Journey } from '../core/evidence.ts';
import { HAPPY_PATH } from '../core/lifecycle.ts';
import { learn } from '../facts/learn.ts';
import { ExclusiveSection } from './exclusive-section.ts';
import { HiddenStep, JourneyDriver } from './journey-driver.ts';
import { learnFromJourney } from './learn-from-journey.ts';
import { longestDrive } from './plan/order-supply.ts';
import type { RunContext } from './run-context.ts';
import { Semaphore } from './semaphore.ts';
import { UsualEvents } from './usual-events.ts';

/** So many orders at most take the place of one whose journey an outage hid. */
const MOST_REPLACED = 3;

/** What a journey is taken for. */
type Taken = Pick<Journey, 'scenario' | 'order' | 'diagnoses'>;

/** When a journey begins. */
interface Begin {
  /** Whether its scenario does without it, so that it is left out where time runs short. Default: no. */
  readonly isSpare?: boolean;
  /** Of the journeys that wait for room, the lowest begins first. Default: 0. */
  readonly rank?: number;
  /** What it waits for once it has room. Default: nothing. */
  readonly after?: Promise<unknown> | undefined;
}

/**
 * Drives orders through their journeys: up to a limit at once, and one after another at steps whose webhooks name no
 * order, or may name none as far as is known. The first journeys show how to interpret the webhooks of the later ones.
 */
export class Journeys {
  readonly #context: RunContext;
  readonly #exclusiveSection = new ExclusiveSection();
  readonly #usual = new UsualEvents();
  #semaphore = new Semaphore(1);
  #count = 0;
  #calibrated = false;
  /** Until when journeys begin that no scenario needs. */
  #spareUntil = Number.POSITIVE_INFINITY;

  constructor(context: RunContext) {
    this.#context = context;
  }

  /** Whether a journey has shown how to interpret webhooks. */
  get calibrated(): boolean {
    return this.#calibrated;
  }

  /** Whether any delivery about the order of a journey has come. */
  get heard(): boolean {
    const { recorder, tracker } = this.#context;
    return recorder.evidence.journeys.some(({ order }) => tracker.of(order).length > 0);
  }

  /** Whether journeys have to run one after another from their first step, because its webhooks name no order. */
  get serial(): boolean {
    return this.#calibrated && !this.#exclusiveSection.names(HAPPY_PATH[0] ?? '');
  }

  /** Sets how many journeys run at once from now on. Initially 1. */
  widen(atOnce: number): void {
    this.#semaphore = new Semaphore(atOnce);
    const { options, target, stamp } = this.#context;
    if (options.orders === undefined) this.#spareUntil = stamp() + longestDrive(target);
  }

  /**
   * Drives an order through a journey, which ends when `drive` is done. Where an outage hides a step, another order
   * takes its place, as long as there are any.
   *
   * @param more when it begins
   */
  async take(
    taken: Taken,
    drive: (journey: JourneyDriver) => Promise<void>,
    { isSpare = false, rank = 0, after }: Begin = {},
  ): Promise<void> {
    await this.#semaphore.pass(async () => {
      await after;
      const { stamp, control, tracker, makeOrders } = this.#context;
      if (control.signal.aborted || (isSpare && stamp() > this.#spareUntil)) return;
      for (let order: string | undefined = taken.order, spent = 0; order !== undefined; spent++) {
        const { hidden } = await this.#drive({ ...taken, order }, drive);
        if (hidden === undefined || spent === MOST_REPLACED || control.signal.aborted) return;
        [order] = await makeOrders(1).catch(() => []);
        if (order !== undefined) tracker.follow(order);
      }
    }, rank);
  }

  /** Drives an order through one journey. @returns the journey; `hidden` where it ended before its time */
  async #drive(taken: Taken, drive: (journey: JourneyDriver) => Promise<void>): Promise<Omit<Journey, 'steps'>> {
    const { recorder, tracker, stamp, target, eventTimeout } = this.#context;
    let journey: Omit<Journey, 'steps'> = { id: `j${++this.#count}`, ...taken, from: stamp() };
    const write = (more: Partial<Journey>) => {
      journey = { ...journey, ...more };
      recorder.write({ type: 'journey', ...journey });
    };
    write({});
    const visit = this.#exclusiveSection.visit();
    const enter = async (event: string) => {
      if (this.#usual.typesOf(event).some(type => tracker.wasNameless(type))) this.#exclusiveSection.saw(event, false);
      await visit.enter(event);
      if (!visit.isInside || journey.alone !== undefined) return;
      tracker.alone = taken.order;
      write({ alone: stamp() });
    };
    try {
      const tools = { ...this.#context, usual: this.#usual, enter };
      const driver = new JourneyDriver(journey.id, taken.order, taken.scenario, tools);
      await drive(driver).catch(async (thrown: unknown) => {
        if (!(thrown instanceof HiddenStep)) throw thrown;
        await driver.answers();
        write({ hidden: thrown.message });
      });
      // A delivery that still comes and names no order would be attributed to the next journey.
      if (visit.isInside) await driver.quiet(Math.max(target.quietMs, eventTimeout.longest));
    } finally {
      write({ to: stamp() });
      if (visit.isInside) this.#learnFrom(journey);
      visit.leave();
    }
    return journey;
  }

  /** Learns from a journey that leaves the exclusive section: from the first, how to interpret webhooks at all. */
  #learnFrom({ id, hidden }: Pick<Journey, 'id' | 'hidden'>): void {
    const { recorder, tracker, options } = this.#context;
    tracker.alone = undefined;
    if (hidden !== undefined && !this.#calibrated) return;
    if (!this.#calibrated) tracker.read(learn(recorder.evidence, options.dialect).interpretations[0]);
    this.#calibrated = true;
    for (const [event, seen] of learnFromJourney(recorder.evidence, id, tracker)) {
      this.#usual.learn(event, seen);
      this.#exclusiveSection.saw(event, seen.named);
    }
  }
}
