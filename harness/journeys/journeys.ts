import { HAPPY_PATH } from '../contract/lifecycle.ts';
import type { Journey } from '../evidence/evidence.ts';
import type { Interpretation } from '../evidence/interpretation.ts';
import { View } from '../evidence/view.ts';
import { learn } from '../facts/learn.ts';
import { listenUntil, UsualEvents, webhooksOfSteps } from '../facts/webhooks-of-steps.ts';
import { HiddenStep, JourneyDriver } from './journey-driver.ts';
import type { RunContext } from './open-run.ts';
import type { OrderSupply } from './order-supply.ts';
import { areSlow } from './plan/run-plan.ts';
import { ExclusiveVisit, Semaphore } from './semaphore.ts';

/** At most this many orders replace one whose journey an outage hid. */
const MOST_REPLACED = 3;

/** The run learns again from all journeys when their number has grown by this factor. */
const LEARN_AGAIN_FACTOR = 1.125;

/** If journeys take turns, those that only repeat others of their scenario begin within this time (ms) of the run. */
const REPEATS_IN_TURN_MS = 60_000;

/** When a journey begins. */
interface Begin {
  /** Whether its scenario can do without it, so that it is left out if time is short. Default: no. */
  readonly isSpare?: boolean;
  /** Whether other journeys show the same, so that it is left out if journeys take turns for long. Default: no. */
  readonly isRepeat?: boolean;
  /** Among waiting journeys, the lowest rank begins first. Default: 0. */
  readonly rank?: number;
}

/**
 * Drives orders through their journeys: up to a limit at once, but one by one through steps whose webhooks name no
 * order, or might not. The first journeys show how to interpret the webhooks of the later ones.
 */
export class Journeys {
  readonly #context: RunContext;
  readonly #orders: OrderSupply;
  readonly #usual: UsualEvents;
  /** Orders the visits to the exclusive section. */
  readonly #turn = new Semaphore(1);
  readonly #semaphore = new Semaphore(1);
  #count = 0;
  /** How many journeys have visited the exclusive section, and after how many the run learns next. */
  #visits = 0;
  #learnsAtVisit = 0;
  /** How to interpret webhooks; `undefined` until a journey has shown it. */
  #interpretation: Interpretation | undefined;
  #isWide = false;
  /** Until when optional journeys may begin, by the clock of the record without outages. */
  #spareUntil = Number.POSITIVE_INFINITY;
  /** Whether journeys had to run one by one, by a setting or without names, when they could first have run at once. */
  #inTurn = false;
  #isOutOfTime = false;
  #isOutOfOrders = false;
  /** How many journeys were left out, by scenario. */
  readonly leftOut = new Map<string, number>();

  constructor(context: RunContext, orders: OrderSupply) {
    this.#context = context;
    this.#orders = orders;
    this.#usual = new UsualEvents(type => context.tracker.wasNameless(type));
  }

  /** Whether a journey has shown how to interpret webhooks. */
  get calibrated(): boolean {
    return this.#interpretation !== undefined;
  }

  /** Whether any delivery about the order of a journey has come. */
  get heard(): boolean {
    const { recorder, tracker } = this.#context;
    return recorder.evidence.journeys.some(({ order }) => tracker.of(order).length > 0);
  }

  /** How many journeys run at once. */
  get atOnce(): number {
    return this.serial ? 1 : this.#context.options.maxInFlight;
  }

  /** Until when to listen, by the clock of the record, for due webhooks that no journey waited for. */
  get listenUntil(): number {
    return this.#interpretation ? listenUntil(new View(this.#context.recorder.evidence, this.#interpretation)) : 0;
  }

