import { isScalar, jsonOf, walk } from '../../base/json.ts';
import { EVENT_FIELDS, leadsToCredit } from '../../contract/lifecycle.ts';
import { type Answered, answersOfService, isOk, mayAct } from '../../evidence/answered.ts';
import { madeUpOrder, stepInWords } from '../../evidence/asked-event.ts';
import { readCondition } from '../../evidence/condition.ts';
import { COMPLETED } from '../../evidence/dialect.ts';
import type { Exchange } from '../../evidence/evidence.ts';
import { mentions } from '../../evidence/mentions.ts';
import { arrivalOf, type View } from '../../evidence/view.ts';
import { causesIn } from '../../order/causes.ts';
import { orderIn } from '../../order/kinds.ts';
import type { Sample } from '../fact.ts';
import {
  acceptedOrStatus,
  bodiesOf,
  bodyKind,
  fieldSamples,
  type ObservedBody,
  objectOf,
  scalar,
  seenIn,
} from './answers.ts';

const OPERATION = 'simulateCollectionOrder';

/** Gaps that other files read. */
const ELSEWHERE: ReadonlySet<string> = new Set(['simulate.key', 'idempotency.replay', 'idempotency.conflict']);

/** Simulate calls (4.3): the answers to steps and to probes. */
export function* aboutSimulate(view: View): Generator<Sample> {
  const calls = answersOfService(view, OPERATION);
  const steps = new Map(view.evidence.journeys.flatMap(({ steps: own }) => own.map(step => [step.exchange, step])));
  const accepted: Answered[] = [];
  for (const exchange of calls) {
    const step = steps.get(exchange.id);
    if (step && isOk(exchange.response.status)) {
      accepted.push(exchange);
      yield { gap: 'simulate.status', condition: step.event, ...seenIn(exchange), value: exchange.response.status };
    }
    const outcome = { ...seenIn(exchange), value: acceptedOrStatus(exchange) };
    if (step?.receivedNetwork !== undefined)
      yield { gap: 'simulate.networks', condition: `the network ${step.receivedNetwork}`, ...outcome };
    if (step?.receivedAmount !== undefined)
      yield { gap: 'limits.amounts', condition: `received_amount ${step.receivedAmount}`, ...outcome };
    yield* ofProbe(view, exchange);
    yield* ofKey(exchange);
  }
  yield* bodies(view, accepted);
  yield* afterMismatch(view);
  yield* defaults(view);
  yield* creditedAgain(view);
}

function* ofProbe(view: View, exchange: Answered): Generator<Sample> {
  const { gap, detail, words, mayFire } = readCondition(exchange.condition) ?? {};
  if (gap === undefined || ELSEWHERE.has(gap)) return;
  const ofCall = detail === undefined ? 'a simulate call' : `a simulate call, ${detail}`;
  const condition = gap.startsWith('request.') ? ofCall : (detail ?? words);
  const seen = { gap, ...(condition !== undefined && { condition }), ...seenIn(exchange) };
  if (!isOk(exchange.response.status)) {
    yield { ...seen, value: exchange.response.status };
    const code = scalar(objectOf(exchange)?.code);
    if (code !== undefined)
      yield { ...seen, condition: `${condition === undefined ? '' : `${condition}, `}the error's code`, value: code };
  } else if (!mayFire) yield { ...seen, value: 'accepted' };
  else yield { ...seen, value: firedBy(view, exchange) ? 'fires' : 'ignored' };
}

function* ofKey(exchange: Answered): Generator<Sample> {
  const { response } = exchange;
  const { key, words } = readCondition(exchange.condition) ?? {};
  if (key !== 'refused' || words === undefined) return;
  const seen = { gap: 'simulate.key', ...seenIn(exchange) };
  const refused = response.status === 401 || response.status === 403;
  const success = isOk(response.status);
  if (refused || success) yield { ...seen, condition: words, value: refused };
  yield { ...seen, condition: `${words}, the status`, value: success ? 'a success' : response.status };
}

