import { expect, test } from 'vitest';
import { View } from '../../evidence/view.ts';
import { addOrders, explained } from '../../order/testing/orders.ts';
import { aRun, aSoundRun, INTERPRETATION, type RunBuilder } from '../../testing/evidence.ts';
import { breachOf } from './defects.ts';

/** The likely causes of the defects of a run. */
function causesIn(run: RunBuilder): readonly string[] {
  const view = new View(run.evidence, INTERPRETATION);
  return [...new Set(explained(run).defects.flatMap(defect => breachOf(view, defect)?.likely ?? []))];
}

test.each([
  ['a delivery was refused', 'disburse/503', /^no webhook arrives after one was answered 503: the service stops/],
  ['one was taken', 'disburse', /^the service loses the event/],
])('Webhooks that do not arrive after %s', (_, last, likely) => {
  const run = addOrders(aRun(), '3 * path', 'fail', `deposit_detected deposit_confirmed ${last}`);
  expect(causesIn(addOrders(run, '3 * deposit_detected='))).toEqual([expect.stringMatching(likely)]);
});

test.each([
  ['together with one that is due', 'b:deposit_detected a:path b:+credit', /^the disburse of another order credits/],
  ['by themselves', 'b:deposit_detected b:~2000 b:+credit a:path', /^another transition sends the credit/],
])('Credits before disburse that come %s', (_, orders, likely) => {
  expect(causesIn(addOrders(aSoundRun(), orders, orders, orders))).toEqual([expect.stringMatching(likely)]);
});
