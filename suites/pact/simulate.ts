import { MatchersV3 } from '@pact-foundation/pact';
import { type components, SIMULATE_EVENTS } from '#harness';
import { STATES } from '#testing';
import type { HttpCase } from './http-case.ts';

/** Simulating a step (4.3): each event, and each optional field. The status and body of the answer are unspecified. */
export const SIMULATE: readonly HttpCase[] = [
  ...SIMULATE_EVENTS.map(event => step(`a simulated ${event}`, { event })),
  step('a simulated deposit of another amount', { event: 'deposit_detected', received_amount: '99.50' }),
  // The list of networks is unspecified, so a service may refuse this one.
  {
    ...step('a simulated deposit on a named network', { event: 'wrong_chain', received_network: 'EXAMPLE_NETWORK' }),
    mayChange: true,
  },
];

function step(description: string, body: components['schemas']['SimulateRequest']): HttpCase {
  return {
    description,
    given: [STATES.collectionOrder, { step: body.event }],
    method: 'POST',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: Pact fills it in from the provider state
    path: ['/sandbox/collection-orders/${order_id}/simulate', '/sandbox/collection-orders/co-1/simulate'],
    sends: body,
    status: [202, MatchersV3.HTTPResponseStatusClass.Success],
    call: client => client.simulate('co-1', body),
  };
}