/** The bodies of accepted steps. A body that names its order is a collection order. */
function* bodies(view: View, accepted: readonly Answered[]): Generator<Sample> {
  const orders = new Map(view.evidence.journeys.map(({ id, order }) => [id, order]));
  const named: ObservedBody[] = [];
  const others: Answered[] = [];
  for (const exchange of accepted) {
    const value = jsonOf(exchange.response.body)?.value;
    const order = value === undefined ? undefined : orderIn(value, orders.get(exchange.journey ?? '') ?? '');
    const kind = `${bodyKind(exchange)}${order ? ' with the order' : ''}`;
    yield { gap: 'simulate.body', ...seenIn(exchange), value: kind };
    if (order) named.push({ value: order, ...seenIn(exchange) });
    else others.push(exchange);
  }
  yield* fieldSamples('collection.fields', 'in the answer to a step', named);
  yield* fieldSamples('simulate.body', 'an accepted step', bodiesOf(others));
}

/** What the webhook of a step shows of an optional field that the step omitted. */
function* defaults(view: View): Generator<Sample> {
  for (const { event, call } of causesIn(view).causes) {
    const field = EVENT_FIELDS.find(own => own.event === call?.step?.event);
    if (field === undefined || call?.step?.[field.step] !== undefined) continue;
    const [{ body, at, id }] = event.deliveries;
    const all = [...walk(jsonOf(body)?.value ?? null)].filter(({ value }) => isScalar(value));
    const shown = all.find(({ key }) => key === field.wire)?.value;
    const same = all.find(({ key, value }) => key !== field.wire && value === shown)?.key;
    const value = shown === undefined ? 'not shown' : same === undefined ? 'a value of its own' : `that of ${same}`;
    yield { gap: 'simulate.defaults', condition: `without ${field.wire}`, at, id, value };
  }
}

/** Whether an order with another deposit amount still accepts the next step. */
function* afterMismatch(view: View): Generator<Sample> {
  for (const { steps } of view.evidence.journeys) {
    const [first, second] = steps.filter(step => mayAct(view.answerTo(step)) || step.receivedAmount === undefined);
    if (first?.receivedAmount === undefined || view.answerTo(first) !== 'taken' || second === undefined) continue;
    const status = view.statusOf(second);
    if (status === undefined) continue;
    const condition = `received_amount ${first.receivedAmount}, then ${stepInWords(second)}`;
    const value = view.answerTo(second) === 'taken' ? 'accepted' : status;
    yield { gap: 'simulate.mismatch-outcome', condition, at: second.at, id: second.exchange, value };
  }
}

/** The condition of the fact that says whether a repeated disburse sends another credit. */
export const DISBURSE_AGAIN = 'disburse again, another credit';

/** Whether a second accepted disburse sends another `disbursement.completed`, which a consumer would credit. */
function* creditedAgain(view: View): Generator<Sample> {
  for (const journey of view.evidence.journeys) {
    const [first, again] = journey.steps.filter(step => leadsToCredit(step.event) && view.answerTo(step) === 'taken');
    const credits = view.eventsOf(journey).filter(({ type }) => type === COMPLETED);
    if (first === undefined || again === undefined || credits.length === 0) continue;
    if (view.isContested(journey, again)) continue;
    const value = credits.slice(1).some(event => arrivalOf(event) >= again.at);
    yield { gap: 'simulate.repeated-step', condition: DISBURSE_AGAIN, at: again.at, id: again.exchange, value };
  }
}

/**
 * Whether a simulate call sent a webhook: a new event about its order that is not a late event of an earlier step. For
 * an invented order, any delivery that names it.
 */
function firedBy(view: View, call: Exchange): boolean {
  const order = madeUpOrder(call);
  if (order !== undefined) {
    const orders = new Set([order]);
    return view.evidence.deliveries.some(delivery => delivery.ours && mentions(delivery, orders).length > 0);
  }
  const own = causesIn(view).causes.filter(({ event }) => event.journey.id === call.journey);
  const before = new Set(own.filter(({ event }) => arrivalOf(event) < call.sentAt).map(({ event }) => event.type));
  return own.some(
    ({ event, call: cause }) =>
      arrivalOf(event) >= call.sentAt && ((cause && cause.at >= call.sentAt) || before.has(event.type)),
  );
}
