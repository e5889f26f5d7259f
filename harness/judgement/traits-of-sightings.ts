import { header } from '../base/json.ts';
import { EVENT_FIELDS } from '../contract/lifecycle.ts';
import { readCondition } from '../evidence/condition.ts';
import type { Delivery, Exchange, Journey } from '../evidence/evidence.ts';
import type { View } from '../evidence/view.ts';
import { stepInWords, writeStep } from '../evidence/write-step.ts';
import { causesIn } from '../order/causes.ts';
import { explainRun } from '../order/run.ts';
import { refusalInWords } from './checks/redelivery.ts';

/** What may set a delivery, a call or an order apart from others of its level. */
export interface TraitsSeen {
  /** Each is the rest of "only …"; those that say most come first. */
  readonly traits: readonly string[];
  /** What a message may say of it, and what is no condition: how a webhook was answered. */
  readonly context?: readonly string[];
  /** 0 for a delivery, 1 for a call, 2 for an order. */
  readonly level: number;
  /** The call that a delivery came of, or the order of a call. */
  readonly owner?: string | undefined;
}

/** Reads the traits of all deliveries, calls and orders of a run, by their ids. */
export function traitsSeen(view: View): ReadonlyMap<string, TraitsSeen> {
  const { exchanges, journeys } = view.evidence;
  const ofSteps = new Map(journeys.flatMap(journey => traitsOfSteps(view, journey)));
  const answers = new Set<string>();
  return new Map<string, TraitsSeen>([
    ...traitsOfDeliveries(view),
    ...exchanges.map(call => {
      const traits = [...traitsOfCall(call, answers), ...(ofSteps.get(call.id) ?? [])];
      return [call.id, { traits, level: 1, owner: call.journey }] as const;
    }),
    ...journeys.map(({ id, steps }) => {
      const taken = steps.filter(step => view.outcomeOf(step) !== 'refused');
      return [id, { traits: taken.map(step => `orders that took ${writeStep(step)}`), level: 2 }] as const;
    }),
  ]);
}

/** @param answers what each Idempotency-Key was answered so far; the answer of the call is added */
function traitsOfCall({ operation, condition, request, response }: Exchange, answers: Set<string>): readonly string[] {
  const { words, omits } = readCondition(condition) ?? {};
  const key = header(request.headers, 'idempotency-key');
  const answer = JSON.stringify([key, response?.status, response?.body.sha256]);
  const isAgain = key !== undefined && response !== undefined && answers.has(answer);
  answers.add(answer);
  return [
    words,
    omits && `without a ${omits === 'key' ? 'key' : `valid ${omits}`}`,
    isAgain ? 'answers that an Idempotency-Key had before' : undefined,
    response && `status ${response.status}`,
    response && response.status >= 400 ? 'error responses' : undefined,
    operation && `calls of ${operation}`,
    // An operation has one of these methods, which say nothing.
    /^(GET|POST)$/.test(request.method) ? undefined : `${request.method} requests`,
  ].filter(trait => trait !== undefined);
}

/** By exchange of a step: its event, whether it has the field of that event, and the step that was taken before. */
function traitsOfSteps(view: View, { steps }: Journey): readonly (readonly [string, readonly string[]])[] {
  return steps.map((step, nth) => {
    const before = steps.slice(0, nth).findLast(one => view.outcomeOf(one) !== 'refused');
    const field = EVENT_FIELDS.find(({ event }) => event === step.event);
    const given = field && `${step[field.step] === undefined ? 'without' : 'with'} ${field.wire}`;
    const where = before ? `after ${stepInWords(before)}` : 'as the first step of an order';
    return [step.exchange, [step.event, ...(given ? [given] : []), where]];
  });
}

function traitsOfDeliveries(view: View): readonly (readonly [string, TraitsSeen])[] {
  const moves = explainRun(view).explanations.flatMap(explanation => explanation.moves);
  // An event that comes again under another id is the same event.
  const renamed = new Map(moves.flatMap(({ event, of }) => (event && of ? [[event.seen, of.seen] as const] : [])));
  const limits = [...new Set(view.deliveries.flatMap(({ answer }) => answer.afterMs ?? []))].sort((a, b) => b - a);
  return causesIn(view).causes.flatMap(({ event, moment }) => {
    const attempts = [...(renamed.get(event)?.deliveries ?? []), ...event.deliveries].sort((a, b) => a.at - b.at);
    return event.deliveries.map(delivery => {
      const before = attempts.slice(0, attempts.indexOf(delivery));
      const traits = [
        view.typeOf(delivery),
        ...before.map((_, nth) => (nth === 0 ? 'redeliveries' : `deliveries from attempt ${nth + 2} on`)),
        ...unansweredWithin(before.at(-1), limits),
      ].filter(trait => trait !== undefined);
      const context = delivery.answer.refused ? [refusalInWords(delivery.answer)] : [];
      return [delivery.id, { traits, context, level: 0, owner: moment?.step?.exchange ?? moment?.call?.id }] as const;
    });
  });
}

/**
 * How long the attempt before was not answered: a sender may not have waited for a late answer.
 *
 * @param limits after which deliveries were answered in this run, longest first
 */
function unansweredWithin(attempt: Delivery | undefined, limits: readonly number[]): readonly string[] {
  if (attempt === undefined) return [];
  const { kind, afterMs = 0 } = attempt.answer;
  const words = 'deliveries after an attempt without an answer';
  const within = limits.filter(limit => kind !== 'status' || limit <= afterMs);
  return [...(kind === 'status' ? [] : [words]), ...within.map(limit => `${words} within ${limit / 1000} s`)];
}
