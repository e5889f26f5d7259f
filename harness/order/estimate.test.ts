import { describe, expect, test } from 'vitest';
import { estimate } from './estimate.ts';
import type { Trace } from './trace.ts';

/** An order that takes each input, and one event after all of them that names no order. */
const anOrder = (type: string, ...inputs: readonly string[]) =>
  ({
    calls: inputs.map((input, at) => ({ role: 'step', verdict: 'taken', asks: input.split(',')[0], input, at })),
    events: [{ type, isNameless: true, at: inputs.length }],
  }) as unknown as Trace;

describe('An event that names no order', () => {
  test('is of the step that its orders took, with or without a field', () => {
    const model = estimate([
      anOrder('moved', 'wrong_chain'),
      anOrder('moved', 'wrong_chain', 'wrong_chain'),
      anOrder('moved', 'wrong_chain,received_network'),
    ]);
    expect([...model.owes('wrong_chain')]).toEqual(['moved']);
  });

  test('is of no step where it comes after any', () => {
    const model = estimate(['expire', 'fail', 'wrong_chain', 'disburse'].map(step => anOrder('paid', step)));
    expect(['expire', 'fail', 'wrong_chain', 'disburse'].flatMap(step => [...model.owes(step)])).toEqual([]);
  });
});
