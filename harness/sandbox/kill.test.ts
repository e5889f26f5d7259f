import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { request } from 'undici';
import { expect, it } from 'vitest';
import { realWorld } from '../world/real-world.ts';
import { DEFAULT_API_KEY } from './sandbox-options.ts';
import { startReceiver } from './testing/receiver.ts';

const SERVE = fileURLToPath(new URL('./testing/serve.ts', import.meta.url));
const ORDERS = 20;

it('delivers every event after it is killed with pending deliveries', async () => {
  const world = realWorld();
  const folder = await mkdtemp(join(tmpdir(), 'sandbox-'));
  let isUp = false;
  const receiver = await startReceiver(world, response => response.writeHead(isUp ? 200 : 503).end());
  const start = async () => {
    const child = world.spawn(process.execPath, [SERVE, join(folder, 'sandbox.db'), receiver.url], { stdio: 'pipe' });
    if (child.stdout === null) throw new Error('the sandbox has no output');
    const [url] = await once(createInterface(child.stdout), 'line');
    return { child, url: String(url) };
  };
  const post = async (url: string, body = '') => {
    const headers = { 'content-type': 'application/json', 'x-api-key': DEFAULT_API_KEY };
    return (await request(url, { method: 'POST', headers, body })).body.text();
  };

  try {
    const first = await start();
    const made = await post(`${first.url}/_control/collection-orders?format=ids&count=${ORDERS}`);
    const orders = made.trim().split('\n');
    await Promise.all(
      orders.map(order => post(`${first.url}/sandbox/collection-orders/${order}/simulate`, '{"event":"expire"}')),
    );
    await receiver.until(received => received.length >= ORDERS / 2);
    first.child.kill('SIGKILL');
    await once(first.child, 'exit');

    isUp = true;
    const before = receiver.received.length;
    const second = await start();
    const all = await receiver.until(
      received => new Set(received.slice(before).map(({ body }) => body.toString())).size === ORDERS,
    );
    const delivered = all.slice(before).map(({ json }) => (json.data as { order_id: string }).order_id);
    expect(new Set(delivered)).toEqual(new Set(orders));
    second.child.kill('SIGKILL');
    await once(second.child, 'exit');
  } finally {
    await receiver.close();
    await rm(folder, { recursive: true });
  }
});
