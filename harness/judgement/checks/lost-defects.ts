import { edits } from '../../base/nearest.ts';
import { oncePerObject } from '../../base/once.ts';
import { plural } from '../../base/plural.ts';
import { COMPLETED } from '../../evidence/dialect.ts';
import { orderIdOf } from '../../evidence/interpretation.ts';
import { mentions } from '../../evidence/mentions.ts';
import type { View } from '../../evidence/view.ts';
import type { Explanation } from '../../order/explanation.ts';
import type { Defect } from '../../order/pool.ts';
import { explainRun } from '../../order/run.ts';
import type { Call, Sighting } from '../../order/trace.ts';
import { otherOrderIn } from './answers.ts';
import { refusalInWords, stoppedAfter } from './attempts.ts';
import { SEVERAL } from './check.ts';
import { evidenceOf, type ToldDefect } from './credit-defects.ts';

/** The finding about a webhook or a credit that does not arrive. */
export function lost(defect: Defect, view: View): ToldDefect | undefined {
  const { trace, move, requirements } = defect;
  const { call } = move;
  if (call?.asks === undefined) return undefined;
  const isCredit = requirements[0] === 'event.completed-delivered';
  const after = trace.events.filter(({ at }) => at >= call.at);
  const types = after.map(({ type }) => type || 'an event without a type');
  const came = `${types.length === 0 ? 'none' : `only ${types.join(', ')}`} about ${trace.journey.order}`;
  const seconds = ((view.heardUntil(call.exchange.id) - call.at) / 1000).toFixed(1);
  const { explanations } = explainRun(view);
  const later = explanations.flatMap(({ moves }) =>
    moves.filter(own => own.event && own.call && own.call.at > call.at && own.cost === 0),
  ).length;
  const told = isCredit ? lostCredit : lostWebhook;
  const { cause, message, likely } = told(defect, call, after, view);
  const { deliveryTimeoutMs } = view.evidence.run.settings;
  return {
    ...(stopBefore(view, call) && { follows: 'webhook.at-least-once' }),
    cause,
    message,
    expected: isCredit ? `${COMPLETED} about the order` : 'a webhook about the order',
    received: `${came} in ${seconds} s; the webhooks of ${plural(later, 'later step')} arrived`,
    likely,
    ...(cause !== 'renamed' && {
      next: `if the service needs longer, raise DELIVERY_TIMEOUT_MS (${deliveryTimeoutMs} ms)`,
    }),
    evidence: [call.exchange.id, trace.journey.id],
  };
}

const EVERY_STEP = 'event.every-step';

/** The parts of the finding that depend on what is lost. */
type ToldLoss = Required<Pick<ToldDefect, 'cause' | 'message' | 'likely'>>;

function lostCredit(defect: Defect, call: Call, after: readonly Sighting[], view: View): ToldLoss {
  const renamed = renamedCredit(after, explainRun(view).explanations);
  if (renamed)
    return {
      cause: 'renamed',
      message: `${COMPLETED} arrives under the name ${renamed.type}`,
      likely: 'the type is written differently; a consumer that looks for the specified name misses it',
    };
  const isUntold = ({ type, seen: { deliveries } }: Sighting) =>
    type === '' && deliveries[0].body.text?.includes(COMPLETED) === true;
  const untold = `${COMPLETED} stands in a webhook, but not as a value that could be its type`;
  return {
    cause: 'missing',
    message: `${COMPLETED} does not arrive after ${call.asks}`,
    likely: after.some(isUntold) ? untold : whyLost(defect, call, after, view),
  };
}

/** The most steps that a finding names. */
const MOST_STEPS = 3;

function lostWebhook(defect: Defect, call: Call, after: readonly Sighting[], view: View): ToldLoss {
  const alike = explainRun(view).defects.filter(
    ({ move, requirements: [first] }) => move.lacks && first === EVERY_STEP,
  );
  const steps = [...new Set(alike.flatMap(({ move }) => move.call?.asks ?? []))];
  return {
    cause: 'webhook',
    message:
      steps.length === 1
        ? `${call.asks} is accepted, but its webhook does not arrive`
        : `webhooks of ${steps.length > MOST_STEPS ? 'several steps' : steps.join(', ')} do not arrive`,
    likely: whyLost(defect, call, after, view),
  };
}

function whyLost(defect: Defect, call: Call, after: readonly Sighting[], view: View): string {
  if (isInAnother(view, defect)) return SEVERAL_EVENTS;
  const other = otherOrderIn(view, call.exchange);
  if (other)
    return `the answer names ${other}: the service takes the call for one about that order, or repeats an answer`;
  const ofOthers = new Set(defect.explanation.moves.flatMap(own => (own.call === call ? [] : (own.event ?? []))));
  if (after.some(event => !ofOthers.has(event))) return 'the service sends another event in its place, or loses it';
  const stop = stopBefore(view, call);
  if (stop === undefined) return lossesInWords(view) ?? 'the service loses the event, or sends it elsewhere';
  const last = stop.answer.refused
    ? `one that was ${refusalInWords(stop.answer)}`
    : `the first ${view.deliveries.length} deliveries`;
  return `no webhook arrives after ${last}: the service stops sending`;
}

/** The delivery before a call after which the service sent nothing any more; `undefined` if it went on. */
function stopBefore(view: View, { at }: Call) {
  const stop = stoppedAfter(view);
  const isSo = stop && at >= stop.at && (stop.answer.refused || lossesInWords(view) !== undefined);
  return isSo ? stop : undefined;
}

/** An event with the credit's type but for case, punctuation, its ending or two letters. No credited order has one. */
function renamedCredit(events: readonly Sighting[], all: readonly Explanation[]): Sighting | undefined {
  const letters = (type: string) => type.toLowerCase().replace(/[^a-z]/g, '');
  const isAlike = ({ type, isCredit }: Sighting) => {
    const [one, other] = [letters(type), letters(COMPLETED)];
    const isBeginning = one.length > other.length / 2 && (one.startsWith(other) || other.startsWith(one));
    return !isCredit && (isBeginning || edits(one, other) <= 2);
  };
  const isBeside = all.some(({ trace }) => trace.credit && trace.events.some(isAlike));
  return isBeside ? undefined : events.find(isAlike);
}

/** How many webhooks a run lacks, in words, if they belong to several kinds of steps. */
const lossesInWords = oncePerObject((view: View): string | undefined => {
  const { defects, explanations } = explainRun(view);
  const lost = defects.flatMap(({ move: { defect, call } }) => (defect === 'lost' && call ? [call] : []));
  if (new Set(lost.map(({ input }) => input)).size < SEVERAL) return undefined;
  const came = explanations.flatMap(({ moves }) => moves.filter(own => own.event && own.call && !own.defect));
  const share = `${lost.length} of ${lost.length + came.length}`;
  return `the outbox or queue of the service loses webhooks, whatever the step: ${share} do not arrive`;
});

/** The finding about a webhook that names another order, or comes only within a webhook about another. */
export function misdirected(defect: Defect, view: View): ToldDefect {
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
    evidence: [...evidenceOf(defect), ...(elsewhere ? [elsewhere.id] : [])],
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
