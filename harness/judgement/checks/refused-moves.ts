import { oncePerObject } from '../../base/once.ts';
import type { View } from '../../evidence/view.ts';
import type { Defect } from '../../order/pool.ts';
import { explainRun } from '../../order/run.ts';
import { type Call, type Trace, tracesOf } from '../../order/trace.ts';

/** The calls that took the same step of the happy path as a call, each with its order. */
export function takingOf(view: View, { asks }: Call): readonly { readonly trace: Trace; readonly call: Call }[] {
  return tracesOf(view).flatMap(trace =>
    trace.calls
      .filter(call => call.asks === asks && call.isOnPath && call.answer === 'taken')
      .map(call => ({ trace, call })),
  );
}

/** The last step before a moment that had an answer. */
export function stepBefore({ calls }: Trace, at: number, answer: Call['answer']): Call | undefined {
  return calls.findLast(call => call.step && call.at < at && call.answer === answer);
}

/**
 * The refused step that moved an order, so that the order then refuses a step of the happy path: no order takes that
 * step after a refusal, and this one took none in between. `undefined` if there is none.
 */
export function moverOf(view: View, { trace, move: { defect, call } }: Defect): Call | undefined {
  if (defect !== 'refusedOnPath' || call === undefined) return undefined;
  const taking = takingOf(view, call);
  const isFirst = taking.every(({ trace: other, call: { at } }) => stepBefore(other, at, 'refused') === undefined);
  const refused = stepBefore(trace, call.at, 'refused');
  const isLast = refused && refused.at > (stepBefore(trace, call.at, 'taken')?.at ?? 0);
  return taking.length > 0 && isFirst && isLast ? refused : undefined;
}

/** Whether steps move their orders although they are refused. */
export const refusalsMove = oncePerObject((view: View): boolean =>
  explainRun(view).defects.some(defect => moverOf(view, defect) !== undefined),
);
