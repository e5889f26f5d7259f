import { causality, type StepSeen } from '../core/causality.ts';
import type { Step } from '../core/evidence.ts';
import type { SimulateEvent } from '../core/lifecycle.ts';
import { oncePerObject } from '../core/once.ts';
import type { EventSeen, View } from '../core/view.ts';
import { arrivalOf } from '../core/windows.ts';

/** How many times as long as the slowest webhook took a missing one may take, where some come after the time-out. */
const PATIENCE = 2;
/** The share of the steps of a kind, of so many at least, that may seem to have a webhook although it sends none. */
const A_FEW = 0.2;
const ENOUGH = 5;

/** Whether the webhook of a step came after it had been waited for. */
export function isLate(seen: StepSeen): seen is StepSeen & { readonly event: EventSeen } {
  const { event, wait } = seen;
  return event !== undefined && wait?.outcome === 'missed' && arrivalOf(event) > wait.to;
}

/**
 * Whether what a step causes may still wait in a queue: where webhooks come after the time-out, such as behind a
 * delivery that was refused, one is lost only once twice the time has passed that the slowest took. What a step does
 * not send cannot wait.
 */
export function mayBeQueued(view: View, { at, event }: Pick<Step, 'at'> & Partial<Pick<Step, 'event'>>): boolean {
  return view.until - at < PATIENCE * longestDelay(view) && (event === undefined || sending(view).has(event));
}

/** The simulate events that may send webhooks: not those of which only a few steps had one, which may be of others. */
const sending = oncePerObject((view: View): ReadonlySet<SimulateEvent> => {
  const accepted = causality(view).steps.filter(seen => seen.accepted);
  const isSent = (own: readonly StepSeen[]) =>
    own.length < ENOUGH || own.filter(({ event }) => event).length > own.length * A_FEW;
  const byEvent = Map.groupBy(accepted, ({ step }) => step.event);
  return new Set([...byEvent].flatMap(([event, own]) => (isSent(own) ? [event] : [])));
});

/** How long the slowest of the webhooks took that came after the time-out, in milliseconds; 0 where none did. */
const longestDelay = oncePerObject((view: View): number =>
  causality(view)
    .steps.filter(isLate)
    .reduce((longest, { step, event }) => Math.max(longest, arrivalOf(event) - step.at), 0),
);
