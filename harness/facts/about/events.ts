import { COMPLETED } from '../../evidence/dialect.ts';
import type { View } from '../../evidence/view.ts';
import { stepInWords } from '../../evidence/write-step.ts';
import { type Cause, causesIn } from '../../order/causes.ts';
import { BEFORE, causeInWords, isOfProbe, madeWithOrders } from '../cause-in-words.ts';
import type { Sample } from '../sample.ts';
import { bodiesIn, fieldSamples } from './answers.ts';

/** Events: their names, by the step that causes them, and the fields of their payloads. */
export function* aboutEvents(view: View): Generator<Sample> {
  const causes = causesIn(view).causes.filter(cause => !isOfProbe(cause));
  for (const cause of causes) {
    const { type, deliveries } = cause.event;
    const [{ at, id }] = deliveries;
    if (type !== undefined) yield { gap: 'event.names', condition: inWords(wordsOf(view, cause)), at, id, value: type };
  }
  yield* silentSteps(view, causes);
  yield* beforeSteps(view, causes);
  // The specified event has its own kind. Other kinds depend on the step, so that a new name is one change.
  const kindOf = (cause: Cause) => (cause.event.type === COMPLETED ? COMPLETED : inWords(wordsOf(view, cause)));
  for (const [kind, own] of Map.groupBy(causes, kindOf))
    yield* fieldSamples('event.fields', kind, bodiesIn(own.map(({ event }) => event.deliveries[0])));
}

/** The cause of an event, in words. Events of the creation of orders may arrive during any journey. */
function wordsOf(view: View, cause: Cause): string {
  return madeWithOrders(view).has(cause.event.type ?? '') ? BEFORE : causeInWords(cause);
}

function inWords(step: string): string {
  return step === BEFORE ? BEFORE : `after ${step}`;
}

/** Events before the first step of an order that was created during the run. An older order shows nothing. */
function* beforeSteps(view: View, causes: readonly Cause[]): Generator<Sample> {
  const gap = 'session.webhook';
  const early = causes.filter(cause => wordsOf(view, cause) === BEFORE);
  for (const { event } of early) {
    const [{ at, id }] = event.deliveries;
    yield { gap, at, id, value: event.type ?? 'a webhook without a type' };
  }
  if (early.length > 0 || view.evidence.run.settings.orderSetting === 'ORDER_IDS' || !view.listening) return;
  for (const { id, from: at } of view.evidence.journeys) yield { gap, at, id, value: 'none' };
}

/** Accepted steps that caused no event although their webhook was waited for. */
function* silentSteps(view: View, causes: readonly Cause[]): Generator<Sample> {
  const loud = new Set(causes.map(cause => `${cause.event.journey.id} ${wordsOf(view, cause)}`));
  const missed = new Set(
    view.evidence.waits
      .filter(({ kind, outcome }) => kind === 'event' && outcome === 'missed')
      .map(({ since }) => since),
  );
  for (const { id, steps } of view.evidence.journeys) {
    for (const step of steps) {
      const words = stepInWords(step);
      if (!missed.has(step.exchange) || view.answerTo(step) !== 'taken' || loud.has(`${id} ${words}`)) continue;
      yield { gap: 'event.names', condition: inWords(words), at: step.at, id: step.exchange };
    }
  }
}
