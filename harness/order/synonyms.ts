import { countsOf } from '../base/counts.ts';
import { oncePerKey } from '../base/once.ts';
import { LIMITS } from './limits.ts';
import type { Trace } from './trace.ts';

/**
 * For each type, the types that other orders show in its place, for example `usdt.received` and `usdc.received`: nearly
 * all events of both follow the same step, and no order shows both. Only events that name their orders count. A type
 * that also follows another step is the webhook of that step.
 */
export function synonymsIn(traces: readonly Trace[]): (type: string) => ReadonlySet<string> {
  const after = traces.flatMap(trace =>
    trace.events.flatMap(({ type, isCredit, isNameless, at }) => {
      const call = trace.calls.findLast(one => one.at <= at && one.role === 'step' && one.answer === 'taken');
      return isCredit || isNameless ? [] : [{ trace, type, step: call?.asks }];
    }),
  );
  const homes = [...Map.groupBy(after, ({ type }) => type)].flatMap(([type, all]) => {
    const orders = new Set(all.map(({ trace }) => trace));
    const [[step, times] = [undefined, 0]] = [...countsOf(all.map(one => one.step))].sort(([, a], [, b]) => b - a);
    const isAtHome = step !== undefined && times > LIMITS.mostly * all.length && orders.size >= LIMITS.never;
    return isAtHome ? [{ type, orders, step }] : [];
  });
  return oncePerKey((type: string) => {
    const own = homes.find(home => home.type === type);
    const others = homes.filter(({ step, orders }) => step === own?.step && orders.isDisjointFrom(own.orders));
    return new Set(others.map(other => other.type));
  });
}
