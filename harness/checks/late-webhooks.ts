import { causality, type StepSeen } from '../core/causality.ts';
import type { Step } from '../core/evidence.ts';
import { oncePerObject } from '../core/once.ts';
import type { EventSeen, View } from '../core/view.ts';
import { arrivalOf } from '../core/windows.ts';

/** How many times as long as the slowest webhook took a missing one may take, where some come after the time-out. */
const PATIENCE = 2;

/** Whether the webhook of a step came after it had been waited for. */
export function isLate(seen: StepSeen): seen is StepSeen & { readonly event: EventSeen } {
  const { event, wait } = seen;
  return event !== undefined && wait?.outcome === 'missed' && arrivalOf(event) > wait.to;
}

/**
 * Whether what a step causes may still wait in a queue: where webhooks come after the time-out, such as behind a
 * delivery that was refused, one is lost only once twice the time has passed that the slowest took.
 */
export function mayBeQueued(view: View, { at }: Pick<Step, 'at'>): boolean {
  return view.until - at < PATIENCE * longestDelay(view);
}

/** How long the slowest of the webhooks took that came after the time-out, in milliseconds; 0 where none did. */
const longestDelay = oncePerObject((view: View): number =>
  causality(view)
    .steps.filter(isLate)
    .reduce((longest, { step, event }) => Math.max(longest, arrivalOf(event) - step.at), 0),
);
