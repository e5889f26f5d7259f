import { describe, expect, test } from 'vitest';
import type { Scenario } from '../scenario.ts';
import { reasonOfEnd, reasonOfSilence, reasonsToSkip, type SkipState } from './reason-to-skip.ts';

const DRIVING: Scenario = {
  id: 'a',
  suite: 'collection',
  title: 'a',
  orders: { least: 2, most: 4 },
  drive: async () => {},
};
const { orders: _, ...WITHOUT_ORDERS } = DRIVING;
const READY: SkipState = { canVerify: true, orders: 2, orderSetting: 'ORDER_IDS' };
const SILENT = { ...READY, silence: { reason: 'no delivery came', setting: 'TUNNEL' } };
const NOTHING = { ...SILENT, canVerify: false, orders: 0 };

const settings = (scenario: Scenario, state: SkipState) =>
  [...reasonsToSkip(scenario, state)].map(({ setting }) => setting);

describe('A scenario', () => {
  test('is driven where it has what it needs', () => {
    expect(settings(DRIVING, READY)).toEqual([]);
  });

  test('is skipped for each thing that it lacks, the signing secret first', () => {
    expect(settings(DRIVING, NOTHING)).toEqual(['SIGNING_SECRET', 'ORDER_IDS', 'TUNNEL']);
  });

  test('is skipped where it was dealt fewer orders than it needs, with the setting that gives orders', () => {
    expect([...reasonsToSkip(DRIVING, { ...READY, orders: 1 })]).toEqual([
      { reason: 'it needs 2 collection orders to drive', setting: 'ORDER_IDS' },
    ]);
  });

  test('is skipped where no delivery came, unless it is one of those that find that out', () => {
    expect(settings(DRIVING, SILENT)).toEqual(['TUNNEL']);
    expect(settings({ ...DRIVING, calibrates: true }, SILENT)).toEqual([]);
  });

  test('that drives no order needs none of this', () => {
    expect(settings(WITHOUT_ORDERS, NOTHING)).toEqual([]);
  });
});

test('Everything is skipped once the run has ended, with the reason', () => {
  expect(reasonOfEnd(undefined)).toBeUndefined();
  expect(reasonOfEnd({ at: 1, reason: 'deadline' })).toEqual({ reason: 'the run was stopped: deadline' });
  expect(reasonOfEnd({ at: 1, reason: 'unreachable', message: 'away' })).toEqual({
    reason: 'the run was stopped: away',
  });
});

describe('The setting to look at where no delivery came', () => {
  test('is the tunnel where the service cannot reach the receiver, else WEBHOOK_COMMAND', () => {
    expect(reasonOfSilence('direct', '127.0.0.1', 'https://sandbox.test').setting).toBe('TUNNEL');
    expect(reasonOfSilence('direct', '127.0.0.1', 'http://127.0.0.1:4800').setting).toBe('WEBHOOK_COMMAND');
    expect(reasonOfSilence('url', '127.0.0.1', 'https://sandbox.test').setting).toBe('WEBHOOK_COMMAND');
  });

  test('is the key where every simulate call was refused for it', () => {
    const settingAfter = (...statuses: number[]) =>
      reasonOfSilence('direct', '127.0.0.1', 'http://127.0.0.1:4800', statuses).setting;
    expect(settingAfter(401, 403)).toBe('API_KEY');
    expect(settingAfter(401, 202)).toBe('WEBHOOK_COMMAND');
    expect(settingAfter(429, 429)).toBe('WEBHOOK_COMMAND');
  });

  test('is the time-out, where no simulate call was answered', () => {
    const reached = ['direct', '127.0.0.1', 'http://127.0.0.1:4800'] as const;
    expect(reasonOfSilence(...reached, [undefined, undefined])).toEqual({
      reason: 'no simulate call was answered',
      setting: 'DELIVERY_TIMEOUT_MS',
    });
    expect(reasonOfSilence(...reached, [undefined, 404]).setting).toBe('ORDER_IDS');
  });

  test('is the address, where every simulate call was redirected', () => {
    const reached = ['direct', '127.0.0.1', 'http://127.0.0.1:4800'] as const;
    expect(reasonOfSilence(...reached, [307, 307])).toEqual({
      reason: 'every simulate call was redirected (307)',
      setting: 'SANDBOX_URL',
    });
  });

  test('is where orders come from, where every step was refused', () => {
    const reached = ['direct', '127.0.0.1', 'http://127.0.0.1:4800'] as const;
    expect(reasonOfSilence(...reached, [404, 404])).toEqual({
      reason: 'every step was refused (404), as for orders that are unknown or over',
      setting: 'ORDER_IDS',
    });
    expect(reasonOfSilence(...reached, [409, 404, 401], 'ORDER_COMMAND').setting).toBe('ORDER_COMMAND');
  });
});
