import { isReadable, jsonOf, walkInside } from '../../base/json.ts';
import { HAPPY_PATH } from '../../contract/lifecycle.ts';
import { mayAct } from '../../evidence/answered.ts';
import { COMPLETED } from '../../evidence/dialect.ts';
import type { Body, Journey, Step } from '../../evidence/evidence.ts';
import { arrivalOf, type View } from '../../evidence/view.ts';
import { causesIn } from '../../order/causes.ts';
import { explainRun } from '../../order/run.ts';
import { tracesOf } from '../../order/trace.ts';
import { type Breach, breach, type Check, hidden, type Judgement, SEVERAL } from './check.ts';

/**
 * 4.3: received_amount forces an amount mismatch. How a mismatch shows is not specified. A service ignored the amount
 * if nothing about the order, including amounts and the credit, distinguishes it from an order that received what was
 * due, while other orders with the same amount do show the mismatch.
 */
export const receivedAmount: Check = {
  id: 'received-amount',
  title: 'A received amount that differs from the expected amount has an effect',
  kind: 'safety',
  requirements: ['simulate.received-amount'],
  *judge(view) {
    if (isSilent(view)) {
      for (const { steps } of view.evidence.journeys)
        for (const { exchange } of steps.filter(step => step.receivedAmount !== undefined))
          yield hidden('simulate.received-amount', ['event.every-step'], exchange);
      return;
    }
    yield* creditedAsDue(view);
    yield* seldomIgnored(view);
  },
};

/** Whether no order received the webhook of the step that takes the amount, so that its content is unknown. */
function isSilent(view: View): boolean {
  const taken = causesIn(view).steps.filter(({ step, accepted }) => accepted && step.event === HAPPY_PATH[0]);
  return taken.length > 0 && taken.every(({ event, wait }) => event === undefined && wait?.outcome !== 'came');
}

/** Orders that were credited as if they had received what was due. */
function* creditedAsDue(view: View): Generator<Judgement> {
  const credited = tellingJourneys(view).filter(journey => isCredited(view, journey));
  const plain = credited.filter(({ steps }) => amountOf(steps) === undefined).map(journey => traitsOf(view, journey));
  const amounts = plain.flatMap(traits => traits.amounts);
  if (plain.length < 2 || amounts.length === 0) return;
  for (const journey of credited) {
    const amount = amountOf(journey.steps);
    if (amount === undefined || differs(traitsOf(view, journey), plain, amount)) continue;
    const isMore = amounts.every(shown => Number(amount) > shown);
    yield ignored(journey, amount, {
      // The service may keep or return an excess in silence, unless it reports a missing amount.
      ...(isMore && !showsLess(view, Number(amount)) && { severity: 'advice' }),
      cause: 'ignored',
      message: 'an order that received a different amount is credited, and nothing distinguishes it from other orders',
      received: 'the same events, amounts and answers as for other orders',
    });
  }
}

/** Whether the effect of the first step shows that an order received less than an amount. */
function showsLess(view: View, amount: number): boolean {
  const first = firstSteps(view);
  const plain = first.flatMap(seen => (seen.amount === undefined ? seen.traits : []));
  return first.some(
    seen => seen.amount !== undefined && Number(seen.amount) < amount && differs(seen.traits, plain, seen.amount),
  );
}

/** Orders with an accepted first step, and its effects. With another amount, only orders without further steps. */
function firstSteps(view: View) {
  return tellingJourneys(view).flatMap(journey => {
    const [step, next] = journey.steps.filter(one => mayAct(view.answerTo(one)));
    if (step === undefined || step.event !== HAPPY_PATH[0] || view.answerTo(step) !== 'taken') return [];
    if (step.receivedAmount !== undefined && next !== undefined) return [];
    return { journey, amount: step.receivedAmount, traits: traitsOf(view, journey, step) };
  });
}

/** Orders whose mismatch does not show, although most orders with the same amount show it. */
function* seldomIgnored(view: View): Generator<Judgement> {
  const first = firstSteps(view);
  const plain = first.filter(({ amount }) => amount === undefined).map(({ traits }) => traits);
  if (plain.length < 2) return;
  for (const [amount, same] of Map.groupBy(first, seen => seen.amount)) {
    if (amount === undefined) continue;
    const [showing, others] = [true, false].map(shows =>
      same
        .filter(({ traits }) => (differs(traits, plain, amount) !== undefined) === shows)
        .filter(({ journey, traits }) => shows || (traits.hasEvents && view.deliveriesOf(journey).every(isReadable))),
    );
    if (showing === undefined || others === undefined || showing.length < Math.max(SEVERAL, others.length)) continue;
    for (const { journey } of others) {
      yield ignored(journey, amount, {
        cause: 'ignored at times',
        message: 'received_amount is sometimes ignored',
        likely: 'the service reads received_amount of some orders or amounts only',
        received: `the mismatch shows for ${showing.length} of ${same.length} orders`,
      });
    }
  }
}

function ignored(
  { id, order, steps }: Journey,
  amount: string,
  what: Pick<Breach, 'severity' | 'cause' | 'message' | 'received' | 'likely'>,
): Judgement {
  return breach({
    requirement: 'simulate.received-amount',
    consequence: 'money',
    likely: 'the service does not read received_amount, or shows the mismatch nowhere',
    ...what,
    expected: `${order} received ${amount}: an event or an answer that shows the mismatch`,
    evidence: [...steps.map(({ exchange }) => exchange), id],
  });
}

