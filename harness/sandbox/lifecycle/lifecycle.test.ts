import { describe, expect, it } from 'vitest';
import type { SimulateEvent } from '../../contract/lifecycle.ts';
import { withSandbox } from '../testing/with-sandbox.ts';
import { EVENTS, LIFECYCLE, type OrderState } from './lifecycle.ts';

/** The shortest path to each state from a new order. */
const PATHS: { readonly [S in OrderState]: readonly [SimulateEvent, object?][] } = {
  awaiting_deposit: [],
  deposit_detected: [['deposit_detected']],
  amount_mismatch: [['deposit_detected', { received_amount: '99.99' }]],
  deposit_confirmed: [['deposit_detected'], ['deposit_confirmed']],
  disbursed: [['deposit_detected'], ['deposit_confirmed'], ['disburse']],
  wrong_chain: [['wrong_chain', { received_network: 'tron' }]],
  expired: [['expire']],
  failed: [['fail']],
};

describe.concurrent('the lifecycle over HTTP', () => {
  for (const state of Object.keys(PATHS) as OrderState[]) {
    it(`allows the events of the table from ${state}, and no others`, () =>
      withSandbox({}, async ({ orders, step }) => {
        const ids = await orders(EVENTS.length);
        for (const [index, event] of EVENTS.entries()) {
          const id = ids[index] ?? '';
          for (const [before, more] of PATHS[state]) await step(id, before, more);
          const { status, json } = await step(id, event);
          const { from, to } = LIFECYCLE[event];
          const isAllowed = from.includes(state);
          const isTaken = PATHS[state].some(([before]) => before === event);
          expect({ event, status }).toEqual({ event, status: isAllowed || isTaken ? 202 : 409 });
          if (status === 202) expect(json.status).toBe(isAllowed ? to : state);
          else expect(json).toEqual({ code: 'invalid_state', message: expect.stringContaining(event) });
        }
      }));
  }

  it('proceeds with a larger amount, and holds a smaller one', () =>
    withSandbox({}, async ({ orders, step }) => {
      const [more = '', exact = '', less = ''] = await orders(3);
      const detect = async (id: string, amount: string) =>
        (await step(id, 'deposit_detected', { received_amount: amount })).json;
      expect(await detect(more, '100.01')).toMatchObject({ status: 'deposit_detected', amount_mismatch: 'more' });
      expect(await detect(exact, '100')).toMatchObject({ status: 'deposit_detected', amount_mismatch: 'none' });
      expect(await detect(less, '99')).toMatchObject({ status: 'amount_mismatch', amount_mismatch: 'less' });
    }));

  it.each([
    [{}],
    [{ event: 7 }],
    [{ event: 'refund' }],
    [{ event: 'deposit_detected', received_amount: 5 }],
    [{ event: 'deposit_detected', received_amount: '1e3' }],
    [{ event: 'deposit_detected', received_network: 'tron' }],
    [{ event: 'expire', received_amount: '1' }],
    [{ event: 'wrong_chain', received_network: '' }],
  ])('refuses %j without an effect', body =>
    withSandbox({}, async ({ orders, ask, control }) => {
      const [id = ''] = await orders(1);
      expect(await ask(`/sandbox/collection-orders/${id}/simulate`, body)).toMatchObject({
        status: 400,
        json: { code: 'invalid_request', message: expect.any(String) },
      });
      expect((await control('GET', `/collection-orders/${id}`)).json).toMatchObject({ steps: [] });
    }),
  );
});
