import { expect, test } from 'vitest';
import { View } from '../../evidence/view.ts';
import { aRun, INTERPRETATION } from '../../testing/evidence.ts';
import { sample } from './measure.ts';

test('A sample keeps two journeys of each kind, those without steps by their scenario', () => {
  const run = aRun();
  const scenarios = [...Array.from({ length: 5 }, () => 'gaps/idempotency-keys'), 'collection/invalid-calls'];
  for (const scenario of scenarios) run.journey({ scenario });
  for (let nth = 0; nth < 3; nth++) run.journey().step('expire');
  const { evidence } = run;
  const kept = sample(evidence, View.of(evidence, INTERPRETATION)).journeys.map(({ id }) => id);
  expect(kept).toEqual(['j1', 'j2', 'j6', 'j7', 'j8']);
});
