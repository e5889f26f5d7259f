import { FAILURES, HAPPY_PATH, type SimulateEvent } from '../contract/lifecycle.ts';
import { COMPLETED } from '../evidence/dialect.ts';
import { aRun, type JourneyBuilder, type RunBuilder, TYPES } from './evidence.ts';
import type { EventWritten, Write } from './evidence-options.ts';

/** How a busy run differs from the default. */
export interface BusyOptions {
  /** The types that each step causes, in order. */
  readonly types?: { readonly [event in SimulateEvent]?: readonly string[] };
  /** Journeys run alone, one after another. */
  readonly alone?: boolean;
  /** Called when a journey starts, before its first step. */
  readonly taken?: (journey: JourneyBuilder, nth: number) => void;
  /** Called after each step. */
  readonly stepped?: (journey: JourneyBuilder, event: SimulateEvent, run: RunBuilder) => void;
  /** Makes the order id of the n-th journey. */
  readonly order?: (nth: number) => string;
}

/**
 * A run against a deployment: the calibration journey, each failure, and happy paths. Each happy path has a refused
 * delivery, at deposit_detected, deposit_confirmed and disburse in turn.
 */
export function aBusyRun(write: Write, options: BusyOptions = {}, happyPaths = 10): RunBuilder {
  const run = aRun(write);
  let count = 0;
  const drive = (alone: boolean, steps: readonly SimulateEvent[], refused: number) => {
    const nth = count++;
    const order = options.order?.(nth);
    const journey = run.journey({ alone: alone || options.alone === true, ...(order !== undefined && { order }) });
    options.taken?.(journey, nth);
    for (const [index, event] of steps.entries()) {
      const sends = options.types?.[event] ?? [TYPES[event]];
      journey.step(event, { sends, ...(index === refused && { refuse: { status: 503 } }) });
      options.stepped?.(journey, event, run);
    }
    journey.end();
  };
  drive(true, HAPPY_PATH, 0);
  for (const event of FAILURES) drive(true, [event], -1);
  drive(false, ['deposit_detected', 'fail'], -1);
  for (let nth = 0; nth < happyPaths; nth++) drive(false, HAPPY_PATH, nth % 3);
  return run;
}

/** Edits every fifth matching event: the third, the eighth, … */
function oneInFive(write: Write, edit: (event: EventWritten) => EventWritten | undefined): Write {
  let occasions = 0;
  return event => {
    const edited = edit(event);
    return write(edited !== undefined && occasions++ % 5 === 2 ? edited : event);
  };
}

/** Faults of a deployment, each in one of five events. */
export const FAULTS = {
  /** A redelivery carries a new id. */
  renamed: (write: Write) =>
    oneInFive(write, event => (event.attempt > 1 ? { ...event, id: `${event.id}9` } : undefined)),
  /** An event carries the id of the previous event. */
  shared: (write: Write) => {
    let last: string | undefined;
    return oneInFive(write, event => {
      const edited = last === undefined || event.attempt > 1 ? undefined : { ...event, id: last };
      last = event.id;
      return edited;
    });
  },
} as const;

/** Options with which one confirmation in five sends `disbursement.completed` too early. */
export function earlyCredit(options: BusyOptions): BusyOptions {
  let occasions = 0;
  return {
    ...options,
    stepped: (journey, event, run) => {
      options.stepped?.(journey, event, run);
      if (event === 'deposit_confirmed' && occasions++ % 5 === 2) journey.deliver(COMPLETED);
    },
  };
}
