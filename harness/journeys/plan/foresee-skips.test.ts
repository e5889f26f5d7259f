import { expect, test } from 'vitest';
import { readSettings } from '../../settings/settings.ts';
import type { Scenario } from '../scenario.ts';
import { foreseeSkips } from './foresee-skips.ts';

const scenario = (id: string, least: number, more: Partial<Scenario> = {}): Scenario => ({
  id,
  suite: 'collection',
  title: id,
  orders: { least, most: 2 * least },
  drive: async () => {},
  ...more,
});
const PLAN = {
  withoutOrders: [],
  first: [scenario('happy', 1, { calibrates: true })],
  rest: [scenario('a', 2), scenario('probe', 0, { suite: 'gaps' })],
};
const LOCAL = 'http://127.0.0.1:4800';
const READY = { SANDBOX_URL: LOCAL, SIGNING_SECRET: 's', ORDER_COMMAND: 'make', WEBHOOK_COMMAND: 'point' };

test.each<[string, { readonly [name: string]: string }, object]>([
  ['Nothing where everything is set', READY, {}],
  ['Nothing where WEBHOOK_COMMAND may print the secret', { ...READY, SIGNING_SECRET: '' }, {}],
  [
    'Everything that needs a secret where nothing gives one',
    { ...READY, SIGNING_SECRET: '', WEBHOOK_COMMAND: '', RECEIVER_PORT: '4000' },
    { SIGNING_SECRET: ['collection', 'gaps'] },
  ],
  [
    'Scenarios that need more orders than there are',
    { ...READY, ORDER_COMMAND: '', ORDER_IDS: 'o1,o2' },
    { ORDER_IDS: ['collection'] },
  ],
  ['Nothing where there are just enough orders', { ...READY, ORDER_COMMAND: '', ORDER_IDS: 'o1,o2,o3' }, {}],
  [
    'All but calibration where nobody knows the address of the receiver',
    { ...READY, WEBHOOK_COMMAND: '' },
    { WEBHOOK_COMMAND: ['collection', 'gaps'] },
  ],
  [
    'Nothing where webhooks may have been pointed by hand',
    { ...READY, WEBHOOK_COMMAND: '', RECEIVER_PORT: '4000' },
    {},
  ],
  [
    'All but calibration where the service cannot reach the receiver',
    { ...READY, SANDBOX_URL: 'https://sandbox.test' },
    { TUNNEL: ['collection', 'gaps'] },
  ],
])('%s is foreseen to be skipped', (_, env, expected) => {
  const skips = foreseeSkips(PLAN, readSettings(env));
  expect(Object.fromEntries(skips.map(({ setting, suites }) => [setting, suites]))).toEqual(expected);
});
