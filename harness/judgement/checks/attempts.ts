import { oncePerObject } from '../../base/once.ts';
import { isOk } from '../../evidence/answered.ts';
import { type Answer, isPermanentRejection } from '../../evidence/delivery.ts';
import type { Delivery, Journey, Wait } from '../../evidence/evidence.ts';
import type { View } from '../../evidence/view.ts';
import { causesIn } from '../../order/causes.ts';
import { breach, type Judgement } from './check.ts';

/**
 * The redelivery of a refused delivery about another order, under the same event id; `undefined` if there is none. If
 * the id also came again about the right order, the delivery was redelivered correctly. If a step of the other order
 * explains the delivery, it is a separate event, and two events share an id.
 */
export function misnamedRedelivery(view: View, refused: Delivery): Delivery | undefined {
  const [id, type, journey] = [view.idOf(refused), view.typeOf(refused), view.journeyOf(refused)];
  if (!mayComeAgain(refused) || id === undefined || journey === undefined) return undefined;
  const later = byId(view)
    .get(id)
    ?.filter(other => other.at > refused.at && view.typeOf(other) === type);
  if (later === undefined || later.some(other => view.journeyOf(other) === journey)) return undefined;
  return later.find(other => !isOwn(view, other));
}

/** Whether a delivery was not acknowledged: it was refused or redirected. */
export function mayComeAgain({ answer }: Delivery): boolean {
  return answer.refused || !isOk(answer.status ?? 200);
}

const byId = oncePerObject((view: View) =>
  Map.groupBy(
    view.deliveries.filter(({ complete }) => complete),
    delivery => view.idOf(delivery),
  ),
);

/** Whether a delivery carries the only event of its type about its order, and a step of that order caused it. */
function isOwn(view: View, delivery: Delivery): boolean {
  const journey = view.journeyOf(delivery);
  const alike = journey && view.eventsOf(journey).filter(({ type }) => type === view.typeOf(delivery));
  return alike?.length === 1 && caused(view).has(delivery);
}

const caused = oncePerObject(
  (view: View) => new Set(causesIn(view).steps.flatMap(({ event }) => event?.deliveries ?? [])),
);

/** The earlier deliveries of the same event. */
export function earlierAttempts(view: View, delivery: Delivery): readonly Delivery[] {
  const id = view.idOf(delivery);
  const journey = view.journeyOf(delivery);
  if (journey === undefined || id === undefined) return [];
  return view.deliveriesOf(journey).filter(other => other.at < delivery.at && view.idOf(other) === id);
}

/** A refused delivery. */
export interface RefusedDelivery {
  readonly refused: Delivery;
  /** How often the event had been refused by then. */
  readonly refusals: number;
  /** The wait for its redelivery; `undefined` if nobody waited. */
  readonly wait: Wait | undefined;
}

/** A refused delivery that was not redelivered during the wait. */
export interface MissingRedelivery extends RefusedDelivery {
  readonly journey: Journey;
  readonly wait: Wait;
}

/** If this many kinds of refusals are not followed by a redelivery, their number or kind is the reason. */
const WAYS_OF_NUMBER = 3;
const WAYS_OF_KIND = 2;
/** A moment divides at least this many refused deliveries that came again from as many that did not. */
const LEAST_SINCE = 4;

/**
 * What a missing redelivery has in common with others that were refused in other ways, and with no successful
 * redelivery: that it came after a moment, a newer event of its order, the number of refusals or, failing that, the
 * event type or the kind of refusal. It is the moment if a way of refusal was followed by a redelivery before it. It is
 * `sometimes` if deliveries that were refused in the same ways did come again, in several of these ways.
 */
