import { expect, test } from 'vitest';
import { COMPLETED } from '../../evidence/dialect.ts';
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
  [
    'after a delivery was refused',
    ['path', 'deposit_detected deposit_confirmed disburse/503', '3 * deposit_detected='],
    /^no webhook arrives after one that was answered 503: the service stops sending/,
  ],
  [
    'after one was taken',
    ['path', 'deposit_detected=', 'fail=', 'expire='],
    /^no webhook arrives after the first 14 deliveries: the service stops sending/,
  ],
  ['of one step', ['path', '3 * deposit_detected='], /^the service loses the event/],
  [
    'of several steps now and then',
    ['deposit_detected=', 'fail=', 'expire=', '2 * path'],
    /^the service loses webhooks of several steps: 3 of 20 do not arrive/,
  ],
])('Webhooks that do not arrive %s', (_, orders, likely) => {
  const run = addOrders(aRun(), '3 * path', 'fail', 'expire', ...orders);
  expect(causesIn(run)).toEqual([expect.stringMatching(likely)]);
});

test.each([
  ['together with one that is due', 'b:deposit_detected a:path b:+credit', /^the disburse of another order credits/],
  ['by themselves', 'b:deposit_detected b:~2000 b:+credit a:path', /^another transition sends the credit/],
])('Credits before disburse that come %s', (_, orders, likely) => {
  expect(causesIn(addOrders(aSoundRun(), orders, orders, orders))).toEqual([expect.stringMatching(likely)]);
});

const REFUSED = 'disburse!409 deposit_detected!409';

test.each([
  [
    'deposit_detected deposit_confirmed disburse!409',
    'the service forgets that the order took deposit_confirmed: the service accepts disburse from other orders',
  ],
  [
    'deposit_detected deposit_confirmed deposit_detected=?none disburse!409',
    'the repeated deposit_detected moves the order back: the service accepts disburse from other orders',
  ],
  [REFUSED, 'disburse moves the order although it is refused: the service accepts deposit_detected from other orders'],
  [
    `fail!409 deposit_detected ~5000 deposit_confirmed!409`,
    expect.stringMatching('forgets that the order took deposit'),
  ],
])('The cause of a happy path that is refused: %s', (line, likely) => {
  expect(causesIn(addOrders(aSoundRun(), line))).toEqual([likely]);
});

test('A step that is also taken after a refusal is not refused because of one', () => {
  expect(causesIn(addOrders(aSoundRun(), REFUSED, 'disburse!409 deposit_detected'))).toEqual([]);
});

test.each([
  ['follows from the refused step that moved its order', REFUSED, 'lifecycle.happy-path'],
  ['follows from nothing where refused steps move no order', 'disburse!409', undefined],
])('A second credit %s', (_, line, follows) => {
  const run = addOrders(aSoundRun(), line, 'expire!409 deposit_confirmed disburse +credit');
  const view = new View(run.evidence, INTERPRETATION);
  expect(explained(run).defects.map(defect => breachOf(view, defect)?.follows)).toContain(follows);
});

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
