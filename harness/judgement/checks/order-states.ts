import { jsonOf } from '../../base/json.ts';
import { FAILURES, leadsToCredit, type SimulateEvent } from '../../contract/lifecycle.ts';
import type { View } from '../../evidence/view.ts';
import { stateIn } from '../../order/kinds.ts';
import { explainRun } from '../../order/run.ts';
import { isPlainOrder } from '../../order/trace.ts';
import { breach, type Check, SEVERAL } from './check.ts';

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
      if (event === undefined || call?.step === undefined || defect !== undefined || !isPlainOrder(trace)) return [];
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
