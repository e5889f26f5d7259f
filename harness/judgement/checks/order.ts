import { isReadable } from '../../base/json.ts';
import { EVENT_REQUIREMENTS, HAPPY_PATH, LIFECYCLE } from '../../contract/lifecycle.ts';
import { isOk, mayAct, OF_THE_ORDER } from '../../evidence/answered.ts';
import { unusualInWords } from '../../evidence/asked-event.ts';
import type { Exchange } from '../../evidence/evidence.ts';
import type { View } from '../../evidence/view.ts';
import type { DefectKind } from '../../order/costs.ts';
import { typesWithoutCall } from '../../order/due.ts';
import { mayBeSpent } from '../../order/endings.ts';
import type { Model } from '../../order/estimate.ts';
import type { Explanation } from '../../order/explanation.ts';
import { LIMITS } from '../../order/limits.ts';
import { insteadInWords, movesInWords } from '../../order/moves-in-words.ts';
import { unreadableFor } from '../../order/nameless.ts';
import type { Defect } from '../../order/pool.ts';
import { requirementOf, suspectsOf } from '../../order/requirements.ts';
import { explainRun } from '../../order/run.ts';
import {
  asksForCredit,
  type Call,
  endsUnpaid,
  isOfPath,
  isTaken,
  type Sighting,
  type Trace,
} from '../../order/trace.ts';
import { answered } from './answers.ts';
import { type Breach, breach, type Check, hidden, type Judgement, pass } from './check.ts';
import { creditOfMadeUpOrder } from './credit-names-order.ts';
import { breachOf } from './defects.ts';
import { signature } from './signature.ts';

/** The requirements that every credited order shows. */
const OF_CREDIT = ['event.completed-delivered', 'collection.credit-signal'];

/**
 * Events, and 4.3: is there a sound service that explains all observations of each order? If not, the findings are the
 * least that must have gone wrong (harness/order).
 */
export const order: Check = {
  id: 'order',
  title: 'A sound service explains the answers and webhooks of each order',
  kind: 'liveness',
  requirements: [
    'event.completed-delivered',
    'event.completed-not-before-disburse',
    'event.completed-never-on-failure',
    'collection.credit-signal',
    'collection.credited-once',
    'event.every-step',
    'lifecycle.happy-path',
    'collection.lifecycle',
    'simulate.own-order',
    'simulate.route',
    'simulate.event-required',
    'simulate.event-values',
    'auth.header',
    ...EVENT_REQUIREMENTS,
  ],
  *judge(view) {
    const { explanations, defects, model } = explainRun(view);
    const isMixedUp = defects.filter(({ move }) => move.defect === 'misdirected').length >= LIMITS.several;
    // A finding takes the words of its first sighting. The simplest order is the clearest.
    for (const defect of defects.toSorted((a, b) => sizeOf(a) - sizeOf(b))) {
      if (mayBeSpent(view, defect.trace.journey)) continue;
      // If webhooks name wrong orders, that explains the webhooks that no call asked for.
      if (isMixedUp && defect.move.defect === 'stray') continue;
      if (defect.explanation.isCut) {
        for (const one of defect.requirements) yield hidden(one, [], defect.trace.journey.id);
        continue;
      }
      const found = breachOf(view, defect);
      if (found === undefined) continue;
      const isOfMixUp = isMixedUp && OF_MIX_UPS.has(defect.move.defect);
      yield withMoves({ ...found, ...(isOfMixUp && { follows: 'simulate.own-order' }) }, defect, model);
      if (defect.move.defect === 'refusedOnPath') yield* hiddenBehind(defect.move.call);
    }
    for (const { trace, moves } of explanations) {
      for (const call of trace.calls)
        if (isTaken(call) && isOfPath(call)) yield pass('lifecycle.happy-path', call.exchange.id);
      for (const { call, event, defect } of moves) {
        if (call?.asks === undefined || event === undefined || defect !== undefined || call.role !== 'step') continue;
        const [{ id }] = event.seen.deliveries;
        if (call.answer !== 'taken') continue;
        if (call.wait?.outcome === 'missed') yield* late(view, trace, call, event);
        for (const one of ['event.every-step', 'simulate.own-order', LIFECYCLE[call.asks].requirement])
          yield pass(one, id);
        if (event.isCredit) for (const one of OF_CREDIT) yield pass(one, id);
      }
      yield* credit(view, trace, new Set(defects.filter(own => own.trace === trace)));
    }
    yield* stepsWithoutCall(explanations, model);
    yield* mistakes(view, defects);
    for (const exchange of view.evidence.exchanges) yield* creditOfMadeUpOrder(view, exchange);
  },
};

/** Orders that are mixed up lack webhooks, are refused steps, or get webhooks that nobody asked for. */
const OF_MIX_UPS: ReadonlySet<DefectKind | undefined> = new Set([
  ...(['lost', 'wrongType', 'credit', 'creditThoughRefused', 'contradicted', 'refusedOnPath'] as const),
]);

/** A webhook that arrives after its timeout, although nothing in the harness delayed it. */
function* late(view: View, { journey }: Trace, { wait, at, asks }: Call, { seen }: Sighting): Generator<Judgement> {
  const [first] = seen.deliveries;
  if (wait === undefined || first.at <= wait.to || view.troubled(wait.from, first.at, first.id)) return;
  yield breach({
    requirement: 'event.every-step',
    severity: 'advice',
    cause: 'late',
    message: 'a webhook arrives after the timeout',
    expected: `the webhook of ${asks} within ${wait.allowed} ms`,
    received: `it came ${Math.ceil(first.at - at)} ms after the step`,
    next: 'if the service needs longer, raise DELIVERY_TIMEOUT_MS',
    evidence: [first.id, wait.since, journey.id],
  });
}

