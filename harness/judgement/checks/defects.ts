import { briefly, jsonOf } from '../../base/json.ts';
import { oncePerObject } from '../../base/once.ts';
import { plural } from '../../base/plural.ts';
import { unusualInWords } from '../../evidence/asked-event.ts';
import { isKeyless, readCondition } from '../../evidence/condition.ts';
import { COMPLETED } from '../../evidence/dialect.ts';
import type { Delivery } from '../../evidence/evidence.ts';
import { orderIdOf } from '../../evidence/interpretation.ts';
import type { View } from '../../evidence/view.ts';
import type { DefectKind } from '../../order/costs.ts';
import { stepsUntil } from '../../order/moves-in-words.ts';
import type { Defect } from '../../order/pool.ts';
import type { CreditedAgain } from '../../order/requirements.ts';
import { suspectsOf } from '../../order/requirements.ts';
import { explainRun } from '../../order/run.ts';
import { asksForCredit, type Call, creditCalls, failedCalls, type Sighting, tracesOf } from '../../order/trace.ts';
import { type Breach, SEVERAL } from './check.ts';
import { refusalInWords, stoppedAfter } from './missing-redelivery.ts';
import { isolatedRetryNote } from './redelivery.ts';
import { causeOfReplay, replayedFrom } from './replayed-answer.ts';

/**
 * How each defect is told. A new id is judged by redelivery, and an event that nobody asked for breaks nothing: these
 * have no row.
 */
const TOLD: { readonly [K in DefectKind]?: (defect: Defect, view: View) => Breach | undefined } = {
  ...{ lost, misdirected, wrongType, mistake, thoughRefused, contradicted, refusedOnPath },
  ...{ keyless: refusedCall, odd: refusedCall, credit, creditThoughRefused: credit },
};

/** What a defect of an order is as a finding; undefined where another check reports it. */
export function breachOf(view: View, defect: Defect): Breach | undefined {
  const kind = defect.move.defect;
  return kind && TOLD[kind]?.(defect, view);
}

/** What all sightings of a defect have. */
function seenIn({ trace, move: { call, event }, requirements: [requirement = '', ...also], isAdvice }: Defect) {
  const deliveries = event?.seen.deliveries.map(({ id }) => id) ?? [];
  const evidence = [...deliveries, ...(call ? [call.exchange.id] : []), trace.journey.id];
  return { requirement, also, evidence, ...(isAdvice && { severity: 'advice' as const }) };
}

function lost(defect: Defect, view: View): Breach | undefined {
  const { trace, move } = defect;
  const { call } = move;
  if (call?.asks === undefined) return undefined;
  const { journey } = trace;
  const { settings } = view.evidence.run;
  const since = trace.events.filter(({ at }) => at >= call.at).map(({ type }) => type || 'an event without a type');
  const came = since.length === 0 ? 'none' : `only ${since.join(', ')}`;
  const seconds = ((view.heardUntil(call.exchange.id) - call.at) / 1000).toFixed(1);
  const { explanations } = explainRun(view);
  const later = explanations.flatMap(({ moves }) =>
    moves.filter(own => own.event && own.call && own.call.at > call.at && own.cost === 0),
  ).length;
  const replayed = replayedFrom(view, call.exchange.id);
  const isCredit = defect.requirements[0] === 'event.completed-delivered';
  const ofOthers = new Set(defect.explanation.moves.flatMap(own => (own.call === call ? [] : (own.event ?? []))));
  const isOther = trace.events.some(event => event.at >= call.at && !ofOthers.has(event));
  const stopped = stoppedAfter(view);
  const losses = lossesInWords(view);
  const isStopped = stopped !== undefined && call.at >= stopped.at && (stopped.answer.refused || losses !== undefined);
  const instead = isOther ? 'the service sends another event in its place, or loses it' : undefined;
  const none = isStopped
    ? `no webhook arrives after ${lastInWords(view, stopped)}: the service stops sending`
    : (losses ?? 'the service loses the event, or sends it elsewhere');
  const likely = replayed ? causeOfReplay(replayed) : (instead ?? none);
  const note = isolatedRetryNote(view, journey, again => {
    const there = explanations.find(({ trace: { journey: own } }) => own === again);
    const step = there?.trace.calls.find(({ asks }) => asks === call.asks);
    return step && there?.moves.some(own => own.call === step && own.event !== undefined);
  });
  const seen = seenIn(defect);
  return {
    ...seen,
    ...(isStopped && { follows: 'webhook.at-least-once' }),
    cause: `${isCredit ? 'missing' : call.asks}${replayed === undefined ? '' : ' replayed'}`,
    message: isCredit
      ? `${COMPLETED} does not arrive after ${call.asks}`
      : `${call.asks} is accepted, but its webhook does not arrive`,
    expected: isCredit ? `${COMPLETED} about the order` : 'a webhook about the order',
    received: `${came} about ${journey.order} in ${seconds} s; the webhooks of ${plural(later, 'later step')} arrived`,
    likely: likely + note,
    next: `if the service needs longer, raise DELIVERY_TIMEOUT_MS (${settings.deliveryTimeoutMs} ms)`,
    evidence: [call.exchange.id, ...(replayed ? [replayed] : []), journey.id],
  };
}

