import { expect, test } from 'vitest';
import { COMPLETED } from '../evidence/dialect.ts';
import { aSoundRun } from '../testing/evidence.ts';
import { addOrders, defectsOf, drive, explained } from './testing/orders.ts';
import { isReplay } from './trace.ts';

test.each([
  ['less time than the slowest took is not', 1_000, ''],
  ['longer is', 30_000, 'lost expire'],
])('A webhook that the run waited for %s missing', (_, ms, defects) => {
  const run = aSoundRun();
  const [slow, last] = [run.journey(), run.journey()];
  slow.step('deposit_detected');
  const { exchange } = slow.step('expire', { sends: [], wait: 'none' });
  drive(run, slow, '~20000 +expired');
  run.wait(slow.id, 'event', exchange.id, exchange.sentAt, 'came');
  const { id, sentAt } = last.step('expire', { sends: [], wait: 'none' }).exchange;
  run.tick(ms);
  run.wait(last.id, 'event', id, sentAt, 'missed');
  expect(defectsOf(run)).toBe(defects);
});

test.each<[string, readonly string[], string, string?]>([
  ['are a race if later ones are refused', ['2 * path disburse!409'], 'race'],
  ['are a race if all later ones but one are refused', ['2 * path disburse!409', 'path disburse'], 'race'],
  ['are a race if later ones do nothing', ['2 * path disburse=?none'], 'race'],
  ['prove nothing if one disburse is credited twice', ['2 * path +credit', 'path disburse'], 'doubled'],
  ['may both be due if nothing is heard after later ones', ['2 * path disburse=?none'], 'either, advice', ''],
  ['may both be due if one later one does nothing', ['path disburse=?none'], 'either, advice'],
  ['may both be due if earlier ones do nothing', ['2 * disburse=?none path'], 'either, advice'],
  ['may both be due if later ones are refused and credited', ['2 * path disburse!409=credit?none'], 'either, advice'],
  ['are both due if a later one is credited too', ['2 * path disburse=?none', 'path disburse'], 'each, advice'],
])('Credits for two simultaneous disburses %s', (_, others, expected, last = 'path') => {
  const run = aSoundRun();
  const { id, order } = run.journey().happyPath();
  const at = run.evidence.journeys.at(-1)?.steps.at(-1)?.at ?? 0;
  const options = { journey: id, status: 202, sentAt: at, asks: { event: 'disburse' } };
  const { id: exchange } = run.exchange('simulateCollectionOrder', options);
  run.write({ type: 'step', journey: id, event: 'disburse', exchange, at });
  run.deliver(COMPLETED, { order });
  const [first] = explained(addOrders(run, ...others, `~60000 ${last}`)).defects;
  expect(`${first?.again}${first?.isAdvice ? ', advice' : ''}`).toBe(expected);
});

test.each([
  ['advice if a replay of another step sends its webhook again', 'fail replay_fail +failed', true],
  ['a breach if a replay of another step sends nothing', 'fail replay_fail', false],
])('A credit for a replay of a disburse is %s', (_, other, isAdvice) => {
  const run = addOrders(aSoundRun(), '2 * path disburse', other, 'path replay_disburse +credit');
  const own = explained(run).defects.filter(({ trace }) => trace.calls.some(isReplay));
  expect(own.map(defect => defect.isAdvice)).toEqual([isAdvice]);
});
