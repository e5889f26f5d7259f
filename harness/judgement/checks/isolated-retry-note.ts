import type { Journey } from '../../evidence/evidence.ts';
import type { View } from '../../evidence/view.ts';

/**
 * What the isolated retry of a silent journey showed, to stand beside the finding. It excuses nothing.
 *
 * @param came whether what was missing came there; undefined where that step was not reached
 */
export function isolatedRetryNote(view: View, journey: Journey, came: (again: Journey) => boolean | undefined): string {
  const again = view.evidence.journeys.find(({ diagnoses }) => diagnoses === journey.id);
  if (again === undefined) return '';
  const seen = came(again);
  if (seen === undefined) return '';
  return seen
    ? `; it came for the isolated retry ${again.order}, so it is not always missing`
    : `; it did not come for the isolated retry ${again.order} either, with nothing else running`;
}
