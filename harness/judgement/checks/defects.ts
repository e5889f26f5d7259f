import { briefly, jsonOf } from '../../base/json.ts';
import { oncePerObject } from '../../base/once.ts';
import { plural } from '../../base/plural.ts';
import { HAPPY_PATH, type SimulateEvent, saysFailure } from '../../contract/lifecycle.ts';
import { mayAct } from '../../evidence/answered.ts';
import { unusualInWords } from '../../evidence/asked-event.ts';
import { isKeyless, readCondition } from '../../evidence/condition.ts';
import { COMPLETED } from '../../evidence/dialect.ts';
import { orderIdOf } from '../../evidence/interpretation.ts';
import { mentions } from '../../evidence/mentions.ts';
import type { View } from '../../evidence/view.ts';
import type { DefectKind } from '../../order/costs.ts';
import type { Explanation, Move } from '../../order/explanation.ts';
import type { Defect } from '../../order/pool.ts';
import { isOfStart, suspectsOf } from '../../order/requirements.ts';
import { explainRun } from '../../order/run.ts';
import { type Call, inputsOf, isOfPath, type Sighting } from '../../order/trace.ts';
import { refusalInWords, stoppedAfter } from './attempts.ts';
import { type Breach, SEVERAL } from './check.ts';
import { credit, moverOf, stepBefore, type ToldDefect, takingOf } from './credit-defects.ts';
import { blamedOnReplay, replayedFrom } from './replayed-answer.ts';

/** The wording of each defect. The check of redeliveries reports new ids and what never comes again. */
const TOLD: { readonly [K in DefectKind]?: (defect: Defect, view: View) => ToldDefect | undefined } = {
  ...{ lost, misdirected, wrongType, mistake, thoughRefused, contradicted, stray, refusedOnPath },
  ...{ keyless: refusedCall, odd: refusedCall, credit, creditThoughRefused: credit },
};

/** The finding for a defect of an order; `undefined` if another check reports it. */
export function breachOf(view: View, defect: Defect): Breach | undefined {
  const kind = defect.move.defect;
  const told = kind && TOLD[kind]?.(defect, view);
  return told && blamedOnReplay(view, { ...seenIn(defect), ...told });
}

/** The parts of a finding that all defects have. */
function seenIn({ trace, move: { call, event }, requirements: [requirement = '', ...also], isAdvice }: Defect) {
  const deliveries = event?.seen.deliveries.map(({ id }) => id) ?? [];
  const evidence = [...deliveries, ...(call ? [call.exchange.id] : []), trace.journey.id];
  return { requirement, also, evidence, ...(isAdvice && { severity: 'advice' as const }) };
}

function lost(defect: Defect, view: View): ToldDefect | undefined {
  const { trace, move } = defect;
  const { call } = move;
  if (call?.asks === undefined) return undefined;
  const { journey } = trace;
  const { settings } = view.evidence.run;
  const after = trace.events.filter(({ at }) => at >= call.at);
  const since = after.map(({ type }) => type || 'an event without a type');
  const came = since.length === 0 ? 'none' : `only ${since.join(', ')}`;
  const seconds = ((view.heardUntil(call.exchange.id) - call.at) / 1000).toFixed(1);
  const { explanations } = explainRun(view);
  const later = explanations.flatMap(({ moves }) =>
    moves.filter(own => own.event && own.call && own.call.at > call.at && own.cost === 0),
  ).length;
  const isCredit = defect.requirements[0] === 'event.completed-delivered';
  const renamed = isCredit ? renamedCredit(after, explanations) : undefined;
  const ofOthers = new Set(defect.explanation.moves.flatMap(own => (own.call === call ? [] : (own.event ?? []))));
  const isOther = after.some(event => !ofOthers.has(event));
  const stopped = stoppedAfter(view);
  const losses = lossesInWords(view);
  const isStopped = stopped !== undefined && call.at >= stopped.at && (stopped.answer.refused || losses !== undefined);
  const instead = isOther ? 'the service sends another event in its place, or loses it' : undefined;
  const first = `the first ${view.deliveries.length} deliveries`;
  const last = stopped?.answer.refused ? `one that was ${refusalInWords(stopped.answer)}` : first;
  const none = isStopped
    ? `no webhook arrives after ${last}: the service stops sending`
    : (losses?.words ?? 'the service loses the event, or sends it elsewhere');
  const isOfSeveral =
    losses?.areOfHeard && !isCredit && !isStopped && replayedFrom(view, call.exchange.id) === undefined;
  const what = isOfSeveral ? 'several' : call.asks;
  const misspelt = renamed && 'the type is written differently; a consumer that looks for the specified name misses it';
  const isUntold = ({ type, seen: { deliveries } }: Sighting) =>
    type === '' && deliveries[0].body.text?.includes(COMPLETED) === true;
  const untold =
    isCredit && after.some(isUntold)
      ? `${COMPLETED} stands in a webhook, but not as a value that could be its type`
      : undefined;
  return {
    ...(isStopped && { follows: 'webhook.at-least-once' }),
    cause: renamed ? 'renamed' : isCredit ? 'missing' : what,
    message: renamed
      ? `${COMPLETED} arrives under the name ${renamed.type}`
      : isCredit
        ? `${COMPLETED} does not arrive after ${call.asks}`
        : isOfSeveral
          ? 'webhooks of several steps do not arrive'
          : `${call.asks} is accepted, but its webhook does not arrive`,
    expected: isCredit ? `${COMPLETED} about the order` : 'a webhook about the order',
    received: `${came} about ${journey.order} in ${seconds} s; the webhooks of ${plural(later, 'later step')} arrived`,
    likely: misspelt ?? untold ?? (isInAnother(view, defect) ? SEVERAL_EVENTS : (instead ?? none)),
    ...(!renamed && {
      next: `if the service needs longer, raise DELIVERY_TIMEOUT_MS (${settings.deliveryTimeoutMs} ms)`,
    }),
    evidence: [call.exchange.id, journey.id],
  };
}

