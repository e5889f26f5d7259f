import { type Causality, causality, type StepSeen } from '../core/causality.ts';
import type { Delivery, Step } from '../core/evidence.ts';
import { cutOrder, otherOrder } from '../core/foreign-order.ts';
import { EVENT_REQUIREMENTS, HAPPY_PATH, LIFECYCLE } from '../core/lifecycle.ts';
import { plural } from '../core/plural.ts';
import type { EventSeen, View } from '../core/view.ts';
import { arrivalOf } from '../core/windows.ts';
import { breach, type Check, hidden, type Judgement, pass } from './check.ts';
import { mayHaveEnded } from './ended-order.ts';
import { isDue, isLastAfterMismatch } from './happy-path.ts';
import { isolatedRetryNote } from './isolated-retry-note.ts';
import { isLate, mayBeQueued } from './late-webhooks.ts';
import { inOtherCase, misdirected } from './misdirected-webhook.ts';
import { mayBeNameless } from './nameless-webhooks.ts';
import { isRefused, thoughRefused } from './refused-steps.ts';
import { causeOfReplay, replayedFrom } from './replayed-answer.ts';
import { unreadableFor } from './unreadable-webhooks.ts';

/**
 * Events: every simulated step sends its webhook, about its own order. What a repeated step does, or one that the
 * order's state does not allow, is not specified: the service may answer it with success and do nothing.
 */
export const stepWebhook: Check = {
  id: 'step-webhook',
  title: 'Every accepted step sends a webhook about its own order',
  kind: 'liveness',
  requirements: ['event.every-step', 'simulate.own-order', ...EVENT_REQUIREMENTS],
  *judge(view) {
    if (!view.listening) return;
    const found = causality(view);
    for (const seen of found.steps) {
      if (!seen.accepted) continue;
      if (seen.event) yield* came(view, seen, seen.event);
      else yield* missing(view, found, seen);
    }
    yield* thoughRefused(view, found.steps);
  },
};

function* came(view: View, { step, journey, wait }: StepSeen, { deliveries }: EventSeen): Generator<Judgement> {
  const [first] = deliveries;
  if (wait?.outcome === 'missed' && first.at > wait.to && !view.troubled(wait.from, first.at, first.id))
    yield breach({
      requirement: 'event.every-step',
      severity: 'advice',
      cause: 'late',
      message: 'a webhook arrives after the timeout',
      expected: `the webhook of ${step.event} within ${wait.allowed} ms`,
      received: `it came ${((first.at - step.at) / 1000).toFixed(1)} s after the step`,
      next: 'if the service needs longer, raise DELIVERY_TIMEOUT_MS',
      evidence: [first.id, step.exchange, journey.id],
    });
  const shortened = cutOrder(first, journey.order);
  const cut = view.evidence.journeys.some(({ order }) => order === shortened) ? undefined : shortened;
  const other = shortened ?? otherOrder(first, journey.order, view.idOf(first));
  if (other === undefined) {
    for (const requirement of ['event.every-step', 'simulate.own-order', LIFECYCLE[step.event].requirement])
      yield pass(requirement, first.id);
    return;
  }
  for (const requirement of ['event.every-step', LIFECYCLE[step.event].requirement])
    yield hidden(requirement, ['simulate.own-order'], first.id);
  const [cause, names, likely] =
    cut === undefined
      ? [
          'another',
          'another order',
          'the service mixes up orders; a consumer would credit one customer for the payment of another customer',
        ]
      : ['truncated', 'its order with a truncated id', 'the id is truncated; a consumer finds no such order'];
  yield breach({
    requirement: 'simulate.own-order',
    cause,
    message: `the webhook of ${step.event} names ${names}`,
    expected: journey.order,
    received: other,
    likely,
    evidence: [...deliveries.map(({ id }) => id), step.exchange, journey.id],
  });
}

/** When the next step of the journey is taken. */
function nextStep({ step, journey }: StepSeen): number {
  return journey.steps[journey.steps.indexOf(step) + 1]?.at ?? Number.POSITIVE_INFINITY;
}

