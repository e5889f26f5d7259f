import fc from 'fast-check';
import { expect, test } from 'vitest';
import { holds, journeyProperty } from '#harness';

/** Sequences side by side: they wait more than they compute. */
const LANES = 4;

test('whatever happens to orders, receiver and sandbox: every webhook that is due comes, and nothing else', async () => {
  await Promise.all(Array.from({ length: LANES }, () => holds(journeyProperty(), { numRuns: 13 })));
});

/** Breaches that random journeys meet: the property has to be able to fail. */
test.each(['no-redelivery', 'event-id-renewed-on-redelivery', 'completed-after-fail', 'signs-reserialised-body'])(
  'the property finds the fault %s',
  async fault => {
    const details = await fc.check(journeyProperty({ faults: [fault] }), { numRuns: 60, endOnFailure: true });
    expect(details.failed).toBe(true);
    expect(String(details.errorInstance)).not.toContain('still waiting');
  },
);