/** The later steps of the happy path, which an order cannot show after a refused step. */
function* hiddenBehind(call: Call | undefined): Generator<Judgement> {
  if (call?.asks === undefined) return;
  for (const event of HAPPY_PATH.slice(HAPPY_PATH.indexOf(call.asks) + 1))
    yield hidden(LIFECYCLE[event].requirement, ['lifecycle.happy-path'], call.exchange.id);
}

function sizeOf({ trace: { calls, events } }: Defect): number {
  return calls.length + events.length;
}

/** A finding with the moves of its order, and with what a sound service does instead. */
function withMoves(found: Breach, defect: Defect, model: Model): Judgement {
  const { explanation, move } = defect;
  const mayBeDue = defect.isAdvice && defect.again !== undefined;
  const instead = { name: 'a correct service', value: insteadInWords(move, explanation, model) };
  return breach({
    ...found,
    context: [{ name: 'what happened', value: movesInWords(explanation, mayBeDue) }, ...(mayBeDue ? [] : [instead])],
  });
}

/** The webhooks of steps that orders take without a call show these steps, too. */
function* stepsWithoutCall(explanations: readonly Explanation[], model: Model): Generator<Judgement> {
  const traces = explanations.map(({ trace }) => trace);
  for (const step of HAPPY_PATH) {
    const types = typesWithoutCall(traces, model, step);
    for (const { type, seen } of traces.flatMap(({ events }) => events))
      if (types.includes(type)) yield pass(LIFECYCLE[step].requirement, seen.deliveries[0].id);
  }
}

/** The requirements on credits that an order shows to hold, and those that cannot be judged. */
function* credit(view: View, trace: Trace, defects: ReadonlySet<Defect>): Generator<Judgement> {
  const { journey, calls, events } = trace;
  const broken = new Set([...defects].flatMap(({ requirements, isAdvice }) => (isAdvice ? [] : requirements)));
  const disburse = calls.find(call => call.role === 'step' && asksForCredit(call));
  const refused = calls.find(({ isOnPath, isPlain, answer }) => isOnPath && isPlain && !mayAct(answer));
  if (refused) {
    const shown = [...OF_CREDIT, 'event.completed-not-before-disburse', 'collection.credited-once'];
    for (const one of shown) yield hidden(one, ['lifecycle.happy-path'], refused.exchange.id);
    return;
  }
  const credits = events.filter(({ isCredit }) => isCredit);
  const signed = credits.filter(({ isSigned }) => isSigned);
  if (disburse === undefined) {
    const isOver = trace.calls.some(endsUnpaid) && credits.length === 0 && view.evidence.end?.reason === 'done';
    if (isOver) yield pass('event.completed-never-on-failure', journey.id);
    return;
  }
  if (!broken.has('event.completed-not-before-disburse')) yield pass('event.completed-not-before-disburse', journey.id);
  if (signed.length === 1 && !broken.has('collection.credited-once'))
    yield pass('collection.credited-once', journey.id);
  if (signed.length > 0 || !disburse.isOnPath) return;
  const unread = view.deliveriesOf(journey).find(one => one.at >= disburse.at && !isReadable(one));
  const nameless = disburse.wait && unreadableFor(view, journey, disburse.at, disburse.wait.to);
  const unreadable = unread ?? nameless;
  if (credits.length > 0) {
    const ids = credits.flatMap(({ seen }) => seen.deliveries.map(({ id }) => id));
    // The credit arrived but does not verify, or has the id of an earlier event.
    yield hidden('collection.credited-once', [...signature.requirements, 'event.id'], ...ids);
  } else if (unreadable) {
    for (const one of [...OF_CREDIT, 'collection.credited-once', LIFECYCLE.disburse.requirement])
      yield hidden(one, ['wire.json'], unreadable.id);
  } else if (disburse.answer !== 'taken' || disburse.wait?.outcome === 'missed') {
    yield hidden(
      'collection.credited-once',
      ['lifecycle.happy-path', 'event.completed-delivered'],
      disburse.exchange.id,
    );
  }
}

/** Calls that simulate nothing: those without effect, and those that are answered as if they had one (4.3). */
function* mistakes(view: View, defects: readonly Defect[]): Generator<Judgement> {
  const acted = new Set(
    defects.flatMap(({ trace, move }) =>
      move.defect === 'mistake' && move.call
        ? suspectsOf(trace, move.event?.at ?? move.call.at).map(({ exchange }) => exchange)
        : [],
    ),
  );
  const words = new Set([...acted].map(unusualInWords));
  for (const exchange of answered(view, 'simulateCollectionOrder')) {
    const requirement = requirementOf(exchange);
    if (requirement === undefined || acted.has(exchange)) continue;
    const { status } = exchange.response;
    if (!OF_THE_ORDER.has(status)) yield pass(requirement, exchange.id);
    // If such a call acts, it may have sent a webhook that another step accounts for.
    if (isOk(status) && !words.has(unusualInWords(exchange))) yield succeeds(exchange, requirement, status);
  }
}

function succeeds(exchange: Exchange, requirement: string, status: number): Judgement {
  return breach({
    requirement,
    severity: 'advice',
    cause: 'accepted',
    message: `a simulate call ${unusualInWords(exchange)} succeeds`,
    expected: 'an error response, and no webhook',
    received: `${status}, no webhook`,
    evidence: [exchange.id],
  });
}
