import type { Scenario } from '#harness';

export const expiry: Scenario = {
  id: 'collection/expiry',
  suite: 'collection',
  title: 'An order whose quote expires unpaid sends a webhook and is never credited (4.3, expire)',
  orders: { least: 1, most: 1 },
  calibrates: true,
  drive: ({ journeys }) => journeys(order => order.stepFromAnyState('expire')),
};
