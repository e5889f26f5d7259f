import { type ClockSkew, clockSkew } from '../core/clock-skew.ts';
import type { Delivery } from '../core/evidence.ts';
import { timestampNanoseconds } from '../core/timestamp.ts';
import type { View } from '../core/view.ts';
import { breach, type Check, type Judgement, pass } from './check.ts';

const TOLERANCE_SECONDS = 300;
/** Clocks, and what is taken from them, that differ by no more than this are taken to agree. */
const CLOCKS_AGREE_SECONDS = 60;

/** Limits: t lies within 300 seconds of the delivery, on every attempt; else every correct receiver refuses it. */
export const signatureTime: Check = {
  id: 'signature-time',
  title: 't lies within 300 seconds of the delivery',
  kind: 'safety',
  requirements: ['signature.tolerance', 'signature.t'],
  *judge(view) {
    for (const delivery of view.deliveries) {
      const seen = view.signaturesOf(delivery).find(({ t }) => t.length > 0);
      const [t] = seen?.t ?? [];
      if (t === undefined) continue;
      const moment = timestampNanoseconds(t, view.interpretation.timestampUnit);
      if (moment === undefined) {
        yield breach({
          requirement: 'signature.t',
          cause: 'form',
          message: `a t is not of the form that the others have (${view.interpretation.timestampUnit})`,
          expected: `a timestamp in ${view.interpretation.timestampUnit}`,
          received: t.slice(0, 60),
          evidence: [delivery.id],
        });
        continue;
      }
      const age = delivery.at / 1000 - Number(moment / 1_000_000n) / 1000;
      if (Math.abs(age) <= TOLERANCE_SECONDS) {
        yield pass('signature.tolerance', delivery.id);
        yield* keptOnRedelivery(view, delivery, t);
        continue;
      }
      const again = isRedelivery(view, delivery);
      const skew = clockSkew(view.evidence.exchanges);
      const clocks = skew !== undefined && Math.abs(skew.aheadMs / 1000 + age) <= CLOCKS_AGREE_SECONDS;
      yield breach({
        requirement: 'signature.tolerance',
        cause: `${age > 0 ? 'old' : 'future'}${again ? ' on redelivery' : ''}${clocks ? ' by the clock' : ''}`,
        message: `t lies outside the 300 second tolerance${again ? ' on a redelivery' : ''}`,
        expected: 'at most 300 s between t and the moment of delivery',
        received: `t=${t}, ${Math.abs(age).toFixed(0)} s ${age > 0 ? 'ago' : 'ahead'}`,
        likely: likelyOf(again, clocks, skew),
        ...(clocks && { next: 'set both clocks by NTP, this machine first; then run again' }),
        evidence: [delivery.id],
      });
    }
  },
};

/** Tells a clock that is wrong from a signature that is stale: `Date` is of the same clock as `t`, but never stale. */
function likelyOf(again: boolean, clocks: boolean, skew: ClockSkew | undefined): string {
  const ahead = Math.round((skew?.aheadMs ?? 0) / 1000);
  const differ = `is ${Math.abs(ahead)} s ${ahead < 0 ? 'behind' : 'ahead of'} this machine's, as the Date of its answers says too`;
  if (clocks) return `the clock of the service ${differ}: one of the two is wrong, and the signature is not stale`;
  if (again) return 'the signature of the first attempt is sent again';
  if (skew !== undefined && Math.abs(ahead) <= CLOCKS_AGREE_SECONDS)
    return 'the signature is stale, or t is in another unit: the clocks agree, as the Date of its answers says';
  return 'the clock of the service (or of this machine) is wrong, or t is in another unit';
}

/** Where the specification is silent, most would object: a signature that is not renewed is refused once it is 300 s old. */
function* keptOnRedelivery(view: View, delivery: Delivery, t: string): Generator<Judgement> {
  const journey = view.journeyOf(delivery);
  const id = view.idOf(delivery);
  if (journey === undefined || id === undefined) return;
  const first = view.deliveriesOf(journey).find(other => view.idOf(other) === id);
  if (first === undefined || first.id === delivery.id || !first.answer.refused) return;
  // Made afresh within the same second (or tick of another unit), it would be the same.
  const tick = ['s', 'iso'].includes(view.interpretation.timestampUnit) ? 1_500 : 50;
  if (view.signaturesOf(first)[0]?.t[0] !== t || delivery.at - first.at < tick) return;
  yield breach({
    requirement: 'signature.tolerance',
    severity: 'advice',
    cause: 'kept',
    message: 'a redelivery carries the t of the first attempt',
    expected: 'a signature that is made afresh for each attempt',
    received: `t=${t} again`,
    likely: 'the signature is made with the event: after 300 s every correct receiver refuses it for ever',
    evidence: [delivery.id, first.id],
  });
}

function isRedelivery(view: View, delivery: Delivery): boolean {
  const id = view.idOf(delivery);
  const journey = view.journeyOf(delivery);
  return (
    journey !== undefined &&
    id !== undefined &&
    view.deliveriesOf(journey).some(other => other.at < delivery.at && view.idOf(other) === id)
  );
}
