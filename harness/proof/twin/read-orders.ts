import { oncePerObject } from '../../base/once.ts';
import { isSimulateEvent, leadsToCredit, type SimulateEvent } from '../../contract/lifecycle.ts';
import { COMPLETED } from '../../evidence/dialect.ts';
import { arrivalOf, type ReceivedEvent } from '../../evidence/view.ts';
import { BEFORE, type Said, saidIn } from '../../facts/about/states.ts';
import { majority, type Reading, shown } from '../../facts/observed-dialect.ts';
import { webhooksOfSteps } from '../../facts/webhooks-of-steps.ts';
import { owedTypes } from '../../order/causes.ts';
import { explainRun } from '../../order/run.ts';
import { EVENTS, INITIAL_STATE, LIFECYCLE, type OrderState } from '../../sandbox/lifecycle/lifecycle.ts';
import type { Original } from './observed.ts';

/** More than this share of orders must have a type that no step sends for it to belong to their creation. */
const MOSTLY = 0.5;

/** Reads from the model of an order which types each step causes, in order, and which its creation causes. */
const typesOf = oncePerObject((observed: Original) => {
  const { model, explanations } = explainRun(observed.view);
  const bySteps = [...owedTypes(observed.view)].map(([event, own]) => {
    // The specification assigns the credit signal to a step, and the sandbox requires that.
    const lacksCredit = own.length > 0 && leadsToCredit(event) && !own.includes(COMPLETED);
    return [event, lacksCredit ? [...own, COMPLETED] : own] as const;
  });
  const orders = explanations.filter(({ trace }) => trace.calls.length > 0);
  const made = [...new Set(observed.events.flatMap(({ type }) => type ?? []))].filter(type => {
    const having = orders.filter(({ trace }) => trace.events.some(event => event.type === type));
    return !model.isOwed(type) && model.isUnasked(type) && having.length > MOSTLY * orders.length;
  });
  return { made, bySteps: new Map(bySteps) };
});

/** The types that a step causes, in order. */
export function eventTypes(observed: Original, event: SimulateEvent): Reading | undefined {
  const types = typesOf(observed).bySteps.get(event) ?? [];
  const own = observed.events.filter(({ type = '' }) => types.includes(type));
  return types.length === 0 ? undefined : shown(types.length === 1 ? types[0] : types, idsOf(own));
}

/** The types that a deposit of another amount causes; empty if they are those of any deposit. */
export function mismatchTypes(observed: Original): Reading<readonly string[]> | undefined {
  const typesAfter = (words: string) => {
    const [fact] = observed.factsAbout('event.names', `after ${words}`);
    const seen = fact && (fact.values ?? [{ ...fact, firstSeen: '' }]);
    const most = Math.max(...(seen ?? []).map(({ count }) => count));
    const usual = seen
      ?.filter(({ count }) => count > most / 2)
      .toSorted((a, b) => (a.firstSeen < b.firstSeen ? -1 : 1));
    const types = usual?.map(({ value }) => String(value));
    return fact && shown(types, fact.evidence);
  };
  const [usual, mismatch] = ['deposit_detected', 'deposit_detected of another amount'].map(typesAfter);
  if (mismatch === undefined) return undefined;
  const isUsual = new Set(mismatch.value).symmetricDifference(new Set(usual?.value)).size === 0;
  return { ...mismatch, value: isUsual ? [] : mismatch.value };
}

/** The event types that the creation of an order causes. */
export function otherEvents(observed: Original): Reading<readonly string[]> | undefined {
  const { made, bySteps } = typesOf(observed);
  const caused = new Set([...bySteps.values()].flat());
  const early = observed.causes.filter(({ call, event: { type } }) => !call && type && !caused.has(type));
  const soon = early.flatMap(({ event: { type = '' } }) => type);
  const types = [...new Set([...made, ...soon, ...webhooksOfSteps(observed.view).unrelated])];
  const own = observed.events.filter(({ type = '' }) => types.includes(type));
  return shown(types, idsOf(own.length > 0 ? own : observed.events));
}

function idsOf(events: readonly ReceivedEvent[]): readonly string[] {
  return events.toSorted((a, b) => arrivalOf(a) - arrivalOf(b)).map(({ deliveries }) => deliveries[0].id);
}