  /** Why journeys were left out. */
  get cut(): 'orders-ended' | 'out-of-time' | 'one-at-a-time' {
    if (this.#isOutOfOrders) return 'orders-ended';
    return this.#isOutOfTime ? 'out-of-time' : 'one-at-a-time';
  }

  /** Whether journeys must run one by one from their first step, because its webhooks name no order. */
  get serial(): boolean {
    return this.calibrated && !this.#usual.nameOrder(HAPPY_PATH[0] ?? '');
  }

  /**
   * Allows parallel journeys from now on, as many as the run permits, unless their first step must be taken alone.
   * @param spareMs how long optional journeys may begin, in milliseconds
   */
  widen(spareMs: number): void {
    this.#isWide = true;
    this.#semaphore.setWidth(this.atOnce);
    this.#spareUntil = this.#clock + spareMs;
    this.#inTurn = this.atOnce === 1;
  }

  /**
   * Drives an order through a journey, which ends when `drive` is done. If an outage hides a step, another order
   * replaces it, if there is one. @param more when it begins @returns whether an order was driven
   */
  async take(
    scenario: string,
    drive: (journey: JourneyDriver) => Promise<void>,
    { isSpare = false, isRepeat = false, rank = 0 }: Begin = {},
  ): Promise<boolean> {
    return this.#semaphore.pass(async () => {
      const { control } = this.#context;
      if (control.signal.aborted) return false;
      const isNeedless = isRepeat && !this.#mayRepeat;
      const isCutInTime = isSpare && (isRepeat || !this.#areQuickInTurn);
      const isLate = !isNeedless && isCutInTime && this.#clock > this.#spareUntil;
      this.#isOutOfTime ||= isLate;
      const isLeftOut = isNeedless || isLate;
      let order = isLeftOut ? undefined : await this.#orders.next();
      if (control.signal.aborted) return false;
      this.#isOutOfOrders ||= !isLeftOut && order === undefined;
      if (order === undefined) {
        this.leftOut.set(scenario, (this.leftOut.get(scenario) ?? 0) + 1);
        return false;
      }
      for (let spent = 0; order !== undefined; spent++) {
        const { hidden } = await this.#drive({ scenario, order }, drive);
        if (hidden === undefined || spent === MOST_REPLACED || control.signal.aborted) return true;
        order = await this.#orders.next();
      }
      return true;
    }, rank);
  }

  /** Whether journeys that repeat others may begin: if journeys take turns, only early and while webhooks are quick. */
  get #mayRepeat(): boolean {
    const { stamp, recorder } = this.#context;
    const isEarly = stamp() - recorder.evidence.run.at < REPEATS_IN_TURN_MS;
    return !this.#inTurn || (isEarly && this.#areQuickInTurn);
  }

  /** Whether journeys take turns and webhooks are quick, so that there is time to show everything once. */
  get #areQuickInTurn(): boolean {
    return this.#inTurn && !areSlow(this.#context.eventTimeout.longest);
  }

  /** The clock of the record without the outages so far. */
  get #clock(): number {
    return this.#context.stamp() - this.#context.outage.lasted;
  }

  /** Drives an order through one journey. @returns the journey, which is `hidden` if it ended early */
  async #drive(
    taken: Pick<Journey, 'scenario' | 'order'>,
    drive: (journey: JourneyDriver) => Promise<void>,
  ): Promise<Omit<Journey, 'steps'>> {
    const { recorder, tracker, stamp } = this.#context;
    let journey: Omit<Journey, 'steps'> = { id: `j${++this.#count}`, ...taken, from: stamp() };
    const write = (more: Partial<Journey>) => {
      journey = { ...journey, ...more };
      recorder.write({ type: 'journey', ...journey });
    };
    write({});
    const visit = new ExclusiveVisit(this.#turn, event => this.#usual.nameOrder(event));
    const enter = async (event: string) => {
      await visit.enter(event);
      if (!visit.isInside || journey.alone !== undefined) return;
      tracker.alone = taken.order;
      write({ alone: stamp() });
    };
    try {
      // If journeys take turns, every webhook during one belongs to it, including those of calls that simulate nothing.
      if (this.serial) await enter(HAPPY_PATH[0] ?? '');
      const tools = { ...this.#context, usual: this.#usual, enter };
      const driver = new JourneyDriver(journey.id, taken.order, taken.scenario, tools);
      await drive(driver).catch(async (thrown: unknown) => {
        if (!(thrown instanceof HiddenStep)) throw thrown;
        await driver.answers();
        write({ hidden: thrown.message });
      });
      // A late nameless delivery would be attributed to the next journey.
      if (visit.isInside) await driver.silence();
    } finally {
      write({ to: stamp() });
      const wasInside = visit.isInside;
      // The next visit begins once this function has returned.
      visit.leave();
      if (wasInside) this.#learn(journey);
    }
    return journey;
  }

  /** Learns from a journey that leaves the exclusive section. The first one shows how to interpret webhooks at all. */
  #learn({ hidden }: Pick<Journey, 'hidden'>): void {
    const { recorder, tracker, options } = this.#context;
    tracker.alone = undefined;
    if (++this.#visits < this.#learnsAtVisit) return;
    if (this.#interpretation === undefined) {
      if (hidden !== undefined) return;
      this.#interpretation = learn(recorder.evidence, options.dialect).interpretations[0];
      tracker.read(this.#interpretation);
    }
    this.#learnsAtVisit = this.#visits * LEARN_AGAIN_FACTOR;
    this.#usual.learn(webhooksOfSteps(new View(recorder.evidence, this.#interpretation)));
    if (this.#isWide) this.#semaphore.setWidth(this.atOnce);
  }
}