export function sharedBy(
  view: View,
  one: MissingRedelivery,
  missing: readonly MissingRedelivery[],
  resent: readonly RefusedDelivery[],
): 'since' | 'behind' | 'number' | 'type' | 'sometimes' | 'kind' | undefined {
  const isShared = (key: (of: RefusedDelivery) => unknown, ways: (of: MissingRedelivery) => string, least: number) => {
    const alike = missing.filter(own => key(own) === key(one) && !isPermanentRejection(own.refused.answer));
    return !resent.some(own => key(own) === key(one)) && new Set(alike.map(ways)).size >= least;
  };
  const last = Math.max(...resent.map(({ refused }) => refused.at));
  const isLate = ({ refused }: RefusedDelivery) => refused.at > last;
  const areBoth = missing.some(own => isLate(own) && resent.some(before => howIn(before) === howIn(own)));
  const areMany = Math.min(resent.length, missing.filter(isLate).length) >= LEAST_SINCE;
  if (areBoth && areMany && isLate(one) && isShared(isLate, howIn, WAYS_OF_NUMBER)) return 'since';
  const behindIn = (own: RefusedDelivery) => isBehind(view, own) || own.refused.id;
  if (isBehind(view, one) && isShared(behindIn, howIn, WAYS_OF_KIND)) return 'behind';
  if (isShared(({ refusals }) => refusals, howIn, WAYS_OF_NUMBER)) return 'number';
  const typeIn = ({ refused }: RefusedDelivery) => view.typeOf(refused);
  const isOfType = isShared(typeIn, howIn, WAYS_OF_NUMBER) && isShared(typeIn, kindOfRefusal, WAYS_OF_KIND);
  if (isOfType && resent.length > 0) return 'type';
  const both = new Set(missing.map(howIn)).intersection(new Set(resent.map(howIn)));
  if (both.size >= WAYS_OF_NUMBER) return 'sometimes';
  const answerIn = ({ refused: { answer } }: MissingRedelivery) => `${answer.kind} ${answer.status}`;
  return isShared(kindOfRefusal, answerIn, WAYS_OF_KIND) ? 'kind' : undefined;
}

/** Whether a newer event of the order came before a refused one came again, or while the run waited for it. */
function isBehind(view: View, { refused, wait }: RefusedDelivery): boolean {
  const journey = view.journeyOf(refused);
  const later = journey ? view.deliveriesOf(journey).filter(({ at }) => at > refused.at) : [];
  const again = later.find(other => view.idOf(other) === view.idOf(refused))?.at;
  const until = again ?? wait?.to ?? Number.POSITIVE_INFINITY;
  return later.some(other => other.at < until && !earlierAttempts(view, other).length);
}

function kindOfRefusal({ refused: { answer }, wait }: RefusedDelivery): string {
  return answer.kind === 'status' && !wait?.hungUp ? `answered with a ${String(answer.status)[0]}xx` : UNANSWERED;
}

/** How a delivery without redelivery was refused. If the answer came too late, its sender got none. */
const howIn = ({ refused, wait }: RefusedDelivery) => (wait?.hungUp ? UNANSWERED : refusalInWords(refused.answer));

/** After this many accepted steps without a webhook, a service has stopped sending. */
const SILENT_STEPS = 3;

/** How long (ms) after a refusal other deliveries may still be in transit. */
const UNDER_WAY_MS = 100;

/**
 * The last delivery, if several later steps were accepted, so that the service has stopped sending. If it was in
 * transit when an earlier delivery was refused, the refused one.
 */
export const stoppedAfter = oncePerObject((view: View): Delivery | undefined => {
  const { deliveries, journeys } = view.evidence;
  const last = deliveries.at(-1);
  if (last === undefined) return undefined;
  const steps = journeys.flatMap(({ steps }) => steps);
  const later = steps.filter(step => step.at > last.at && view.answerTo(step) === 'taken');
  if (later.length < SILENT_STEPS) return undefined;
  const isStop = ({ at, answer }: Delivery) => answer.refused && last.at - at <= (answer.afterMs ?? 0) + UNDER_WAY_MS;
  return deliveries.findLast(isStop) ?? last;
});

/**
 * @param shared what it shares with deliveries that were refused in other ways and did not come again either
 * @param resent the refused deliveries that came again
 */
