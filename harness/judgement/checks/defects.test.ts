import { expect, test } from 'vitest';
import { COMPLETED } from '../../evidence/dialect.ts';
import { View } from '../../evidence/view.ts';
import { explained } from '../../order/testing/orders.ts';
import { aSoundRun, INTERPRETATION } from '../../testing/evidence.ts';
import { breachOf } from './defects.ts';

// testing/findings/defects.txt shows the likely causes of other defects.

test.each([
  ['the id of another event follows from what is found of event ids', (id?: string) => id, 'event.id'],
  ['an id of its own follows from nothing', () => undefined, undefined],
])('A second credit under %s', (_, idOf, follows) => {
  const run = aSoundRun();
  const journey = run.journey().happyPath();
  const [event] = run.evidence.deliveries.slice(-3);
  const id = idOf(event && new View(run.evidence, INTERPRETATION).idOf(event));
  journey.deliver(COMPLETED, { ...(id !== undefined && { event: id }) });
  const view = new View(run.evidence, INTERPRETATION);
  expect(explained(run).defects.map(defect => breachOf(view, defect)?.follows)).toEqual([follows]);
});
