import { causality } from '../core/causality.ts';
import { COMPLETED } from '../core/dialect.ts';
import type { Delivery, Journey, Step } from '../core/evidence.ts';
import { leadsToCredit } from '../core/lifecycle.ts';
import { oncePerObject } from '../core/once.ts';
import type { EventSeen, View } from '../core/view.ts';
import { arrivalOf } from '../core/windows.ts';
import { mayHaveMoved, mistakes } from './mistaken-calls.ts';

/** How many times as long as usual a webhook may take to be one of a call. */
const PATIENCE = 2;
/** The share of the credits that only other orders can explain which must have come when another was disbursed. */
const NEARLY_ALL = 0.75;
/** The share of other events that may have come when another order was disbursed: more, and it shows nothing. */
const MOST_BY_CHANCE = 0.4;
/** How likely it may be that all of them came then by chance. */
const UNLIKELY = 0.01;

/** A `disburse` with its journey. */
interface Disbursal {
  readonly journey: Journey;
  readonly step: Step;
}

/**
 * First deliveries of credits to which no `disburse` of their order led: before one, without one, or after the first.
 * One of them may be the credit that another order lacks.
 */
export const creditsNotDue = oncePerObject((view: View): readonly Delivery[] =>
  view.evidence.journeys.flatMap(journey => {
    const disburse = journey.steps.find(step => leadsToCredit(step.event) && mayHaveMoved(view.statusOf(step)));
    const credits = creditsOf(view, journey);
    const due = disburse && credits.find(event => arrivalOf(event) >= disburse.at);
    return credits.filter(event => event !== due).map(({ deliveries: [first] }) => first);
  }),
);

/** What the record shows about calls that sent credits which were not due. */
export interface CreditOrigin {
  readonly cause: 'misdirected' | 'refused';
  /** The `disburse` that sent them. */
  readonly exchange: string;
  readonly likely: string;
}

/**
 * By credit that was not due: what sent it, where the record shows it; empty where it shows that of none. Where it
 * shows it of some, the others may have come in the same way, amid other calls.
 */
export const originsOfCredits = oncePerObject((view: View): ReadonlyMap<Delivery, CreditOrigin> => {
  const credits = creditsNotDue(view);
  if (credits.length === 0) return new Map();
  return misdirected(view, credits) ?? ofRefusedCalls(view, credits) ?? new Map();
});

/** What sent the first of some credits of which the record shows it. */
export function originOf(view: View, credits: readonly Delivery[]): CreditOrigin | undefined {
  const known = credits.find(credit => originsOfCredits(view).has(credit));
  return known && originsOfCredits(view).get(known);
}

/**
 * Credits of the `disburse` of another order: it was sent right before, and no call about the credited order was; and
 * that is so of nearly all that no such call explains, but of other events only by chance.
 */
function misdirected(view: View, credits: readonly Delivery[]) {
  const all = causality(view).steps.filter(({ step, accepted }) => accepted && leadsToCredit(step.event));
  const patience = PATIENCE * median(view.evidence.journeys.flatMap(own => lagsOf(creditsOf(view, own), all)));
  const isUnexplained = (credit: Delivery) => callsBefore(view, credit, patience).length === 0;
  const unexplained = credits.filter(isUnexplained);
  const events = view.evidence.journeys.flatMap(own => view.eventsOf(own).filter(({ type }) => type !== COMPLETED));
  const lacking = all.filter(one => ownCredit(view, one) === undefined);
  for (const disbursals of [lacking, all]) {
    const before = (delivery: Delivery) => disbursedBefore(view, delivery, disbursals, patience);
    const explained = unexplained.filter(credit => before(credit) !== undefined);
    const byChance = events.filter(({ deliveries: [first] }) => before(first) !== undefined).length / events.length;
    const shows =
      explained.length >= NEARLY_ALL * unexplained.length &&
      byChance <= MOST_BY_CHANCE &&
      byChance ** explained.length <= UNLIKELY;
    if (!shows) continue;
    return new Map(
      credits.flatMap(credit => {
        const origin = before(credit);
        const isShown = origin && (isUnexplained(credit) || lacking.some(one => one.step === origin.step));
        return isShown ? [[credit, inWords(view, credit, origin, patience)] as const] : [];
      }),
    );
  }
  return undefined;
}

/** Credits of a refused `disburse`: it came right before, and no call that may have been taken did; of nearly all. */
function ofRefusedCalls(view: View, credits: readonly Delivery[]) {
  const lags = causality(view).steps.flatMap(({ step, event }) => (event ? arrivalOf(event) - step.at : []));
  const patience = PATIENCE * median(lags);
  const found = credits.flatMap(credit => {
    const calls = callsBefore(view, credit, patience);
    const refused = calls.findLast(({ event }) => event !== undefined && leadsToCredit(event));
    if (refused === undefined || calls.some(({ status }) => mayHaveMoved(status))) return [];
    const likely = `the refused disburse (${refused.status}) ${Math.round(credit.at - refused.at)} ms before sends it`;
    return [[credit, { cause: 'refused', exchange: refused.exchange, likely }] as const];
  });
  return found.length >= NEARLY_ALL * credits.length ? new Map(found) : undefined;
}

function inWords(view: View, credit: Delivery, { journey, step }: Disbursal, patience: number): CreditOrigin {
  const own = ownCredit(view, { journey, step });
  const came = own && arrivalOf(own) - step.at <= patience ? ', and its own came too' : '';
  const how = own === undefined ? ', and its own never came' : came;
  const before = `${Math.round(credit.at - step.at)} ms before`;
  const likely = `the webhook names another order: ${journey.order} was disbursed ${before}${how}`;
  return { cause: 'misdirected', exchange: step.exchange, likely };
}

/** The calls about the order of a delivery that were sent shortly before it. */
function callsBefore(view: View, delivery: Delivery, patience: number) {
  const journey = view.journeyOf(delivery);
  if (journey === undefined) return [];
  const statusIn = (exchange: string) => view.exchange(exchange)?.response?.status;
  const isNear = ({ at }: { at: number }) => at <= delivery.at && delivery.at - at <= patience;
  return [
    ...journey.steps.map(({ at, event, exchange }) => ({ at, event, exchange, status: statusIn(exchange) })),
    ...mistakes(view, journey).map(({ sentAt, id }) => ({
      at: sentAt,
      event: undefined,
      exchange: id,
      status: statusIn(id),
    })),
  ].filter(isNear);
}

/** The last `disburse` of another order that was sent shortly before a delivery. */
function disbursedBefore(view: View, delivery: Delivery, disbursals: readonly Disbursal[], patience: number) {
  const own = view.journeyOf(delivery);
  const near = disbursals.filter(
    ({ journey, step }) => journey !== own && step.at <= delivery.at && delivery.at - step.at <= patience,
  );
  return near.toSorted((a, b) => a.step.at - b.step.at).at(-1);
}

/** The first credit of an order after its `disburse`. */
function ownCredit(view: View, { journey, step }: Disbursal): EventSeen | undefined {
  return creditsOf(view, journey).find(event => arrivalOf(event) >= step.at);
}

function creditsOf(view: View, journey: Journey): readonly EventSeen[] {
  return view.eventsOf(journey).filter(({ type }) => type === COMPLETED);
}

/** How long after the last `disburse` of any order each event came. */
function lagsOf(events: readonly EventSeen[], disbursals: readonly Disbursal[]): readonly number[] {
  return events.flatMap(event => {
    const lags = disbursals.map(({ step }) => arrivalOf(event) - step.at).filter(lag => lag >= 0);
    return lags.length > 0 ? Math.min(...lags) : [];
  });
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
