import { once } from '../base/once.ts';
import { ownModule } from '../base/own-files.ts';
import type { Lifecycle } from '../facts/lifecycle/lifecycle.ts';
import type { ServiceClient } from './client/service-client.ts';
import type { CallContext } from './client/transport.ts';
import type { JourneyDriver } from './journey-driver.ts';
import type { Target } from './target.ts';

/** The suites, in the order in which they are driven. */
export const SUITES = ['contract', 'collection', 'gaps'] as const;

/** One suite by name. */
export type Suite = (typeof SUITES)[number];

/** What a scenario can use. */
export interface ScenarioContext {
  readonly target: Target;
  readonly client: ServiceClient;
  /** Names the scenario in the record; passed with every call. */
  readonly call: CallContext;
  /** How many collection orders it was dealt. */
  readonly orders: number;
  /** Names of networks in webhooks and answers so far, in order of appearance. */
  networksSeen(): readonly string[];
  /** Whether the target may receive bursts, large bodies and long waits. */
  readonly intrusiveAllowed: boolean;
  /** A random integer from 0 to `below` − 1, from the run's seed. */
  pick(below: number): number;
  /** A fresh UUID, from the run's seed. */
  uuid(): string;
  /** A fresh idempotency key, unique across runs. */
  newKey(): string;
  /** Waits this many milliseconds, or until the run stops. */
  pause(ms: number): Promise<void>;
  /** Notes for the report what it could not try without a setting or more orders. */
  leftOut(what: string): void;
  /**
   * Drives each of its remaining orders through a separate journey, all at once. `nth` counts from 0 in each
   * call. @param more `most`: how many of the orders (default: all)
   */
  journeys(
    drive: (order: JourneyDriver, nth: number) => Promise<void>,
    more?: { readonly most?: number },
  ): Promise<void>;
  /** The lifecycle of an order, learned from the journeys that have ended. */
  lifecycle(): Lifecycle;
}

/**
 * One behaviour, driven against any target. It asserts nothing: its effects are recorded, and the checks judge the
 * record, live or replayed.
 */
export interface Scenario {
  /** `<suite>/<name>`. */
  readonly id: string;
  readonly suite: Suite;
  /** The behaviour of a sound service, in the present tense; for a probe, what it observes. */
  readonly title: string;
  /**
   * How many collection orders it drives: at least, at most, and to show everything once (default: `most`). Default:
   * none.
   */
  readonly orders?: { readonly least: number; readonly most: number; readonly complete?: number };
  /** Whether it drives every order beyond what the scenarios can use, if the user asks for more. Default: no. */
  readonly takesLoad?: true;
  /** Whether it sends bursts, large bodies or long waits, which a remote service gets only on request. Default: no. */
  readonly intrusive?: true;
  /** Whether it can run first, one journey at a time, to learn how to interpret the target's webhooks. Default: no. */
  readonly calibrates?: true;
  /** Provokes the behaviour. A thrown error fails the scenario; the run goes on. */
  drive(context: ScenarioContext): Promise<void>;
}

/**
 * The scenarios of `suites/`, loaded on demand, because the harness does not depend on the suites. They are imported
 * once, because an import takes real time that a simulated run does not wait for.
 */
export const loadScenarios = once(async () => {
  const { SCENARIOS } = await import(ownModule('suites/index.ts').href);
  return SCENARIOS as readonly Scenario[];
});
