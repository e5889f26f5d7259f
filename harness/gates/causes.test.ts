import { expect, test } from 'vitest';
import { causeFirst, statesCause } from './causes.ts';

test.each([
  [
    'it never checks t against the clock',
    'the SDK accepts a webhook that must be refused',
    'the SDK never checks t against the clock: it accepts a webhook that must be refused',
  ],
  [
    'its comparison is inverted: it accepts a v1 that differs from the digest',
    'the SDK refuses a valid webhook',
    "the SDK's comparison is inverted: it refuses a valid webhook",
  ],
  [
    'The handler does not verify signatures',
    'An order is credited where the digest is random',
    'The handler does not verify signatures: an order is credited where the digest is random',
  ],
])('A finding starts with its cause: %s', (likely, shown, message) => {
  expect(causeFirst(likely, shown)).toBe(message);
  expect(statesCause({ message, likely })).toBe(true);
  expect(statesCause({ message: shown, likely })).toBe(false);
});
