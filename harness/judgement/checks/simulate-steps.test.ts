import { expect, test } from 'vitest';
import { addOrders } from '../../order/testing/orders.ts';
import { aRun, aSoundRun, type RunBuilder } from '../../testing/evidence.ts';
import { order } from './order.ts';
import { simulateSteps } from './simulate-steps.ts';
import { breachesIn } from './testing/breaches-in.ts';

// testing/findings/simulate-steps.txt shows what is found of orders whose calls follow each other.

const broken = (run: RunBuilder) =>
  [order, simulateSteps]
    .flatMap(check => breachesIn(check, run))
    .flatMap(({ requirement, cause }) => (requirement.startsWith('lifecycle.') ? [`${requirement} ${cause}`] : []));

test('On the happy path, a refused step is not judged that was sent while another was under way', () => {
  const run = addOrders(aSoundRun(), 'deposit_detected deposit_confirmed disburse!409');
  expect(broken(run)).toEqual(['lifecycle.happy-path disburse 409']);
  const { journey = '', sentAt } = run.evidence.exchanges.at(-1) ?? { sentAt: 0 };
  run.write({ type: 'step', journey, event: 'disburse', exchange: 'x999', at: sentAt + 0.1 });
  expect(broken(run)).toEqual([]);
});

test('A refused failure is found even if another step without a credit was in progress', () => {
  const run = addOrders(aRun(), 'fail!404');
  const journey = run.journey();
  const { exchange } = journey.step('deposit_detected');
  const rival = run.exchange('simulateCollectionOrder', { journey: journey.id, status: 409 });
  run.write({ type: 'step', journey: journey.id, event: 'fail', exchange: rival.id, at: exchange.sentAt + 1 });
  expect(broken(run)).toEqual(['lifecycle.other-steps fail']);
});

test('Outside the happy path, a failure is not judged that was tried after disburse only, or at the same time', () => {
  const run = addOrders(
    aRun(),
    'deposit_detected deposit_confirmed disburse fail!409',
    'deposit_detected deposit_confirmed',
  );
  const [, { id: journey = '' } = {}] = run.evidence.journeys;
  const at = run.now + 1;
  for (const [event, status] of [
    ['fail', 409],
    ['disburse', 202],
  ] as const) {
    const sent = { journey, asks: { event }, sentAt: at, method: 'POST', status };
    const { id: exchange } = run.exchange('simulateCollectionOrder', sent);
    run.write({ type: 'step', journey, event, exchange, at });
  }
  expect(broken(run)).toEqual([]);
  expect(broken(addOrders(run, 'fail!409'))).toEqual(['lifecycle.other-steps fail']);
});
