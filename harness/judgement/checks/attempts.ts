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

/** A refused delivery that was not redelivered during the wait. */
export interface MissingRedelivery {
  readonly refused: Delivery;
  /** How often the event had been refused by then. */
  readonly refusals: number;
  readonly journey: Journey;
  readonly wait: Wait;
}

/** The wait for the redelivery of a refused delivery; `undefined` if nobody waited. */
export function waitFor(view: View, { id }: Delivery): Wait | undefined {
  return view.evidence.waits.find(({ kind, since }) => kind === 'redelivery' && since === id);
}

/** What may decide whether a refused delivery comes again: how it was refused, and what came next. */
export function refusalTraits(view: View, refused: Delivery): readonly string[] {
  const { status, afterMs } = refused.answer;
  const how = howRefused(view, refused);
  return [
    `deliveries ${how}`,
    ...(how === `answered ${status}` ? [`deliveries answered with a ${String(status)[0]}xx`] : []),
    ...(afterMs === undefined ? [] : ['deliveries refused late']),
    ...(isBehind(view, refused) ? ['deliveries behind a newer event of their order'] : []),
  ];
}

/** Whether a newer event of the order came before a refused one came again, or while the run waited for it. */
function isBehind(view: View, refused: Delivery): boolean {
  const journey = view.journeyOf(refused);
  const later = journey ? view.deliveriesOf(journey).filter(({ at }) => at > refused.at) : [];
  const again = later.find(other => view.idOf(other) === view.idOf(refused))?.at;
  const until = again ?? waitFor(view, refused)?.to ?? Number.POSITIVE_INFINITY;
  return later.some(other => other.at < until && !earlierAttempts(view, other).length);
}

/** How a delivery was refused, in words. If the answer came too late, its sender got none. */
function howRefused(view: View, refused: Delivery): string {
  return waitFor(view, refused)?.hungUp ? UNANSWERED : refusalInWords(refused.answer);
}

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
 * The finding about refused deliveries that did not come again. `where-found.ts` adds the condition that they share.
 *
 * @param all the deliveries that the finding is about
 * @param doesRetry whether other refused deliveries came again
 */
export function notResent(
  view: View,
  { refused, journey, wait }: MissingRedelivery,
  all: readonly MissingRedelivery[],
  doesRetry: boolean,
): Judgement {
  const [how = '', ...otherwise] = new Set(all.map(one => howRefused(view, one.refused)));
  const [attempts = 1, ...more] = new Set(all.map(({ refusals }) => refusals));
  const isLater = all.every(({ refusals }) => refusals > 1);
  const pause = `its ${isLater ? 'next' : 'first'} retry delay is longer`;
  const isHeld = howRefused(view, refused) === UNANSWERED;
  const early = more.length === 0 ? `after ${attempts} attempts` : 'early';
  const lost = isLater ? `gives up ${early}` : `does not retry${doesRetry ? ' these, although it does others' : ''}`;
  const was = otherwise.length > 0 ? 'refused' : how;
  return breach({
    requirement: 'webhook.at-least-once',
    ...(isPermanentRejection(refused.answer) && { severity: 'advice' }),
    cause: 'not again',
    message: `a ${isLater ? 'redelivery' : 'delivery'} that was ${was} is not sent again`,
    expected: `${view.typeOf(refused) ?? 'the same event'} again`,
    received: [
      `nothing in ${seconds(wait.allowed)}`,
      ...(isHeld ? [`after ${seconds(wait.from - refused.at)} without an answer`] : []),
    ].join(' '),
    likely: whyNotResent(view, refused, wait) ?? `the service ${lost}, or ${pause}`,
    next: `if ${pause}, raise REDELIVERY_TIMEOUT_MS (${wait.allowed} ms)`,
    evidence: [refused.id, journey.id],
  });
}

/** Why a refused delivery did not come again, if the run shows it. */
function whyNotResent(view: View, refused: Delivery, wait: Wait): string | undefined {
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
export function refusalInWords({ kind, status }: Answer): string {
  if (kind === 'slow') return UNANSWERED;
  return kind === 'drop' ? 'cut off' : `answered ${status}`;
}

const UNANSWERED = 'left without an answer';

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
