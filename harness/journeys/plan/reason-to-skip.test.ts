import { expect, test } from 'vitest';
import type { Evidence, RunInfo } from '../../evidence/evidence.ts';
import type { TunnelRecord } from '../../evidence/run-info.ts';
import { readSettings } from '../../settings/settings.ts';
import { aRun } from '../../testing/evidence.ts';
import type { Scenario } from '../scenario.ts';
import { foreseeSkips, reasonOfSilence, reasonsToSkip, type SkipState } from './reason-to-skip.ts';

const scenario = (id: string, least: number, more: Partial<Scenario> = {}): Scenario => ({
  id,
  suite: 'collection',
  title: id,
  orders: { least, most: 2 * least },
  drive: async () => {},
  ...more,
});
const DRIVING = scenario('a', 2);
const { orders: _, ...WITHOUT_ORDERS } = DRIVING;
const READY: SkipState = { canVerify: true, orders: 2, orderSetting: 'ORDER_IDS' };
const SILENT = { ...READY, silence: { reason: 'no delivery came', setting: 'TUNNEL' } };
const NOTHING = { ...SILENT, canVerify: false, orders: 0 };

test.each<[string, Scenario, SkipState, string[]]>([
  ['is driven where it has what it needs', DRIVING, READY, []],
  ['lacks several things, the signing secret first', DRIVING, NOTHING, ['SIGNING_SECRET', 'ORDER_IDS', 'TUNNEL']],
  ['is skipped where no delivery came', DRIVING, SILENT, ['TUNNEL']],
  ['is driven to find out whether deliveries come', { ...DRIVING, calibrates: true }, SILENT, []],
  ['that drives no order needs none of this', WITHOUT_ORDERS, NOTHING, []],
])('A scenario %s', (_, scenario, state, lacking) => {
  expect([...reasonsToSkip(scenario, state)].map(({ setting }) => setting)).toEqual(lacking);
});

const LOCAL = 'http://127.0.0.1:4800';

/** What came of the steps of a run: statuses of answers, `undefined` for none; secrets that verify each delivery. */
interface Tried {
  readonly url?: string;
  readonly kind?: TunnelRecord['kind'];
  readonly settings?: Partial<RunInfo['settings']>;
  readonly answers?: readonly (number | undefined)[];
  readonly slots?: readonly (readonly number[])[];
}

function triedSoFar({ url = LOCAL, kind = 'direct', answers = [], slots = [], settings }: Tried): Evidence {
  const { evidence } = aRun(undefined, { target: { kind: 'remote', url } });
  const ids = answers.map((_, nth) => `x${nth}`);
  return {
    ...evidence,
    run: {
      ...evidence.run,
      settings: { ...evidence.run.settings, deliveryTimeoutMs: 30_000, orderSetting: 'ORDER_IDS', ...settings },
    },
    exchanges: answers.map((status, nth) => ({ id: ids[nth], ...(status && { response: { status } }) })),
    journeys: [{ steps: ids.map(exchange => ({ exchange })) }],
    deliveries: slots.map(own => ({ signatures: [{ slots: own }] })),
    tunnels: [{ kind, url: 'http://127.0.0.1:8400' }],
  } as unknown as Evidence;
}

const FAR = { url: 'https://sandbox.test' };
const POINTED = { settings: { given: ['WEBHOOK_COMMAND'] } };
const NOTHING_CAME = 'not one delivery reached the receiver';

test.each<[Tried, string, string | undefined]>([
  [FAR, NOTHING_CAME, 'TUNNEL'],
  [{}, NOTHING_CAME, 'WEBHOOK_COMMAND'],
  [{ ...FAR, kind: 'url' }, NOTHING_CAME, 'WEBHOOK_COMMAND'],
  [{ answers: [401, 202] }, NOTHING_CAME, 'WEBHOOK_COMMAND'],
  [{ answers: [401, 403] }, 'the API key is refused on every simulate call', 'API_KEY'],
  [{ answers: [undefined, undefined] }, 'no simulate call was answered', 'DELIVERY_TIMEOUT_MS'],
  [{ answers: [307, 307] }, 'every simulate call was redirected (307)', 'SANDBOX_URL'],
  [{ answers: [404, undefined] }, 'every step was refused (404), as for orders that are unknown or over', 'ORDER_IDS'],
  [
    { answers: [409, 404, 401], settings: { orderSetting: 'ORDER_COMMAND' } },
    'every step was refused (409, 404, 401), as for orders that are unknown or over',
    'ORDER_COMMAND',
  ],
  [
    { ...POINTED, answers: [503, 429] },
    'every step was answered 503, 429, which is no answer of the service itself',
    undefined,
  ],
  [
    { ...POINTED, answers: [202, 202, 202, 404] },
    'WEBHOOK_COMMAND ran and exited 0, but 3 accepted steps sent no webhook to http://127.0.0.1:8400 within 30 s, ' +
      'so check that the service can reach that address, and that no other program has changed it',
    'WEBHOOK_COMMAND',
  ],
  [
    { ...POINTED, answers: [202], slots: [[], []] },
    '2 deliveries came, none about an order of the run, and no signing secret verifies one',
    'SIGNING_SECRET',
  ],
  [{ ...POINTED, answers: [202], slots: [[0]] }, '1 delivery came, none about an order of the run', 'ORDER_IDS'],
])('Why no delivery about an order comes %o', (seen, reason, setting) => {
  expect(reasonOfSilence(triedSoFar(seen))).toEqual({ reason, ...(setting !== undefined && { setting }) });
});

const PLAN = {
  withoutOrders: [],
  first: [scenario('happy', 1, { calibrates: true })],
  rest: [scenario('a', 2), scenario('probe', 0, { suite: 'gaps' })],
};
const ENV = { SANDBOX_URL: LOCAL, SIGNING_SECRET: 's', ORDER_COMMAND: 'make', WEBHOOK_COMMAND: 'point' };

test.each<[string, { readonly [name: string]: string }, readonly string[]]>([
  ['Nothing where everything is set', ENV, []],
  ['Nothing where WEBHOOK_COMMAND may print the secret', { ...ENV, SIGNING_SECRET: '' }, []],
  [
    'Everything that needs a secret where nothing gives one',
    { ...ENV, SIGNING_SECRET: '', WEBHOOK_COMMAND: '', RECEIVER_PORT: '4000' },
    ['SIGNING_SECRET'],
  ],
  ['Scenarios that need more orders than there are', { ...ENV, ORDER_COMMAND: '', ORDER_IDS: 'o1,o2' }, ['ORDER_IDS']],
  ['Nothing where there are just enough orders', { ...ENV, ORDER_COMMAND: '', ORDER_IDS: 'o1,o2,o3' }, []],
  [
    'All but calibration where nobody knows the address of the receiver',
    { ...ENV, WEBHOOK_COMMAND: '' },
    ['WEBHOOK_COMMAND'],
  ],
  ['Nothing where webhooks may have been pointed by hand', { ...ENV, WEBHOOK_COMMAND: '', RECEIVER_PORT: '4000' }, []],
  [
    'All but calibration if the service cannot reach the receiver',
    { ...ENV, SANDBOX_URL: 'https://sandbox.test' },
    ['TUNNEL'],
  ],
])('%s is foreseen to be skipped', (_, env, expected) => {
  const skips = foreseeSkips(PLAN, readSettings(env));
  expect(skips.map(({ setting }) => setting)).toEqual(expected);
});
