import { bodyOf } from '../base/json.ts';
import type { Delivery, Exchange, RunInfo } from '../evidence/evidence.ts';

/** A description of a run. */
export const RUN_INFO: RunInfo = {
  ...{ schema: 1, run: 'run-1', at: 0, seed: 1, target: { kind: 'remote', url: 'https://sandbox.test' } },
  ...{ harness: '0.0.0', node: 'v26.0.0' },
  settings: {
    ...{ deliveryTimeoutMs: 5_000, redeliveryTimeoutMs: 5_000, secrets: 1, suites: [], keyGiven: true },
    orderSetting: 'ORDER_COMMAND',
  },
};

/** An exchange without a response. */
export function anExchange(id: string, more: Partial<Exchange> = {}): Exchange {
  const request = { method: 'GET', url: 'https://sandbox.test/', headers: [] };
  return { id, attempt: 0, sentAt: 0, endedAt: 0, request, ...more };
}

/** An acknowledged delivery without a signature and without a body. */
export function aDelivery(id: string, more: Partial<Delivery> = {}): Delivery {
  return {
    ...{ id, at: 0, method: 'POST', path: '/webhooks', headers: [], body: bodyOf(Buffer.alloc(0)) },
    ...{ complete: true, ours: true, answer: { kind: 'status', status: 200, refused: false } },
    signatures: [],
    ...more,
  };
}
