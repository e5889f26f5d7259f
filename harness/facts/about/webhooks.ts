import { stepInWords } from '../../evidence/asked-event.ts';
import { COMPLETED } from '../../evidence/dialect.ts';
import type { Delivery, Step } from '../../evidence/evidence.ts';
import type { ReceivedEvent, View } from '../../evidence/view.ts';
import { type Cause, causesIn } from '../../order/causes.ts';
import { paceOf } from '../compare-values.ts';
import type { Sample } from '../fact.ts';
import { timestampForm } from '../forms.ts';
import { webhooksOfSteps } from '../webhooks-of-steps.ts';
import { bodiesIn, fieldSamples } from './answers.ts';
import { BEFORE, causeInWords, isOfProbe } from './states.ts';

/** Slightly more than the coarsest unit of `t`, so that a renewed signature of a later attempt has another `t`. */
const COARSEST_MS = 1_020;

/** Webhooks (Events): their signatures, their names and fields, and how they are delivered. */
export function* aboutWebhooks(view: View): Generator<Sample> {
  yield* aboutSignatures(view);
  yield* aboutEvents(view);
  yield* aboutDelivery(view);
}

/**
 * The signature header: pairs other than `t` and `v1`, the form of `t`, the secrets and which of them sign, and whether
 * a redelivery is signed again.
 */
function* aboutSignatures(view: View): Generator<Sample> {
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

/** Events: their names, by the step that causes them, and the fields of their payloads. */
function* aboutEvents(view: View): Generator<Sample> {
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

/** The cause of an event, in words. Events of the creation of orders, or of no order, may arrive during any journey. */
function wordsOf(view: View, cause: Cause): string {
  const isOfNoStep = cause.sighting.isNameless && webhooksOfSteps(view).unrelated.has(cause.event.type ?? '');
  return isOfNoStep ? BEFORE : causeInWords(cause);
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

/** How webhooks are delivered (Events): acknowledgements, retries, timeouts, redirects, order, duplicates. */
function* aboutDelivery(view: View): Generator<Sample> {
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
      yield timed('webhook.retry-schedule', `before attempt ${index + 2}`, next, Math.max(0, next.at - answeredAt));
    const value = next ? 'tried again' : 'not tried again within the run';
    if (index >= 2) yield { gap: 'webhook.give-up', condition: `after ${index + 1} refusals`, at, id, value };
  }
}

/** How long after a delivery without an answer the next attempt came. */
function* timeouts({ deliveries }: ReceivedEvent): Generator<Sample> {
  const [held, next] = deliveries;
  if (held.answer.kind !== 'slow' || next === undefined) return;
  yield timed('webhook.timeout', undefined, next, next.at - held.at);
}

function timed(gap: string, condition: string | undefined, { at, id }: Delivery, ms: number): Sample {
  return { gap, ...(condition !== undefined && { condition }), at, id, value: paceOf(ms) };
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
