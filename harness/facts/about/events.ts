import { COMPLETED } from '../../core/dialect.ts';
import { jsonOf } from '../../core/json.ts';
import type { View } from '../../core/view.ts';
import type { Sample } from '../sample.ts';
import { BEFORE, type EventBehind, eventsBehindSteps, stepInWords } from '../steps-behind.ts';
import { type BodySeen, fieldSamples } from './fields.ts';
import { isProbe } from './probe.ts';

/** Events (Events): their names, by the step behind which they come, and the fields of their payloads. */
export function* aboutEvents(view: View): Generator<Sample> {
  const events = eventsBehindSteps(view).filter(({ step }) => !isProbe(step));
  for (const { event, step } of events) {
    const [{ at, id }] = event.deliveries;
    if (event.type !== undefined) yield { gap: 'event.names', condition: inWords(step), at, id, value: event.type };
  }
  yield* silentSteps(view, events);
  for (const [kind, bodies] of Map.groupBy(events, kindOf)) yield* shapes(kind, bodies);
}

function inWords(step: string): string {
  return step === BEFORE ? BEFORE : `after ${step}`;
}

/** Accepted steps that had time and caused nothing. */
function* silentSteps(view: View, events: readonly EventBehind[]): Generator<Sample> {
  const loud = new Set(events.map(({ event, step }) => `${event.journey.id} ${step}`));
  const missed = new Set(
    view.evidence.waits
      .filter(({ kind, outcome }) => kind === 'event' && outcome === 'missed')
      .map(({ since }) => since),
  );
  for (const { id, steps } of view.evidence.journeys) {
    for (const step of steps) {
      const words = stepInWords(step);
      if (!missed.has(step.exchange) || view.outcomeOf(step) !== 'accepted' || loud.has(`${id} ${words}`)) continue;
      yield { gap: 'event.names', condition: inWords(words), at: step.at, id: step.exchange };
    }
  }
}

/** The one event that the specification names stands by itself; others go by their step, so that a new name is one change. */
function kindOf({ event, step }: EventBehind): string {
  return event.type === COMPLETED ? COMPLETED : inWords(step);
}

function shapes(kind: string, events: readonly EventBehind[]): readonly Sample[] {
  const bodies = events.flatMap(
    ({
      event: {
        deliveries: [first],
      },
    }): readonly BodySeen[] => {
      const json = jsonOf(first.body);
      return json ? [{ value: json.value, at: first.at, id: first.id }] : [];
    },
  );
  return fieldSamples('event.fields', kind, bodies);
}
