import { SIMULATE_EVENTS } from '../contract/lifecycle.ts';
import type { Dialect } from '../evidence/dialect.ts';

/** A part of the pinned dialect that the evidence contradicts. */
export interface BrokenPromise {
  /** The gap that the dialect file answers. */
  readonly gap: string;
  /** The dialect file's key. */
  readonly key: string;
  readonly pinned: string;
  readonly observed: string;
}

/**
 * Where a target differs from its pinned dialect. How webhooks are interpreted (header, unit, places) is not compared:
 * the run reads them as pinned, and the checks find what is missing. A part that was not observed is not broken.
 */
export function brokenPromises(pinned: Dialect, observed: Dialect): readonly BrokenPromise[] {
  const compared = ({ eventTypes, simulateNeedsKey, simulateStatus, statuses }: Dialect) => [
    ...SIMULATE_EVENTS.map(event => ['event.names', `eventTypes.${event}`, sorted(eventTypes?.[event])] as const),
    ['simulate.key', 'simulateNeedsKey', simulateNeedsKey] as const,
    ['simulate.status', 'simulateStatus', simulateStatus] as const,
    ['simulate.unknown-order', 'statuses.unknownOrder', statuses?.unknownOrder] as const,
    ['simulate.illegal-step', 'statuses.illegalStep', statuses?.illegalStep] as const,
    ['simulate.repeated-step', 'statuses.repeatedStep', statuses?.repeatedStep] as const,
    ['onramp.error-statuses', 'statuses.onrampErrors', statuses?.onrampErrors] as const,
  ];
  // A listed status that was not seen breaks nothing: nothing may have provoked it.
  const listed = pinned.statuses?.onrampErrors;
  const unlisted = observed.statuses?.onrampErrors?.filter(status => listed?.includes(status) === false);
  const onrampErrors = unlisted?.length ? unlisted : listed;
  const seen = compared({ ...observed, statuses: { ...observed.statuses, ...(onrampErrors && { onrampErrors }) } });
  return compared(pinned).flatMap(([gap, key, value], index) => {
    const [one, other] = [JSON.stringify(value), JSON.stringify(seen[index]?.[2])];
    return one === undefined || other === undefined || one === other
      ? []
      : [{ gap, key, pinned: one, observed: other }];
  });
}

function sorted(types: string | readonly string[] | undefined): readonly string[] | undefined {
  return types === undefined ? undefined : [types].flat().sort();
}
