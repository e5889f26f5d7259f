import { afterAll, expect, test } from 'vitest';
import { remoteTarget } from '../../journeys/remote-target.ts';
import { readSettings } from '../../settings/settings.ts';
import { realWorld } from '../../world/real-world.ts';
import { openClient } from '../open-client.ts';
import { arrange } from './arrange.ts';
import { STATES } from './states.ts';

const { client, close } = openClient('http://sandbox.invalid');
afterAll(close);

/** A stage for a remote target with these settings, whose webhooks cannot be read. No test calls the target. */
function stage(env: { readonly [name: string]: string }) {
  const target = remoteTarget({
    world: realWorld(),
    settings: readSettings({ SANDBOX_URL: 'http://sandbox.invalid', ...env }),
    signal: new AbortController().signal,
  });
  return { target, client, webhookOf: { cannot: 'no receiver' } };
}

const KEY = { API_KEY: 'sk_test_given' };

test.each<[string, string, object, string]>([
  ['an unknown state', 'a blue moon', {}, 'nothing is known of the state "a blue moon"'],
  ['an account without a key', STATES.resolvable, {}, 'no API key is known; set API_KEY'],
  ['an account that is not named', STATES.resolvable, KEY, 'no account is known to resolve; set BANK_ACCOUNTS'],
  [
    'an order where there is none',
    STATES.collectionOrder,
    KEY,
    'there is no collection order left to drive; set ORDER_IDS',
  ],
  ['a webhook that cannot be read', STATES.steppedOrder, { ...KEY, ORDER_IDS: 'co_1' }, 'no receiver'],
])('%s cannot be arranged, and the reason is given', async (_, state, env, cannot) => {
  expect(await arrange(stage({ ...env }), state, { step: 'fail' })).toEqual({ cannot });
});

test('a state gives the key with its values', async () => {
  expect(await arrange(stage({ ...KEY, BANK_ACCOUNTS: '1:2' }), STATES.resolvable, {})).toEqual({
    values: { api_key: 'sk_test_given', account_number: '1', bank_code: '2' },
  });
});

test('a webhook that cannot be read uses up no order', async () => {
  const { target, ...rest } = stage({ ...KEY, ORDER_IDS: 'co_1' });
  await arrange({ target, ...rest }, STATES.steppedOrder, { step: 'fail' });
  expect(await target.makeOrders(1)).toEqual(['co_1']);
});

test('the state of an invalid key needs no configured key', async () => {
  expect(await arrange(stage({}), STATES.keyRefused, {})).toMatchObject({
    values: { api_key: 'sk_test_not_accepted' },
  });
});
