import { expect, test } from 'vitest';
import { proxiesInWords, proxiesOf, realWorld } from './real-world.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

test('A seed decides bytes and UUIDs; another seed decides others', () => {
  const draw = (seed: number) => {
    const world = realWorld({ seed });
    return [world.randomBytes(3), world.randomBytes(100), world.uuid(), world.uuid()].map(String);
  };
  expect(draw(1)).toEqual(draw(1));
  expect(draw(1)).not.toEqual(draw(2));
});

test.each([{}, { seed: 7 }])('with %j any number of bytes is given, and no UUID twice', options => {
  const world = realWorld(options);
  expect([0, 1, 31, 32, 33, 1000].map(size => world.randomBytes(size).length)).toEqual([0, 1, 31, 32, 33, 1000]);
  const uuids = Array.from({ length: 200 }, () => world.uuid());
  expect(new Set(uuids).size).toBe(200);
  for (const uuid of uuids) expect(uuid).toMatch(UUID);
});

test('A timer rings once its time has passed, and a cancelled one does not', async () => {
  const world = realWorld();
  const begun = world.monotonic();
  const rung: string[] = [];
  await new Promise<void>(resolve => {
    const cancelled = world.after(1, () => rung.push('cancelled'));
    world.after(10, () => {
      rung.push('rang');
      resolve();
    });
    cancelled.cancel();
    cancelled.cancel();
  });
  expect(rung).toEqual(['rang']);
  expect(world.monotonic() - begun).toBeGreaterThanOrEqual(9);
});

test('The proxies of the environment are told without their credentials', () => {
  const env = {
    HTTPS_PROXY: 'http://me:pass_hidden@one.example:3128',
    http_proxy: 'http://two.example',
    HTTP_PROXY: 'x',
  };
  expect(proxiesOf(env)).toEqual([
    { name: 'HTTPS_PROXY', host: 'one.example:3128' },
    { name: 'HTTP_PROXY', host: 'two.example' },
  ]);
  expect(proxiesInWords({ HTTP_PROXY: 'http://two.example' })).toBe(
    'requests go through two.example (HTTP_PROXY), except to hosts in NO_PROXY',
  );
  expect(proxiesInWords({ HTTP_PROXY: '' })).toBeUndefined();
});

test.each(['localhost:3128', '127.0.0.1:3128', 'foo', 'ftp://proxy.example'])('A proxy %s is refused', address => {
  const refused = expect.objectContaining({
    code: 'proxy-invalid',
    kind: 'usage',
    message: `HTTP_PROXY is "${address}": give an http:// or https:// URL`,
  });
  expect(() => proxiesOf({ HTTP_PROXY: address })).toThrow(refused);
});
