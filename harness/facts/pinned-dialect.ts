import type { Dialect } from '../core/dialect.ts';
import { SIMULATE_EVENTS } from '../core/lifecycle.ts';

/** A promise of a dialect that the evidence does not keep. */
export interface BrokenPromise {
  /** The gap that the dialect file answers. */
  readonly gap: string;
  /** The dialect file's key. */
  readonly key: string;
  readonly pinned: string;
  readonly observed: string;
}

/**
 * Where a target differs from the dialect that it is held to. How webhooks are to be read (header, unit, places) is
 * not compared here: the run reads them as told, and the checks find what is not there. What was not observed breaks
 * nothing.
 */
export function brokenPromises(told: Dialect, observed: Dialect): readonly BrokenPromise[] {
  const broken: BrokenPromise[] = [];
  const compare = (gap: string, key: string, one: unknown, other: unknown) => {
    if (one === undefined || other === undefined || JSON.stringify(one) === JSON.stringify(other)) return;
    broken.push({ gap, key, pinned: JSON.stringify(one), observed: JSON.stringify(other) });
  };
  for (const event of SIMULATE_EVENTS) {
    compare(
      'event.names',
      `eventTypes.${event}`,
      sorted(told.eventTypes?.[event]),
      sorted(observed.eventTypes?.[event]),
    );
  }
  compare('simulate.key', 'simulateNeedsKey', told.simulateNeedsKey, observed.simulateNeedsKey);
  compare('simulate.status', 'simulateStatus', told.simulateStatus, observed.simulateStatus);
  compare(
    'simulate.unknown-order',
    'statuses.unknownOrder',
    told.statuses?.unknownOrder,
    observed.statuses?.unknownOrder,
  );
  compare('simulate.illegal-step', 'statuses.illegalStep', told.statuses?.illegalStep, observed.statuses?.illegalStep);
  compare(
    'simulate.repeated-step',
    'statuses.repeatedStep',
    told.statuses?.repeatedStep,
    observed.statuses?.repeatedStep,
  );
  // A status that is listed and was not seen breaks nothing: what provokes it may not have happened.
  const listed = told.statuses?.onrampErrors;
  const unlisted = observed.statuses?.onrampErrors?.filter(status => listed?.includes(status) === false) ?? [];
  if (unlisted.length > 0) compare('onramp.error-statuses', 'statuses.onrampErrors', listed, unlisted);
  return broken;
}

function sorted(types: string | readonly string[] | undefined): readonly string[] | undefined {
  return types === undefined ? undefined : [types].flat().sort();
}
