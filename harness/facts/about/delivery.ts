import type { Delivery, Step } from '../../evidence/evidence.ts';
import type { ReceivedEvent, View } from '../../evidence/view.ts';
import { causesIn } from '../../order/causes.ts';
import { type Pace, paceOf } from '../comparison-rule.ts';
import type { Sample } from '../sample.ts';

/** How webhooks are delivered (Events): acknowledgements, retries, timeouts, redirects, order, duplicates. */
export function* aboutDelivery(view: View): Generator<Sample> {
  for (const journey of view.evidence.journeys) {
    for (const event of view.eventsOf(journey)) {
      yield* acknowledgements(event);
      yield* retries(event);
      yield* timeouts(event);
      yield* duplicates(view, event);
      yield* redirects(view, event);
    }
  }
  yield* order(view);
}

/** Later attempts share one fact. */
const MOST_ATTEMPTS = 12;

/** Whether a delivery comes again, by how it was answered. */
function* acknowledgements({ deliveries }: ReceivedEvent): Generator<Sample> {
  for (const [index, { answer, at, id }] of deliveries.slice(0, MOST_ATTEMPTS).entries()) {
    if (answer.joined) continue;
    const unanswered = { status: undefined, slow: 'not answered', drop: 'cut off' }[answer.kind];
    const late = answer.afterMs === undefined ? '' : ' late';
    const condition = unanswered ?? `answered ${answer.status}${late}`;
    const next = deliveries[index + 1];
    const value = next ? 'sent again' : 'not sent again';
    yield { gap: 'webhook.acknowledgement', condition, at: next?.at ?? at, id: next?.id ?? id, value };
  }
}

/** How long after a refusal the next attempt came, and whether it came after several refusals in a row. */
function* retries({ deliveries }: ReceivedEvent): Generator<Sample> {
  for (const [index, delivery] of deliveries.slice(0, MOST_ATTEMPTS).entries()) {
    const next = deliveries[index + 1];
    const { answer, id, at } = delivery;
    if (answer.kind === 'slow' || !answer.refused) return;
    const answeredAt = at + (answer.afterMs ?? 0);
    if (next)
      yield timed(
        'webhook.retry-schedule',
        `before attempt ${index + 2}`,
        next,
        paceOf(Math.max(0, next.at - answeredAt)),
      );
    const value = next ? 'tried again' : 'not tried again within the run';
    if (index >= 2) yield { gap: 'webhook.give-up', condition: `after ${index + 1} refusals`, at, id, value };
  }
}

/** How long after a delivery without an answer the next attempt came. */
function* timeouts({ deliveries }: ReceivedEvent): Generator<Sample> {
  const [held, next] = deliveries;
  if (held.answer.kind !== 'slow' || next === undefined) return;
  yield timed('webhook.timeout', undefined, next, paceOf(next.at - held.at));
}

function timed(gap: string, condition: string | undefined, { at, id }: Delivery, value: Pace): Sample {
  return { gap, ...(condition !== undefined && { condition }), at, id, value };
}

function* duplicates(view: View, { deliveries: [first, second] }: ReceivedEvent): Generator<Sample> {
  const { answer, at, id } = first;
  // A delivery that this machine acknowledged late may be redelivered correctly.
  if (view.troubled(at, second?.at ?? at, id)) return;
  if (answer.kind !== 'status' || answer.refused || answer.status !== 200 || answer.afterMs !== undefined) return;
  yield { gap: 'webhook.duplicates', at, id: second?.id ?? id, value: second ? 'sent again' : 'sent once' };
}

/** Whether the service follows a redirect, or sends the delivery to the same address again. */
function* redirects({ evidence }: View, { deliveries, journey }: ReceivedEvent): Generator<Sample> {
  const index = deliveries.findIndex(({ answer: { status = 0 } }) => status >= 300 && status < 400);
  const redirected = deliveries[index];
  if (redirected === undefined) return;
  const { at, answer } = redirected;
  const again = deliveries[index + 1];
  const followed = evidence.deliveries.find(one => one.at >= at && one.path.includes(`redirected-${journey.id}`));
  const otherwise = again ? 'sent again to the same address' : 'not sent again';
  const value = followed ? `followed with ${followed.method}` : otherwise;
  const { id } = followed ?? again ?? redirected;
  yield { gap: 'webhook.redirects', condition: `answered ${answer.status}`, at, id, value };
}

/** Whether webhooks of steps that did not wait for each other arrive in order. */
function* order(view: View): Generator<Sample> {
  const waited = new Set(view.evidence.waits.map(({ since }) => since));
  const { causes } = causesIn(view);
  const firstOf = (step: Step) => causes.find(({ call }) => call?.step === step)?.event.deliveries[0];
  for (const journey of view.evidence.journeys) {
    for (const [index, step] of journey.steps.entries()) {
      const before = journey.steps[index - 1];
      if (before === undefined || waited.has(before.exchange)) continue;
      const [first, second] = [firstOf(before), firstOf(step)];
      if (first === undefined || second === undefined) continue;
      const value = first.at <= second.at ? 'in the order of the steps' : 'in another order';
      yield { gap: 'webhook.order', condition: 'steps in quick succession', at: second.at, id: second.id, value };
    }
  }
}
