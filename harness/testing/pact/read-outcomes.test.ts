import { expect, test } from 'vitest';
import { readOutcomes } from './verify-ready.ts';

const answer = (more: object) =>
  JSON.stringify({ interactionResults: [{ description: 'a call', pending: false, result: 'Error', ...more }] });
const mismatch = (more: object) => ({
  mismatch: { mismatches: [{ type: 'BodyMismatch', mismatch: 'differs', ...more }] },
});

// Outcomes that a pact of the sandbox does not show (suites/pact/pact.test.ts).
test.each([
  [
    'that could not be made has failed',
    { mismatch: { message: 'no answer' } },
    { outcome: 'failed', reason: 'no answer' },
  ],
  [
    'that a gateway answered was not exercised',
    mismatch({ type: 'StatusMismatch', actual: 503 }),
    { outcome: 'not-exercised', reason: 'what stands before the service answered 503' },
  ],
])('An interaction %s', (_, result, outcome) => {
  expect(readOutcomes(answer(result))).toEqual([{ interaction: 'a call', ...outcome }]);
});

test.each(['Pact core crashed', '{"result":false}'])('Text that is not a result is refused: %s', text => {
  expect(() => readOutcomes(text)).toThrow(expect.objectContaining({ code: 'pact-core', kind: 'unreachable' }));
});
