import { plural } from '../base/plural.ts';
import type { LifecycleDrift } from '../facts/lifecycle/compare-lifecycles.ts';
import type { StepOutput } from '../facts/lifecycle/lifecycle.ts';
import { visibleLine } from './visible.ts';

/** The shortest sequence of steps that tells two lifecycles apart, for a terminal. */
export function lifecycleDriftAsText(drift: LifecycleDrift): string {
  const { before, event, old, new: now } = drift;
  const lines = [
    'LIFECYCLE  the shortest sequence of steps with a different answer',
    '',
    ...before.map(step => `    ${step.event}: ${outputInWords(step)}`),
    `  ≠ ${event}: ${outputInWords(now)} instead of ${outputInWords(old)}`,
    ...otherTransitions(drift).map(line => `    ${line}`),
  ];
  return `${lines.map(visibleLine).join('\n')}\n`;
}

/** What came of a step: `accepted, collection.failed`, `accepted, no webhook`, `409`. */
export function outputInWords({ answer, webhooks }: StepOutput): string {
  if (webhooks.length > 0) return `${answer}, ${webhooks.join(' + ')}`;
  return answer === 'accepted' ? 'accepted, no webhook' : String(answer);
}

/** How many transitions differ besides; empty where none does. */
export function otherTransitions({ others }: LifecycleDrift): readonly string[] {
  return others > 0 ? [`${plural(others, 'other transition')} differ, after steps with equal answers.`] : [];
}
