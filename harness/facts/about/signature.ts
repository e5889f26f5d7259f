import { type Json, stringify } from '../../base/json.ts';
import type { View } from '../../evidence/view.ts';
import type { Fact } from '../fact.ts';
import { timestampForm } from '../forms.ts';
import type { Aspect, Learned } from '../learn.ts';
import { type Sample, span } from '../sample.ts';

/** Slightly more than the coarsest unit of `t`, so that a renewed signature of a later attempt has another `t`. */
const COARSEST_MS = 1_020;

/**
 * The signature header: pairs other than `t` and `v1`, the form of `t`, the secrets and which of them sign, and whether
 * a redelivery is signed again.
 */
export function* aboutSignature(view: View): Generator<Sample> {
  const { secrets } = view.evidence.run.settings;
  for (const delivery of view.deliveries) {
    const { at, id } = delivery;
    for (const { others, t, slots, nearMiss } of view.signaturesOf(delivery)) {
      const names = [...new Set(others)].sort();
      const value = names.length === 0 ? 'none' : names.join(', ');
      yield { gap: 'signature.other-pairs', at, id, value };
      const form = t[0] === undefined ? undefined : timestampForm(t[0]);
      if (form !== undefined) yield { gap: 'signature.t-unit', condition: 'the form of t', at, id, value: form };
      const decoded = nearMiss === 'decoded-secret' && 'decoded from base64 or hex';
      const bytes = slots.length > 0 ? 'its text' : decoded;
      if (bytes) yield { gap: 'signature.key-bytes', at, id, value: bytes };
      if (secrets < 2 || slots.length === 0) continue;
      const signing = slots.map(slot => slot + 1).join(' and ');
      yield { gap: 'signature.overlap', at, id, value: `secret ${signing} of ${secrets}` };
    }
  }
  yield* renewals(view);
}

function* renewals(view: View): Generator<Sample> {
  for (const journey of view.evidence.journeys) {
    for (const { deliveries } of view.eventsOf(journey)) {
      const [first] = deliveries;
      const last = deliveries.at(-1);
      const before = view.signaturesOf(first)[0]?.t[0];
      const after = last && view.signaturesOf(last)[0]?.t[0];
      if (last === undefined || last === first || before === undefined || after === undefined) continue;
      const value = before !== after;
      // Within one unit, an unchanged t says nothing.
      if (value || last.at - first.at >= COARSEST_MS)
        yield { gap: 'signature.renewed', at: last.at, id: last.id, value };
    }
  }
}

const GAPS = {
  signatureHeader: 'signature.header-name',
  timestampUnit: 'signature.t-unit',
  eventId: 'event.id-field',
  eventType: 'event.type-field',
  orderId: 'event.order-field',
} as const;

const MOST_EVIDENCE = 10;

/** The learned places of webhooks: all that fit equally well, most likely first. */
export function placeFacts(view: View, { aspects }: Learned): readonly Fact[] {
  return aspects.flatMap(aspect => placeFact(view, aspect) ?? []);
}

/** The places of a part by layout, if webhooks have several layouts that differ in it; otherwise `undefined`. */
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
