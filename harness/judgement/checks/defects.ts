import { briefly, jsonOf } from '../../base/json.ts';
import { plural } from '../../base/plural.ts';
import { HAPPY_PATH, SIMULATE_EVENTS, type SimulateEvent, saysFailure } from '../../contract/lifecycle.ts';
import { mayAct } from '../../evidence/answered.ts';
import { unusualInWords } from '../../evidence/asked-event.ts';
import { isKeyless, readCondition } from '../../evidence/condition.ts';
import { COMPLETED } from '../../evidence/dialect.ts';
import type { View } from '../../evidence/view.ts';
import type { DefectKind } from '../../order/costs.ts';
import type { Move } from '../../order/explanation.ts';
import type { Defect } from '../../order/pool.ts';
import { isOfStart, suspectsOf } from '../../order/requirements.ts';
import { explainRun } from '../../order/run.ts';
import { type Call, inputsOf, isOfPath, type Sighting } from '../../order/trace.ts';
import type { Breach } from './check.ts';
import { credit, evidenceOf, moverOf, stepBefore, type ToldDefect, takingOf } from './credit-defects.ts';
import { blamedOnReplay } from './idempotency.ts';
import { lost, misdirected } from './lost-defects.ts';

/** The wording of each defect. The check of redeliveries reports new ids and what never comes again. */
const TOLD: { readonly [K in DefectKind]?: (defect: Defect, view: View) => ToldDefect | undefined } = {
  ...{ lost, misdirected, wrongType, mistake, thoughRefused, contradicted, stray, refusedOnPath },
  ...{ copied, keyless: refusedCall, odd: refusedCall, credit, creditThoughRefused: credit },
};

/** The finding for a defect of an order; `undefined` if another check reports it. */
export function breachOf(view: View, defect: Defect): Breach | undefined {
  const kind = defect.move.defect;
  const told = kind && TOLD[kind]?.(defect, view);
  return told && blamedOnReplay(view, { ...seenIn(defect), ...told });
}

/** The parts of a finding that all defects have. */
function seenIn(defect: Defect) {
  const [requirement = '', ...also] = defect.requirements;
  return { requirement, also, evidence: evidenceOf(defect), ...(defect.isAdvice && { severity: 'advice' as const }) };
}

function wrongType(defect: Defect, view: View): ToldDefect {
  const { call, event: { type = '' } = {} } = defect.move;
  const { model } = explainRun(view);
  const owing = SIMULATE_EVENTS.flatMap(inputsOf).filter(input => input !== call?.input && model.owes(input).has(type));
  const others = new Set(owing.map(input => input.split(',')[0]));
  const other = others.size === 1 ? owing[0]?.replace(',', ' with ') : undefined;
  return {
    cause: `${call?.asks} as ${type}`,
    message: `${call?.asks} sends the webhook of ${other ?? 'another step'} in place of its own`,
    expected: `the webhook of ${call?.asks}, as for other orders that took the same steps`,
    received: type,
    likely: 'the events of two steps are mixed up; a consumer would take the order for one in another state',
  };
}

/** How many wrong calls a message names. The evidence contains all of them. */
const MOST_NAMED = 3;

function mistake(defect: Defect, view: View): ToldDefect {
  const { call, event } = defect.move;
  if (call === undefined) return { cause: 'fired', message: '', expected: '', received: '' };
  const suspects = suspectsOf(defect.trace, event?.at ?? call.at);
  const all = [...new Set(suspects.map(({ exchange }) => unusualInWords(exchange)))];
  const more = all.length > MOST_NAMED ? [`with ${plural(all.length - MOST_NAMED, 'other mistake')}`] : [];
  const words = [...all.slice(0, MOST_NAMED), ...more].join(', or ');
  if (event === undefined)
    return {
      cause: 'moved',
      message: `a step has no effect after a simulate call ${words}`,
      expected: 'the step to be accepted, and its webhook, as for other orders, because the call simulates nothing',
      received: `${call.exchange.response?.status ?? 'no answer'} to the call; the step is refused, or silent`,
    };
  return {
    evidence: [...evidenceOf(defect), ...suspects.map(({ exchange }) => exchange.id)],
    cause: 'fired',
    message: `a simulate call ${words} sends a webhook`,
    expected: 'an error response, and no webhook',
    received: `${suspects.at(-1)?.exchange.response?.status ?? 'no answer'} and ${event.type || 'a webhook'}`,
    ...likelyStep(defect, event, view),
  };
}

/** The step of the order, before or next, whose webhook a call sent that simulates nothing. */
function likelyStep({ trace }: Defect, { at, type, isCredit }: Sighting, view: View): Pick<ToldDefect, 'likely'> {
  const { model } = explainRun(view);
  const before = stepBefore(trace, at, 'taken');
  if (before && model.owes(before.input).has(type))
    return { likely: 'the call takes the last step of the order again' };
  const isNext = (_: SimulateEvent, nth: number) => (nth === 0 ? !before : HAPPY_PATH[nth - 1] === before?.asks);
  const next = HAPPY_PATH.find(isNext);
  if (next && model.owes(next).has(type)) return { likely: 'the call takes the next step of the order' };
  return isCredit ? { likely: 'the call takes effect' } : {};
}

function refusedCall(defect: Defect): ToldDefect {
  const { call, event } = defect.move;
  const { condition, response } = call?.exchange ?? {};
  const words = isKeyless(condition) ? `${readCondition(condition)?.words} ` : '';
  return {
    cause: 'taken',
    message: `a simulate call ${words}is refused but takes effect`,
    expected: 'no webhook: no earlier call for the order was accepted',
    received: `${response?.status} to a call ${call && unusualInWords(call.exchange)}, then ${event?.type}`,
    likely: `the step is executed before the call is checked${words && '; anybody could drive orders'}`,
  };
}

