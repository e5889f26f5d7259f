import { jsonOf } from '../../base/json.ts';
import type { SimulateEvent } from '../../contract/lifecycle.ts';
import { stepInWords } from '../../evidence/asked-event.ts';
import type { Step } from '../../evidence/evidence.ts';
import type { ReceivedEvent, View } from '../../evidence/view.ts';
import { type Cause, causesIn } from '../../order/causes.ts';
import { isUnasked } from '../../order/endings.ts';
import { orderIn, stateIn } from '../../order/kinds.ts';
import { explainRun } from '../../order/run.ts';
import type { Call } from '../../order/trace.ts';
import type { Sample } from '../fact.ts';

/** A state that the service reports for an order after a step. */
export interface Said {
  readonly journey: string;
  /** What led to the state, in words. */
  readonly step: string;
  /** The call that led to it; absent if there is none. */
  readonly call?: Step;
  /** The event that reports it; absent if an answer does. */
  readonly event?: ReceivedEvent;
  readonly state: string;
  readonly at: number;
  readonly id: string;
}

/** Order states and transitions (States and transitions): what steps do, and what the service says about it. */
export function* aboutStates(view: View): Generator<Sample> {
  yield* ofSteps(view);
  yield* ofStates(view);
  yield* ofExpiry(view);
}

/**
 * The effect of each step after the previous steps of its order: it is accepted, with or without a webhook, or refused.
 * Previous steps without a webhook do not count, because they did not change the order.
 */
function* ofSteps(view: View): Generator<Sample> {
  for (const own of Map.groupBy(causesIn(view).steps, ({ journey }) => journey).values()) {
    const taken: string[] = [];
    for (const { journey, step, accepted, event } of own) {
      const status = view.statusOf(step);
      if (status === undefined || status >= 500 || view.isContested(journey, step)) break;
      const words = stepInWords(step);
      const condition = `${words} after ${taken.join(', ') || 'no other step'}`;
      const value = accepted ? `accepted, ${event ? 'with' : 'without'} a webhook` : status;
      yield { gap: 'states.transitions', condition, at: step.at, id: step.exchange, value };
      if (event) taken.push(words);
    }
  }
}

/** States by name, and transitions: from answers to steps or, if these have none, from events. */
function* ofStates(view: View): Generator<Sample> {
  const [answers, events] = [[...inAnswers(view)], [...inEvents(view)]];
  for (const { event, state, at, id } of [...answers, ...events])
    yield { gap: 'states.names', condition: event ? 'in events' : 'in answers to steps', at, id, value: state };
  const said = answers.length > 0 ? answers : events;
  for (const own of Map.groupBy(said, ({ journey }) => journey).values()) {
    let before: Said | undefined;
    for (const now of own.sort((a, b) => a.at - b.at)) {
      // Several events of one step report one transition, in any order.
      if (before?.step === now.step) continue;
      const from = before === undefined ? 'from the first state' : `from ${before.state}`;
      const { step, state, at, id } = now;
      yield { gap: 'states.transitions', condition: `${step} ${from}`, at, id, value: state };
      before = now;
    }
  }
}

/** How long a quote is locked, according to events, and orders that expire spontaneously. */
function* ofExpiry(view: View): Generator<Sample> {
  const { model } = explainRun(view);
  const gap = 'collection.expiry';
  for (const { event, sighting, trace } of causesIn(view).causes) {
    const [{ body, at, id }] = event.deliveries;
    const order = orderIn(jsonOf(body)?.value ?? null, event.journey.order) ?? {};
    const [, until] = Object.entries(order).find(([name]) => /expir/i.test(name)) ?? [];
    const ms = Date.parse(String(until)) - Date.parse(String(order.created_at));
    if (ms > 0) yield { gap, condition: 'how long a quote is locked', at, id, value: `${Math.round(ms / 1000)} s` };
    const isOfExpiry = model.owes('expire').has(sighting.type) && !sighting.isNameless;
    if (isOfExpiry && isUnasked(trace, sighting, model))
      yield { gap, condition: 'without the step expire', at, id, value: 'expires by itself' };
  }
}

/** Every state that answers to steps report, and every state that events report. */
export function saidIn(view: View): { readonly inAnswers: readonly Said[]; readonly inEvents: readonly Said[] } {
  return { inAnswers: [...inAnswers(view)], inEvents: [...inEvents(view)] };
}

function* inAnswers(view: View): Generator<Said> {
  for (const journey of view.evidence.journeys) {
    for (const step of journey.steps) {
      const exchange = view.exchange(step.exchange);
      if (view.answerTo(step) !== 'taken' || exchange?.response === undefined) continue;
      if (view.isContested(journey, step)) continue;
      const state = stateIn(jsonOf(exchange.response.body)?.value, journey.order);
      if (state === undefined) continue;
      yield { journey: journey.id, step: stepInWords(step), call: step, state, at: step.at, id: step.exchange };
    }
  }
}

function* inEvents(view: View): Generator<Said> {
  for (const cause of causesIn(view).causes) {
    const { event } = cause;
    const [{ body, at, id }] = event.deliveries;
    const state = stateIn(jsonOf(body)?.value, event.journey.order);
    if (state === undefined || isOfProbe(cause)) continue;
    const call = cause.call?.step;
    yield { journey: event.journey.id, step: causeInWords(cause), ...(call && { call }), event, state, at, id };
  }
}

/** The cause of events that arrive before anything is simulated. */
export const BEFORE = 'before any step';

/** The cause of an event, in words: `deposit_detected`, `deposit_detected of another amount`, `before any step`. */
export function causeInWords({ call }: Cause): string {
  if (call === undefined) return BEFORE;
  return call.step ? stepInWords(call.step) : (actsAsStep(call) ?? call.exchange.condition ?? '');
}

/** Whether a probe's call caused an event. Such an event answers the probe's own gap only. */
export function isOfProbe({ call }: Cause): boolean {
  return call !== undefined && call.step === undefined && actsAsStep(call) === undefined;
}

/** The event of a probe in which only the key is unusual, so that it acts as a step. */
function actsAsStep({ role, asks }: Call): SimulateEvent | undefined {
  return role === 'keyless' ? asks : undefined;
}
