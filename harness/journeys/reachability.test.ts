import type { Dispatcher } from 'undici';
import { expect, test } from 'vitest';
import type { Trouble } from '../evidence/evidence.ts';
import { fakeWorld } from '../testing/fake-world.ts';
import { Reachability, remedyFor } from './reachability.ts';

/** A target that answers as the test says, and what became of looking after it. */
function watched() {
  const world = fakeWorld();
  const troubles: Trouble[] = [];
  const lost: string[] = [];
  const asked: Dispatcher.RequestOptions[] = [];
  const target = { there: true };
  const request = async (options: Dispatcher.RequestOptions) => {
    asked.push(options);
    if (!target.there) throw Object.assign(new Error('connect failed'), { code: 'ECONNREFUSED' });
    return { statusCode: 200, headers: {}, body: { dump: async () => {} } };
  };
  const reach = new Reachability({
    world,
    request,
    url: 'https://sandbox.test/base',
    stamp: () => 1_000 + world.monotonic(),
    record: trouble => troubles.push(trouble),
    putOff: () => {},
    lost: message => lost.push(message),
  });
  return { world, reach, troubles, lost, asked, target };
}

test('Reachability finds that a target answers with one request to its address', async () => {
  const { reach, troubles, lost, asked } = watched();
  expect(await reach.look(5)).toBe(true);
  expect(asked).toMatchObject([{ origin: 'https://sandbox.test', path: '/base', method: 'GET' }]);
  expect([troubles, lost]).toEqual([[], []]);
  reach.stop();
});

test('Reachability records a gap once the target answers again', async () => {
  const { world, reach, troubles, lost, asked, target } = watched();
  target.there = false;
  const looking = reach.look(5);
  expect(await world.timerSet(2)).toBe(50);
  target.there = true;
  world.advance(50);
  expect(await looking).toBe(true);
  expect(troubles).toEqual([{ kind: 'target-unreachable', from: 5, to: 1_050, message: 'ECONNREFUSED' }]);
  expect([lost, asked.length]).toEqual([[], 2]);
  reach.stop();
});

test('Reachability probes once for all callers at a time, and again for a later caller', async () => {
  const { reach, asked } = watched();
  await Promise.all([reach.look(1), reach.look(2)]);
  expect(asked).toHaveLength(1);
  await reach.look(3);
  expect(asked).toHaveLength(2);
  reach.stop();
});

test('Reachability stops probing when it is stopped, and records nothing', async () => {
  const { world, reach, troubles, lost, target } = watched();
  target.there = false;
  const looking = reach.look(5);
  await world.timerSet(2);
  reach.stop();
  world.advance(50);
  expect(await looking).toBe(false);
  expect([troubles, lost]).toEqual([[], []]);
});

test('Reachability probes every five seconds, until it is stopped', async () => {
  const { world, reach, asked } = watched();
  expect(await world.timerSet(1)).toBe(5_000);
  world.advance(4_999);
  expect(asked).toHaveLength(0);
  world.advance(1);
  expect(await world.timerSet(2)).toBe(5_000);
  expect(asked).toHaveLength(1);
  reach.stop();
  world.advance(5_000);
  expect([asked.length, world.pending]).toEqual([1, 0]);
});

test.each([
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'NODE_EXTRA_CA_CERTS'],
  ['CERT_HAS_EXPIRED', 'tell its operators'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'tell its operators'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'check the port of BASE_URL, and whether it is an http:// address'],
  ['UND_ERR_PRX_CONN', 'check HTTPS_PROXY and HTTP_PROXY'],
  ['EAI_AGAIN', 'the network of this machine'],
  ['ENOTFOUND', 'the host does not exist: check BASE_URL'],
  ['ECONNREFUSED; besides, WEBHOOK_COMMAND failed', 'check BASE_URL, that the service is up, and the proxy'],
])('For %s there is a next step', (problem, next) => {
  expect(remedyFor(problem, 'BASE_URL')).toContain(next);
});
