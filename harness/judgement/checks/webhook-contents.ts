import { jsonOf } from '../../base/json.ts';
import { FAILURES, leadsToCredit, type SimulateEvent } from '../../contract/lifecycle.ts';
import type { View } from '../../evidence/view.ts';
import { stateIn } from '../../order/kinds.ts';
import { explainRun } from '../../order/run.ts';
import { type Sighting, type Trace, tracesOf } from '../../order/trace.ts';
import { valuesAboutOrder } from './bodies.ts';
import { breach, type Check, SEVERAL } from './check.ts';

/** This many orders must agree with their credit and be the majority, or have the value of another order. */
const ENOUGH = 5;

/**
 * Events: a consumer credits what `disbursement.completed` says. In most orders, some values (an amount, a customer)
 * are equal in all webhooks of the order but differ between orders. A webhook with another value contradicts its order.
 * The specification does not define these values, so this is advice. If several credits have values of other orders,
 * they are about those orders, which is a breach.
 */
export const creditConstancy: Check = {
  id: 'credit-constancy',
  title: 'A webhook of a credited order says of it what its other webhooks say',
  kind: 'safety',
  requirements: ['collection.credit-signal', 'event.every-step'],
  *judge(view) {
    const all = tracesOf(view).flatMap(trace => comparedIn(view, trace));
    for (const [place, compared] of Map.groupBy(all, one => one.place)) {
      const { alike = [], other = [] } = Object.groupBy(compared, ({ own, said }) =>
        own === said ? 'alike' : 'other',
      );
      const values = new Set(compared.map(({ said }) => said));
      if (values.size === 1) continue;
      const shared = other.filter(one => values.has(one.own));
      // If orders share values, for example a customer, every wrong value must be that of another order.
      const areShared = new Set(shared.map(({ own }) => own)).size >= ENOUGH && shared.length === other.length;
      const ofAnother = new Set(areShared || values.size === compared.length ? shared : []);
      const areAlike = alike.length >= ENOUGH && alike.length > other.length;
      if (!areAlike && ofAnother.size < ENOUGH) continue;
      for (const one of other) {
        const { trace, event, said, own, evidence } = one;
        const isOfAnother = ofAnother.has(one);
        if (!areAlike && !isOfAnother) continue;
        const isBreach = isOfAnother && event.isCredit;
        const use = event.isCredit ? 'credit' : 'act on';
        yield breach({
          requirement: event.isCredit ? 'collection.credit-signal' : 'event.every-step',
          ...(!isBreach && { severity: 'advice', consequence: 'money' }),
          cause: `${event.isCredit ? '' : event.type} another ${place}`.trim(),
          message: isOfAnother
            ? `${event.type} has the ${place} of another order`
            : `${event.type} has another ${place} than the other webhooks of its order`,
          expected: said,
          received: own,
          likely: `the webhook is built from another source; a consumer would ${use} what it says`,
          evidence: [...evidence, trace.journey.id],
        });
      }
    }
  },
};

/**
 * The comparable values of a credited order: by place, what all its webhooks say, or all but one, which then is
 * `event`. Of only two webhooks, the credit is the other one. Orders with fields in their calls are excluded.
 */
function comparedIn(view: View, trace: Trace) {
  const { events } = trace;
  const [credit, ...more] = events.filter(({ isCredit, isSigned }) => isCredit && isSigned);
  const before = events.filter(event => !event.isCredit && event.at <= (credit?.at ?? 0));
  if (credit === undefined || more.length > 0 || !trace.isPlain || before.length === 0) return [];
  const told = [credit, ...before].flatMap(event =>
    [...valuesOf(view, event)].map(([place, value]) => ({ place, value, event })),
  );
  return [...Map.groupBy(told, ({ place }) => place)].flatMap(([place, ofPlace]) => {
    if (ofPlace.length < 2) return [];
    const [few = [], many = few, ...others] = [...Map.groupBy(ofPlace, ({ value }) => value).values()].toSorted(
      (a, b) => a.length - b.length || Number(b[0]?.event === credit) - Number(a[0]?.event === credit),
    );
    const [odd] = few;
    const [usual] = many;
    const isOdd = few === many || (few.length === 1 && (many.length > 1 || odd?.event === credit));
    if (others.length > 0 || !isOdd || odd === undefined || usual === undefined) return [];
    const evidence = [odd.event, ...ofPlace.flatMap(({ event }) => (event === odd.event ? [] : event))];
    const ids = evidence.map(({ seen }) => seen.deliveries[0].id);
    return [{ trace, place, event: odd.event, said: usual.value, own: odd.value, evidence: ids }];
  });
}