export function notResent(
  view: View,
  one: MissingRedelivery,
  shared: ReturnType<typeof sharedBy>,
  resent: readonly RefusedDelivery[],
): Judgement {
  const { refused, refusals, journey, wait } = one;
  const before = refusals > 1;
  const pause = `its ${before ? 'next' : 'first'} retry delay is longer`;
  const how = shared === 'kind' ? kindOfRefusal(one) : howIn(one);
  const held = howIn(one) === UNANSWERED ? ` after ${seconds(wait.from - refused.at)} without an answer` : '';
  const type = view.typeOf(refused) ?? '';
  const isSeldom = resent.some(own => howIn(own) === how && own.refusals === refusals);
  const none = isSeldom ? 'does not always retry these' : `does not retry${retries(view) ? OTHERS : ''}`;
  const lost = {
    since: 'stops retrying: refused deliveries came again until then',
    behind: 'drops a refused event once its order has a newer one',
    number: before ? `gives up after ${refusals} attempts` : none,
    kind: none,
    type: none,
    sometimes: 'loses some retries: a newer event replaces them, or a queue drops them',
    own: before ? 'gives up early' : none,
  }[shared ?? 'own'];
  const likely = whyNotResent(view, one) ?? `the service ${lost}, or ${pause}`;
  const ways = {
    since: ['since', 'refused delivery, like every later one,'],
    number: [`refused ${refusals}`, `delivery that was refused${before ? ` ${refusals} times` : ''}`],
    kind: [how, `delivery that was ${how}`],
    type: [`refused ${type}`, `refused ${type}`],
    sometimes: ['at times', 'refused delivery, however it was refused,'],
    behind: ['behind a newer event', 'refused delivery behind a newer event of its order'],
    own: [`${how}${before ? ' again' : ''}`, `${before ? 'redelivery' : 'delivery'} that was ${how}`],
  } as const;
  const [cause, delivery] = ways[shared ?? 'own'];
  return breach({
    requirement: 'webhook.at-least-once',
    ...(isPermanentRejection(refused.answer) && { severity: 'advice' }),
    cause,
    message: `a ${delivery} is ${shared === 'sometimes' ? 'sometimes ' : ''}not sent again`,
    expected: `${type || 'the same event'} again`,
    received: `nothing in ${seconds(wait.allowed)}${held}`,
    likely,
    next: `if ${pause}, raise REDELIVERY_TIMEOUT_MS (${wait.allowed} ms)`,
    evidence: [refused.id, journey.id],
  });
}

/** Why a refused delivery did not come again, if the run shows it. */
function whyNotResent(view: View, { refused, wait }: MissingRedelivery): string | undefined {
  const isAstray = ({ ours, at, body }: Delivery) => !ours && at > refused.at && body.sha256 === refused.body.sha256;
  const astray = view.evidence.deliveries.find(isAstray);
  if (astray) return `the service sends it again, but to ${astray.path}`;
  const stop = stoppedAfter(view);
  if (stop?.answer.refused && stop.at <= wait.to)
    return 'the service sends nothing any more, about any order, once deliveries are refused';
  return isPermanentRejection(refused.answer)
    ? 'the service treats a 4xx as permanent, which is not specified; an event that is refused once is lost'
    : undefined;
}

/** How a delivery was refused, in words. */
export function refusalInWords({ kind, status, afterMs }: Answer): string {
  if (kind === 'slow') return UNANSWERED;
  const late = afterMs === undefined ? '' : ` after ${seconds(afterMs)}`;
  return `${kind === 'drop' ? 'cut off' : `answered ${status}`}${late}`;
}

const OTHERS = ' these, although it does others';
const UNANSWERED = 'left without an answer';

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

/** Whether any refused delivery came again. */
const retries = oncePerObject((view: View) =>
  view.deliveries.some(delivery => earlierAttempts(view, delivery)[0]?.answer.refused),
);
