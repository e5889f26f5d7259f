import { stringify } from '../../core/json.ts';
import type { View } from '../../core/view.ts';
import type { Fact } from '../fact.ts';
import type { Aspect, Learned } from '../learn.ts';
import { span } from '../sample.ts';

const GAPS = {
  signatureHeader: 'signature.header-name',
  timestampUnit: 'signature.t-unit',
  eventId: 'event.id-field',
  eventType: 'event.type-field',
  orderId: 'event.order-field',
} as const;

const MOST_EVIDENCE = 10;

/** The learned places of webhooks: all that fit equally well, the most likely first. */
export function placeFacts(view: View, { aspects }: Learned): readonly Fact[] {
  return aspects.flatMap(aspect => placeFact(view, aspect) ?? []);
}

function placeFact({ deliveries }: View, { aspect, candidates, pinned }: Aspect): Fact | undefined {
  const [first] = candidates;
  if (first === undefined || deliveries.length === 0 || first.support === 0) return undefined;
  const places = [...new Map(candidates.map(({ locator }) => [stringify(locator), locator])).values()];
  return {
    gap: GAPS[aspect],
    status: 'answered',
    value: places.length === 1 ? first.locator : places,
    count: pinned ? deliveries.length : Math.round(first.support * first.samples),
    samples: pinned ? deliveries.length : first.samples,
    ...span(deliveries.map(({ at }) => at)),
    evidence: deliveries.slice(0, MOST_EVIDENCE).map(({ id }) => id),
  };
}
