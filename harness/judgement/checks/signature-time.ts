import { plural } from '../../base/plural.ts';
import { hasFraction, nearestUnit, sentNanoseconds } from '../../base/timestamp.ts';
import { type ClockSkew, clockSkew } from '../../evidence/clock-skew.ts';
import type { Delivery } from '../../evidence/evidence.ts';
import type { View } from '../../evidence/view.ts';
import { earlierAttempts } from './attempts.ts';
import { breach, type Check, hidden, type Judgement, pass } from './check.ts';

const TOLERANCE_SECONDS = 300;
/** Clocks agree if they differ by no more than this. */
const CLOCKS_AGREE_SECONDS = 60;
const AGREE = 'the Date headers show that the clocks agree';
/** Time zones differ from UTC by multiples of half an hour: by at least 1 hour and at most 14. */
const HALF_HOUR_SECONDS = 1_800;
const LEAST_HALF_HOURS = 2;
const MOST_HALF_HOURS = 28;

/** Limits: t is within 300 seconds of each attempt; otherwise every correct consumer refuses the delivery. */
export const signatureTime: Check = {
  id: 'signature-time',
  title: 't is within 300 seconds of the delivery',
  kind: 'safety',
  requirements: ['signature.tolerance', 'signature.t'],
  *judge(view) {
    for (const delivery of view.deliveries) {
      const seen = view.signaturesOf(delivery).find(({ t }) => t.length > 0);
      const [t] = seen?.t ?? [];
      const moment = t === undefined ? undefined : sentNanoseconds(t, view.interpretation.timestampUnit);
      if (moment === undefined)
        yield hidden('signature.tolerance', ['signature.header', 'signature.pairs', 'signature.t'], delivery.id);
      if (t === undefined) continue;
      if (moment === undefined) {
        yield breach({
          requirement: 'signature.t',
          cause: 'form',
          follows: 'signature.pairs',
          message: `t is not a timestamp in ${view.interpretation.timestampUnit}, as other deliveries have it`,
          expected: `a timestamp in ${view.interpretation.timestampUnit}`,
          received: t.slice(0, 60),
          evidence: [delivery.id],
        });
        continue;
      }
      if (hasFraction(t))
        yield breach({
          requirement: 'signature.t',
          severity: 'advice',
          cause: 'fraction',
          message: 't has a decimal fraction',
          expected: 'a t without a dot',
          received: t,
          likely:
            'the format of t is not specified, so this is allowed; but <t>.<body> can then be split at either dot, ' +
            'so that one signature covers two messages, and a receiver that accepts only digits refuses it',
          evidence: [delivery.id],
        });
      const age = delivery.at / 1000 - Number(moment / 1_000_000n) / 1000;
      if (Math.abs(age) <= TOLERANCE_SECONDS) {
        yield pass('signature.tolerance', delivery.id);
        yield* keptOnRedelivery(view, delivery, t);
        continue;
      }
      if (view.clockWasSet(delivery.at, delivery.id)) continue;
      const nearest = nearestUnit(t, delivery.at);
      if (nearest && Math.abs(nearest.ageMs) <= TOLERANCE_SECONDS * 1000) {
        yield breach({
          requirement: 'signature.tolerance',
          also: ['signature.t'],
          cause: `in ${nearest.unit}`,
          message: `one t is in ${nearest.unit}, the others are in ${view.interpretation.timestampUnit}`,
          expected: `a timestamp in ${view.interpretation.timestampUnit}`,
          received: `t=${t}`,
          likely: 'deliveries are signed in two places; every correct consumer refuses those of one',
          evidence: [delivery.id],
        });
        continue;
      }
      const [first] = earlierAttempts(view, delivery);
      const again = first !== undefined;
      const firstT = first && tOf(view, first) !== t ? (tOf(view, first) ?? 'none') : undefined;
      const skew = clockSkew(view.evidence.exchanges);
      const clocks = skew !== undefined && Math.abs(skew.aheadMs / 1000 + age) <= CLOCKS_AGREE_SECONDS;
      yield breach({
        requirement: 'signature.tolerance',
        cause: [
          age > 0 ? 'old' : 'future',
          ...(again ? ['on redelivery'] : []),
          ...(clocks ? ['by the clock'] : firstT ? ['of its own'] : []),
        ].join(' '),
        message: `t is outside the tolerance of 300 seconds${again ? ' on a redelivery' : ''}`,
        expected: 'at most 300 s between t and the moment of delivery',
        received: `t=${t}, ${Math.abs(age).toFixed(0)} s ${age > 0 ? 'ago' : 'ahead'}`,
        likely:
          firstT && !clocks
            ? `the redelivery has a${age > 0 ? ' stale' : ''} t of its own: the first attempt had t=${firstT}`
            : likelyOf(age, again, clocks, skew),
        ...(clocks && { next: 'synchronize both clocks by NTP, this machine first, and run again' }),
        evidence: [delivery.id],
      });
    }
  },
};

/** Distinguishes a wrong clock from a stale signature: `Date` has the same clock as `t`, but is never stale. */
function likelyOf(age: number, again: boolean, clocks: boolean, skew: ClockSkew | undefined): string {
  const ahead = Math.round((skew?.aheadMs ?? 0) / 1000);
  const differ = `${Math.abs(ahead)} s ${ahead < 0 ? 'behind' : 'ahead of'} the clock of this machine`;
  if (clocks) return `the clock of the service is ${differ}, as its Date headers show: one of the two is wrong`;
  if (again) return 'the redelivery repeats the signature of the first attempt';
  const halves = Math.round(age / HALF_HOUR_SECONDS);
  const isOfZone = Math.abs(halves) >= LEAST_HALF_HOURS && Math.abs(halves) <= MOST_HALF_HOURS;
  if (isOfZone && Math.abs(age - halves * HALF_HOUR_SECONDS) <= CLOCKS_AGREE_SECONDS)
    return `t is ${plural(Math.abs(halves) / 2, 'hour')} off, as if a local time were UTC`;
  if (skew !== undefined && Math.abs(ahead) <= CLOCKS_AGREE_SECONDS)
    return `${age > 0 ? 'the signature is stale' : 't lies in the future'}, or t is in another unit; ${AGREE}`;
  return 'the clock of the service (or of this machine) is wrong, or t is in another unit';
}

/** Advice, because the specification is silent: a signature that is not renewed is refused after 300 s. */
function* keptOnRedelivery(view: View, delivery: Delivery, t: string): Generator<Judgement> {
  const [first] = earlierAttempts(view, delivery);
  if (!first?.answer.refused) return;
  // A new signature within the same tick has the same t, and a busy machine receives a redelivery late.
  const tick = ['s', 'iso'].includes(view.interpretation.timestampUnit) ? 5_000 : 50;
  if (tOf(view, first) !== t || delivery.at - first.at < tick) return;
  // An attempt that was delayed in transit, for example by a maintenance window, was signed earlier.
  if (view.troubled(first.at, delivery.at, delivery.id)) return;
  yield breach({
    requirement: 'signature.tolerance',
    severity: 'advice',
    cause: 'kept',
    message: 'a redelivery has the t of the first attempt',
    expected: 'a new signature for each attempt',
    received: `t=${t} again`,
    likely: 'the event is signed once; after 300 s every correct consumer refuses it',
    evidence: [delivery.id, first.id],
  });
}

function tOf(view: View, delivery: Delivery): string | undefined {
  return view.signaturesOf(delivery)[0]?.t[0];
}
