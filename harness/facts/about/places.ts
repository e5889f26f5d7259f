import { type Json, stringify } from '../../base/json.ts';
import type { View } from '../../evidence/view.ts';
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

/** The places of a part by layout, where webhooks come in several that differ in it; else undefined. */
function byLayout({ interpretation }: View, aspect: Aspect['aspect']): Json | undefined {
  if (aspect === 'signatureHeader' || aspect === 'timestampUnit') return undefined;
  const { layouts = [] } = interpretation;
  const other = stringify(interpretation[aspect]);
  if (layouts.every(layout => stringify(layout[aspect]) === other)) return undefined;
  const places = layouts.map(({ where, ...layout }) => [`with ${where}`, layout[aspect] ?? null] as const);
  return { ...Object.fromEntries(places), otherwise: interpretation[aspect] ?? null };
}

function placeFact(view: View, { aspect, candidates, pinned }: Aspect): Fact | undefined {
  const { deliveries } = view;
  const [first] = candidates;
  if (first === undefined || deliveries.length === 0 || first.support === 0) return undefined;
  const places = [...new Map(candidates.map(({ locator }) => [stringify(locator), locator])).values()];
  return {
    gap: GAPS[aspect],
    status: 'answered',
    value: byLayout(view, aspect) ?? (places.length === 1 ? first.locator : places),
    count: pinned ? deliveries.length : Math.round(first.support * first.samples),
    samples: pinned ? deliveries.length : first.samples,
    ...span(deliveries.map(({ at }) => at)),
    evidence: deliveries.slice(0, MOST_EVIDENCE).map(({ id }) => id),
  };
}
