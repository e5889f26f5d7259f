import { countsOf } from '../base/counts.ts';
import { isEarly, mayHaveWaited } from './endings.ts';
import type { Model } from './estimate.ts';
import type { Explanation } from './explanation.ts';
import { LIMITS } from './limits.ts';
import { type Call, isTaken, type Trace } from './trace.ts';

/** What orders without a defect show: which step sends which webhook, after which steps, and how late. */
export type Shown = ReturnType<typeof shownBy>;

/** Reads what explanations show. Orders with mistaken calls are left out: such a call may have moved the order. */
export function shownBy(explanations: readonly Explanation[], model: Model) {
  const plain = explanations.filter(({ trace }) => trace.calls.every(({ role }) => role === 'step'));
  const sound = plain.filter(({ moves }) => moves.every(({ defect }) => defect === undefined));
  /** The webhooks of steps, with the delay (ms) of each, and whether it arrived after the wait for it had ended. */
  const all = sound.flatMap(({ trace, moves }) =>
    moves.flatMap(({ call, event }) => {
      if (call?.asks === undefined || event === undefined || !model.owes(call.input).has(event.type)) return [];
      // A later call of the same step may have sent it: the service may have ignored this one.
      if (trace.callsBefore(event).some(({ asks, at }) => asks === call.asks && at > call.at)) return [];
      const { type, isCredit, at } = event;
      const isLate = call.wait?.outcome === 'missed' && at > call.wait.to;
      const hasWaited = mayHaveWaited(trace, call, event);
      return [{ type, call, isCredit, delay: at - call.at, isLate, hasWaited }];
    }),
  );
  const [waiting = [], sights = []] = [true, false].map(has => all.filter(({ hasWaited }) => hasWaited === has));
  const held = new Set(waiting.map(({ call }) => call.asks));
  const credits = sights.filter(({ isCredit }) => isCredit);
  const byPlace = Map.groupBy(sights, ({ call }) => placeOf(call));
  const byType = Map.groupBy(sights, ({ type }) => type);
  const byWay = Map.groupBy(
    sound.map(({ trace }) => trace),
    wholeWayOf,
  );
  const heard = new Set(sights.map(({ call }) => call.asks));
  const taken = explanations.flatMap(({ trace }) => trace.calls.filter(isTaken));
  const times = countsOf(taken.map(({ asks }) => asks));
  const at = (call: Call) => byPlace.get(placeOf(call)) ?? [];
  return {
    /** The delay (ms) of the slowest webhook that arrived after its timeout; 0 if there is none. */
    slowest: Math.max(0, ...sights.map(({ delay, isLate }) => (isLate ? delay : 0))),
    /** The delay (ms) of the slowest webhook of any step. */
    longest: Math.max(0, ...sights.map(({ delay }) => delay)),
    /** The share of credits that arrive more than a time (ms) after their disburse. */
    creditsAfter: (ms: number) => (credits.filter(({ delay }) => delay > ms).length + 1) / (credits.length + 1),
    /** Whether no order shows a webhook of any step. */
    isSilent: heard.size === 0,
    /** Whether an order shows a webhook of the step after the same earlier steps. @param type only of this type */
    sends: (call: Call, type?: string) => at(call).some(sight => type === undefined || sight.type === type),
    /** Whether an order shows the credit of the step after the same earlier steps. */
    credits: (call: Call) => at(call).some(({ isCredit }) => isCredit),
    /** Whether a call is early, and the service holds such steps back until the order takes the steps before them. */
    isHeld: (call: Call) => isEarly(call) && held.has(call.asks),
    /** Whether the step sent a webhook in any order. */
    isHeard: ({ asks }: Call) => heard.has(asks),
    /** Whether many orders took the step and none shows a webhook of it. */
    isNeverHeard: ({ asks }: Call) => !heard.has(asks) && (times.get(asks) ?? 0) >= LIMITS.never,
    /** Whether only one event shows which step a type belongs to. */
    isShownOnce: (type: string) => byType.get(type)?.length === 1,
    /** Whether several orders show that a type belongs to another input: another step, or the step with a field. */
    isOfAnother(type: string, { input }: Call) {
      const others = byType.get(type)?.filter(({ call }) => call.input !== input) ?? [];
      return [...countsOf(others.map(({ call }) => call.input)).values()].some(count => count >= LIMITS.several);
    },
    /**
     * The most events of a type in any other order with the same steps, without refused events; `Infinity` if too few
     * orders show it.
     */
    most(trace: Trace, type: string) {
      const others = byWay.get(wholeWayOf(trace))?.filter(other => other !== trace) ?? [];
      const counts = others.flatMap(({ events }) => {
        const ofType = events.filter(event => event.type === type);
        return ofType.length === 0 || ofType.some(({ isRefused }) => isRefused) ? [] : [ofType.length];
      });
      return counts.length < LIMITS.never ? Number.POSITIVE_INFINITY : Math.max(...counts);
    },
  };
}

function placeOf({ way, asks }: Call): string {
  return `${way} > ${asks}`;
}

/** The steps of an order with their answers. */
function wholeWayOf({ calls }: Trace): string {
  return calls.flatMap(({ role, input, answer }) => (role === 'step' ? [`${input} ${answer}`] : [])).join();
}