function* missing(view: View, found: Causality, seen: StepSeen): Generator<Judgement> {
  const { step, journey, wait } = seen;
  const { steps } = found;
  // An isolated retry is not judged: nothing comes after it that would show its webhook to be late.
  if (journey.diagnoses !== undefined) return;
  const moved = refusedAfter(view, steps, seen);
  const isLast = isLastAfterMismatch(view, seen, steps);
  const until = step.at + view.evidence.run.settings.deliveryTimeoutMs;
  // Where an order may be held, nobody waits for its webhook; but the run may have gone on for as long.
  const isSilent =
    wait === undefined ? isLast && until <= view.until && !mayBeQueued(view, step) : wait.outcome === 'missed';
  if (moved === undefined && !(isSilent && (isLast || isDue(view, seen, steps)))) return;
  // A webhook under a used event id did come: that is a breach of the event id.
  if (view.troubled(step.at, wait?.to ?? moved?.at ?? until, step.exchange)) return;
  const underUsedId = cameUnderUsedId(view, seen);
  if (underUsedId) return yield hidden(LIFECYCLE[step.event].requirement, ['event.id'], underUsedId.id);
  const unreadable = unreadableFor(view, journey, step.at, wait?.to ?? until);
  if (unreadable) return yield hidden(LIFECYCLE[step.event].requirement, ['wire.json'], unreadable.id);
  if (mayHaveEnded(view, journey, step) || cameLate(view, found, seen) || mayBeNameless(view, found, seen)) return;
  const seconds = ((view.until - step.at) / 1000).toFixed(1);
  const others = view.eventsOf(journey).filter(event => arrivalOf(event) >= step.at);
  if (others.length === 0 && mayBeQueued(view, step)) return;
  const what = others.length === 0 ? 'none' : `only ${others.map(({ type = 'an event' }) => type).join(', ')}`;
  const later = plural(laterArrivals(steps, step.at), 'later step');
  const replayed = replayedFrom(view, step.exchange);
  const elsewhere = replayed === undefined ? misdirected(view, found, seen) : undefined;
  const recased = elsewhere ?? inOtherCase(view, seen);
  const likely = replayed
    ? causeOfReplay(replayed)
    : elsewhere
      ? 'the webhook names another order: one arrived for an order that had not taken this step'
      : recased
        ? 'the webhook names the order in another letter case'
        : moved
          ? `the order has failed without a webhook: it refuses ${moved.event} from then on`
          : others.some(event => arrivalOf(event) < nextStep(seen))
            ? 'the service sends another event in its place, or loses it'
            : 'the service loses the event, or sends it to another address';
  const alone = isolatedRetryNote(view, journey, again => {
    const there = steps.find(other => other.journey === again && other.step.event === step.event);
    return there && there.event !== undefined;
  });
  yield breach({
    requirement: 'event.every-step',
    also: [LIFECYCLE[step.event].requirement, ...(recased === undefined ? [] : ['simulate.own-order'])],
    cause: `${step.event}${replayed === undefined ? '' : ' replayed'}`,
    message: `${step.event} is accepted, but its webhook does not arrive`,
    expected: 'a webhook about the order',
    received: `${what} about ${journey.order} in ${seconds} s; ${later} got theirs`,
    likely: likely + alone,
    next: `if the service needs longer, raise DELIVERY_TIMEOUT_MS (${view.evidence.run.settings.deliveryTimeoutMs} ms)`,
    evidence: [
      ...[step.exchange, ...[replayed, recased].filter(id => id !== undefined)],
      ...[...(moved ? [moved.exchange] : []), journey.id],
    ],
  });
}

/**
 * The next step of the happy path, where an order that was on it refuses that step right after a failure without a
 * webhook: so the order did fail. Steps that were refused on the way left the order where it was. After anything else,
 * the refusal may have another reason.
 */
function refusedAfter(view: View, steps: readonly StepSeen[], { step, journey }: StepSeen): Step | undefined {
  const own = steps.filter(seen => seen.journey === journey);
  const at = own.findIndex(seen => seen.step === step);
  const taken = own.slice(0, at).filter(seen => !isRefused(view, seen));
  const isOnPath = taken.every(
    ({ step: { event, receivedAmount }, accepted, event: came }, index) =>
      accepted && came && receivedAmount === undefined && event === HAPPY_PATH[index],
  );
  // Whatever came may be its webhook, under a name that others have too.
  if (view.eventsOf(journey).some(event => arrivalOf(event) >= step.at)) return undefined;
  if (!isOnPath || LIFECYCLE[step.event].path !== 'failure') return undefined;
  const next = own[at + 1];
  return next && next.step.event === HAPPY_PATH[taken.length] && isRefused(view, next) ? next.step : undefined;
}

/**
 * Whether a step may have got its webhook, where webhooks of the run and of this journey come after the time-out: the
 * next step is then taken before, and which of the two sent which webhook cannot always be told. It did where an event
 * came of a type that the step sends in time; or where as many came as were due. A repeated step need not send another.
 */
function cameLate(view: View, { steps }: Causality, { step, journey }: StepSeen): boolean {
  const accepted = steps.filter(seen => seen.journey === journey && seen.accepted);
  const events = view.eventsOf(journey);
  const isPassed = ({ wait }: StepSeen) =>
    wait?.outcome === 'missed' && events.some(event => arrivalOf(event) > wait.to);
  const due = new Set(accepted.map(({ step }) => step.event));
  const inTime = steps.filter(seen => seen.step.event === step.event && !isLate(seen));
  const types = new Set(inTime.flatMap(({ event }) => event?.type ?? []));
  const isOwn = (event: EventSeen) => arrivalOf(event) >= step.at && types.has(event.type ?? '');
  const came = events.some(isOwn) || events.length >= due.size;
  return steps.some(isLate) && accepted.some(isPassed) && came;
}

/** A delivery that came after a step under the event id of another event, of another type. */
function cameUnderUsedId(view: View, { step, journey }: StepSeen): Delivery | undefined {
  for (const { type, deliveries } of view.eventsOf(journey)) {
    const later = deliveries.slice(1).find(({ at }) => at >= step.at);
    if (later && deliveries.some(delivery => view.typeOf(delivery) !== type)) return later;
  }
  return undefined;
}

/** How many steps that were taken later got their webhook: the absence is concluded from these. */
function laterArrivals(steps: readonly StepSeen[], since: number): number {
  return steps.filter(({ step, event }) => event !== undefined && step.at > since).length;
}