/** The direct steps to a state. An order with exactly these steps is certainly in it. */
function wayTo(state: OrderState | undefined): readonly string[] {
  const last = EVENTS.find(event => LIFECYCLE[event].to === state);
  return last === undefined || state === INITIAL_STATE ? [] : [...wayTo(LIFECYCLE[last].from[0]), last];
}

/** The name of a state in orders that reached it directly. */
export function stateName(observed: Original, state: OrderState): Reading<string> | undefined {
  const way = wayTo(state).join();
  return majority(namesAfter(observed, taken => taken.join() === way));
}

/** First steps that no order accepts. After them, the order is still new. */
const UNTAKEN = ['deposit_confirmed', 'disburse'];

/** The state name of a new order: before its first step, or after one that did not move it. */
export function initialName(observed: Original): Reading<string> | undefined {
  const later = (['deposit_confirmed', 'disbursed'] as const).map(state => stateName(observed, state)?.value);
  const unmoved = namesAfter(observed, taken => taken.length === 1 && UNTAKEN.includes(taken[0] ?? ''));
  return stateName(observed, 'awaiting_deposit') ?? majority(unmoved.filter(({ value }) => !later.includes(value)));
}

/** The state name of an order that is held because of an amount mismatch. */
export function mismatchName(observed: Original): Reading<string> | undefined {
  const usual = stateName(observed, 'deposit_detected')?.value;
  return majority(namesAfter(observed, isMismatch).filter(({ value }) => value !== usual));
}

const isMismatch = (taken: readonly string[]) => taken.join() === 'deposit_detected of another amount';

/** The reported state of each order whose steps so far meet a condition. */
function namesAfter(observed: Original, isAsked: (taken: readonly string[]) => boolean) {
  const said = Map.groupBy(surelySaid(observed), ({ journey }) => journey);
  return [...said.values()].flatMap(own => {
    const taken: string[] = [];
    const votes: { value: string; id: string }[] = [];
    for (const { step, state, id } of own.toSorted((a, b) => a.at - b.at)) {
      // A named network changes the order's network, but not its state.
      const words = step.replace(/ on a named network$/, '');
      if (step !== BEFORE && taken.at(-1) !== words) taken.push(words);
      if (isAsked(taken)) votes.push({ value: state, id });
    }
    return votes;
  });
}

/** States in answers; without any, states in events that describe the time of their arrival. */
function surelySaid(observed: Original): readonly Said[] {
  const { inAnswers, inEvents } = saidIn(observed.view);
  if (inAnswers.length > 0) return [...inAnswers, ...inEvents.filter(({ step }) => step === BEFORE)];
  const { made, bySteps } = typesOf(observed);
  const types = new Map(observed.events.map(({ deliveries: [{ id }], type = '' }) => [id, type]));
  return inEvents.flatMap(said => {
    const type = types.get(said.id) ?? '';
    const [event = ''] = said.step.split(' ');
    if (made.includes(type)) return [{ ...said, step: BEFORE }];
    return isSimulateEvent(event) && bySteps.get(event)?.includes(type) === false ? [] : [said];
  });
}

/** Whether an order with an amount mismatch is held, judged by its next steps and its state name. */
export function mismatchOutcome(observed: Original, which: 'less' | 'more'): Reading<string> | undefined {
  const isWhich = (amount: string) => Number(amount) > DUE === (which === 'more');
  const about = observed
    .factsAbout('simulate.mismatch-outcome', /then deposit_confirmed$/)
    .filter(({ condition = '' }) => isWhich(/^received_amount (\S+),/.exec(condition)?.[1] ?? ''));
  const usual = stateName(observed, 'deposit_detected')?.value;
  const amounts = new Map(
    observed.evidence.journeys.map(({ id, steps: [first] }) => [id, first?.receivedAmount] as const),
  );
  const said = surelySaid(observed).filter(({ journey, step }: Said) => {
    const amount = amounts.get(journey);
    return amount !== undefined && isWhich(amount) && step === 'deposit_detected of another amount';
  });
  const named = majority(said.map(({ state, id }) => ({ value: state === usual ? 'proceeds' : 'held', id })));
  const refused = about.filter(({ value }) => typeof value === 'number');
  const accepted = about.filter(({ value }) => value === 'accepted');
  if (refused.length > 0) return shown('held', refused);
  if (named?.value === 'held') return accepted.length > 0 ? { ...named, value: 'noted' } : named;
  return shown('proceeds', about) ?? named;
}

/** More than this is certainly more than was due. */
const DUE = 1_000;
