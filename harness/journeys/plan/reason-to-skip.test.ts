import { describe, expect, test } from 'vitest';
import type { Scenario } from '../scenario.ts';
import { reasonOfEnd, reasonToSkip, type SkipState, webhookSetting } from './reason-to-skip.ts';

const DRIVING: Scenario = {
  id: 'a',
  suite: 'collection',
  title: 'a',
  orders: { least: 2, most: 4 },
  drive: async () => {},
};
const { orders: _, ...WITHOUT_ORDERS } = DRIVING;
const READY: SkipState = {
  canVerify: true,
  orders: 2,
  orderSetting: 'ORDER_IDS',
  canHear: true,
  webhookSetting: 'TUNNEL',
};
const NOTHING = { ...READY, canVerify: false, orders: 0, canHear: false };

describe('A scenario', () => {
  test('is driven where it has what it needs', () => {
    expect(reasonToSkip(DRIVING, READY)).toBeUndefined();
  });

  test('is skipped without a signing secret, before anything else', () => {
    expect(reasonToSkip(DRIVING, NOTHING)).toMatchObject({ setting: 'SIGNING_SECRET' });
  });

  test('is skipped where it was dealt fewer orders than it needs, with the setting that gives orders', () => {
    expect(reasonToSkip(DRIVING, { ...READY, orders: 1 })).toEqual({
      reason: 'it needs 2 collection orders to drive',
      setting: 'ORDER_IDS',
    });
  });

  test('is skipped where no delivery came, unless it is one of those that find that out', () => {
    expect(reasonToSkip(DRIVING, { ...READY, canHear: false })).toMatchObject({ setting: 'TUNNEL' });
    expect(reasonToSkip({ ...DRIVING, calibrates: true }, { ...READY, canHear: false })).toBeUndefined();
  });

  test('that drives no order needs none of this', () => {
    expect(reasonToSkip(WITHOUT_ORDERS, NOTHING)).toBeUndefined();
  });
});

test('Everything is skipped once the run has ended, with the reason', () => {
  expect(reasonOfEnd(undefined)).toBeUndefined();
  expect(reasonOfEnd({ at: 1, reason: 'deadline' })).toEqual({ reason: 'the run was stopped: deadline' });
  expect(reasonOfEnd({ at: 1, reason: 'unreachable', message: 'away' })).toEqual({
    reason: 'the run was stopped: away',
  });
});

test('The setting to look at where no delivery came is the tunnel, where the service cannot reach the receiver', () => {
  expect(webhookSetting('direct', '127.0.0.1', 'https://sandbox.test')).toBe('TUNNEL');
  expect(webhookSetting('direct', '127.0.0.1', 'http://127.0.0.1:4800')).toBe('WEBHOOK_COMMAND');
  expect(webhookSetting('url', '127.0.0.1', 'https://sandbox.test')).toBe('WEBHOOK_COMMAND');
});
