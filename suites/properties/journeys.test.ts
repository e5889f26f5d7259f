import fc from 'fast-check';
import { expect, test } from 'vitest';
import { journeyProperty } from '#testing';

/** The number of concurrent sequences: a sequence mostly waits. */
const LANES = 4;

test('Every due webhook arrives, and no other, in any sequence of steps, receiver failures and restarts', async () => {
  await Promise.all(Array.from({ length: LANES }, () => fc.assert(journeyProperty(), { numRuns: 13 })));
});

/** Faults that random journeys expose. They show that the property can fail. */
test.each(['no-redelivery', 'event-id-renewed-on-redelivery', 'completed-after-fail', 'signs-reserialised-body'])(
  'The property detects the fault %s',
  async fault => {
    const details = await fc.check(journeyProperty({ faults: [fault] }), { numRuns: 60, endOnFailure: true });
    expect(details.failed).toBe(true);
    expect(String(details.errorInstance)).not.toContain('still waiting');
  },
);