/** Whether an order took exactly the happy path and was credited. */
function isCredited(view: View, journey: Journey): boolean {
  const taken = journey.steps.filter(step => mayAct(view.answerTo(step)));
  return (
    taken.length === HAPPY_PATH.length &&
    taken.every((step, nth) => step.event === HAPPY_PATH[nth] && view.answerTo(step) === 'taken') &&
    view.eventsOf(journey).some(({ type }) => type === COMPLETED)
  );
}

/**
 * Journeys that show what an amount does. A deliberately wrong call may have left an amount in its order, and a webhook
 * that is lost may be the one that shows it.
 */
function tellingJourneys(view: View): readonly Journey[] {
  const lacking = explainRun(view).defects.flatMap(({ trace, move }) => (move.defect === 'lost' ? [trace] : []));
  const traces = tracesOf(view).filter(({ calls }) => calls.every(({ role }) => role === 'step'));
  return traces.flatMap(trace => (lacking.includes(trace) ? [] : [trace.journey]));
}

function amountOf(steps: readonly Step[]): string | undefined {
  return steps.find(({ receivedAmount }) => receivedAmount !== undefined)?.receivedAmount;
}

type Traits = ReturnType<typeof traitsOf>;

/** Names of members that may hold a sum of money. */
const SUM = /amount|received|paid|sum|total|value|quantity|due|balance/i;
/** Names of members whose decimal string is a sum of money, and not a time, rate or count. */
const MONEY = /^(.*_)?(amount|received|paid|total|sum|due|balance)$/i;
const NUMBER = /^-?\d+(\.\d+)?$/;

/**
 * What a consumer can see of an order, or of one step until the next: the values of answers and events, by place, and
 * the amounts that the events show. @param only the step. Default: all steps
 */
function traitsOf(view: View, journey: Journey, only?: Step) {
  const taken = journey.steps.filter(step => mayAct(view.answerTo(step)));
  const next = only && taken[taken.indexOf(only) + 1];
  const values = new Map<string, string>();
  for (const step of only ? [only] : taken) {
    const { response } = view.exchange(step.exchange) ?? {};
    if (response) gather(values, `answer ${step.event}`, response.body);
    values.set(`answer ${step.event} status`, String(response?.status));
  }
  const from = only?.at ?? Number.NEGATIVE_INFINITY;
  const until = next?.at ?? Number.POSITIVE_INFINITY;
  const events = view.eventsOf(journey).filter(event => arrivalOf(event) >= from && arrivalOf(event) < until);
  for (const { type = '', deliveries } of events) {
    values.set(`event ${type}`, '');
    gather(values, `event ${type}`, deliveries[0].body);
  }
  const amounts = [...values].flatMap(([place, value]) =>
    place.startsWith('event ') && isAmount(place, value) ? Number(value) : [],
  );
  return { values, hasEvents: events.length > 0, amounts };
}

function gather(values: Map<string, string>, where: string, body: Body): void {
  const json = jsonOf(body);
  for (const { pointer, value } of json ? walkInside(json.value) : [])
    if (typeof value !== 'object' || value === null) values.set(where + pointer, String(value));
}

/**
 * The place in which an order differs from several plain orders; `undefined` if there is none. Values that differ among
 * the plain orders are ignored, except a sum outside their range or with the digits of the amount.
 */
function differs({ values }: Traits, plain: readonly Traits[], amount: string): string | undefined {
  for (const [place, value] of values) {
    const theirs = plain.flatMap(other => other.values.get(place) ?? []);
    if (theirs.length === 0) return place;
    if (theirs.includes(value)) continue;
    const isSteady = theirs.length > 1 && theirs.every(other => other === theirs[0]);
    if (isSteady || digitsOf(value) === digitsOf(amount) || isBeyond(place, value, theirs)) return place;
  }
  const missing = [...(plain[0]?.values.keys() ?? [])].filter(place => !values.has(place));
  return missing.find(place => plain.every(other => other.values.has(place)));
}

/** Whether a value is an amount of money, by its name: `received_amount`, `total`, or `value` in `received`. */
function isAmount(place: string, value: string): boolean {
  const [name = '', around = ''] = place.split('/').toReversed();
  if (!NUMBER.test(value)) return false;
  return /amount/i.test(name) || (value.includes('.') && MONEY.test(/^value$/i.test(name) ? around : name));
}

function nameIn(place: string): string {
  return place.slice(place.lastIndexOf('/') + 1);
}

function isBeyond(place: string, value: string, theirs: readonly string[]): boolean {
  if (!SUM.test(nameIn(place)) && !value.includes('.')) return false;
  if (![value, ...theirs].every(text => NUMBER.test(text))) return false;
  const numbers = theirs.map(Number);
  return Number(value) < Math.min(...numbers) || Number(value) > Math.max(...numbers);
}

/** The digits of a number without leading and trailing zeros. They are the same in every unit and way of writing. */
export function digitsOf(value: string): string {
  return value.replace(/[.,'\s]/g, '').replace(/^0+|0+$/g, '');
}
