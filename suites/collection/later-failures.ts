import { FAILURES, refusal, type Scenario, type SimulateEvent } from '#harness';

/**
 * Ways for an order to end without a disbursement: the steps to get there. First those by which the target was met:
 * where a step sent its webhook on the same way before, its silence tells.
 */
const ENDINGS: readonly (readonly SimulateEvent[])[] = [
  ...FAILURES.map(event => [event]),
  ['deposit_detected', 'fail'],
  ['wrong_chain'],
  ['expire'],
];

/** Of the first of each kind the last webhook is refused: that it comes again is not for the happy path alone. */
const REFUSED = FAILURES.length;

/** How often each ending is met: of twenty chances, a fault that shows one time in five takes one in 99 runs of 100. */
const TIMES = 10;

export const laterFailures: Scenario = {
  id: 'collection/later-failures',
  suite: 'collection',
  title: 'however an order ends without a disbursement, and however often, it is never credited (4.3)',
  orders: { least: 1, most: TIMES * ENDINGS.length },
  async drive({ journey, orders }) {
    const drive = (index: number) =>
      journey(async order => {
        const steps = ENDINGS[index % ENDINGS.length] ?? [];
        for (const [nth, event] of steps.entries()) {
          const refused = index < REFUSED && nth === steps.length - 1;
          await (refused ? order.stepRefused(event, [refusal(503)]) : order.step(event));
        }
      });
    await Promise.all(Array.from({ length: orders }, (_, index) => drive(index)));
  },
};
