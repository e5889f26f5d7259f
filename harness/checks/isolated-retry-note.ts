import type { Journey } from '../core/evidence.ts';
import type { View } from '../core/view.ts';

/**
 * What became of a silent journey that was driven again with nothing else under way, to be told beside the finding. It
 * excuses nothing. @param came whether what was missing came there; undefined where that step was not reached
 */
export function isolatedRetryNote(view: View, journey: Journey, came: (again: Journey) => boolean | undefined): string {
  const again = view.evidence.journeys.find(({ diagnoses }) => diagnoses === journey.id);
  const seen = again && came(again);
  if (again === undefined || seen === undefined) return '';
  return seen
    ? `; driven again alone, ${again.order} had it: load or luck`
    : `; driven again alone, ${again.order} did not have it either: neither load nor luck`;
}