/** What the body of an event says about its order, by place. What a list holds may change, such as open orders. */
function valuesOf(view: View, { seen: { deliveries } }: Sighting): ReadonlyMap<string, string> {
  const own = valuesAboutOrder(view, deliveries[0]).filter(
    ({ place }) => place.startsWith('/') && !/\/\d+$/.test(place),
  );
  return new Map(own.map(({ place, value }) => [place, value]));
}

/**
 * States and transitions: a webhook may name the state of its order. The names are not specified, so the run shows what
 * they mean: most webhooks of a step name the state that it leads to. A webhook must not name the state of an ending
 * that its order has not reached. For example, a `disbursement.completed` that says `failed`, as webhooks of `fail` do,
 * contradicts itself. In other webhooks, this is advice. An order that received another amount may have any state.
 */
export const orderStates: Check = {
  id: 'order-states',
  title: 'A webhook never names an ending that its order has not reached',
  kind: 'safety',
  requirements: ['collection.credit-signal', 'event.every-step'],
  *judge(view) {
    const all = statesIn(view);
    const usual = usualStates(all);
    for (const one of all) {
      const { trace, call, event, step, state, kind } = one;
      const steps = new Set([...usual].flatMap(([, of]) => (of.state === state ? [of.step] : [])));
      if (steps.size === 0 || steps.has(step) || ![...steps].every(isEnding)) continue;
      if (hasReached(view, one, steps)) continue;
      const endings = [...steps].join(' or ');
      yield breach({
        requirement: event.isCredit ? 'collection.credit-signal' : 'event.every-step',
        ...(!event.isCredit && { severity: 'advice' }),
        cause: `${event.type} ${state}`,
        message: `${event.type} names the state ${state}, which other orders have only after ${endings}`,
        expected: `the state ${usual.get(kind)?.state ?? 'that the step leads to'}`,
        received: state,
        likely: event.isCredit
          ? 'the disbursement failed, or the state is that of another order; a consumer cannot tell whether to credit'
          : 'the state is that of another order, or is written before the order reaches it',
        evidence: [event.seen.deliveries[0].id, call.exchange.id, trace.journey.id],
      });
    }
  },
};

type NamedState = ReturnType<typeof statesIn>[number];

/** The states that webhooks of plain orders name, each with the step that explains the webhook. */
function statesIn(view: View) {
  const { explanations } = explainRun(view);
  return explanations.flatMap(({ trace, moves }) =>
    moves.flatMap(({ call, event, defect }) => {
      if (event === undefined || call?.step === undefined || defect !== undefined || !trace.isPlain) return [];
      const { event: step } = call.step;
      const state = stateIn(jsonOf(event.seen.deliveries[0].body)?.value, trace.journey.order);
      return state === undefined ? [] : [{ trace, call, event, step, state, kind: `${step} ${event.type}` }];
    }),
  );
}

/** For each kind of webhook, the state that most of them name. */
function usualStates(all: readonly NamedState[]): ReadonlyMap<string, NamedState> {
  return new Map(
    [...Map.groupBy(all, ({ kind }) => kind)].flatMap(([kind, own]) => {
      const byState = [...Map.groupBy(own, ({ state }) => state).values()];
      const most = byState.find(({ length }) => length >= SEVERAL && length > own.length / 2);
      return most?.[0] ? [[kind, most[0]] as const] : [];
    }),
  );
}

function isEnding(step: SimulateEvent): boolean {
  return leadsToCredit(step) || FAILURES.some(failure => failure === step);
}

/** Whether an order was asked for one of these steps before a webhook came, or took one by itself. */
function hasReached(view: View, { trace, event }: NamedState, steps: ReadonlySet<SimulateEvent>): boolean {
  const { calls, events } = trace;
  const { model } = explainRun(view);
  const isOwed = (type: string) => [...steps].some(step => model.owes(step).has(type));
  return (
    calls.some(call => call.at <= event.at && call.asks !== undefined && steps.has(call.asks)) ||
    events.some(({ at, type }) => at < event.at && isOwed(type))
  );
}