/** The last delivery of a run after which a service stopped sending: why it may have stopped, or which one it is. */
function lastInWords({ deliveries }: View, { answer }: Delivery): string {
  return answer.refused ? `one that was ${refusalInWords(answer)}` : `the first ${deliveries.length} deliveries`;
}

/** How many webhooks a run lacks, if they are of several kinds of steps, so that no kind is the reason. */
const lossesInWords = oncePerObject((view: View): string | undefined => {
  const { defects, explanations } = explainRun(view);
  const lost = defects.flatMap(({ move: { defect, call } }) => (defect === 'lost' && call ? [call] : []));
  if (new Set(lost.map(({ input }) => input)).size < SEVERAL) return undefined;
  const came = explanations.flatMap(({ moves }) => moves.filter(own => own.call && own.event && !own.defect)).length;
  return `the service loses webhooks of several steps: ${lost.length} of ${lost.length + came} do not arrive`;
});

function misdirected(defect: Defect, view: View): Breach {
  const { trace, move, elsewhere } = defect;
  const event = move.event;
  const asks = move.call?.asks ?? 'a step';
  const named = elsewhere && orderIdOf(elsewhere, view.interpretation);
  const other = event?.misnamed ?? event?.seen.journey.order ?? named;
  const isCut = other !== undefined && trace.journey.order.startsWith(other) && other !== trace.journey.order;
  return {
    ...seenIn(defect),
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

function wrongType(defect: Defect): Breach {
  const { call, event } = defect.move;
  return {
    ...seenIn(defect),
    cause: `${call?.asks} as ${event?.type}`,
    message: `${call?.asks} sends the webhook of another step in place of its own`,
    expected: `the webhook of ${call?.asks}, as for other orders that took the same steps`,
    received: event?.type ?? '',
    likely: 'the events of two steps are mixed up; a consumer would take the order for one in another state',
  };
}

/** How many mistaken calls a message names. The evidence has all of them. */
const MOST_NAMED = 3;

function mistake(defect: Defect): Breach {
  const { call, event } = defect.move;
  const seen = seenIn(defect);
  if (call === undefined) return { ...seen, cause: 'fired', message: '', expected: '', received: '' };
  const suspects = suspectsOf(defect.trace, event?.at ?? call.at);
  const all = [...new Set(suspects.map(({ exchange }) => unusualInWords(exchange)))];
  const more = all.length > MOST_NAMED ? [`with ${plural(all.length - MOST_NAMED, 'other mistake')}`] : [];
  const words = [...all.slice(0, MOST_NAMED), ...more].join(', or ');
  if (event === undefined)
    return {
      ...seen,
      cause: 'moved',
      message: `a step has no effect after a simulate call ${words}`,
      expected: 'the step to be accepted, and its webhook, as for other orders, because the call simulates nothing',
      received: `${call.exchange.response?.status ?? 'no answer'} to the call; the step is refused, or silent`,
    };
  return {
    ...seen,
    evidence: [...seen.evidence, ...suspects.map(({ exchange }) => exchange.id)],
    cause: 'fired',
    message: `a simulate call ${words} sends a webhook`,
    expected: 'an error response, and no webhook',
    received: `${suspects.at(-1)?.exchange.response?.status ?? 'no answer'} and ${event.type || 'a webhook'}`,
    ...(event.isCredit && { likely: 'the call takes effect' }),
  };
}

function refusedCall(defect: Defect): Breach {
  const { call, event } = defect.move;
  const { condition, response } = call?.exchange ?? {};
  const words = isKeyless(condition) ? `${readCondition(condition)?.words} ` : '';
  return {
    ...seenIn(defect),
    cause: 'taken',
    message: `a simulate call ${words}is refused but takes effect`,
    expected: 'no webhook: no earlier call for the order was accepted',
    received: `${response?.status} to a call ${call && unusualInWords(call.exchange)}, then ${event?.type}`,
    likely: `the step is executed before the call is checked${words && '; anybody could drive orders'}`,
  };
}

function refusedOnPath(defect: Defect, view: View): Breach | undefined {
  const { call } = defect.move;
  const response = call?.exchange.response;
  if (call === undefined || response === undefined) return undefined;
  const replayed = replayedFrom(view, call.exchange.id);
  const { calls } = defect.trace;
  const before = calls.findLast(({ at, step, answer }) => step && at < call.at && answer === 'taken');
  const isTaken = (own: Call) => own.asks === call.asks && own.isOnPath && own.answer === 'taken';
  const isLost = before && tracesOf(view).some(trace => trace.calls.some(isTaken));
  return {
    ...seenIn(defect),
    cause: `${call.asks} ${response.status}${replayed === undefined ? '' : ' replayed'}`,
    message: `the service refuses ${call.asks} on the happy path`,
    expected: 'a 2xx',
    received: `${response.status} ${briefly(jsonOf(response.body)?.value)}`,
    ...(isLost && { likely: `the service does not keep that this order took ${before.asks}, as others did` }),
    ...(replayed !== undefined && { likely: causeOfReplay(replayed) }),
    evidence: [call.exchange.id, ...(replayed === undefined ? [] : [replayed])],
  };
}

function contradicted(defect: Defect): Breach {
  const type = defect.move.event?.type ?? '';
  return {
    ...seenIn(defect),
    cause: `unasked ${type}`,
    message: `${type} is sent about an order that is disbursed, and no call asked for it`,
    expected: 'no webhook of another outcome',
    received: `${type} and ${COMPLETED} about one order`,
    likely: 'the order ends twice; a consumer would credit the customer and release the order, or refund it',
  };
}

function thoughRefused(defect: Defect): Breach {
  const { call, event } = defect.move;
  const about = defect.isAdvice ? '' : ' about an order that is disbursed';
  return {
    ...seenIn(defect),
    cause: `${call?.asks} refused`,
    message: `${call?.asks} is refused, but its webhook arrives${about}`,
    expected: 'no webhook: the order did not accept the step',
    received: `${event?.type} after ${call?.exchange.response?.status}`,
    likely: 'the webhook is sent before the state of the order is checked; a consumer would act on it',
  };
}

function credit(defect: Defect, view: View): Breach {
  const { trace, move } = defect;
  const at = move.event?.at ?? 0;
  const seen = seenIn(defect);
  const last = trace.calls.findLast(call => call.step !== undefined && call.at <= at);
  const after = last?.step ? `after ${stepsUntil(view, trace.journey, last.step)}` : 'before any step';
  if (seen.requirement === 'collection.credited-once') return creditedTwice(defect, view);
  const [failure] = failedCalls(trace);
  const isRefused = move.defect === 'creditThoughRefused';
  if (seen.requirement === 'event.completed-never-on-failure')
    return {
      ...seen,
      cause: failure?.asks ?? '',
      message: `${COMPLETED} is sent for an order that ended with ${failure?.asks}`,
      expected: `no ${COMPLETED}`,
      received: `${COMPLETED} ${after}`,
      likely: 'a transition other than disburse sends it',
    };
  return {
    ...seen,
    cause: isRefused ? 'refused' : 'early',
    message: `${COMPLETED} is sent ${isRefused ? 'although disburse was refused' : 'before disburse'}`,
    expected: `${COMPLETED} only after an accepted disburse`,
    received: `${COMPLETED} ${after}`,
    likely: isRefused
      ? 'the step is refused after its webhook was stored'
      : comesBesideOthers(view)
        ? 'the disburse of another order credits this one too: most such credits arrive at once after one'
        : 'another transition sends the credit signal',
  };
}

/** How far apart (ms) the webhooks of one call arrive at most. */
const TOGETHER_MS = 50;

/** Whether most credits before disburse arrive at once after a disburse of another order, and no call of their own. */
const comesBesideOthers = oncePerObject((view: View): boolean => {
  const { defects } = explainRun(view);
  const isSoonAfter = ({ at }: Call, event: Sighting) => event.at >= at && event.at - at <= TOGETHER_MS;
  const calls = tracesOf(view).flatMap(trace => trace.calls.filter(asksForCredit).map(call => ({ trace, call })));
  const early = defects.flatMap(({ trace, move: { defect, event, call } }) =>
    defect === 'credit' && event && call === undefined ? [{ trace, event }] : [],
  );
  const ofOthers = early.filter(
    ({ trace, event }) =>
      !trace.calls.some(call => isSoonAfter(call, event)) &&
      calls.some(one => one.trace !== trace && isSoonAfter(one.call, event)),
  );
  return early.length >= SEVERAL && ofOthers.length * 2 > early.length;
});

/** Why an order is credited for each of its disburses. */
const AGAIN: { readonly [A in Exclude<CreditedAgain, 'doubled'>]: string } = {
  each: 'each call fires a webhook, as the specification may be read',
  race: 'a race: the state is checked and then set, without a lock',
  either: 'each call fires a webhook, or the state is checked and then set without a lock: no later disburse tells',
};

function creditedTwice(defect: Defect, view: View): Breach {
  const { calls, events } = defect.trace;
  const credits = events.filter(({ isCredit }) => isCredit);
  const isDoubled = defect.again === 'doubled';
  const again = !isDoubled && calls.filter(call => call.role === 'step' && asksForCredit(call)).length > 1;
  const isOther = (one: Delivery) =>
    view.typeOf(one) !== COMPLETED && credits.some(({ seen }) => seen.id === view.idOf(one));
  const creator = again ? 'each call' : 'each attempt, or each handler of the call,';
  if (defect.again && defect.again !== 'doubled')
    return {
      ...seenIn(defect),
      ...(defect.isAdvice
        ? {
            severity: 'advice',
            cause: 'each call',
            message: `each accepted disburse of an order sends another ${COMPLETED}`,
          }
        : {
            cause: 'race',
            message: `two disburses at once each send ${COMPLETED}; one after the other, only the first does`,
          }),
      expected: 'one event, however often disburse is simulated',
      received: `${credits.length} events after ${creditCalls(defect.trace, defect.mayCredit).length} accepted calls`,
      likely: `${AGAIN[defect.again]}; a consumer would credit each`,
    };
  return {
    ...seenIn(defect),
    // One that has the id of another event is that event, sent again with another type.
    ...(view.deliveries.some(isOther) && { follows: 'event.id' }),
    cause: again ? 'repeated' : 'twice',
    message: `${COMPLETED} of one disbursement arrives under more than one event id`,
    expected: 'one event, however often it is delivered',
    received: credits.map(({ seen }) => seen.id ?? 'an event without an id').join(', '),
    likely: `${creator} creates a new event; a consumer would credit each`,
    evidence: [...credits.flatMap(({ seen }) => seen.deliveries.map(({ id }) => id)), defect.trace.journey.id],
  };
}
