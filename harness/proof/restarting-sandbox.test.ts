import { expect, test } from 'vitest';
import { DEFAULT_API_KEY } from '../sandbox/index.ts';
import '../sandbox/start-sandbox.ts';
import { simulatedWorld } from '../world/simulated/simulated-world.ts';
import { pause } from '../world/world.ts';
import { restartingSandbox } from './restarting-sandbox.ts';

test('A restarted sandbox delivers pending webhooks and knows its orders', async () => {
  const world = simulatedWorld(1);
  const arrived: string[] = [];
  await world.run(async () => {
    const receiver = world.createServer({});
    receiver.on('request', async (request, response) => {
      arrived.push((await request.toArray()).join(''));
      // Webhooks are refused until after the restart.
      response.writeHead(world.monotonic() < 1_000 ? 503 : 200).end();
    });
    receiver.listen(8_000, '127.0.0.1');
    const sandbox = await restartingSandbox({ world, webhookUrl: 'http://127.0.0.1:8000/' }, [{ at: 1_000, ms: 500 }]);
    const dispatcher = world.dial();
    const post = async (path: string, body: string) => {
      const headers = { 'Content-Type': 'application/json', 'X-API-Key': DEFAULT_API_KEY };
      const answer = await dispatcher.request({ origin: sandbox.url, path, method: 'POST', headers, body });
      return { status: answer.statusCode, text: await answer.body.text() };
    };
    const order = (await post('/_control/collection-orders?format=ids&count=1', '')).text.trim();
    const step = `/sandbox/collection-orders/${order}/simulate`;
    await post(step, '{"event":"deposit_detected"}');
    await pause(world, 1_200 - world.monotonic());
    await expect(post(step, '{"event":"deposit_confirmed"}')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    const before = arrived.length;
    await pause(world, 1_000);
    expect(arrived.slice(before)).toEqual([arrived[0]]);
    expect((await post(step, '{"event":"deposit_confirmed"}')).status).toBe(202);
    await sandbox.close();
    await dispatcher.destroy();
    receiver.close();
  });
});
