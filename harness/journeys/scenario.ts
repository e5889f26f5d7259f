import type { Lifecycle } from '../facts/lifecycle/lifecycle.ts';
import type { ServiceClient } from './client/service-client.ts';
import type { CallContext } from './client/transport.ts';
import type { JourneyDriver } from './journey-driver.ts';
import type { Target } from './target.ts';

/** The suites, in the order in which they are driven. */
export const SUITES = ['contract', 'collection', 'gaps'] as const;

/** One suite by name. */
export type Suite = (typeof SUITES)[number];

/** What a scenario works with. */
export interface ScenarioContext {
  readonly target: Target;
  readonly client: ServiceClient;
  /** Names the scenario in the record; passed with every call. */
  readonly call: CallContext;
  /** How many collection orders it was dealt. */
  readonly orders: number;
  /** Names of networks that webhooks and answers have held so far, in the order in which they came. */
  networksSeen(): readonly string[];
  /** Whether the target may be sent bursts, large bodies and long waits. */
  readonly intrusiveAllowed: boolean;
  /** A whole number from 0 to `below` − 1, from the run's seed. */
  pick(below: number): number;
  /** A fresh UUID, from the run's seed. */
  uuid(): string;
  /** A fresh idempotency key, which no other run has, whatever its seed. */
  newKey(): string;
  /** Waits this many milliseconds, or until the run stops. */
  pause(ms: number): Promise<void>;
  /** Notes what it could not try, with a setting or more orders, for the report. */
  leftOut(what: string): void;
  /**
   * Drives each of its orders that are left through a journey of its own, all at once. `nth` counts from 0 in each
   * call.
   *
   * @param more `most`: how many of the orders (default: all); `after`: the journeys begin once this resolves
   */
  journeys(
    drive: (order: JourneyDriver, nth: number) => Promise<void>,
    more?: { readonly most?: number; readonly after?: Promise<unknown> },
  ): Promise<void>;
  /** The lifecycle of an order, as the journeys of the run show it that are over. */
  lifecycle(): Lifecycle;
}

/**
 * One behaviour, driven against any target. It asserts nothing: what it provokes is recorded, and the checks judge the
 * record, live or replayed.
 */
export interface Scenario {
  /** `<suite>/<file name>`. */
  readonly id: string;
  readonly suite: Suite;
  /** The behaviour in the present tense, as a sound service shows it; of a probe, what it observes. */
  readonly title: string;
  /**
   * Collection orders that it drives: at least and at most, and how many show everything once (default: `most`).
   * Default: none.
   */
  readonly orders?: { readonly least: number; readonly most: number; readonly complete?: number };
  /** Drives every order beyond what the scenarios can use, where the user asks for more. Default: no. */
  readonly takesLoad?: true;
  /** Sends bursts, large bodies or long waits, which a remote service gets only on request. Default: no. */
  readonly intrusive?: true;
  /** Driven first, one journey at a time, to learn how to interpret the target's webhooks. Default: no. */
  readonly calibrates?: true;
  /** Provokes the behaviour. What it throws fails the scenario; the run goes on. */
  drive(context: ScenarioContext): Promise<void>;
}