/** An event whose type differs from the credit's only in case, punctuation or its ending. No credited order has one. */
function renamedCredit(events: readonly Sighting[], all: readonly Explanation[]): Sighting | undefined {
  const letters = (type: string) => type.toLowerCase().replace(/[^a-z]/g, '');
  const isAlike = ({ type, isCredit }: Sighting) => {
    const [one, other] = [letters(type), letters(COMPLETED)];
    return !isCredit && one.length > other.length / 2 && (one.startsWith(other) || other.startsWith(one));
  };
  const isBeside = all.some(({ trace }) => trace.events.some(({ isCredit }) => isCredit) && trace.events.some(isAlike));
  return isBeside ? undefined : events.find(isAlike);
}

/**
 * How many webhooks a run lacks, in words, if they belong to several kinds of steps; and whether each kind sent others,
 * so that no kind is the reason.
 */
const lossesInWords = oncePerObject((view: View) => {
  const { defects, explanations } = explainRun(view);
  const lost = defects.flatMap(({ move: { defect, call } }) => (defect === 'lost' && call ? [call] : []));
  if (new Set(lost.map(({ input }) => input)).size < SEVERAL) return undefined;
  const came = explanations.flatMap(({ moves }) =>
    moves.flatMap(own => (own.event && !own.defect ? (own.call ?? []) : [])),
  );
  const heard = new Set(came.map(({ asks }) => asks));
  const share = `${lost.length} of ${lost.length + came.length}`;
  return {
    words: `the outbox or queue of the service loses webhooks, whatever the step: ${share} do not arrive`,
    areOfHeard: lost.every(({ asks }) => heard.has(asks)),
  };
});

function misdirected(defect: Defect, view: View): ToldDefect {
  const { trace, move, elsewhere } = defect;
  const event = move.event;
  const asks = move.call?.asks ?? 'a step';
  const named = elsewhere && orderIdOf(elsewhere, view.interpretation);
  const other = event?.misnamed ?? event?.seen.journey.order ?? named;
  const isCut = other !== undefined && trace.journey.order.startsWith(other) && other !== trace.journey.order;
  if (isInAnother(view, defect))
    return {
      cause: 'within another',
      message: `the webhook of ${asks} comes only inside one about another order`,
      expected: `a webhook about ${trace.journey.order} alone`,
      received: `${trace.journey.order} in a webhook about another order`,
      likely: SEVERAL_EVENTS,
    };
  return {
    evidence: [...seenIn(defect).evidence, ...(elsewhere ? [elsewhere.id] : [])],
    cause: isCut ? 'truncated' : 'another',
    message: `the webhook of ${asks} names ${isCut ? 'its order with a truncated id' : 'another order'}`,
    expected: trace.journey.order,
    received: other ?? 'an order that was not driven',
    likely: isCut
      ? 'the id is truncated; a consumer finds no such order'
      : `the service mixes up orders${named === undefined ? '' : ', or alters the id'}`,
  };
}

const SEVERAL_EVENTS =
  'the service puts several events into one webhook; a consumer that reads one event loses the others';

/** Whether a webhook about another order names the order of a call, and comes after it. */
function isInAnother(view: View, { trace: { journey }, move: { call } }: Defect): boolean {
  const own = new Set([journey.order]);
  return view.deliveries.some(
    one => one.at >= (call?.at ?? 0) && view.journeyOf(one) !== journey && mentions(one, own).length > 0,
  );
}

function wrongType(defect: Defect, view: View): ToldDefect {
  const { call, event: { type = '' } = {} } = defect.move;
  const { model } = explainRun(view);
  const alike = call?.asks === undefined ? [] : inputsOf(call.asks);
  const other = alike.find(input => input !== call?.input && model.owes(input).has(type))?.replace(',', ' with ');
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
    evidence: [...seenIn(defect).evidence, ...suspects.map(({ exchange }) => exchange.id)],
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
  const type = defect.move.event?.type ?? '';
  return {
    cause: `unasked ${type}`,
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
    cause: `unasked ${type}`,
    message: isFirst ? `${type} arrives about an order that took no step` : `${type} arrives, and no call asked for it`,
    expected: 'only webhooks that calls asked for, as for other orders',
    received: `${type} about ${trace.journey.order}`,
    likely: isOfAnother ? 'a step of another order acts on this one, too' : `the service ${byItself}`,
  };
}

function thoughRefused(defect: Defect): ToldDefect {
  const { call, event } = defect.move;
  const about = defect.isAdvice ? '' : ' about an order that is disbursed';
  return {
    cause: `${call?.asks} refused`,
    message: `${call?.asks} is refused, but its webhook arrives${about}`,
    expected: 'no webhook: the order did not accept the step',
    received: `${event?.type} after ${call?.exchange.response?.status}`,
    likely: 'the webhook is sent before the state of the order is checked; a consumer would act on it',
  };
}
