import type { StepSeen } from '../core/causality.ts';
import { COMPLETED } from '../core/dialect.ts';
import type { View } from '../core/view.ts';
import { arrivalOf } from '../core/windows.ts';
import { breach, type Judgement } from './check.ts';
import { mistakes } from './mistaken-calls.ts';

/** How a step is refused. The order took a step with the same key, so that a 403 is about the next step, too. */
const REFUSED = new Set([400, 403, 409, 422]);

/** Statuses that say nothing of the order: of the key, of time, of a limit. */
const NOT_OF_THE_ORDER = new Set([401, 408, 429]);

/** Whether a step was refused by the order. */
export function isRefused(view: View, { step }: StepSeen): boolean {
  return REFUSED.has(view.statusOf(step) ?? 0);
}

/** Whether an answer says that a step was not taken, for whatever reason: that the order is gone, or elsewhere, too. */
function isSaidRefused(view: View, { step }: StepSeen): boolean {
  const status = view.statusOf(step) ?? 0;
  return status >= 300 && status < 500 && !NOT_OF_THE_ORDER.has(status);
}

/** A webhook of a step that the order refused, and that no other call accounts for: that transition did not happen. */
export function* thoughRefused(view: View, steps: readonly StepSeen[]): Generator<Judgement> {
  const typesOf = (own: readonly StepSeen[]) =>
    new Set(own.flatMap(({ event }) => (event?.type === undefined ? [] : [event.type])));
  const accepted = Map.groupBy(
    steps.filter(seen => seen.accepted),
    ({ step }) => step.event,
  );
  const types = new Map([...accepted].map(([event, own]) => [event, typesOf(own)]));
  for (const seen of steps.filter(one => isSaidRefused(view, one))) {
    const { step, journey } = seen;
    const others = journey.steps.filter(other => view.outcomeOf(other) !== 'refused').map(({ event }) => event);
    const known = new Set(others.flatMap(event => [...(types.get(event) ?? [])]));
    const own = types.get(step.event)?.difference(known);
    if (others.includes(step.event) || mistakes(view, journey).length > 0) continue;
    const event = view
      .eventsOf(journey)
      .find(one => arrivalOf(one) >= step.at && one.type !== COMPLETED && own?.has(one.type ?? ''));
    if (event === undefined) continue;
    yield breach({
      requirement: 'event.every-step',
      severity: 'advice',
      cause: `${step.event} refused`,
      message: `${step.event} is refused, but its webhook arrives`,
      expected: 'no webhook: the order did not accept the step',
      received: `${event.type} after ${view.exchange(step.exchange)?.response?.status}`,
      likely: 'the webhook is sent before the state of the order is checked; a consumer would act on it',
      evidence: [event.deliveries[0].id, step.exchange, journey.id],
    });
  }
}
