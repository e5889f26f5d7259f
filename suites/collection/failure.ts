import type { Scenario } from '#harness';

export const failure: Scenario = {
  id: 'collection/failure',
  suite: 'collection',
  title: 'An order that fails sends a webhook and is never credited (4.3, fail)',
  orders: { least: 1, most: 1 },
  calibrates: true,
  drive: ({ journeys }) => journeys(order => order.stepFromAnyState('fail')),
};
