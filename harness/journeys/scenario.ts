import type { ServiceClient } from '../client/service-client.ts';
import type { CallContext } from '../client/transport.ts';
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
  /** Names the scenario in the record; give it with every call. */
  readonly call: CallContext;
  /** How many collection orders it was allotted. */
  readonly orders: number;
  /** Whether the target may be asked for more than a stranger's service should bear unasked. */
  readonly intrusiveAllowed: boolean;
  /** A whole number from 0 to `below` − 1, from the run's seed. */
  pick(below: number): number;
  /** A fresh UUID, from the run's seed. */
  uuid(): string;
  /** A fresh idempotency key, which no other run has, whatever its seed. */
  newKey(): string;
  /** Waits so many milliseconds; ends at once where the run stops. */
  pause(ms: number): Promise<void>;
  /** Takes one of its orders on a journey, and lets it go when `drive` is done. */
  journey(drive: (journey: JourneyDriver) => Promise<void>): Promise<void>;
}

/**
 * One behaviour, driven against whatever target there is. It asserts nothing: what it provokes goes into the record,
 * and the checks judge that, tonight or from the file, the same.
 */
export interface Scenario {
  /** `<suite>/<file name>`. */
  readonly id: string;
  readonly suite: Suite;
  /** A present tense statement of what a sound service shows. */
  readonly title: string;
  /** Collection orders that it drives: at least and at most. Default none. */
  readonly orders?: { readonly least: number; readonly most: number };
  /** Asks for more than a stranger's service should bear unasked (bursts, large bodies, long waits). Default no. */
  readonly intrusive?: true;
  /** Driven before the others, one journey at a time, so that the target's webhooks can be learned from it. Default no. */
  readonly calibrates?: true;
  /** Provokes the behaviour. What it throws fails the scenario; the run goes on. */
  drive(context: ScenarioContext): Promise<void>;
}