function refusedOnPath(defect: Defect, view: View): ToldDefect | undefined {
  const { call } = defect.move;
  const response = call?.exchange.response;
  if (call === undefined || response === undefined) return undefined;
  const isRefused = response.status < 500;
  const effect = defect.explanation.moves.find(move => move.call === call && move.event)?.event;
  if (effect)
    return {
      cause: `${call.asks} acts with ${response.status}`,
      message: `${call.asks} ${isRefused ? 'is refused' : 'fails with a server error'}, but its webhook is sent`,
      expected: 'a 2xx, or no webhook',
      received: `${response.status} ${briefly(jsonOf(response.body)?.value)}, and ${effect.type || 'a webhook'}`,
      likely: isRefused
        ? 'the service took the step, and then answered a repetition of the call, such as by a proxy'
        : 'the step is complete before the service fails: a caller would take the order for one in another state',
      evidence: [call.exchange.id, effect.seen.deliveries[0].id],
    };
  const likely = isRefused && takingOf(view, call).length > 0 ? whyRefused(view, defect, call) : undefined;
  const what = isRefused ? `the service refuses ${call.asks}` : `${call.asks} fails with a server error`;
  return {
    cause: `${call.asks} ${response.status}`,
    message: `${what} on the happy path`,
    expected: 'a 2xx',
    received: `${response.status} ${briefly(jsonOf(response.body)?.value)}`,
    ...(likely && { likely: `${likely}: the service accepts ${call.asks} from other orders` }),
    evidence: [call.exchange.id],
  };
}

/** Why one order is refused a step that other orders take; `undefined` if nothing that it did tells. */
function whyRefused(view: View, defect: Defect, { at, exchange }: Call): string | undefined {
  const mover = moverOf(view, defect);
  if (mover) return `${mover.asks} moves the order although it is refused`;
  const isEnd = ({ call, event }: Move) => event !== undefined && !call && event.at < at && saysFailure(event.type);
  const ended = defect.explanation.moves.find(isEnd)?.event;
  if (ended) return `${ended.type} ends the order, and no call asked for it`;
  const before = stepBefore(defect.trace, at, 'taken');
  if (before?.isRepeated) return `the repeated ${before.asks} moves the order back`;
  const status = exchange.response?.status ?? 0;
  // If first steps are refused alike, it is not what the order took.
  const isFirst = ({ trace, move: { defect, call } }: Defect) =>
    defect === 'refusedOnPath' && call?.exchange.response?.status === status && !stepBefore(trace, call.at, 'taken');
  if (explainRun(view).defects.some(isFirst)) return undefined;
  if (before === undefined) return undefined;
  if ([404, 410].includes(status)) return `the service loses the order after it took ${before.asks}`;
  // Any other status, such as 423, may have a reason of its own.
  const isOfState = [400, 409, 422].includes(status);
  return isOfState ? `the service forgets that the order took ${before.asks}` : `this order is answered ${status}`;
}

function contradicted(defect: Defect): ToldDefect {
  const { type = '' } = defect.move.event ?? {};
  return {
    cause: 'contradicted',
    message: `${type} is sent about an order that is disbursed, and no call asked for it`,
    expected: 'no webhook of another outcome',
    received: `${type} and ${COMPLETED} about one order`,
    likely: 'the order ends twice; a consumer would credit the customer and release the order, or refund it',
  };
}

function stray(defect: Defect, view: View): ToldDefect | undefined {
  const { trace, move } = defect;
  const type = move.event?.type ?? '';
  const isFirst = isOfStart(trace, move);
  const isOfAnother = defect.requirements[0] === 'simulate.own-order';
  const { model } = explainRun(view);
  // If other orders get the type without a call, too, the run shows too little of what causes it. A webhook without a
  // type is reported as such.
  if (type === '' || (!isOfAnother && !saysFailure(type) && !model.needsCall(type))) return undefined;
  const isExpiry = model.owes('expire').has(type);
  const hasDeposit = trace.calls.some(call => isOfPath(call) && mayAct(call.answer));
  const byItself = isExpiry && hasDeposit ? 'expires an order whose deposit has landed' : 'moves the order by itself';
  return {
    cause: isFirst ? 'unasked, before any step' : 'unasked',
    message: `a webhook arrives ${isFirst ? 'about an order that took no step' : 'that no call asked for'}`,
    expected: 'only webhooks that calls asked for, as for other orders',
    received: `${type} about ${trace.journey.order}`,
    likely: isOfAnother ? 'a step of another order acts on this one, too' : `the service ${byItself}`,
  };
}

function copied({ move: { call, event } }: Defect): ToldDefect {
  return {
    cause: 'twice',
    message: 'a step sends its webhook twice, as two events',
    expected: 'one event, as in most orders, or the same event id again',
    received: `${event?.type} under two event ids, for one ${call?.asks}`,
    likely: 'the step runs twice, or two workers send its event; a consumer that compares event ids acts on both',
  };
}

function thoughRefused(defect: Defect): ToldDefect | undefined {
  const { call, event } = defect.move;
  // The refusal itself is a breach, and its finding names this webhook.
  if (defect.explanation.moves.some(move => move.defect === 'refusedOnPath' && move.call === call)) return undefined;
  const about = defect.isAdvice ? '' : ' about an order that is disbursed';
  return {
    cause: 'refused',
    message: `a step is refused, but its webhook arrives${about}`,
    expected: 'no webhook: the order did not accept the step',
    received: `${event?.type} after ${call?.asks} (${call?.exchange.response?.status})`,
    likely: 'the webhook is sent before the state of the order is checked; a consumer would act on it',
  };
}
